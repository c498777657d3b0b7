import Family

extension Place {
    /// What a place says, as it is sealed: centre, radius, and both texts behind their lengths.
    var bytes: [UInt8] {
        var bytes: [UInt8] = [1]
        for number in [centre.latitude, centre.longitude, radiusMetres] {
            let pattern = number.bitPattern
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: pattern >> shift)) }
        }
        for text in [label, description] {
            let utf8 = Array(text.utf8)
            bytes.append(UInt8(truncatingIfNeeded: utf8.count))
            bytes.append(UInt8(truncatingIfNeeded: utf8.count >> 8))
            bytes.append(contentsOf: utf8)
        }
        return bytes
    }

    /// Reads what `bytes` wrote; nil for anything else.
    init?(id: ID<Place>, bytes: [UInt8]) {
        guard bytes.count >= 29, bytes[0] == 1 else { return nil }
        func number(_ index: Int) -> Double {
            let start = 1 + 8 * index
            return Double(bitPattern: bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
        var position = 25
        func text() -> String? {
            guard position + 2 <= bytes.count else { return nil }
            let end = position + 2 + Int(bytes[position]) + Int(bytes[position + 1]) << 8
            guard end <= bytes.count else { return nil }
            defer { position = end }
            return String(decoding: bytes[position + 2..<end], as: UTF8.self)
        }
        guard let label = text(), let description = text(), position == bytes.count,
            let centre = Coordinate(latitude: number(0), longitude: number(1))
        else { return nil }
        self.init(id: id, label: label, description: description, centre: centre, radiusMetres: number(2))
    }
}
