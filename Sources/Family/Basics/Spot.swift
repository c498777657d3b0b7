/// A coordinate as rows keep it: whole ten-millionths of a degree, about a centimetre, in eight bytes.
struct Spot: Hashable, Sendable {
    let latitude: Int32
    let longitude: Int32

    init(latitude: Int32, longitude: Int32) {
        self.latitude = latitude
        self.longitude = longitude
    }

    init(_ coordinate: Coordinate) {
        latitude = Int32((coordinate.latitude * 1e7).rounded())
        longitude = Int32((coordinate.longitude * 1e7).rounded())
    }

    /// The point itself; nil where the numbers lie off the globe, as only damaged bytes can say.
    var coordinate: Coordinate? {
        Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }

    /// The way to another spot in metres, north and east, on the plane of `scale`.
    func metres(to other: Spot, scale: LocalScale) -> Offset {
        let east = wrappedDegrees((Double(other.longitude) - Double(longitude)) / 1e7)
        let north = (Double(other.latitude) - Double(latitude)) / 1e7
        return Offset(north: north * scale.metresPerDegreeNorth, east: east * scale.metresPerDegreeEast)
    }

    /// The spot so many metres away.
    func moved(by offset: Offset, scale: LocalScale) -> Spot {
        let east = scale.metresPerDegreeEast > 1 ? offset.east / scale.metresPerDegreeEast : 0
        let north = offset.north / scale.metresPerDegreeNorth
        let moved = Coordinate(
            latitude: min(max(Double(latitude) / 1e7 + north, -90), 90),
            longitude: wrappedDegrees(Double(longitude) / 1e7 + east)
        )
        return moved.map(Spot.init) ?? self
    }
}

/// A way over the ground in metres.
struct Offset: Hashable, Sendable {
    var north: Double
    var east: Double

    var lengthSquared: Double { north * north + east * east }
    var length: Double { lengthSquared.squareRoot() }
}
