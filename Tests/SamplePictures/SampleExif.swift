/// An EXIF block that says which side is up and where the picture was taken.
package struct SampleExif: Sendable {
    /// The TIFF structure: as a PNG's eXIf chunk holds it.
    package let bytes: [UInt8]
    /// The latitude in it, 47 degrees, 22 minutes, 36 seconds, as it must not be found again.
    package let latitude: [UInt8]

    /// The block, its numbers with the lowest byte first or last.
    package init(orientation: Int, isLittle: Bool) {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value
        }
        latitude = [47, 1, 22, 1, 36, 1].flatMap { number($0, 4) }
        let main =
            number(2, 2) + entry(0x0112, 3, 1, number(orientation, 2) + [0, 0])
            + entry(0x8825, 4, 1, number(38, 4)) + number(0, 4)
        let place =
            number(2, 2) + entry(1, 2, 2, Array("N\0\0\0".utf8)) + entry(2, 5, 3, number(68, 4)) + number(0, 4)
        bytes = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + main + place + latitude
    }

    /// A JPEG with this block right after its start, where cameras write it.
    package func inserted(into jpeg: [UInt8]) -> [UInt8] {
        let contents = Array("Exif\0\0".utf8) + bytes
        let length = contents.count + 2
        return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + contents + jpeg.dropFirst(2)
    }
}

extension [UInt8] {
    /// Whether these bytes stand somewhere in a row.
    package func holds(_ bytes: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: bytes) }
    }
}
