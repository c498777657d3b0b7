import CGD

/// A decoded picture of libgd; freed when it goes.
@safe
struct Bitmap: ~Copyable {
    private let image: gdImagePtr
    private let gd: hearth_gd

    /// The functions of libgd, loaded when first asked for; nil where it is not installed.
    private static let library: hearth_gd? = {
        var gd = hearth_gd()
        return unsafe hearth_gd_load(&gd) == 1 ? gd : nil
    }()

    /// Loads libgd where it is not yet; false where it is not installed.
    static func prepare() -> Bool {
        library != nil
    }

    /// Decodes a file whose header was read; nil where the rest is not what the header says.
    init?(_ file: [UInt8], _ header: PictureHeader) {
        // What is longer than libgd can count was refused long before.
        guard let count = Int32(exactly: file.count), let gd = Bitmap.library else { return nil }
        // The decoders read the bytes during the call and write none of them; they ask for a pointer that may write.
        let image = unsafe file.withUnsafeBytes { bytes -> gdImagePtr? in
            guard let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress) else { return nil }
            return switch header.kind {
            // 0: what the decoder warns of, such as a file that breaks off, is an error.
            case .jpeg: unsafe gd.gdImageCreateFromJpegPtrEx(count, start, 0)
            case .png: unsafe gd.gdImageCreateFromPngPtr(count, start)
            case .webp: unsafe gd.gdImageCreateFromWebpPtr(count, start)
            }
        }
        guard let image = unsafe image else { return nil }
        guard unsafe image.pointee.sx == header.width, unsafe image.pointee.sy == header.height else {
            unsafe gd.gdImageDestroy(image)
            return nil
        }
        unsafe self.image = image
        self.gd = gd
    }

    /// A white square.
    init?(side: Int) {
        guard let side = Int32(exactly: side), let gd = Bitmap.library,
            let image = gd.gdImageCreateTrueColor(side, side)
        else { return nil }
        unsafe self.image = image
        self.gd = gd
        unsafe gd.gdImageFilledRectangle(image, 0, 0, side - 1, side - 1, 0xFF_FFFF)
    }

    deinit {
        unsafe gd.gdImageDestroy(image)
    }

    var width: Int { unsafe Int(image.pointee.sx) }
    var height: Int { unsafe Int(image.pointee.sy) }

    /// Paints the middle square of another picture over this whole one, scaled to fit.
    func paintMiddle(of other: borrowing Bitmap) {
        let side = min(other.width, other.height)
        let (left, top) = ((other.width - side) / 2, (other.height - side) / 2)
        unsafe gd.gdImageCopyResampled(
            image,
            other.image,
            0,
            0,
            Int32(left),
            Int32(top),
            Int32(width),
            Int32(height),
            Int32(side),
            Int32(side)
        )
    }

    /// Paints another square of the same size over this one, each pixel taken from where `source` says.
    func paint(_ other: borrowing Bitmap, from source: (_ x: Int, _ y: Int) -> (x: Int, y: Int)) {
        for y in 0..<height {
            for x in 0..<width {
                let (column, row) = source(x, y)
                let colour = unsafe gd.gdImageGetTrueColorPixel(other.image, Int32(column), Int32(row))
                unsafe gd.gdImageSetPixel(image, Int32(x), Int32(y), colour)
            }
        }
    }

    /// The picture as a JPEG of this quality, 0...100; nil without memory.
    func jpeg(quality: Int) -> [UInt8]? {
        var count: Int32 = 0
        // What gdImageJpegPtr returns is ours to free with gdFree (gd.h).
        guard let bytes = unsafe gd.gdImageJpegPtr(image, &count, Int32(quality)) else { return nil }
        defer { unsafe gd.gdFree(bytes) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
}
