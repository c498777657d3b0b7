/// Writes the compact rows that presence and fixes are kept in.
struct ByteRowWriter {
    private(set) var bytes: [UInt8]

    init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    mutating func all(_ values: [UInt8]) {
        bytes += values
    }

    mutating func fixed32(_ value: UInt32) {
        withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func fixed64(_ value: UInt64) {
        withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Seven bits a byte, the lowest first, the high bit says that more follow.
    mutating func unsigned(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// As `unsigned`, with the sign in the lowest bit so that small negative numbers stay short.
    mutating func signed(_ value: Int64) {
        unsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    mutating func spot(_ spot: Spot) {
        fixed32(UInt32(bitPattern: spot.latitude))
        fixed32(UInt32(bitPattern: spot.longitude))
    }
}

/// Reads them again: each answer is nil where the bytes end or say what no writer writes.
struct ByteRowReader {
    let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var atEnd: Bool { position == bytes.count }

    mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    /// The next so many bytes.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, bytes.count - position >= count else { return nil }
        position += count
        return bytes[position - count..<position]
    }

    mutating func fixed32() -> UInt32? {
        guard bytes.count - position >= 4 else { return nil }
        var value: UInt32 = 0
        for index in position..<position + 4 { value = value << 8 | UInt32(bytes[index]) }
        position += 4
        return value
    }

    mutating func fixed64() -> UInt64? {
        guard let high = fixed32(), let low = fixed32() else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }

    mutating func unsigned() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let next = byte() {
            guard shift < 63 || next <= 1 else { return nil }
            value |= UInt64(next & 0x7F) << shift
            guard next & 0x80 != 0 else { return value }
            shift += 7
        }
        return nil
    }

    mutating func signed() -> Int64? {
        guard let value = unsigned() else { return nil }
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func spot() -> Spot? {
        guard let latitude = fixed32(), let longitude = fixed32() else { return nil }
        let spot = Spot(latitude: Int32(bitPattern: latitude), longitude: Int32(bitPattern: longitude))
        return spot.coordinate == nil ? nil : spot
    }
}
