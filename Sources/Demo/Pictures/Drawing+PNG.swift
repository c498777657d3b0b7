extension Drawing {
    /// The picture as a PNG file without compression (RFC 2083).
    package var png: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let size = Drawing.big(UInt32(Drawing.side))
        // Eight bits for each of three colours.
        Drawing.append("IHDR", size + size + [8, 2, 0, 0, 0], to: &file)
        var rows: [UInt8] = []
        let width = 3 * Drawing.side
        rows.reserveCapacity(Drawing.side * (width + 1))
        for row in 0..<Drawing.side {
            // No filter.
            rows.append(0)
            rows += pixels[row * width..<(row + 1) * width]
        }
        Drawing.append("IDAT", Drawing.stored(rows), to: &file)
        Drawing.append("IEND", [], to: &file)
        return file
    }

    private static func append(_ name: StaticString, _ contents: [UInt8], to file: inout [UInt8]) {
        let body = Array("\(name)".utf8) + contents
        file += big(UInt32(contents.count)) + body + big(checksum(body))
    }

    /// Bytes as zlib holds them without compression (RFC 1950 and 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] { result += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            result += block
        } while !rest.isEmpty
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return result + big(high << 16 | low)
    }

    /// CRC-32 of each byte's bits, by which the sum below takes a whole byte at once.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = table
        return ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
