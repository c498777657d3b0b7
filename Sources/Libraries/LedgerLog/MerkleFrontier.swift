/// What is needed of a tree to add leaves and to know its root: the hashes of its largest whole subtrees, from left to
/// right, as many as there are ones in the number of its leaves.
package struct MerkleFrontier: Hashable, Sendable {
    /// How many leaves it stands for.
    package private(set) var count: Int
    private var peaks: [[UInt8]]

    /// Of a tree without leaves.
    package init() {
        count = 0
        peaks = []
    }

    /// As it was kept; nil where the bytes are not those of so many leaves.
    package init?(count: Int, bytes: [UInt8]) {
        guard count >= 0, bytes.count == count.nonzeroBitCount * TreeHash.byteCount else { return nil }
        self.count = count
        peaks = stride(from: 0, to: bytes.count, by: TreeHash.byteCount).map {
            Array(bytes[$0..<$0 + TreeHash.byteCount])
        }
    }

    /// To be kept.
    package var bytes: [UInt8] { peaks.flatMap { $0 } }

    /// The root of the tree.
    package var root: [UInt8] {
        guard var hash = peaks.last else { return TreeHash.empty }
        for peak in peaks.dropLast().reversed() { hash = TreeHash.node(peak, hash) }
        return hash
    }

    /// Adds the hash of a leaf.
    package mutating func append(_ leaf: [UInt8]) {
        precondition(leaf.count == TreeHash.byteCount)
        var hash = leaf
        var rest = count
        while rest & 1 == 1 {
            hash = TreeHash.node(peaks.removeLast(), hash)
            rest >>= 1
        }
        peaks.append(hash)
        count += 1
    }
}
