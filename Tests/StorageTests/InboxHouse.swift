import Family
import SQL
import Storage
import Testing

/// An inbox on a database, used as the hub uses it, beside a model of what must be there.
struct InboxHouse {
    struct Key: Hashable {
        let member: ID<Member>
        let at: Timestamp
        let tag: Int64
    }

    /// How a step of the writer ends.
    enum Ending: CaseIterable {
        case committed
        /// The closure throws, and undoes what it did before anybody else runs.
        case refused
        /// The commit fails; what was done is undone afterwards.
        case lost
    }

    let database: Database
    let rowsPerTable: Int
    private(set) var inbox: FixWriteBuffer
    /// What was acknowledged: the sealed contents of each fix.
    private(set) var model: [Key: [UInt8]] = [:]

    init(_ database: Database, rowsPerTable: Int) {
        self.database = database
        self.rowsPerTable = rowsPerTable
        inbox = FixWriteBuffer(rowsPerTable: rowsPerTable)
    }

    /// What another process on the same file, `earlier` being dead, must find.
    init(_ database: Database, rowsPerTable: Int, after earlier: InboxHouse) {
        self.init(database, rowsPerTable: rowsPerTable)
        model = earlier.model
    }

    /// One turn: fixes that may be there already, and new contents for some that are.
    mutating func turn(
        adding fixes: [(member: ID<Member>, fix: FixRow)],
        setting changed: [(member: ID<Member>, fix: FixRow)] = [],
        movesBefore: Bool = false,
        movesAfter: Bool = false,
        _ ending: Ending = .committed
    ) async throws {
        let (inbox, isMoving) = (inbox, movesBefore || movesAfter ? inbox.beginCompaction(isQuiet: true) : false)
        let outcome = try await database.result { transaction in
            var changes = FixWriteBuffer.Changes()
            var move = isMoving && movesBefore ? try inbox.move(in: transaction) : nil
            for (member, fix) in fixes {
                if try isThere(fix, of: member, inbox, transaction) { continue }
                try inbox.add(fix, member: member, to: transaction, noting: &changes)
            }
            for (member, fix) in changed {
                try inbox.set(fix, member: member, in: transaction, noting: &changes)
            }
            if ending == .refused { inbox.undo(changes) }
            if isMoving, move == nil { move = try inbox.move(in: transaction) }
            return (ending == .committed, (changes, move))
        }
        if ending == .lost { inbox.undo(outcome.0) }
        if isMoving { inbox.finish(ending == .committed ? outcome.1 : nil) }
        guard ending == .committed else { return }
        for (member, fix) in fixes where model[Key(member: member, at: fix.at, tag: fix.tag)] == nil {
            model[Key(member: member, at: fix.at, tag: fix.tag)] = fix.sealed
        }
        for (member, fix) in changed where model[Key(member: member, at: fix.at, tag: fix.tag)] != nil {
            model[Key(member: member, at: fix.at, tag: fix.tag)] = fix.sealed
        }
    }

    /// Moves a part home where one is due; false where none is.
    @discardableResult
    func move(isQuiet: Bool = true, _ ending: Ending = .committed) async throws -> Bool {
        guard inbox.beginCompaction(isQuiet: isQuiet) else { return false }
        let inbox = inbox
        let move = try await database.result { (ending == .committed, try inbox.move(in: $0)) }
        inbox.finish(ending == .committed ? move : nil)
        return true
    }

    /// The process dies and another one starts.
    mutating func restart() async throws {
        try await database.transaction { try FixWriteBuffer.recover($0) }
        inbox = FixWriteBuffer(rowsPerTable: rowsPerTable)
    }

    /// Rows in the table `fix`, and in those of the inbox.
    func counts() async throws -> (home: Int64, inbox: [Int64]) {
        try await database.read { transaction in
            (
                try count("fix", transaction),
                [try count("fix_inbox_0", transaction), try count("fix_inbox_1", transaction)]
            )
        }
    }

    /// Expects the model everywhere: in what readers put together, on the disk, and in what a crash now would leave.
    func check(_ comment: Comment? = nil) async throws {
        let model = model
        let members = Set(model.keys.map(\.member))
        let recent = Dictionary(uniqueKeysWithValues: members.map { ($0, inbox.rows(of: $0)) })
        try await database.read { transaction in
            for member in members {
                let stored = try transaction.fixes(of: member, from: .always, to: .never, after: nil, limit: 10_000)
                let merged = FixWriteBuffer.merged(stored, with: recent[member] ?? [])
                let expected = model.filter { $0.key.member == member }
                    .sorted { ($0.key.at, $0.key.tag) < ($1.key.at, $1.key.tag) }
                #expect(merged.map(\.tag) == expected.map(\.key.tag), comment)
                #expect(merged.map(\.at) == expected.map(\.key.at), comment)
                #expect(merged.map(\.sealed) == expected.map(\.value), comment)
            }
        }
        try await checkDisk(comment)
    }

    /// Expects the model on the disk and in what a start makes of it.
    func checkDisk(_ comment: Comment? = nil) async throws {
        let model = model
        // The inbox's memory takes no part in a start, so one is tried out in a transaction that is undone.
        _ = try await database.result { transaction in
            #expect(try contents(of: "every_fix", transaction) == model, comment)
            #expect(try count("every_fix", transaction) == model.count, comment)
            try FixWriteBuffer.recover(transaction)
            #expect(try contents(of: "fix", transaction) == model, comment)
            #expect(try count("fix", transaction) == model.count, comment)
            #expect(try count("fix_inbox_0", transaction) + count("fix_inbox_1", transaction) == 0, comment)
            return (false, ())
        }
    }
}

extension Timestamp {
    static let always = Timestamp(milliseconds: .min)
    static let never = Timestamp(milliseconds: .max)
}

/// Undoes a transaction and still has something to say.
private struct Undone<Result: Sendable>: Error {
    let result: Result
}

extension Database {
    /// Runs `body` and answers its result, whether the transaction is kept or undone.
    fileprivate func result<Result: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> (keeps: Bool, Result)
    ) async throws -> Result {
        do {
            return try await transaction { transaction in
                let (keeps, result) = try body(transaction)
                guard keeps else { throw Undone(result: result) }
                return result
            }
        } catch let undone as Undone<Result> {
            return undone.result
        }
    }
}

private func isThere(
    _ fix: FixRow,
    of member: ID<Member>,
    _ inbox: FixWriteBuffer,
    _ transaction: Transaction
) throws -> Bool {
    if inbox.contains(tag: fix.tag) { return true }
    return try transaction.hasFix(of: member, at: fix.at, tag: fix.tag)
}

private func contents(of table: StaticString, _ transaction: Transaction) throws -> [InboxHouse.Key: [UInt8]] {
    let rows = try transaction.rows("SELECT member, at, tag, sealed FROM \(literal: table)")
    return try Dictionary(
        rows.map { row in
            let at = Timestamp(milliseconds: try row.integer(1))
            let key = InboxHouse.Key(member: try row.id(0), at: at, tag: try row.integer(2))
            return (key, try row.blob(3))
        },
        uniquingKeysWith: { first, _ in first }
    )
}

private func count(_ table: StaticString, _ transaction: Transaction) throws -> Int64 {
    try transaction.first("SELECT count(*) FROM \(literal: table)")?.integer(0) ?? 0
}
