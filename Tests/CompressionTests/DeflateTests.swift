import Compression
import Testing

@Suite struct DeflateTests {
    @Test(arguments: [0, 1, 100, 100_000]) func `compressed bytes decompress to the original bytes`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let packed = try #require(Deflate.compress(bytes))
        #expect(count < 1_000 || packed.count < count / 10)
        #expect(Deflate.decompress(packed, count: count) == bytes)
    }

    @Test func `another length, a cut and damage are refused`() throws {
        let bytes = [UInt8](repeating: 7, count: 5_000)
        let packed = try #require(Deflate.compress(bytes))
        #expect(Deflate.decompress(packed, count: 4_999) == nil)
        #expect(Deflate.decompress(packed, count: 5_001) == nil)
        #expect(Deflate.decompress(packed, count: -1) == nil)
        #expect(Deflate.decompress(Array(packed.dropLast()), count: 5_000) == nil)
        var damaged = packed
        damaged[packed.count / 2] ^= 0xFF
        #expect(Deflate.decompress(damaged, count: 5_000) == nil)
    }
}
