package import Family
import Synchronization

extension FixWriteBuffer {
    /// What was taken out of memory, to be put back where its transaction fails.
    package struct Removal: Sendable {
        fileprivate var entries: [(table: Int, member: ID<Member>, entries: [Entry])] = []
    }

    /// Takes a member's fixes up to a time out of memory; the rows in the tables are the caller's to delete.
    ///
    /// On the writer's thread, in the transaction that deletes those rows.
    package func remove(of member: ID<Member>, upTo end: Timestamp = Timestamp(milliseconds: .max)) -> Removal {
        remove(of: member) { $0 <= end }
    }

    /// Takes a member's fixes of a time out of memory, as the other one does; answers also how many there were.
    package func remove(of member: ID<Member>, in times: Range<Timestamp>) -> (removal: Removal, count: Int) {
        let removal = remove(of: member) { times.contains($0) }
        return (removal, removal.entries.reduce(0) { $0 + $1.entries.count })
    }

    private func remove(of member: ID<Member>, takenAt matches: (Timestamp) -> Bool) -> Removal {
        state.withLock { state in
            var removal = Removal()
            for table in state.tables.indices {
                let removed = state.tables[table].remove(of: member) { matches($0.fix.at) }
                if !removed.isEmpty { removal.entries.append((table, member, removed)) }
            }
            return removal
        }
    }

    /// Puts back what was taken out, after a failure.
    package func putBack(_ removal: Removal) {
        state.withLock { state in
            for (table, member, entries) in removal.entries {
                for entry in entries { state.tables[table].tags.insert(entry.fix.tag) }
                state.tables[table].rows[member, default: []].append(contentsOf: entries)
                state.tables[table].rows[member]?.sort { $0.id < $1.id }
                state.tables[table].count += entries.count
            }
        }
    }
}

extension FixWriteBuffer.Table {
    /// Takes out those of a member's rows that `matches` names, and answers them.
    @discardableResult
    mutating func remove(of member: ID<Member>, where matches: (FixWriteBuffer.Entry) -> Bool) -> [FixWriteBuffer.Entry]
    {
        guard let entries = rows.removeValue(forKey: member) else { return [] }
        let removed = entries.filter(matches)
        let kept = entries.filter { !matches($0) }
        if !kept.isEmpty { rows[member] = kept }
        for entry in removed { tags.remove(entry.fix.tag) }
        count -= removed.count
        return removed
    }
}
