import Pictures
import SamplePictures
import Testing

@Suite struct PortraitTests {
    /// What stands upright: another colour in each corner and along each side.
    private static func upright(_ x: Int, _ y: Int) -> [UInt8] {
        [UInt8(x), UInt8(y), x < 100 && y < 60 ? 255 : 0, 255]
    }

    /// Where a stored pixel belongs, by the words of EXIF: which sides its first row and first column are.
    private static func place(row: Int, column: Int, orientation: Int) -> (x: Int, y: Int) {
        let last = Portrait.side - 1
        return switch orientation {
        case 2: (last - column, row)  // top, right
        case 3: (last - column, last - row)  // bottom, right
        case 4: (column, last - row)  // bottom, left
        case 5: (row, column)  // left, top
        case 6: (last - row, column)  // right, top
        case 7: (last - row, last - column)  // right, bottom
        case 8: (row, last - column)  // left, bottom
        default: (column, row)  // top, left
        }
    }

    @Test(arguments: 1...8)
    func `a picture stands upright, however the phone was held`(_ orientation: Int) throws {
        let side = Portrait.side
        let upright = SamplePNG(width: side, height: side, colour: PortraitTests.upright)
        let exif = SampleExif(orientation: orientation, isLittle: orientation % 2 == 0)
        let turned = SamplePNG(width: side, height: side, exif: exif.bytes) { column, row in
            let (x, y) = PortraitTests.place(row: row, column: column, orientation: orientation)
            return PortraitTests.upright(x, y)
        }
        #expect(try Portrait(file: turned.bytes).jpeg == Portrait(file: upright.bytes).jpeg)
    }

    @Test(arguments: [(400, 200), (200, 400), (90, 30)])
    func `the middle square is what is kept`(_ width: Int, _ height: Int) throws {
        let short = min(width, height)
        let margin = (max(width, height) - short) / 2
        let green = SamplePNG(width: 10, height: 10) { _, _ in [0, 160, 0, 255] }
        let file = SamplePNG(width: width, height: height) { x, y in
            let along = width > height ? x : y
            return (margin..<margin + short).contains(along) ? [0, 160, 0, 255] : [255, 0, 0, 255]
        }
        #expect(try Portrait(file: file.bytes).jpeg == Portrait(file: green.bytes).jpeg)
    }

    @Test func `transparent pixels become white`() throws {
        let clear = SamplePNG(width: 20, height: 20) { _, _ in [9, 9, 9, 0] }
        let white = SamplePNG(width: 20, height: 20) { _, _ in [255, 255, 255, 255] }
        #expect(try Portrait(file: clear.bytes).jpeg == Portrait(file: white.bytes).jpeg)
    }

    @Test(arguments: [true, false])
    func `S25: nothing of a photograph's EXIF is kept, the place least of all`(_ isLittle: Bool) throws {
        let plain = try Portrait(file: SamplePNG(width: 300, height: 300, colour: gradient).bytes).jpeg
        let exif = SampleExif(orientation: 6, isLittle: isLittle)
        let photograph = exif.inserted(into: plain)
        #expect(photograph.holds(exif.latitude), "the test's own file")
        let header = try PictureHeader(photograph)
        #expect(header.orientation == 6 && header.width == 256 && header.kind == .jpeg)
        let made = try Portrait(file: photograph).jpeg
        #expect(!made.holds(exif.latitude) && !made.holds(Array("Exif".utf8)) && !made.holds([0xFF, 0xE1]))
        #expect(try PictureHeader(made).orientation == 1)
        #expect(try made != Portrait(file: plain).jpeg, "it was turned")
    }

    @Test(arguments: [sampleWebP.lossy, sampleWebP.lossless])
    func `WebP is read, with losses and without`(_ file: [UInt8]) throws {
        let header = try PictureHeader(file)
        #expect(header.kind == .webp && header.width == 12 && header.height == 8)
        let blue = SamplePNG(width: 8, height: 8) { _, _ in [0x20, 0x60, 0xA0, 255] }
        let (made, expected) = (try Portrait(file: file).jpeg, try Portrait(file: blue.bytes).jpeg)
        #expect(abs(made.count - expected.count) < 40, "one colour, give or take")
        #expect(try PictureHeader(made).width == 256)
    }

    @Test func `a file that breaks off is refused`() throws {
        let png = SamplePNG(width: 64, height: 64, colour: gradient).bytes
        let jpeg = try Portrait(file: png).jpeg
        for file in [
            Array(png.dropLast(9_000)), Array(jpeg.dropLast(jpeg.count / 3)), Array(sampleWebP.lossy.dropLast(20)),
        ] {
            #expect(throws: UnusablePicture.broken) { try Portrait(file: file) }
        }
    }

    @Test(arguments: 1...24)
    func `bytes that lie are refused or read, never worse`(_ seed: Int) throws {
        let jpeg = try PortraitTests.photograph.get()
        let files = [
            SampleExif(orientation: 3, isLittle: true).inserted(into: jpeg), sampleWebP.lossless, sampleWebP.lossy,
            SamplePNG(width: 8, height: 8, exif: SampleExif(orientation: 5, isLittle: false).bytes, colour: gradient)
                .bytes,
        ]
        var file = files[seed % files.count]
        var state = UInt64(seed)
        for _ in 0...seed % 5 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Heads are where lies hurt most.
            file[Int(state >> 33) % min(file.count, 120)] = UInt8(truncatingIfNeeded: state >> 20)
        }
        // Whether it can still be read is chance; that the process lives is the test.
        _ = try? Portrait(file: file)
    }

    private static let photograph = Result {
        try Portrait(file: SamplePNG(width: 8, height: 8) { x, y in [UInt8(x), UInt8(y), 0, 255] }.bytes).jpeg
    }

    private func gradient(_ x: Int, _ y: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), UInt8(truncatingIfNeeded: x * y), 255]
    }
}

/// 12 times 8 pixels of one blue, as libgd 2.3.3 writes them.
let sampleWebP: (lossy: [UInt8], lossless: [UInt8]) = (
    hexadecimal(
        "524946463600000057454250565038202a000000b001009d012a0c00080002804225a00274ba0004668000feee767ffe082b9997b3c3ff80dd"
            + "7c5abf8000"
    ),
    hexadecimal("524946461e000000574542505650384c110000002f0bc001000750b08214b4ff8188e87f0000")
)

private func hexadecimal(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
