package import Family
package import SQL
import Synchronization

extension FixInbox {
    /// What was taken out of memory, to be put back where its transaction fails.
    package struct Removal: Sendable {
        fileprivate var entries: [(table: Int, entry: Entry)] = []

        package init() {}
    }

    /// Keeps everything where it is until `finish(nil)`; false while a part moves home, which ends by itself.
    package func hold() -> Bool {
        state.withLock { state in
            guard !state.isMoving else { return false }
            state.isMoving = true
            return true
        }
    }

    /// Removes a member's fixes from `from` up to, not including, `to`, also those that moved home and still stand
    /// here; while the inbox is held. Answers what was only here.
    package func remove(
        of member: ID<Member>,
        from: Timestamp,
        to: Timestamp,
        in transaction: Transaction
    ) throws(StorageError) -> (removal: Removal, count: Int) {
        try transaction.run(
            """
            DELETE FROM fix_inbox_0
            WHERE member = \(member.bytes) AND at >= \(from.milliseconds) AND at < \(to.milliseconds)
            """
        )
        try transaction.run(
            """
            DELETE FROM fix_inbox_1
            WHERE member = \(member.bytes) AND at >= \(from.milliseconds) AND at < \(to.milliseconds)
            """
        )
        return state.withLock { state in
            var removal = Removal()
            for table in state.tables.indices {
                guard let rows = state.tables[table].rows[member] else { continue }
                let kept = rows.filter { $0.fix.at < from || $0.fix.at >= to }
                for entry in rows where entry.fix.at >= from && entry.fix.at < to {
                    removal.entries.append((table, entry))
                    state.tables[table].tags.remove(entry.fix.tag)
                }
                state.tables[table].rows[member] = kept.isEmpty ? nil : kept
                state.tables[table].count -= rows.count - kept.count
            }
            return (removal, removal.entries.count)
        }
    }

    /// Puts back in memory what was removed by a transaction that failed.
    package func undo(_ removal: Removal, of member: ID<Member>) {
        state.withLock { state in
            for (table, entry) in removal.entries {
                state.tables[table].rows[member, default: []].append(entry)
                state.tables[table].tags.insert(entry.fix.tag)
                state.tables[table].count += 1
            }
            for table in state.tables.indices { state.tables[table].rows[member]?.sort { $0.id < $1.id } }
        }
    }
}
