/// A circle on the map that a member named.
///
/// Private to that member.
public struct Place: Hashable, Sendable {
    public var id: ID<Place>
    /// The slot it fills on a clock: Home, Work, School or a word of the family's own.
    public var label: String
    /// What the member calls it: "Grandma's, second floor".
    public var description: String
    public var centre: Coordinate
    /// 10...50 000.
    public var radiusMetres: Double

    /// The place, or nil where the radius is out of range or the label is empty.
    public init?(id: ID<Place>, label: String, description: String, centre: Coordinate, radiusMetres: Double) {
        guard radiusMetres >= 10, radiusMetres <= 50_000, !label.isEmpty else { return nil }
        self.id = id
        self.label = label
        self.description = description
        self.centre = centre
        self.radiusMetres = radiusMetres
    }
}
