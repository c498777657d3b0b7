package import Family
package import SQL
import Synchronization

/// Where fixes land first: rows in the order they came, in memory as well, and from there home to each member's own.
///
/// The table `fix` keeps a member's fixes together in the order of time, which is how they are read; but with many
/// members every single fix then changes a page of its own, and a commit of a hundred fixes writes a hundred pages.
/// Here a hundred fixes share two or three. Two tables take turns: one fills while the rows of the other move home,
/// all of one member together, so that they share a page; what has moved is cleared at a stroke. Whatever a crash
/// leaves behind moves home at the next start, and a row that moved already is told by its key.
///
/// For one writing process, as SQLite has it: the memory is only as true as nobody else writes. Whatever takes a
/// transaction runs on the writer's thread alone, so that what is moved and cleared is what was committed or is about
/// to be; readers on other threads ask `rows(of:)` before their snapshot begins.
package final class FixWriteBuffer: Sendable {
    struct Entry: Sendable {
        let id: Int64
        var fix: FixRow
    }

    struct Table {
        var rows: [ID<Member>: [Entry]] = [:]
        var tags: Set<Int64> = []
        var count = 0
    }

    struct State {
        var tables = [Table(), Table()]
        /// Which of the two fills; the other one moves home, or is empty.
        var filling = 0
        var nextID: Int64 = 1
        var isMoving = false
        /// Rows that came since the tables changed over, or since a part moved home.
        var cameSinceMove = 0

        /// The one that moves home, or is empty.
        var leaving: Int { 1 - filling }
    }

    /// What one turn of the writer did here, to be undone where it fails.
    package struct Changes: Sendable {
        fileprivate var added: [(table: Int, member: ID<Member>, tag: Int64)] = []
        fileprivate var replaced: [(member: ID<Member>, before: FixRow)] = []

        package init() {}
    }

    /// What moved home together, in one transaction: of each member the rows that came last.
    package struct CompactionBatch: Sendable {
        fileprivate let table: Int
        /// Of each member, from which of their rows on.
        fileprivate var parts: [(member: ID<Member>, firstID: Int64)] = []
        fileprivate var count = 0
    }

    let state = Mutex(State())
    /// Rows at which a table is due to move home.
    private let rowsPerTable: Int

    /// An inbox that moves home from so many rows on, and holds twice as many at most.
    ///
    /// Beyond that, as after moves that failed, fixes go straight to where they belong.
    package init(rowsPerTable: Int = 32_768) {
        precondition(rowsPerTable > 0)
        self.rowsPerTable = rowsPerTable
    }

    /// Moves everything that an earlier process left behind; before anything is added.
    package static func recover(_ transaction: Transaction) throws(StorageError) {
        for table in 0..<2 {
            try transaction.run(moveAll(table))
            try transaction.run(clear(table))
        }
    }

    /// Adds a fix, which the caller knows to be new.
    package func add(
        _ fix: FixRow,
        member: ID<Member>,
        to transaction: Transaction,
        noting changes: inout Changes
    ) throws(StorageError) {
        let place = state.withLock { state -> (table: Int, id: Int64)? in
            guard state.tables[0].count + state.tables[1].count < 2 * rowsPerTable else { return nil }
            let (table, id) = (state.filling, state.nextID)
            state.tables[table].rows[member, default: []].append(Entry(id: id, fix: fix))
            state.tables[table].tags.insert(fix.tag)
            state.tables[table].count += 1
            state.nextID += 1
            state.cameSinceMove += 1
            return (table, id)
        }
        guard let place else {
            _ = try transaction.addFix(fix, member: member)
            return
        }
        changes.added.append((place.table, member, fix.tag))
        try transaction.post(
            SQL(
                prepared: FixWriteBuffer.insertion(place.table),
                [
                    .integer(place.id), .blob(member.bytes), .integer(fix.at.milliseconds), .integer(fix.tag),
                    .blob(fix.sealed),
                ]
            )
        )
    }

    /// Replaces the sealed contents of a fix, wherever it lies.
    package func set(
        _ fix: FixRow,
        member: ID<Member>,
        in transaction: Transaction,
        noting changes: inout Changes
    ) throws(StorageError) {
        let place = state.withLock { state in state.replace(fix, member: member) }
        if let place {
            changes.replaced.append((member, place.before))
            try transaction.run(FixWriteBuffer.update(place.table, sealed: fix.sealed, id: place.id))
        }
        // What is just moving stands there too.
        try transaction.setFix(fix, member: member)
    }

    /// Undoes in memory what a turn did whose transaction failed; before another one runs on the writer's thread.
    package func undo(_ changes: Changes) {
        state.withLock { state in
            for (member, before) in changes.replaced.reversed() { _ = state.replace(before, member: member) }
            for (table, member, tag) in changes.added.reversed() {
                // They came last, so each is found at once.
                guard let index = state.tables[table].rows[member]?.lastIndex(where: { $0.fix.tag == tag }) else {
                    continue
                }
                state.tables[table].rows[member]?.remove(at: index)
                state.tables[table].tags.remove(tag)
                state.tables[table].count -= 1
            }
        }
    }

    /// Whether a fix with this mark is here.
    package func contains(tag: Int64) -> Bool {
        state.withLock { state in state.tables[0].tags.contains(tag) || state.tables[1].tags.contains(tag) }
    }

    /// A member's fixes that are here, in the order they came.
    package func rows(of member: ID<Member>) -> [FixRow] {
        state.withLock { state in
            [state.leaving, state.filling].flatMap { state.tables[$0].rows[member] ?? [] }.map(\.fix)
        }
    }

    /// Rows read from the database and rows of the inbox, in the order of time, each once.
    ///
    /// What is just moving stands in both; the database, read later, knows it better.
    package static func merged(_ stored: [FixRow], with recent: [FixRow]) -> [FixRow] {
        struct Key: Hashable {
            let at: Timestamp
            let tag: Int64
        }
        let known = recent.isEmpty ? [] : Set(stored.map { Key(at: $0.at, tag: $0.tag) })
        return (stored + recent.filter { !known.contains(Key(at: $0.at, tag: $0.tag)) })
            .sorted { ($0.at, $0.tag) < ($1.at, $1.tag) }
    }
}

extension FixWriteBuffer.State {
    /// Puts a fix in the place of the one with its time and mark; answers where that was, and what.
    fileprivate mutating func replace(
        _ fix: FixRow,
        member: ID<Member>
    ) -> (table: Int, id: Int64, before: FixRow)? {
        for table in tables.indices {
            guard let rows = tables[table].rows[member],
                let index = rows.lastIndex(where: { $0.fix.tag == fix.tag && $0.fix.at == fix.at })
            else { continue }
            tables[table].rows[member]?[index].fix = fix
            return (table, rows[index].id, rows[index].fix)
        }
        return nil
    }
}

// MARK: Moving home

extension FixWriteBuffer {
    /// Whether a part is due to move home, which the caller then has to move and to finish.
    ///
    /// `isQuiet` says that there is time to move even a few rows. Never while another move is under way.
    package func beginCompaction(isQuiet: Bool) -> Bool {
        state.withLock { state in
            guard !state.isMoving else { return false }
            let due = isQuiet ? 1 : rowsPerTable
            state.isMoving = state.tables[state.leaving].count > 0 || state.tables[state.filling].count >= due
            return state.isMoving
        }
    }

    /// Writes a part of the rows where they belong, and clears the table with its last.
    ///
    /// Small parts, because whoever writes in between waits for the part to end; but twice as many rows as came since
    /// the part before, so that one table is empty long before the other is full.
    package func move(in transaction: Transaction) throws(StorageError) -> CompactionBatch {
        let (move, rows, isLast) = state.withLock { state in
            if state.tables[state.leaving].count == 0 {
                state.filling = state.leaving
                state.cameSinceMove = 0
            }
            let rowsMax = max(rowsPerTable / 128, 2 * state.cameSinceMove, 1)
            state.cameSinceMove = 0
            let table = state.tables[state.leaving]
            var move = CompactionBatch(table: state.leaving)
            var rows: [(member: ID<Member>, entries: ArraySlice<Entry>)] = []
            for (member, entries) in table.rows {
                let part = entries.suffix(rowsMax - move.count)
                rows.append((member, part))
                guard let firstID = part.first?.id else { continue }
                move.parts.append((member, firstID))
                move.count += part.count
                if move.count == rowsMax { break }
            }
            return (move, rows, move.count == table.count)
        }
        for (member, entries) in rows {
            for fix in entries.map(\.fix).sorted(by: { ($0.at, $0.tag) < ($1.at, $1.tag) }) {
                _ = try transaction.addFix(fix, member: member)
            }
        }
        if isLast { try transaction.run(FixWriteBuffer.clear(move.table)) }
        return move
    }

    /// Ends a move: after its commit the rows are no longer here; after a failure, with nil, they still are.
    package func finish(_ move: CompactionBatch?) {
        state.withLock { state in
            state.isMoving = false
            guard let move else { return }
            for (member, firstID) in move.parts {
                state.tables[move.table].remove(of: member) { $0.id >= firstID }
            }
            // Gives its memory back.
            if state.tables[move.table].count == 0 { state.tables[move.table] = Table() }
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
