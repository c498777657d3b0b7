/// What a picture file says of itself before it is decoded: what it is, how large, and which side is up.
///
/// Read strictly, so that the decoder behind it finds the same size: a file of a few bytes may claim gigabytes.
package struct PictureHeader: Hashable, Sendable {
    /// The kinds of picture that are taken.
    package enum Kind: Hashable, Sendable {
        case jpeg
        case png
        case webp
    }

    package let kind: Kind
    package let width: Int
    package let height: Int
    /// Which side is up, 1...8 as EXIF counts; 1 is as stored.
    package let orientation: Int

    /// Pixels along one side.
    package static let sideMax = 12_000
    /// Pixels in all.
    package static let pixelsMax = 50_000_000
    /// Passes of a progressive JPEG: each costs as much as all pixels, and a few bytes are enough for one.
    package static let passesMax = 64

    /// Reads the head of a file; throws what is wrong with it.
    package init(_ file: [UInt8]) throws(UnusablePicture) {
        let found: (kind: Kind, width: Int, height: Int, orientation: Int)?
        if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            found = try PictureHeader.jpeg(file).map { (.jpeg, $0.width, $0.height, $0.orientation) }
        } else if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            found = PictureHeader.png(file).map { (.png, $0.width, $0.height, $0.orientation) }
        } else if file.holds("RIFF", at: 0), file.holds("WEBP", at: 8) {
            found = PictureHeader.webp(file).map { (.webp, $0.width, $0.height, $0.orientation) }
        } else {
            throw .unknownKind
        }
        guard let found, found.width > 0, found.height > 0 else { throw .broken }
        guard found.width <= PictureHeader.sideMax, found.height <= PictureHeader.sideMax,
            found.width * found.height <= PictureHeader.pixelsMax
        else { throw .tooManyPixels }
        (kind, width, height, orientation) = found
    }

    private typealias Size = (width: Int, height: Int, orientation: Int)

    /// Goes from marker to marker up to the first scan (ITU T.81, annex B), then counts the scans.
    private static func jpeg(_ file: [UInt8]) throws(UnusablePicture) -> Size? {
        var size: (width: Int, height: Int)?
        var orientation = 1
        var position = 2
        while true {
            guard file.byte(position) == 0xFF else { return nil }
            while file.byte(position + 1) == 0xFF { position += 1 }
            guard let marker = file.byte(position + 1), let length = file.big16(position + 2), length >= 2 else {
                return nil
            }
            let segment = position + 4
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard size == nil, let height = file.big16(segment + 1), let width = file.big16(segment + 3) else {
                    return nil
                }
                size = (width, height)
            case 0xE1 where file.holds("Exif\0\0", at: segment):
                orientation = file.exifOrientation(at: segment + 6, to: position + 2 + length) ?? orientation
            case 0xDA:
                guard let size else { return nil }
                let passes = file.passes(from: position)
                guard passes.count <= passesMax else { throw .tooManyPixels }
                // The decoder would fill up what is missing with grey.
                guard passes.isWhole else { return nil }
                return (size.width, size.height, orientation)
            case 0x00, 0x01, 0xD0...0xD9:
                // None of these has a length, and none belongs before the first scan.
                return nil
            default: break
            }
            position += 2 + length
        }
    }

    /// The first chunk says the size; eXIf may stand anywhere (W3C PNG, 11.2.1 and 11.3.5.3).
    private static func png(_ file: [UInt8]) -> Size? {
        guard file.holds("IHDR", at: 12), let width = file.big32(16), let height = file.big32(20) else { return nil }
        var orientation = 1
        var position = 8
        while let length = file.big32(position), length <= file.count - position {
            if file.holds("eXIf", at: position + 4) {
                orientation = file.exifOrientation(at: position + 8, to: position + 8 + length) ?? 1
            }
            position += 12 + length
        }
        return (width, height, orientation)
    }

    /// Lossy, lossless or extended (RFC 9649, 2.5 to 2.7); what is animated is none of them to the decoder.
    private static func webp(_ file: [UInt8]) -> Size? {
        if file.holds("VP8 ", at: 12) {
            return file.lossyWebPSize(at: 20).map { ($0.width, $0.height, 1) }
        }
        if file.holds("VP8L", at: 12) {
            return file.losslessWebPSize(at: 20).map { ($0.width, $0.height, 1) }
        }
        guard file.holds("VP8X", at: 12), let width = file.little24(24), let height = file.little24(27) else {
            return nil
        }
        var orientation = 1
        var position = 12
        while let length = file.little32(position + 4), length <= file.count - position {
            if file.holds("EXIF", at: position) {
                orientation = file.exifOrientation(at: position + 8, to: position + 8 + length) ?? 1
            }
            // The picture inside is what is decoded: it may not be larger than the canvas that was said.
            let inner =
                if file.holds("VP8 ", at: position) {
                    file.lossyWebPSize(at: position + 8)
                } else if file.holds("VP8L", at: position) {
                    file.losslessWebPSize(at: position + 8)
                } else {
                    Optional((width: width + 1, height: height + 1))
                }
            guard let inner, inner == (width + 1, height + 1) else { return nil }
            position += 8 + length + length % 2
        }
        return (width + 1, height + 1, orientation)
    }
}

extension [UInt8] {
    /// The scans of a JPEG from its first on, and whether its end is there.
    ///
    /// Within a scan 0xFF is always followed by 0 or a restart, so that no search inside is needed.
    fileprivate func passes(from start: Int) -> (count: Int, isWhole: Bool) {
        var passes = (count: 0, isWhole: false)
        var position = start
        while position + 1 < count {
            if self[position] == 0xFF {
                if self[position + 1] == 0xDA { passes.count += 1 }
                if self[position + 1] == 0xD9 { passes.isWhole = true }
            }
            position += 1
        }
        return passes
    }

    /// RFC 6386, 9.1: three bytes of frame tag, a start code, then 14 bits each.
    fileprivate func lossyWebPSize(at start: Int) -> (width: Int, height: Int)? {
        guard byte(start + 3) == 0x9D, byte(start + 4) == 0x01, byte(start + 5) == 0x2A,
            let width = little16(start + 6), let height = little16(start + 8)
        else { return nil }
        return (width & 0x3FFF, height & 0x3FFF)
    }

    /// RFC 9649, 3.4: a signature, then 14 bits each, one less than the size.
    fileprivate func losslessWebPSize(at start: Int) -> (width: Int, height: Int)? {
        guard byte(start) == 0x2F, let bits = little32(start + 1) else { return nil }
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
}
