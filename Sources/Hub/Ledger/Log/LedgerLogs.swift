package import Family
import LedgerLog
import SQL
import Storage

/// The head of a family's log.
package struct LogHead: Sendable {
    /// Who has checked the log, and up to where.
    package struct Check: Sendable {
        package var member: ID<Member>
        package var name: String
        package var leafCount: Int
        package var at: Timestamp
    }

    package var ledger: ID<Ledger>
    package var origin: String
    package var leafCount: Int
    package var root: [UInt8]
    /// The hub's key, by which it signs heads.
    package var publicKey: [UInt8]
    /// The signed note, with the signatures of devices that have seen this head.
    package var note: String
    /// The latest first.
    package var checks: [Check]
    /// Which devices have seen the log, the one that saw most of it first.
    package var cosignatures: [CosignatureInfo]
}

/// Hashes that prove something of a log, and the head to whose root they lead.
package struct LogProof: Sendable {
    package var leafCount: Int
    package var note: String
    package var hashes: [[UInt8]]
    /// Of an inclusion: what stands in the tree for the leaf.
    package var commitment: [UInt8] = []
}

/// A leaf as somebody may see it.
package struct LeafInfo: Sendable {
    package var number: Int
    package var commitment: [UInt8]
    /// Salt and record; nil where the entry is not theirs to see.
    package var entry: (salt: [UInt8], record: [UInt8])?
    /// The words that the entry stands for, with the salt that hides them.
    package var note: (salt: [UInt8], text: String)?
}

extension Hub {
    /// The head of the log of a member's family.
    package func logHead(for member: ID<Member>) async throws -> LogHead {
        try await atLog(of: member) { transaction, row, _ in
            guard let note = SignedNote(row.head), let head = Checkpoint(text: note.text),
                let key = try transaction.ledgerKey(row.systemKey, in: row.id)
            else { throw StorageError(.corrupt, "a ledger's head or key cannot be read") }
            let holders = try transaction.ledgerHolders(of: row.id)
            let checks = try transaction.ledgerChecks(of: row.id).compactMap { check -> LogHead.Check? in
                guard let member = holders.first(where: { $0.id == check.holder })?.member,
                    let person = try transaction.member(member)
                else { return nil }
                return LogHead.Check(member: member, name: person.name, leafCount: check.leafCount, at: check.at)
            }
            return LogHead(
                ledger: row.id,
                origin: head.origin,
                leafCount: head.size,
                root: head.root,
                publicKey: key.holding.publicKey,
                note: try Hub.cosignedHead(of: row, transaction),
                checks: checks,
                cosignatures: try self.cosignatures(of: row, transaction)
            )
        }
    }

    /// What proves that a leaf is in the log (RFC 9162, 2.1.3).
    ///
    /// Throws `WalletRefusal.notFound` where there is no such leaf.
    package func inclusion(of leaf: Int, for member: ID<Member>) async throws -> LogProof {
        try await atTree(of: member) { transaction, row in
            guard let hashes = try transaction.tree(of: row.id, size: row.leafCount).inclusion(of: leaf),
                let commitment = try transaction.commitments(of: row.id, in: leaf..<leaf + 1).first
            else { throw WalletRefusal.notFound }
            return LogProof(leafCount: row.leafCount, note: row.head, hashes: hashes, commitment: commitment)
        }
    }

    /// What proves that the log only grew since it had so many leaves (RFC 9162, 2.1.4), up to when it had `size`, or
    /// until now.
    ///
    /// Throws `WalletRefusal.logShorter` where it has fewer: who kept a head of as many knows that some were taken out.
    package func consistency(from leafCount: Int, to size: Int? = nil, for member: ID<Member>) async throws -> LogProof
    {
        try await atTree(of: member) { transaction, row in
            let end = size ?? row.leafCount
            guard leafCount <= end, end <= row.leafCount else { throw WalletRefusal.logShorter }
            let hashes = try transaction.tree(of: row.id, size: end).consistency(from: leafCount) ?? []
            return LogProof(leafCount: end, note: row.head, hashes: hashes)
        }
    }

    /// The leaves of the log from a number on: what stands in the tree of all, the entries of those that the member may
    /// see.
    package func leaves(for member: ID<Member>, from number: Int, limit: Int) async throws -> [LeafInfo] {
        try await atLog(of: member) { transaction, row, sight in
            try transaction.leaves(of: row.id, from: number, limit: limit).map { leaf in
                var info = LeafInfo(number: leaf.number, commitment: leaf.commitment)
                guard let entry = LedgerEntry(bytes: leaf.record), try sight.shows(entry) else { return info }
                info.entry = (leaf.salt, leaf.record)
                if let note = try transaction.ledgerNote(leaf.number, in: row.id), try sight.showsWords(of: entry, note)
                {
                    info.note = (note.salt, note.text)
                }
                return info
            }
        }
    }

    /// Keeps a member's word that the log of so many leaves came to this root and is right.
    ///
    /// Throws `WalletRefusal.logShorter` or `.rootDiffers`: then they were shown something else than what is here.
    package func noteCheck(of leafCount: Int, root: [UInt8], by member: ID<Member>) async throws {
        let now = outside.now()
        let (ledger, holder) = try await atTree(of: member) { transaction, row in
            guard let holder = try transaction.ledgerHolder(member, in: row.id) else { throw WalletRefusal.notFound }
            guard leafCount <= row.leafCount else { throw WalletRefusal.logShorter }
            guard try transaction.tree(of: row.id, size: leafCount).root() == root else {
                throw WalletRefusal.rootDiffers
            }
            return (row.id, holder.id)
        }
        try await database.transaction {
            try $0.save(LedgerCheckRow(holder: holder, leafCount: leafCount, at: now), of: ledger)
        }
    }

    /// Reads the log of a member's family; refused where there is none.
    private func atLog<Answer: Sendable>(
        of member: ID<Member>,
        _ body: @escaping @Sendable (Transaction, LedgerRow, LedgerVisibility) throws -> Answer
    ) async throws -> Answer {
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(member), let ledger = try transaction.ledger(of: row.family),
                let holder = try transaction.ledgerHolder(member, in: ledger.id)
            else { throw WalletRefusal.notFound }
            let sight = try LedgerVisibility(holder.id, isAdult: !row.isChild(now: now), in: ledger.id, transaction)
            return try body(transaction, ledger, sight)
        }
    }
}
