/// A member's picture: the middle square of what they sent, small, upright, and nothing of the file but its pixels.
package struct Portrait: Sendable {
    /// A JPEG without EXIF, place, time or preview.
    package let jpeg: [UInt8]

    /// Pixels along a side.
    package static let side = 256
    /// Bytes of a file that may be sent.
    package static let fileBytesMax = 5 << 20
    private static let quality = 85

    /// Makes a picture of a JPEG, PNG or WebP file; what is transparent becomes white.
    ///
    /// Takes up to a second and 400 MB for the largest file that is allowed: never on a thread that others wait for.
    package init(file: [UInt8]) throws(UnusablePicture) {
        let header = try PictureHeader(file)
        guard let decoded = Bitmap(file, header), let stored = Bitmap(side: Portrait.side),
            let upright = Bitmap(side: Portrait.side)
        else { throw .broken }
        stored.paintMiddle(of: decoded)
        upright.paint(stored) { Portrait.source($0, $1, orientation: header.orientation) }
        guard let jpeg = upright.jpeg(quality: Portrait.quality) else { throw .broken }
        self.jpeg = jpeg
    }

    /// Takes a picture that another process made; nil where it is none of the kind that `init(file:)` makes.
    init?(made jpeg: [UInt8]) {
        // A file that cannot be read is none; why does not matter here.
        guard let header = try? PictureHeader(jpeg), header.kind == .jpeg, header.orientation == 1,
            header.width == Portrait.side, header.height == Portrait.side
        else { return nil }
        self.jpeg = jpeg
    }

    /// Where a pixel of the upright picture stands in the stored one (EXIF 2.32, tag Orientation).
    private static func source(_ x: Int, _ y: Int, orientation: Int) -> (x: Int, y: Int) {
        let last = side - 1
        return switch orientation {
        case 2: (last - x, y)
        case 3: (last - x, last - y)
        case 4: (x, last - y)
        case 5: (y, x)
        case 6: (y, last - x)
        case 7: (last - y, last - x)
        case 8: (last - y, x)
        default: (x, y)
        }
    }
}
