import Family
import SQL
import Storage
import Testing

@Suite struct FixInboxTests {
    private func fix(_ number: Int64) -> FixRow {
        FixRow(at: moment(number), tag: number, sealed: [UInt8(truncatingIfNeeded: number)])
    }

    /// The marks of a member's fixes that came home, in the order of time.
    private func home(_ database: Database, _ member: UInt64) async throws -> [Int64] {
        try await database.read { transaction in
            try transaction.fixes(
                of: id(member),
                from: Timestamp(milliseconds: .min),
                to: Timestamp(milliseconds: .max),
                after: nil,
                limit: 1_000
            ).map(\.tag)
        }
    }

    /// Moves home all that waits.
    private func moveAll(_ inbox: FixInbox, _ database: Database, rowsMax: Int = 100) async throws {
        while let move = inbox.nextMove(rowsMax: rowsMax, isQuiet: true) {
            try await database.transaction { try inbox.perform(move, $0) }
            inbox.finished(move, isCommitted: true)
        }
    }

    @Test func `fixes come home in any order and in small parts, and none is left or doubled`() async throws {
        try await withHearthDatabase { database in
            let inbox = FixInbox()
            for number in [Int64(5), 1, 4, 2, 3, 9, 8] {
                try await database.transaction { transaction in
                    try inbox.add(fix(number), member: id(UInt64(number % 2)), to: transaction)
                }
            }
            #expect(inbox.rows(of: id(1)).map(\.tag) == [5, 1, 3, 9], "in the order they came")
            #expect(inbox.contains(tag: 4) && !inbox.contains(tag: 7))
            try await moveAll(inbox, database, rowsMax: 1)
            #expect(try await home(database, 1) == [1, 3, 5, 9])
            #expect(try await home(database, 0) == [2, 4, 8])
            #expect(inbox.rows(of: id(1)).isEmpty && !inbox.contains(tag: 4))
            let left = try await database.read { transaction in
                try transaction.first(
                    "SELECT (SELECT count(*) FROM fix_inbox_0) + (SELECT count(*) FROM fix_inbox_1)"
                )?.integer(0)
            }
            #expect(left == 0)
        }
    }

    @Test func `what comes while others move home stays for the next time`() async throws {
        try await withHearthDatabase { database in
            let inbox = FixInbox()
            try await database.transaction { try inbox.add(fix(1), member: id(1), to: $0) }
            let move = try #require(inbox.nextMove(rowsMax: 10, isQuiet: true))
            #expect(inbox.nextMove(rowsMax: 10, isQuiet: true) == nil, "one move at a time")
            try await database.transaction { try inbox.add(fix(2), member: id(1), to: $0) }
            try await database.transaction { try inbox.perform(move, $0) }
            inbox.finished(move, isCommitted: true)
            #expect(try await home(database, 1) == [1] && inbox.rows(of: id(1)).map(\.tag) == [2])
            try await moveAll(inbox, database)
            #expect(try await home(database, 1) == [1, 2])
        }
    }

    @Test func `a move that failed is done again`() async throws {
        try await withHearthDatabase { database in
            let inbox = FixInbox()
            try await database.transaction { try inbox.add(fix(1), member: id(1), to: $0) }
            let move = try #require(inbox.nextMove(rowsMax: 10, isQuiet: true))
            await #expect(throws: StorageError.self) {
                try await database.transaction { transaction in
                    try inbox.perform(move, transaction)
                    throw StorageError(.full, "no room")
                }
            }
            inbox.finished(move, isCommitted: false)
            #expect(inbox.rows(of: id(1)).map(\.tag) == [1])
            try await moveAll(inbox, database)
            #expect(try await home(database, 1) == [1])
        }
    }

    @Test func `a fix whose transaction failed is forgotten, also out of a move that was made already`() async throws {
        try await withHearthDatabase { database in
            let inbox = FixInbox()
            try await database.transaction { transaction in
                for number in Int64(1)...3 { try inbox.add(fix(number), member: id(1), to: transaction) }
            }
            let move = try #require(inbox.nextMove(rowsMax: 10, isQuiet: true))
            inbox.forget([(member: id(1), tag: 2)])
            try await database.transaction { try inbox.perform(move, $0) }
            inbox.finished(move, isCommitted: true)
            #expect(try await home(database, 1) == [1, 3])
            // The two tables go on taking turns.
            for number in Int64(4)...6 {
                try await database.transaction { try inbox.add(fix(number), member: id(1), to: $0) }
                try await moveAll(inbox, database)
            }
            #expect(try await home(database, 1) == [1, 3, 4, 5, 6])
        }
    }

    @Test func `what a crash left behind moves home at the next start, what moved already is not doubled`()
        async throws
    {
        try await withHearthDatabase { database in
            let inbox = FixInbox()
            try await database.transaction { transaction in
                for number in Int64(1)...3 { try inbox.add(fix(number), member: id(1), to: transaction) }
                _ = try transaction.addFix(fix(2), member: id(1))
            }
            _ = inbox.nextMove(rowsMax: 1, isQuiet: true)
            try await database.transaction { try inbox.add(fix(4), member: id(1), to: $0) }
            for _ in 1...2 { try await database.transaction { try FixInbox.recover($0) } }
            #expect(try await home(database, 1) == [1, 2, 3, 4])
        }
    }

    @Test func `the contents of a fix are replaced where it lies`() async throws {
        try await withHearthDatabase { database in
            let inbox = FixInbox()
            try await database.transaction { try inbox.add(fix(1), member: id(1), to: $0) }
            let changed = FixRow(at: moment(1), tag: 1, sealed: [99])
            #expect(try await database.transaction { try inbox.set(changed, member: id(1), in: $0) })
            #expect(inbox.rows(of: id(1)).map(\.sealed) == [[99]])
            try await database.transaction { try FixInbox.recover($0) }
            let sealed = try await database.read { try $0.first("SELECT sealed FROM fix")?.blob(0) }
            #expect(sealed == [99])
            try await moveAll(inbox, database)
            #expect(try await !database.transaction { try inbox.set(changed, member: id(1), in: $0) })
        }
    }
}
