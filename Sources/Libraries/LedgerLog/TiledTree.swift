/// A tree of which the hashes lie in tiles (C2SP tlog-tiles), read as far as a root or a proof needs them: at most two of
/// each level, however large the tree is.
///
/// It belongs to one reading of the log; what it has read it keeps.
package final class TiledTree<Failure: Error> {
    /// How many leaves it has.
    package let size: Int
    /// Answers the hashes of consecutive subtrees of 256 to the power of `level` leaves, as many as it is asked for.
    private let read: (_ level: Int, _ range: Range<Int>) throws(Failure) -> [[UInt8]]
    private var tiles: [Int: [Int: MerkleTree]] = [:]

    /// Of the first `size` leaves of a log.
    package init(size: Int, read: @escaping (_ level: Int, _ range: Range<Int>) throws(Failure) -> [[UInt8]]) {
        self.size = size
        self.read = read
    }

    /// The hash that stands for all leaves.
    package func root() throws(Failure) -> [UInt8] {
        size == 0 ? TreeHash.empty : try hash(0..<size)
    }

    /// What proves that a leaf is in the tree; nil where it is not.
    package func inclusion(of index: Int) throws(Failure) -> [[UInt8]]? {
        guard index >= 0, index < size else { return nil }
        return try path(of: index, in: 0..<size)
    }

    /// What proves that its first `old` leaves have not changed since; nil where it has fewer.
    package func consistency(from old: Int) throws(Failure) -> [[UInt8]]? {
        guard old >= 0, old <= size else { return nil }
        guard old > 0, old < size else { return [] }
        return try subproof(old, in: 0..<size, isWhole: true)
    }
}

extension TiledTree: SubtreeHashSource {
    func subtree(height: Int, index: Int) throws(Failure) -> [UInt8] {
        let (level, rest) = (height / 8, height % 8)
        let first = index << rest
        let number = first / LogTile.width
        let tile = try tile(level: level, number: number)
        return tile.subtree(height: rest, index: (first % LogTile.width) >> rest)
    }

    private func tile(level: Int, number: Int) throws(Failure) -> MerkleTree {
        if let known = tiles[level]?[number] { return known }
        let start = number * LogTile.width
        let tile = MerkleTree(leaves: try read(level, start..<min(start + LogTile.width, size >> (8 * level))))
        tiles[level, default: [:]][number] = tile
        return tile
    }
}

/// What is known of tiles beside what is in them.
package enum LogTile {
    /// How many hashes a full tile has.
    package static let width = 256
    /// Levels that a log can have.
    package static let levelsMax = 7

    /// Which hashes of its level a tile of a log with so many leaves has; nil where there is no such tile.
    ///
    /// A full one where no width is said, otherwise as many as that, which a smaller log ended with.
    package static func range(level: Int, number: Int, width: Int?, size: Int) -> Range<Int>? {
        guard (0..<levelsMax).contains(level), (0...(Int.max >> 9)).contains(number) else { return nil }
        let count = width ?? Self.width
        let start = number * Self.width
        guard (1...Self.width).contains(count), start + count <= size >> (8 * level) else { return nil }
        return start..<start + count
    }

    /// The hash that stands for a full tile in the level above.
    package static func hash(of hashes: [[UInt8]]) -> [UInt8] {
        MerkleTree(leaves: hashes).root()
    }
}
