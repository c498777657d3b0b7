package import Family
import SQL
import Storage
import Synchronization

extension Hub {
    /// Removes a member's fixes of a time, wherever they lie; answers how many there were.
    ///
    /// Throws `StorageError`, and then everything is where it was.
    package func removeFixes(of member: ID<Member>, in times: Range<Timestamp>) async throws -> Int {
        let (vault, subjects, inbox) = (vault, subjects, inbox)
        let removal = Mutex<FixWriteBuffer.Removal?>(nil)
        return try await database.transaction { transaction in
            try self.keepPresence(of: member, in: transaction)
            var removed = try transaction.cutPacks(of: member, times, subjects: subjects, vault: vault)
            removed += try transaction.removeFixes(of: member, from: times.lowerBound, to: times.upperBound)
            // A row that moved home may still stand in the inbox's tables, and would come back at the next start.
            try transaction.removeInboxRows(of: member, from: times.lowerBound, to: times.upperBound)
            // Last, as nothing may fail after it.
            let waiting = inbox.remove(of: member, in: times)
            removal.withLock { $0 = waiting.removal }
            return removed + waiting.count
        } undo: {
            if let removal = removal.withLock({ $0 }) { inbox.putBack(removal) }
        }
    }

    /// Removes what of a member's packed fixes lies before a time.
    func removePackedFixes(of member: ID<Member>, before end: Timestamp) async throws {
        let (vault, subjects) = (vault, subjects)
        _ = try await database.transaction { transaction in
            try transaction.cutPacks(
                of: member,
                Timestamp(milliseconds: .min)..<end,
                subjects: subjects,
                vault: vault
            )
        }
    }
}

extension Transaction {
    /// Removes a time from a member's packs, and answers how many fixes went.
    ///
    /// A pack that cannot be read goes whole.
    fileprivate func cutPacks(
        of member: ID<Member>,
        _ times: Range<Timestamp>,
        subjects: MemberStateCache,
        vault: Vault
    ) throws -> Int {
        let packs = try fixPacks(of: member, from: times.lowerBound, to: times.upperBound, limit: .max)
        guard !packs.isEmpty,
            let key = try subjects.known(member)?.key ?? MemberState.key(of: member, from: self, vault: vault)
        else { return 0 }
        let reader = FixPackReader(member: member, key: key)
        return try packs.reduce(0) { try $0 + cut($1, reader, times) }
    }

    private func cut(_ pack: FixPackRow, _ reader: FixPackReader, _ times: Range<Timestamp>) throws -> Int {
        _ = try removeFixPack(pack.id)
        // Whole in most cases: then it need not be read.
        if times.contains(pack.firstAt), times.contains(pack.lastAt) { return pack.count }
        let kept = (reader.open(pack) ?? []).filter { !times.contains($0.fix.at) }
        guard let first = kept.first, let last = kept.last else { return pack.count }
        guard let sealed = reader.seal(kept) else { throw StorageError(.other, "fixes could not be packed") }
        try addFixPack(of: reader.member, from: first.fix.at, to: last.fix.at, count: kept.count, sealed: sealed)
        return pack.count - kept.count
    }
}
