package import Family
package import SQL
import Synchronization

/// Where fixes land first: rows in the order they came, in memory as well, and from there home to each member's own.
///
/// The table `fix` keeps a member's fixes together in the order of time, which is how they are read; but with many
/// members every single fix then changes a page of its own, and a commit of a hundred fixes writes a hundred pages.
/// Here a hundred fixes share two or three. Two tables take turns: one fills while the rows of the other move home,
/// sorted by member, so that many rows share a page; what has moved is cleared at a stroke. Whatever a crash leaves
/// behind moves home at the next start, and a row that moved already is told by its key.
///
/// For one writing process, as SQLite has it: the memory is only as true as nobody else writes. Changes are made on the
/// writer's thread alone, which also chooses what moves; readers on other threads ask `rows(of:)` before their snapshot
/// begins.
package final class FixInbox: Sendable {
    /// Rows of one table at which the other is due to fill.
    package static let rowsPerTable = 32_768

    private struct Table {
        var rows: [ID<Member>: [Entry]] = [:]
        var tags: Set<Int64> = []
        var count = 0
    }

    private struct Entry: Sendable {
        let id: Int64
        var fix: FixRow
    }

    private struct State {
        var tables = [Table(), Table()]
        /// Which of the two fills; the other one moves home, or is empty.
        var filling = 0
        var nextID: Int64 = 1
        var isMoving = false
    }

    /// What is to move home together, in one transaction.
    package struct Move: Sendable {
        fileprivate let table: Int
        fileprivate let rows: [(member: ID<Member>, fixes: [FixRow])]
        /// Whether the table is empty after it.
        fileprivate let isLast: Bool
    }

    private let state = Mutex(State())

    package init() {}

    /// Moves everything that an earlier process left behind; before anything is added.
    package static func recover(_ transaction: Transaction) throws(StorageError) {
        for table in 0..<2 {
            try transaction.run(moveAll(table))
            try transaction.run(clear(table))
        }
    }

    /// Adds a fix, which the caller knows to be new.
    package func add(_ fix: FixRow, member: ID<Member>, to transaction: Transaction) throws(StorageError) {
        let (table, id) = state.withLock { state in
            defer { state.nextID += 1 }
            return (state.filling, state.nextID)
        }
        try transaction.run(
            SQL(
                prepared: FixInbox.insertion(table),
                [
                    .integer(id), .blob(member.bytes), .integer(fix.at.milliseconds), .integer(fix.tag),
                    .blob(fix.sealed),
                ]
            )
        )
        state.withLock { state in
            state.tables[table].rows[member, default: []].append(Entry(id: id, fix: fix))
            state.tables[table].tags.insert(fix.tag)
            state.tables[table].count += 1
        }
    }

    /// Forgets fixes whose transaction failed.
    package func forget(_ fixes: [(member: ID<Member>, tag: Int64)]) {
        state.withLock { state in
            for (member, tag) in fixes {
                for table in 0..<2 where state.tables[table].tags.remove(tag) != nil {
                    state.tables[table].rows[member]?.removeAll { $0.fix.tag == tag }
                    state.tables[table].count -= 1
                }
            }
        }
    }

    /// Whether a fix with this mark is here.
    package func contains(tag: Int64) -> Bool {
        state.withLock { state in state.tables.contains { $0.tags.contains(tag) } }
    }

    /// A member's fixes that are here, in the order they came.
    package func rows(of member: ID<Member>) -> [FixRow] {
        state.withLock { state in
            let (older, newer) = (state.tables[1 - state.filling], state.tables[state.filling])
            return (older.rows[member] ?? []).map(\.fix) + (newer.rows[member] ?? []).map(\.fix)
        }
    }

    /// Replaces the sealed contents of a fix that is here; false where it is not.
    package func set(_ fix: FixRow, member: ID<Member>, in transaction: Transaction) throws(StorageError) -> Bool {
        let place = state.withLock { state -> (table: Int, index: Int, id: Int64)? in
            for table in 0..<2 {
                guard let rows = state.tables[table].rows[member],
                    let index = rows.firstIndex(where: { $0.fix.tag == fix.tag && $0.fix.at == fix.at })
                else { continue }
                return (table, index, rows[index].id)
            }
            return nil
        }
        guard let place else { return false }
        try transaction.run(FixInbox.update(place.table, sealed: fix.sealed, id: place.id))
        state.withLock { $0.tables[place.table].rows[member]?[place.index].fix = fix }
        return true
    }
}

// MARK: Moving home

extension FixInbox {
    /// Whether a move is worth a turn of the writer; any thread may ask.
    ///
    /// `isQuiet` says that there is time to move even a few rows.
    package func isMoveDue(isQuiet: Bool) -> Bool {
        state.withLock { state in
            let due = state.tables[state.filling].count
            let isUnderWay = state.tables[1 - state.filling].count > 0
            return !state.isMoving && (isUnderWay || due >= FixInbox.rowsPerTable || isQuiet && due > 0)
        }
    }

    /// The next part to move, of about `rowsMax` rows; nil while nothing is due or another move is under way.
    ///
    /// Within the transaction that performs it: a fix that was added or changed between the two would be lost.
    package func nextMove(rowsMax: Int, isQuiet: Bool) -> Move? {
        state.withLock { state in
            guard !state.isMoving else { return nil }
            if state.tables[1 - state.filling].count == 0 {
                let due = state.tables[state.filling].count
                guard due >= FixInbox.rowsPerTable || isQuiet && due > 0 else { return nil }
                state.filling = 1 - state.filling
            }
            let table = 1 - state.filling
            var rows: [(member: ID<Member>, fixes: [FixRow])] = []
            var count = 0
            for (member, entries) in state.tables[table].rows where count < rowsMax {
                rows.append((member, entries.map(\.fix)))
                count += entries.count
            }
            state.isMoving = true
            return Move(table: table, rows: rows, isLast: rows.count == state.tables[table].rows.count)
        }
    }

    /// Writes the rows where they belong, and clears the table after its last.
    package func perform(_ move: Move, _ transaction: Transaction) throws(StorageError) {
        for (member, fixes) in move.rows {
            for fix in fixes.sorted(by: { ($0.at, $0.tag) < ($1.at, $1.tag) }) {
                _ = try transaction.addFix(fix, member: member)
            }
        }
        if move.isLast { try transaction.run(FixInbox.clear(move.table)) }
    }

    /// Ends a move: after its commit the rows are no longer here, after a failure they still are.
    package func finished(_ move: Move, isCommitted: Bool) {
        state.withLock { state in
            state.isMoving = false
            guard isCommitted else { return }
            for (member, fixes) in move.rows {
                // Counted as they leave: one that was forgotten meanwhile is gone already.
                state.tables[move.table].count -= state.tables[move.table].rows.removeValue(forKey: member)?.count ?? 0
                for fix in fixes { state.tables[move.table].tags.remove(fix.tag) }
            }
        }
    }

    private static func insertion(_ table: Int) -> StaticString {
        table == 0
            ? "INSERT INTO fix_inbox_0 (id, member, at, tag, sealed) VALUES ($1, $2, $3, $4, $5)"
            : "INSERT INTO fix_inbox_1 (id, member, at, tag, sealed) VALUES ($1, $2, $3, $4, $5)"
    }

    private static func update(_ table: Int, sealed: [UInt8], id: Int64) -> SQL {
        table == 0
            ? "UPDATE fix_inbox_0 SET sealed = \(sealed) WHERE id = \(id)"
            : "UPDATE fix_inbox_1 SET sealed = \(sealed) WHERE id = \(id)"
    }

    private static func moveAll(_ table: Int) -> SQL {
        table == 0
            ? """
            INSERT INTO fix (member, at, tag, sealed)
            SELECT member, at, tag, sealed FROM fix_inbox_0 WHERE true ORDER BY member, at, tag ON CONFLICT DO NOTHING
            """
            : """
            INSERT INTO fix (member, at, tag, sealed)
            SELECT member, at, tag, sealed FROM fix_inbox_1 WHERE true ORDER BY member, at, tag ON CONFLICT DO NOTHING
            """
    }

    private static func clear(_ table: Int) -> SQL {
        table == 0 ? "DELETE FROM fix_inbox_0" : "DELETE FROM fix_inbox_1"
    }
}
