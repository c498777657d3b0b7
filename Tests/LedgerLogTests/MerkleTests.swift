import Crypto
import LedgerLog
import Testing

@Suite struct MerkleTests {
    private static let leaves = (0..<70).map { TreeHash.leaf([UInt8($0)]) }
    private let tree = MerkleTree(leaves: leaves)

    @Test func `roots and proofs are those of Certificate Transparency`() throws {
        let vectors = try Vectors.read("merkle.json", as: Vectors.Tree.self)
        let leaves = vectors.leaves.map { TreeHash.leaf(bytes($0)) }
        let tree = MerkleTree(leaves: leaves)
        for (number, root) in vectors.roots.enumerated() { #expect(tree.root(size: number + 1) == bytes(root)) }
        for vector in vectors.inclusions {
            let proof = vector.proof.map(bytes)
            #expect(tree.inclusion(of: vector.index, size: vector.size) == proof)
            let root = bytes(vectors.roots[vector.size - 1])
            let leaf = leaves[vector.index]
            #expect(MerkleProof.includes(leaf: leaf, index: vector.index, size: vector.size, proof: proof, root: root))
        }
        for vector in vectors.consistencies {
            #expect(tree.consistency(from: vector.old, to: vector.new) == vector.proof.map(bytes))
        }
        #expect(MerkleTree().root() == SHA256.digest([]))
    }

    @Test func `roots are those of the plain definition`() {
        for size in 0...70 { #expect(tree.root(size: size) == plainRoot(Self.leaves[..<size])) }
    }

    @Test func `the frontier has the tree's root, also after it was kept`() throws {
        var frontier = MerkleFrontier()
        for size in 0...70 {
            #expect(frontier.root == tree.root(size: size))
            #expect(MerkleFrontier(count: size, bytes: frontier.bytes) == frontier)
            #expect(MerkleFrontier(count: size + 1, bytes: frontier.bytes + [0]) == nil)
            if size < 70 { frontier.append(Self.leaves[size]) }
        }
    }

    @Test func `every leaf of every size can be proven, and nothing else by the same proof`() throws {
        for size in 1...40 {
            let root = tree.root(size: size)
            for index in 0..<size {
                let proof = try #require(tree.inclusion(of: index, size: size))
                func holds(_ leaf: [UInt8], _ index: Int, _ size: Int, _ proof: [[UInt8]]) -> Bool {
                    MerkleProof.includes(leaf: leaf, index: index, size: size, proof: proof, root: root)
                }
                let leaf = Self.leaves[index]
                #expect(holds(leaf, index, size, proof))
                #expect(!holds(Self.leaves[index + 1], index, size, proof))
                #expect(!holds(leaf, index ^ 1, size, proof))
                #expect(!holds(leaf, index, size, proof + [leaf]))
                #expect(proof.isEmpty || !holds(leaf, index, size, Array(proof.dropLast())))
                #expect(proof.indices.allSatisfy { !holds(leaf, index, size, proof.changed(at: $0)) })
            }
            #expect(tree.inclusion(of: size, size: size) == nil)
        }
        #expect(tree.inclusion(of: 0, size: 71) == nil)
    }

    @Test func `every size is proven to begin every later one, and no other log`() throws {
        for new in 1...40 {
            for old in 1...new {
                let proof = try #require(tree.consistency(from: old, to: new))
                func holds(_ old: Int, _ oldRoot: [UInt8], _ newRoot: [UInt8], _ proof: [[UInt8]]) -> Bool {
                    MerkleProof.isConsistent(
                        oldSize: old,
                        oldRoot: oldRoot,
                        newSize: new,
                        newRoot: newRoot,
                        proof: proof
                    )
                }
                let (before, after) = (tree.root(size: old), tree.root(size: new))
                #expect(holds(old, before, after, proof))
                #expect(!holds(old, tree.root(size: old + 1), after, proof))
                #expect(!holds(old, before, tree.root(size: new + 1), proof))
                #expect(!holds(old, before, after, proof + [after]))
                #expect(proof.isEmpty || !holds(old, before, after, Array(proof.dropLast())))
                #expect(proof.indices.allSatisfy { !holds(old, before, after, proof.changed(at: $0)) })
            }
        }
        #expect(!MerkleProof.isConsistent(oldSize: 0, oldRoot: [], newSize: 3, newRoot: tree.root(size: 3), proof: []))
        #expect(tree.consistency(from: 3, to: 2) == nil)
    }

    @Test func `tiles hold the hashes of leaves and of whole tiles below`() throws {
        let leaves = (0..<70_000).map { TreeHash.leaf([UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8 & 0xFF)]) }
        let tree = MerkleTree(leaves: leaves)
        #expect(tree.tile(level: 0, index: 0, width: 256) == leaves[..<256].flatMap { $0 })
        #expect(tree.tile(level: 0, index: 273, width: 112)?.count == 112 * 32)
        #expect(tree.tile(level: 0, index: 273, width: 113) == nil)
        #expect(tree.tile(level: 1, index: 1, width: 17)?.count == 17 * 32)
        #expect(tree.tile(level: 1, index: 1, width: 18) == nil)
        let first = try #require(tree.tile(level: 2, index: 0, width: 1))
        let below = try #require(tree.tile(level: 1, index: 0, width: 256))
        let hashes = stride(from: 0, to: below.count, by: 32).map { Array(below[$0..<$0 + 32]) }
        #expect(plainRoot(hashes[...], hashLeaf: { $0 }) == first)
        #expect(tree.tile(level: 3, index: 0, width: 1) == nil)
    }

    /// RFC 6962, section 2.1, as it is written there.
    private func plainRoot(_ leaves: ArraySlice<[UInt8]>, hashLeaf: ([UInt8]) -> [UInt8] = { $0 }) -> [UInt8] {
        guard let first = leaves.first else { return SHA256.digest([]) }
        guard leaves.count > 1 else { return hashLeaf(first) }
        var left = 1
        while left * 2 < leaves.count { left *= 2 }
        let middle = leaves.startIndex + left
        return SHA256.digest([1] + plainRoot(leaves[..<middle]) + plainRoot(leaves[middle...]))
    }
}

extension [[UInt8]] {
    fileprivate func changed(at position: Int) -> [[UInt8]] {
        var other = self
        other[position][position % 32] ^= 1 << UInt8(position % 8)
        return other
    }
}
