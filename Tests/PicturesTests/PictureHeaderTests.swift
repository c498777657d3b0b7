import Pictures
import SamplePictures
import Testing

@Suite struct PictureHeaderTests {
    @Test(arguments: [
        [], Array("hello".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Array("GIF89a".utf8),
        Array("RIFF\0\0\0\0WAVE".utf8), [0xFF, 0xD8],
    ])
    func `a file that is not JPEG, PNG or WebP is refused as an unknown kind`(_ file: [UInt8]) {
        #expect(throws: UnusablePicture.unknownKind) { try PictureHeader(file) }
    }

    @Test(arguments: [(12_001, 1), (1, 12_001), (12_000, 12_000), (7_100, 7_100), (2_147_483_647, 2_147_483_647)])
    func `a file that claims too many pixels is refused by its head`(_ width: Int, _ height: Int) {
        let png = SamplePNG(claimingWidth: width, height: height).bytes
        #expect(throws: UnusablePicture.tooManyPixels) { try Portrait(file: png) }
    }

    @Test func `sizes up to the limit are taken`() throws {
        let header = try PictureHeader(SamplePNG(claimingWidth: 12_000, height: 4_166).bytes)
        #expect(header.width == 12_000 && header.height == 4_166)
        #expect(throws: UnusablePicture.broken) { try PictureHeader(SamplePNG(claimingWidth: 0, height: 5).bytes) }
    }

    @Test func `a JPEG that claims too many pixels is refused by its head`() throws {
        let jpeg = try smallJPEG()
        let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
        var large = jpeg
        large.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: UnusablePicture.tooManyPixels) { try Portrait(file: large) }
        // A second frame, after the one that was looked at, is no way around.
        let head = Array(jpeg[frame..<frame + 2 + Int(jpeg[frame + 3])])
        let twice = Array(jpeg[..<frame]) + head + jpeg[frame...]
        #expect(throws: UnusablePicture.broken) { try Portrait(file: twice) }
    }

    @Test func `a JPEG of more passes than anybody needs is refused`() throws {
        let jpeg = try smallJPEG()
        let passes = (1...PictureHeader.passesMax).flatMap { _ in [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] as [UInt8] }
        #expect(throws: UnusablePicture.tooManyPixels) { try Portrait(file: jpeg.dropLast(2) + passes) }
    }

    @Test func `a WebP whose picture is larger than its canvas is refused`() throws {
        let lossless = sampleWebP.lossless.dropFirst(12)
        func extended(_ width: UInt8, _ height: UInt8) -> [UInt8] {
            let canvas: [UInt8] = Array("VP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0]
            return Array("RIFF".utf8) + [UInt8(4 + canvas.count + lossless.count), 0, 0, 0] + Array("WEBP".utf8)
                + canvas
                + lossless
        }
        #expect(try PictureHeader(extended(12, 8)).width == 12)
        #expect(throws: UnusablePicture.broken) { try PictureHeader(extended(8, 8)) }
        // 16 384 pixels a side, said in the five bytes of a lossless picture.
        var large = sampleWebP.lossless
        large.replaceSubrange(21..<25, with: [0xFF, 0xFF, 0xFF, 0x0F])
        #expect(throws: UnusablePicture.tooManyPixels) { try PictureHeader(large) }
    }

    private func smallJPEG() throws -> [UInt8] {
        try Portrait(file: SamplePNG(width: 8, height: 8) { x, y in [UInt8(x * 9), UInt8(y * 9), 0, 255] }.bytes).jpeg
    }
}
