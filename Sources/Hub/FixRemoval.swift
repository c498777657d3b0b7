package import Family
import SQL
import Storage
import Synchronization

extension Hub {
    /// Removes a member's fixes from `from` up to, not including, `to`, wherever they lie; answers how many there were.
    ///
    /// Throws `StorageError`, and then everything is where it was.
    package func removeFixes(of member: ID<Member>, from: Timestamp, to: Timestamp) async throws -> Int {
        // What moves home meanwhile would come back; a part moves in milliseconds.
        while !inbox.hold() { try await Task.sleep(for: .milliseconds(5)) }
        defer { inbox.finish(nil) }
        let (vault, subjects, inbox) = (vault, subjects, inbox)
        let removal = Mutex(FixInbox.Removal())
        do {
            return try await database.transaction { transaction in
                var removed = try transaction.removeFixes(of: member, from: from, to: to)
                let waiting = try inbox.remove(of: member, from: from, to: to, in: transaction)
                removal.withLock { $0 = waiting.removal }
                removed += waiting.count
                let packs = try transaction.fixPacks(of: member, from: from, to: to, limit: .max)
                guard !packs.isEmpty,
                    let key = try subjects.known(member)?.key
                        ?? Subject.key(of: member, from: transaction, vault: vault)
                else { return removed }
                let reader = FixPackReader(member: member, key: key)
                for pack in packs {
                    removed += try transaction.cut(pack, reader, from: from, to: to)
                }
                return removed
            }
        } catch {
            inbox.undo(removal.withLock { $0 }, of: member)
            throw error
        }
    }
}

extension Transaction {
    /// Removes from a pack what lies from `from` up to `to`; a pack that cannot be read goes whole.
    fileprivate func cut(
        _ pack: FixPackRow,
        _ reader: FixPackReader,
        from: Timestamp,
        to: Timestamp
    ) throws -> Int {
        let kept = (reader.open(pack) ?? []).filter { $0.fix.at < from || $0.fix.at >= to }
        _ = try removeFixPack(pack.id)
        guard let first = kept.first, let last = kept.last else { return pack.count }
        guard let sealed = reader.seal(kept) else { throw StorageError(.other, "fixes could not be packed") }
        try addFixPack(of: reader.member, from: first.fix.at, to: last.fix.at, count: kept.count, sealed: sealed)
        return pack.count - kept.count
    }
}
