import Family

/// Reads a line in Google's polyline encoding with six decimals, as OSRM and Valhalla write it.
///
/// Nil where the text is none, or leaves the globe; at most `pointsMax` points are read.
func decodedPolyline(_ text: String, pointsMax: Int = 200_000) -> [Coordinate]? {
    var line: [Coordinate] = []
    var (latitude, longitude) = (0, 0)
    var bytes = text.utf8.makeIterator()
    func number(_ first: UInt8) -> Int? {
        var (byte, value, shift) = (first, 0, 0)
        while true {
            guard (63...126).contains(byte), shift <= 30 else { return nil }
            value |= Int((byte - 63) & 0x1F) << shift
            guard (byte - 63) & 0x20 != 0 else { break }
            guard let next = bytes.next() else { return nil }
            (byte, shift) = (next, shift + 5)
        }
        return value & 1 == 1 ? ~(value >> 1) : value >> 1
    }
    while let first = bytes.next() {
        guard let north = number(first), let second = bytes.next(), let east = number(second),
            line.count < pointsMax
        else { return nil }
        (latitude, longitude) = (latitude + north, longitude + east)
        guard let point = Coordinate(latitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6) else {
            return nil
        }
        line.append(point)
    }
    return line
}
