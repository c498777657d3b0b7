import Demo
import Testing

@Suite struct DrawingTests {
    private let pictures = Scenario.family.people.map(\.look.drawing.png) + Thing.allCases.map(\.drawing.png)

    @Test func `everybody has a face, everything a picture, and no two are alike`() {
        #expect(pictures.count == 11)
        #expect(Set(pictures).count == pictures.count)
    }

    @Test func `a picture is a whole PNG file of 256 pixels`() {
        for picture in pictures {
            #expect(Array(picture.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            #expect(Array(picture[12..<16]) == Array("IHDR".utf8))
            #expect(Array(picture[16..<24]) == [0, 0, 1, 0, 0, 0, 1, 0])
            // The end of every PNG file, checksum and all.
            #expect(Array(picture.suffix(12)) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        }
    }

    @Test func `the same picture is drawn each time`() {
        for thing in Thing.allCases { #expect(thing.drawing.png == thing.drawing.png) }
    }
}
