import Family

/// A point as a region's file has it: ten-millionths of a degree.
struct MapPoint: Hashable, Sendable {
    var x: Int32
    var y: Int32

    /// Degrees, rounded.
    init(longitude: Double, latitude: Double) {
        x = Int32(max(-1_800_000_000, min(1_800_000_000, (longitude * 1e7).rounded())))
        y = Int32(max(-900_000_000, min(900_000_000, (latitude * 1e7).rounded())))
    }

    init(_ point: Coordinate) {
        self.init(longitude: point.longitude, latitude: point.latitude)
    }

    init(x: Int32, y: Int32) {
        (self.x, self.y) = (x, y)
    }

    var coordinate: Coordinate? { Coordinate(latitude: Double(y) / 1e7, longitude: Double(x) / 1e7) }

    func metres(to other: MapPoint) -> Double {
        guard let here = coordinate, let there = other.coordinate else { return .infinity }
        return here.distanceMetres(to: there)
    }
}

/// A box on the map, its edges included.
struct MapBox: Sendable, Equatable {
    var west, east, south, north: Int32

    init?(_ points: some Sequence<MapPoint>) {
        var box: MapBox?
        for point in points {
            guard let old = box else {
                box = MapBox(west: point.x, east: point.x, south: point.y, north: point.y)
                continue
            }
            box = MapBox(
                west: min(old.west, point.x),
                east: max(old.east, point.x),
                south: min(old.south, point.y),
                north: max(old.north, point.y)
            )
        }
        guard let box else { return nil }
        self = box
    }

    init(west: Int32, east: Int32, south: Int32, north: Int32) {
        (self.west, self.east, self.south, self.north) = (west, east, south, north)
    }

    /// All within so many metres of a point, and a little more.
    init(around point: Coordinate, metres: Double) {
        let (low, high) = (
            point.moved(northMetres: -metres, eastMetres: -metres), point.moved(northMetres: metres, eastMetres: metres)
        )
        let west = MapPoint(longitude: min(low.longitude, point.longitude), latitude: low.latitude)
        let east = MapPoint(longitude: max(high.longitude, point.longitude), latitude: high.latitude)
        self.init(west: west.x, east: east.x, south: west.y, north: east.y)
    }

    func contains(_ point: MapPoint) -> Bool {
        west <= point.x && point.x <= east && south <= point.y && point.y <= north
    }

    /// Square units of a ten-millionth of a degree, for comparing.
    var size: Double { (Double(east) - Double(west)) * (Double(north) - Double(south)) }
}

/// The edge of an area: rings that do not cross, of which inner ones are holes.
struct Outline: Sendable, Equatable {
    let rings: [[MapPoint]]

    /// Nil where no ring has an inside.
    init?(_ rings: [[MapPoint]]) {
        self.rings = rings.filter { $0.count >= 4 }
        if self.rings.isEmpty { return nil }
    }

    /// The outline as ``bytes`` wrote it.
    init?(_ bytes: [UInt8]) {
        var numbers = PackedNumbers(bytes)
        var rings: [[MapPoint]] = []
        while let count = numbers.next() {
            guard let ring = numbers.points(Int(count)) else { return nil }
            rings.append(ring)
        }
        self.init(rings)
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for ring in rings {
            PackedNumbers.append(Int32(ring.count), to: &bytes)
            PackedNumbers.append(ring, to: &bytes)
        }
        return bytes
    }

    var box: MapBox? { MapBox(rings.joined()) }

    /// Whether a point lies inside.
    func contains(_ point: MapPoint) -> Bool {
        var isInside = false
        for ring in rings {
            for (from, to) in zip(ring, ring.dropFirst()) where Self.crosses(from, to, point) { isInside.toggle() }
        }
        return isInside
    }

    /// A point inside that stands for the area: its middle where that lies inside.
    var middle: MapPoint {
        let outer = rings.max { $0.count < $1.count } ?? []
        let sums = outer.reduce(into: (x: 0.0, y: 0.0)) { $0 = ($0.x + Double($1.x), $0.y + Double($1.y)) }
        let count = Double(max(1, outer.count))
        let middle = MapPoint(x: Int32(sums.x / count), y: Int32(sums.y / count))
        return contains(middle) ? middle : outer.first ?? middle
    }

    /// Whether an edge meets the line from a point to the east.
    static func crosses(_ from: MapPoint, _ to: MapPoint, _ point: MapPoint) -> Bool {
        guard (from.y > point.y) != (to.y > point.y) else { return false }
        let part = (Double(point.y) - Double(from.y)) / (Double(to.y) - Double(from.y))
        return Double(point.x) < Double(from.x) + part * (Double(to.x) - Double(from.x))
    }
}

/// Numbers of four bytes each, the lowest first.
struct PackedNumbers {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Int32? {
        guard offset + 4 <= bytes.count else { return nil }
        let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
        offset += 4
        return Int32(bitPattern: value)
    }

    /// The next so many points; nil where there are fewer.
    mutating func points(_ count: Int) -> [MapPoint]? {
        guard count >= 0, count <= (bytes.count - offset) / 8 else { return nil }
        var points: [MapPoint] = []
        points.reserveCapacity(count)
        for _ in 0..<count {
            guard let x = next(), let y = next() else { return nil }
            points.append(MapPoint(x: x, y: y))
        }
        return points
    }

    static func append(_ value: Int32, to bytes: inout [UInt8]) {
        let bits = UInt32(bitPattern: value)
        for shift in [UInt32(0), 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }

    static func append(_ points: [MapPoint], to bytes: inout [UInt8]) {
        for point in points {
            append(point.x, to: &bytes)
            append(point.y, to: &bytes)
        }
    }
}
