/// A circle in which a member's phone is not heard: a tunnel, a cellar, a valley.
///
/// Marked by the member; entering one explains one silence of a trip (F11).
public struct DeadZone: Hashable, Sendable {
    public let name: String
    public let centre: Coordinate
    public let radiusMetres: Double

    /// What a radius may be.
    public static let radiiMetres = 20.0...10_000

    /// Nil where the name is empty or the radius out of range.
    public init?(name: String, centre: Coordinate, radiusMetres: Double) {
        guard !name.isEmpty, DeadZone.radiiMetres.contains(radiusMetres) else { return nil }
        self.name = name
        self.centre = centre
        self.radiusMetres = radiusMetres
    }

    /// Whether a point lies in it.
    public func contains(_ point: Coordinate) -> Bool {
        point.distanceMetres(to: centre) <= radiusMetres
    }
}
