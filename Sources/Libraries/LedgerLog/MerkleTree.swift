/// The tree over a log's leaves, which only grows (RFC 6962, section 2.1).
///
/// It keeps the hash of every whole subtree, so that a leaf costs two hashes on average, a root or a proof as many as the
/// tree is high.
package struct MerkleTree: Sendable {
    /// `levels[n][i]` is the hash of the leaves from `i` times two to the power of `n` on, as many as that power.
    private var levels: [[[UInt8]]] = [[]]

    /// A tree without leaves.
    package init() {}

    /// A tree of leaves as `TreeHash.leaf` hashes them.
    package init(leaves: some Sequence<[UInt8]>) {
        for leaf in leaves { append(leaf) }
    }

    /// How many leaves it has.
    package var count: Int { levels[0].count }

    /// Adds the hash of a leaf.
    package mutating func append(_ leaf: [UInt8]) {
        precondition(leaf.count == TreeHash.byteCount)
        levels[0].append(leaf)
        var level = 0
        while levels[level].count % 2 == 0 {
            let row = levels[level]
            let node = TreeHash.node(row[row.count - 2], row[row.count - 1])
            level += 1
            if levels.count == level { levels.append([]) }
            levels[level].append(node)
        }
    }

    /// The hash that stands for the first `size` leaves, all of them where none is named.
    ///
    /// No size above `count`.
    package func root(size: Int? = nil) -> [UInt8] {
        let size = size ?? count
        return size == 0 ? TreeHash.empty : hash(0..<size)
    }

    /// What proves that the leaf at `index` is one of the first `size`; nil where it is not.
    package func inclusion(of index: Int, size: Int) -> [[UInt8]]? {
        guard index >= 0, index < size, size <= count else { return nil }
        return path(of: index, in: 0..<size)
    }

    /// What proves that the first `old` of the first `new` leaves have not changed since; nil for sizes that are none.
    package func consistency(from old: Int, to new: Int) -> [[UInt8]]? {
        guard old >= 0, old <= new, new <= count else { return nil }
        guard old > 0, old < new else { return [] }
        return subproof(old, in: 0..<new, isWhole: true)
    }

    /// The hashes of a tile (C2SP tlog-tiles): `width` consecutive ones of subtrees of 256 to the power of `level` leaves.
    ///
    /// Nil where the tree has not as many.
    package func tile(level: Int, index: Int, width: Int) -> [UInt8]? {
        let height = 8 * level
        guard (0..<8).contains(level), (1...256).contains(width), index >= 0, height < levels.count,
            index <= levels[height].count / 256, index * 256 + width <= levels[height].count
        else { return nil }
        return levels[height][index * 256..<index * 256 + width].flatMap { $0 }
    }
}

extension MerkleTree: SubtreeHashSource {
    func subtree(height: Int, index: Int) -> [UInt8] { levels[height][index] }
}
