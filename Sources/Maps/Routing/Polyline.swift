import Family

/// Reads a line in Google's polyline encoding with six decimals, as OSRM and Valhalla write it.
///
/// Nil where the text is none, or leaves the globe; at most `pointsMax` points are read.
func decodedPolyline(_ text: [UInt8], pointsMax: Int = 200_000) -> [Coordinate]? {
    var line: [Coordinate] = []
    // A point takes two bytes at least, and four where streets have bends.
    line.reserveCapacity(min(text.count / 4 + 1, pointsMax))
    var (latitude, longitude, position) = (0, 0, 0)
    while position < text.count {
        guard line.count < pointsMax, let north = polylineNumber(text, &position),
            let east = polylineNumber(text, &position)
        else { return nil }
        (latitude, longitude) = (latitude + north, longitude + east)
        guard let point = Coordinate(latitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6) else {
            return nil
        }
        line.append(point)
    }
    return line
}

/// The number that begins at a position, which goes behind it: five bits a byte, the lowest first.
private func polylineNumber(_ text: [UInt8], _ position: inout Int) -> Int? {
    var (value, shift) = (0, 0)
    while position < text.count, (63...126).contains(text[position]), shift <= 30 {
        let bits = Int(text[position] - 63)
        position += 1
        value |= (bits & 0x1F) << shift
        guard bits & 0x20 != 0 else { return value & 1 == 1 ? ~(value >> 1) : value >> 1 }
        shift += 5
    }
    return nil
}
