/// Checks proofs about a log without having it (RFC 9162, sections 2.1.3.2 and 2.1.4.2).
package enum MerkleProof {
    /// The root that a log of `size` leaves has if this leaf stands at `index` in it; nil for a proof of another length.
    package static func root(ofLeaf leaf: [UInt8], index: Int, size: Int, proof: [[UInt8]]) -> [UInt8]? {
        guard index >= 0, index < size, leaf.count == TreeHash.byteCount,
            proof.allSatisfy({ $0.count == TreeHash.byteCount })
        else { return nil }
        var (node, last, hash) = (index, size - 1, leaf)
        for sibling in proof {
            guard last > 0 else { return nil }
            if node & 1 == 1 || node == last {
                hash = TreeHash.node(sibling, hash)
                // Levels at which the right edge has no sibling are passed over.
                while node & 1 == 0, node != 0 {
                    node >>= 1
                    last >>= 1
                }
            } else {
                hash = TreeHash.node(hash, sibling)
            }
            node >>= 1
            last >>= 1
        }
        return last == 0 ? hash : nil
    }

    /// Whether a leaf stands at `index` of a log with this size and root.
    package static func includes(leaf: [UInt8], index: Int, size: Int, proof: [[UInt8]], root: [UInt8]) -> Bool {
        self.root(ofLeaf: leaf, index: index, size: size, proof: proof) == root
    }

    /// Whether a log of `newSize` leaves begins with the one of `oldSize`.
    ///
    /// False for a log without leaves, of which there is nothing to prove.
    package static func isConsistent(
        oldSize: Int,
        oldRoot: [UInt8],
        newSize: Int,
        newRoot: [UInt8],
        proof: [[UInt8]]
    ) -> Bool {
        guard oldSize > 0, oldSize <= newSize, proof.allSatisfy({ $0.count == TreeHash.byteCount }) else {
            return false
        }
        guard oldSize < newSize else { return proof.isEmpty && oldRoot == newRoot }
        guard !proof.isEmpty else { return false }
        var rest = proof[...]
        // The old tree is a whole subtree of the new one where its size is a power of two: then its root starts the way.
        let start = oldSize & (oldSize - 1) == 0 ? oldRoot : rest.removeFirst()
        var (node, last) = (oldSize - 1, newSize - 1)
        while node & 1 == 1 {
            node >>= 1
            last >>= 1
        }
        var (old, new) = (start, start)
        for sibling in rest {
            guard last > 0 else { return false }
            if node & 1 == 1 || node == last {
                old = TreeHash.node(sibling, old)
                new = TreeHash.node(sibling, new)
                while node & 1 == 0, node != 0 {
                    node >>= 1
                    last >>= 1
                }
            } else {
                new = TreeHash.node(new, sibling)
            }
            node >>= 1
            last >>= 1
        }
        return last == 0 && old == oldRoot && new == newRoot
    }
}
