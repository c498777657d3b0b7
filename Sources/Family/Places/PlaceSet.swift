/// A member's places, made ready for one fix after another.
///
/// Built once per member and kept until a place changes. At most 64 count: of more, the smallest.
public struct PlaceSet: Sendable {
    /// Smallest radius first, then by identity: the order in which overlapping places are preferred.
    public let places: [Place]
    let circles: [PlaceCircle]

    public static let empty = PlaceSet([])
    public static let countMax = 64

    /// The places of one member, in any order.
    public init(_ places: [Place]) {
        let ordered = places.sorted { left, right in
            left.radiusMetres != right.radiusMetres ? left.radiusMetres < right.radiusMetres : left.id < right.id
        }
        self.places = Array(ordered.prefix(PlaceSet.countMax))
        circles = self.places.map(PlaceCircle.init)
    }

    /// The place with this identity, if it is one of them.
    public subscript(id: ID<Place>) -> Place? {
        index(of: id).map { places[$0] }
    }

    /// The place that a phone means by a region of its own.
    ///
    /// Its identity there is ours where we made it; else the name, and then the time it was made, which our
    /// identities carry in seconds.
    func place(of transition: RegionTransition) -> PlaceCircle? {
        if let circle = place(regionID: transition.regionID, name: transition.name) { return circle }
        guard let madeAt = transition.regionMadeAt else { return nil }
        return circles.first { Int64($0.id.high >> 16) / 1_000 == madeAt.milliseconds / 1_000 }
    }

    /// The places that a phone's lists name, each once.
    func listed(in regions: PhoneRegions) -> [PlaceCircle] {
        let (names, ids) = (regions.names, regions.ids)
        let named =
            names.count == ids.count
            ? names.indices.map { place(regionID: ids[$0], name: names[$0]) }
            : ids.map { place(regionID: $0, name: nil) } + names.map { place(regionID: nil, name: $0) }
        var circles: [PlaceCircle] = []
        for case let circle? in named where !circles.contains(where: { $0.id == circle.id }) { circles.append(circle) }
        return circles
    }

    private func place(regionID: String?, name: String?) -> PlaceCircle? {
        if let regionID, let id = ID<Place>(text: regionID), let index = index(of: id) { return circles[index] }
        guard let name, let index = places.firstIndex(where: { $0.isCalled(name) }) else { return nil }
        return circles[index]
    }

    func index(of id: ID<Place>) -> Int? {
        circles.firstIndex { $0.id == id }
    }
}

/// The circle of a place with the length of a degree at its centre.
struct PlaceCircle: Sendable {
    let id: ID<Place>
    let latitude: Double
    let longitude: Double
    let radius: Double
    let scale: LocalScale

    init(_ place: Place) {
        id = place.id
        latitude = place.centre.latitude
        longitude = place.centre.longitude
        radius = place.radiusMetres
        scale = LocalScale(latitude: latitude)
    }

    /// How far north of the centre a point lies: one product, enough to pass over most places.
    func metresNorth(of coordinate: Coordinate) -> Double {
        (coordinate.latitude - latitude) * scale.metresPerDegreeNorth
    }

    func metresEast(of coordinate: Coordinate) -> Double {
        wrappedDegrees(coordinate.longitude - longitude) * scale.metresPerDegreeEast
    }

    /// The distance from the centre in metres, good near the place and large far from it.
    func distance(to coordinate: Coordinate) -> Double {
        let north = metresNorth(of: coordinate)
        let east = metresEast(of: coordinate)
        return (north * north + east * east).squareRoot()
    }

    /// Rule 2: whether a fix so imprecise may say anything about this place.
    func canJudge(accuracy: Double) -> Bool {
        accuracy <= 200 && accuracy <= 2 * radius
    }

    /// How far beyond the edge a leaving begins to count.
    var margin: Double { max(25, 0.15 * radius) }
}

extension Place {
    /// Whether `name` is the label or the description, letters A to Z in either case.
    fileprivate func isCalled(_ name: String) -> Bool {
        sameText(label, name) || sameText(description, name)
    }
}

/// Whether two texts are the same bytes, letters A to Z in either case: no Unicode tables in the browser.
func sameText(_ left: String, _ right: String) -> Bool {
    func folded(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }
    let (left, right) = (left.utf8.span, right.utf8.span)
    guard left.count == right.count else { return false }
    for index in left.indices where folded(left[index]) != folded(right[index]) { return false }
    return true
}
