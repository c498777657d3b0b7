import Crypto
package import Family

/// Goes through a log from its first leaf as if nobody were to be trusted: what stands in the tree, the signatures, who
/// was allowed to, every answer, and the heads that the hub signed.
///
/// It stops at the first leaf that is not what it must be.
package struct LedgerCheck {
    /// What is wrong, and where.
    package struct Finding: Hashable, Sendable {
        /// The first bad leaf, counted from 0; nil where it is a head that is wrong.
        package let leaf: Int?
        package let fault: Fault
    }

    /// What can be wrong.
    package enum Fault: Hashable, Sendable {
        /// The entry is not the one that was put into the tree.
        case commitmentDiffers
        /// The bytes are no entry.
        case unreadable
        /// No honest hub would have written it.
        case entry(LedgerBook.Fault)
        /// The log ends in the middle of what belongs together.
        case cutOff
        /// The head is not signed by the hub, or of another log.
        case headForged
        /// The head is of more leaves than there are: some are missing.
        case leavesMissing
        /// The leaves up to here are not those of which the head was made.
        case rootDiffers
        /// What a device is said to have signed it has not, or it is nobody's device.
        case cosignatureForged(ID<LedgerKey>)
        /// A device has seen another log of as many leaves, or one that had more.
        case cosignedElse(ID<LedgerKey>)
    }

    /// The ledger as the entries so far make it.
    package private(set) var book = LedgerBook()
    /// The tree over what stands in it so far.
    package private(set) var tree = MerkleTree()
    /// The first thing that is wrong; nil as long as all is right.
    package private(set) var finding: Finding?

    /// Before the first leaf.
    package init() {}

    /// The name by which a log's heads call it.
    package static func origin(of ledger: ID<Ledger>) -> String { "hearth/ledger/\(ledger.text)" }

    /// The name by which a device signs heads that it has seen.
    package static func cosigner(_ key: ID<LedgerKey>) -> String { "hearth/ledger-key/\(key.text)" }

    /// Takes the next leaf with what the tree is said to hold for it; false once anything is wrong.
    package mutating func append(_ leaf: LogLeaf, commitment: [UInt8]) -> Bool {
        guard finding == nil else { return false }
        let index = tree.count
        tree.append(TreeHash.leaf(commitment))
        guard leaf.commitment == commitment else { return fail(index, .commitmentDiffers) }
        guard let entry = LedgerEntry(bytes: leaf.record) else { return fail(index, .unreadable) }
        let fault = book.append(entry) { Ed25519Key.isGenuine($0, of: $1, by: $2) }
        if let (fault, before) = fault { return fail(index - before, .entry(fault)) }
        return true
    }

    /// Holds a head that the hub once signed against the leaves; false where they are not the same log.
    ///
    /// All leaves that there are have been taken before.
    package mutating func hold(against head: SignedNote) -> Bool {
        guard finding == nil else { return false }
        guard book.isComplete else { return fail(tree.count - 1, .cutOff) }
        guard let id = book.id, let checkpoint = Checkpoint(text: head.text),
            checkpoint.origin == LedgerCheck.origin(of: id),
            head.isSigned(by: book.systemKey, name: checkpoint.origin)
        else { return fail(nil, .headForged) }
        guard checkpoint.size <= tree.count else { return fail(nil, .leavesMissing) }
        guard tree.root(size: checkpoint.size) == checkpoint.root else { return fail(nil, .rootDiffers) }
        return true
    }

    /// Holds a head that a device has seen and signed against the leaves; false where it saw something else.
    ///
    /// All leaves that there are have been taken before. A key that was revoked since signed when it still counted.
    package mutating func hold(against cosigned: SignedNote, by key: ID<LedgerKey>) -> Bool {
        guard finding == nil else { return false }
        guard let id = book.id, let publicKey = book.deviceKey(key), let checkpoint = Checkpoint(text: cosigned.text),
            checkpoint.origin == LedgerCheck.origin(of: id),
            cosigned.cosignedSecondsSince1970(by: publicKey, name: LedgerCheck.cosigner(key)) != nil
        else { return fail(nil, .cosignatureForged(key)) }
        guard checkpoint.size <= tree.count, tree.root(size: checkpoint.size) == checkpoint.root else {
            return fail(nil, .cosignedElse(key))
        }
        return true
    }

    /// Says that there is no head that could be read.
    package mutating func refuseHead() {
        _ = fail(nil, .headForged)
    }

    private mutating func fail(_ leaf: Int?, _ fault: Fault) -> Bool {
        finding = Finding(leaf: leaf, fault: fault)
        return false
    }
}
