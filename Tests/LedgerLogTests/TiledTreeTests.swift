import LedgerLog
import Testing

/// A tree that is read from tiles, beside the same tree in memory.
@Suite struct TiledTreeTests {
    /// More than one full tile of the second level would take too long to hash here; its edge is reached by few leaves.
    private static let leaves = (0..<65_600).map { number in
        [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
            for index in 0..<32 { bytes[index] = UInt8(truncatingIfNeeded: (number &* 2_654_435_761) >> (index % 24)) }
            count = 32
        }
    }
    private static let tree = MerkleTree(leaves: leaves)

    private final class Reads {
        var tiles = 0
    }

    /// Reads as a hub does: hashes of leaves, and above them those of full tiles.
    private func tiled(_ size: Int, _ reads: Reads = Reads()) -> TiledTree<Never> {
        TiledTree(size: size) { level, range in
            reads.tiles += 1
            let tile = Self.tree.tile(level: level, index: range.lowerBound / 256, width: range.count) ?? []
            return stride(from: 0, to: tile.count, by: 32).map { Array(tile[$0..<$0 + 32]) }
        }
    }

    @Test func `every small tree has its roots and proofs from tiles too`() {
        for size in [0, 1, 2, 3, 7, 255, 256, 257, 511, 512, 513, 1_000] {
            #expect(tiled(size).root() == Self.tree.root(size: size), "\(size)")
            for index in stride(from: 0, to: size, by: max(1, size / 17)) {
                #expect(tiled(size).inclusion(of: index) == Self.tree.inclusion(of: index, size: size))
                #expect(tiled(size).consistency(from: index) == Self.tree.consistency(from: index, to: size))
            }
            #expect(tiled(size).inclusion(of: size) == nil)
            #expect(tiled(size).consistency(from: size) == [])
            #expect(tiled(size).consistency(from: size + 1) == nil)
        }
    }

    @Test func `a proof reads at most two tiles of each level, whatever the size`() {
        for size in [300, 65_535, 65_536, 65_537, 65_600] {
            for index in [0, 1, size / 3, size - 2, size - 1] {
                let reads = Reads()
                let tree = tiled(size, reads)
                #expect(tree.inclusion(of: index) == Self.tree.inclusion(of: index, size: size))
                #expect(reads.tiles <= 6, "leaf \(index) of \(size) read \(reads.tiles)")
                #expect(tiled(size).consistency(from: index) == Self.tree.consistency(from: index, to: size))
                #expect(tree.root() == Self.tree.root(size: size))
            }
        }
    }

    @Test func `which tiles a log has is as tlog-tiles says`() {
        // Its example: 70 000 leaves.
        let size = 70_000
        #expect(LogTile.range(level: 0, number: 272, width: nil, size: size) == 69_632..<69_888)
        #expect(LogTile.range(level: 0, number: 273, width: 112, size: size) == 69_888..<70_000)
        #expect(LogTile.range(level: 1, number: 0, width: nil, size: size) == 0..<256)
        #expect(LogTile.range(level: 1, number: 1, width: 17, size: size) == 256..<273)
        #expect(LogTile.range(level: 2, number: 0, width: 1, size: size) == 0..<1)
        // A head of fewer leaves asked for these once.
        #expect(LogTile.range(level: 0, number: 0, width: 3, size: size) == 0..<3)
        for (level, number, width) in [(0, 273, nil), (0, 273, 113), (0, 274, 1), (2, 0, 2), (3, 0, 1), (7, 0, 1)] {
            #expect(LogTile.range(level: level, number: number, width: width, size: size) == nil)
        }
        for width in [0, 257, -1] { #expect(LogTile.range(level: 0, number: 0, width: width, size: size) == nil) }
        #expect(LogTile.range(level: 0, number: -1, width: nil, size: size) == nil)
        #expect(LogTile.range(level: 0, number: .max, width: nil, size: size) == nil)
    }
}
