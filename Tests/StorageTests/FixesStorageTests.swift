import Family
import SQL
import Storage
import Testing

@Suite struct FixesStorageTests {
    private func fix(_ seconds: Int64, tag: Int64 = 0, _ contents: UInt8 = 0) -> FixRow {
        FixRow(at: moment(seconds), tag: tag, sealed: [contents])
    }

    private let always = (from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))

    @Test func `the same fix is stored once, for each member by itself`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                #expect(try transaction.addFix(fix(1, tag: 7, 1), member: id(1)))
                #expect(try !transaction.addFix(fix(1, tag: 7, 2), member: id(1)))
                #expect(try transaction.addFix(fix(1, tag: 8), member: id(1)), "another point at the same time")
                #expect(try transaction.addFix(fix(1, tag: 7), member: id(2)))
                let rows = try transaction.fixes(of: id(1), from: always.from, to: always.to, after: nil, limit: 10)
                #expect(rows.map(\.tag) == [7, 8] && rows.first?.sealed == [1], "what came first stays")
            }
        }
    }

    @Test func `fixes come in the order of time, without the end, page after page without loss`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                for second in Int64(0)..<20 {
                    for tag in Int64(-1)...1 {
                        _ = try transaction.addFix(fix(19 - second, tag: tag), member: id(1))
                    }
                }
                let all = try transaction.fixes(of: id(1), from: moment(2), to: moment(18), after: nil, limit: 1_000)
                #expect(all.count == 16 * 3)
                #expect(all.first?.at == moment(2) && all.last?.at == moment(17))
                for limit in 1...7 {
                    var paged: [FixRow] = []
                    var cursor: (at: Timestamp, tag: Int64)?
                    repeat {
                        let page = try transaction.fixes(
                            of: id(1),
                            from: moment(2),
                            to: moment(18),
                            after: cursor,
                            limit: limit
                        )
                        #expect(page.count <= limit)
                        paged += page
                        cursor = page.last.map { ($0.at, $0.tag) }
                    } while cursor != nil
                    #expect(paged.map { [$0.at.milliseconds, $0.tag] } == all.map { [$0.at.milliseconds, $0.tag] })
                }
            }
        }
    }

    @Test func `a fix is found by its mark since a moment, and its contents are replaced`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                _ = try transaction.addFix(fix(10, tag: 5), member: id(1))
                #expect(try transaction.hasFix(of: id(1), tag: 5, since: moment(10)))
                #expect(try !transaction.hasFix(of: id(1), tag: 5, since: moment(11)))
                #expect(try !transaction.hasFix(of: id(1), tag: 6, since: moment(0)))
                #expect(try !transaction.hasFix(of: id(2), tag: 5, since: moment(0)))
                try transaction.setFix(fix(10, tag: 5, 9), member: id(1))
                let rows = try transaction.fixes(of: id(1), from: always.from, to: always.to, after: nil, limit: 9)
                #expect(rows.map(\.sealed) == [[9]])
            }
        }
    }

    @Test func `a presence is replaced with its change number`() async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                #expect(try transaction.presence(of: id(1)) == nil)
                try transaction.savePresence(PresenceRow(sealed: [1], changed: 5), member: id(1))
                try transaction.savePresence(PresenceRow(sealed: [2], changed: 6), member: id(1))
                let row = try #require(try transaction.presence(of: id(1)))
                #expect(row.sealed == [2] && row.changed == 6)
                #expect(try transaction.presence(of: id(2)) == nil)
            }
        }
    }
}
