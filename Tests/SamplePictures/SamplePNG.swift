/// A picture as a PNG file without compression.
package struct SamplePNG: Sendable {
    /// The file.
    package private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A picture whose pixels are red, green, blue and opacity as `colour` says.
    ///
    /// `exif` is what an eXIf chunk holds, where there is to be one.
    package init(width: Int, height: Int, exif: [UInt8] = [], colour: (_ x: Int, _ y: Int) -> [UInt8]) {
        append("IHDR", big32(width) + big32(height) + [8, 6, 0, 0, 0])
        if !exif.isEmpty { append("eXIf", exif) }
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (width * 4 + 1))
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { rows.append(contentsOf: colour(x, y)) }
        }
        append("IDAT", stored(rows))
        append("IEND", [])
    }

    /// A file that only claims to be so large.
    package init(claimingWidth width: Int, height: Int) {
        append("IHDR", big32(width) + big32(height) + [8, 6, 0, 0, 0])
        append("IDAT", stored([]))
        append("IEND", [])
    }

    private mutating func append(_ name: StaticString, _ contents: [UInt8]) {
        let body = Array("\(name)".utf8) + contents
        bytes += big32(contents.count) + body + big32(Int(checksum(body)))
    }

    /// The bytes as zlib writes them without compressing (RFC 1950 and 1951).
    private func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            result += [rest.isEmpty ? 1 : 0]
            for number in [count, ~count] { result += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            result += block
        } while !rest.isEmpty
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return result + big32(Int(high << 16 | low))
    }

    /// CRC-32 as PNG uses it.
    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~0 as UInt32
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
        }
        return ~sum
    }

    private func big32(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
