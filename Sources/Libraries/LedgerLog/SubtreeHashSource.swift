/// Where the hashes of a tree come from: from memory, or from tiles that were kept.
protocol SubtreeHashSource {
    associatedtype Failure: Error

    /// The hash of the leaves from `index` times two to the power of `height` on, as many as that power; all are there.
    func subtree(height: Int, index: Int) throws(Failure) -> [UInt8]
}

/// Roots and proofs (RFC 6962, section 2.1), which take as many hashes as the tree is high.
extension SubtreeHashSource {
    /// The hash of a range that begins at a multiple of the least power of two that is not below its length.
    func hash(_ range: Range<Int>) throws(Failure) -> [UInt8] {
        if range.count & (range.count - 1) == 0 {
            let height = range.count.trailingZeroBitCount
            return try subtree(height: height, index: range.lowerBound >> height)
        }
        let middle = range.lowerBound + split(range.count)
        return TreeHash.node(try hash(range.lowerBound..<middle), try hash(middle..<range.upperBound))
    }

    /// What proves that a leaf is in a range.
    func path(of index: Int, in range: Range<Int>) throws(Failure) -> [[UInt8]] {
        guard range.count > 1 else { return [] }
        let middle = range.lowerBound + split(range.count)
        let (left, right) = (range.lowerBound..<middle, middle..<range.upperBound)
        return index < middle
            ? try path(of: index, in: left) + [try hash(right)] : try path(of: index, in: right) + [try hash(left)]
    }

    /// What proves that the first `old` leaves of a range are a tree of their own.
    ///
    /// `isWhole` says that the old tree's root is known to whoever checks, as long as the range begins at the start.
    func subproof(_ old: Int, in range: Range<Int>, isWhole: Bool) throws(Failure) -> [[UInt8]] {
        guard old < range.upperBound else { return isWhole ? [] : [try hash(range)] }
        let middle = range.lowerBound + split(range.count)
        let (left, right) = (range.lowerBound..<middle, middle..<range.upperBound)
        return old <= middle
            ? try subproof(old, in: left, isWhole: isWhole) + [try hash(right)]
            : try subproof(old, in: right, isWhole: false) + [try hash(left)]
    }
}

/// The largest power of two below a number above one: how many leaves are on the left.
func split(_ count: Int) -> Int {
    1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
}
