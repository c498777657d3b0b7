import Family
import SQL
import SQLite
import Storage
import Testing

@Suite struct FixWriteBufferTests {
    private func fix(_ seconds: Int64, tag: Int64? = nil, _ contents: UInt8 = 0) -> FixRow {
        FixRow(at: moment(seconds), tag: tag ?? seconds, sealed: [contents])
    }

    private func fixes(_ range: ClosedRange<Int64>, of number: UInt64 = 1) -> [(member: ID<Member>, fix: FixRow)] {
        range.map { (id(number), fix($0, tag: $0 + Int64(number) * 1_000)) }
    }

    @Test(arguments: DatabaseBackend.allCases)
    func `fixes land in the inbox, and are found there by mark and by member`(_ backend: DatabaseBackend) async throws {
        try await withHearthDatabase(backend) { database in
            var house = InboxHouse(database, rowsPerTable: 8)
            try await house.turn(adding: [(id(1), fix(5, tag: 50)), (id(2), fix(3, tag: 30)), (id(1), fix(4, tag: 40))])
            #expect(house.inbox.contains(tag: 50) && house.inbox.contains(tag: 30) && !house.inbox.contains(tag: 5))
            #expect(house.inbox.rows(of: id(1)).map(\.tag) == [50, 40], "in the order they came")
            #expect(house.inbox.rows(of: id(3)).isEmpty)
            #expect(try await house.counts() == (0, [3, 0]))
            try await house.check()
        }
    }

    @Test func `a full table moves home in parts while the other fills, and its last part clears it`() async throws {
        try await withHearthDatabase { database in
            var house = InboxHouse(database, rowsPerTable: 256)
            for number in UInt64(1)...5 { try await house.turn(adding: fixes(1...51, of: number)) }
            #expect(try await !house.move(isQuiet: false), "255 rows are not due")
            try await house.turn(adding: fixes(1...1, of: 6))
            #expect(try await house.move(isQuiet: false))
            #expect(try await house.counts() == (2, [256, 0]), "a small part, however much came before")
            while try await house.move(isQuiet: false) {}
            #expect(try await house.counts() == (256, [0, 0]))
            try await house.check()
            #expect(try await !house.move())
        }
    }

    @Test func `parts are small while little comes, and grow with what comes`() async throws {
        try await withHearthDatabase { database in
            var house = InboxHouse(database, rowsPerTable: 256)
            try await house.turn(adding: fixes(1...100))
            try await house.turn(adding: fixes(1...200, of: 2))
            try await house.move(isQuiet: false)
            #expect(
                try await house.counts() == (2, [300, 0]),
                "256 / 128, and nothing is cleared before the last part"
            )
            try await house.check()
            try await house.turn(adding: fixes(1...10, of: 3))
            #expect(try await house.counts() == (2, [300, 10]), "the other table fills")
            try await house.move(isQuiet: false)
            #expect(try await house.counts() == (22, [300, 10]))
            try await house.check()
            var parts = 2
            while try await house.counts().inbox[0] > 0 {
                try await house.move(isQuiet: false)
                parts += 1
                try await house.check()
            }
            #expect(parts == 2 + 139)
            #expect(try await house.counts() == (300, [0, 10]))
            #expect(try await !house.move(isQuiet: false), "ten rows are not due")
            try await house.move(isQuiet: true)
            #expect(try await house.counts().home == 302)
            try await house.check()
        }
    }

    @Test func `only one part moves at a time`() async throws {
        try await withHearthDatabase { database in
            var house = InboxHouse(database, rowsPerTable: 4)
            try await house.turn(adding: fixes(1...4))
            #expect(house.inbox.beginCompaction(isQuiet: false))
            #expect(!house.inbox.beginCompaction(isQuiet: true))
            house.inbox.finish(nil)
            #expect(house.inbox.beginCompaction(isQuiet: false))
            house.inbox.finish(nil)
            try await house.check()
        }
    }

    @Test(arguments: [InboxHouse.Ending.refused, .lost])
    func `a turn that fails leaves nothing, and takes back what it replaced`(_ ending: InboxHouse.Ending) async throws {
        try await withHearthDatabase { database in
            var house = InboxHouse(database, rowsPerTable: 8)
            try await house.turn(adding: fixes(1...3))
            try await house.turn(
                adding: fixes(1...5),
                setting: [
                    (id(1), fix(2, tag: 1_002, 7)), (id(1), fix(5, tag: 1_005, 8)), (id(1), fix(2, tag: 1_002, 9)),
                ],
                ending
            )
            #expect(!house.inbox.contains(tag: 1_004))
            try await house.check()
            try await house.turn(adding: fixes(1...5))
            #expect(house.model.count == 5)
            try await house.check()
        }
    }

    @Test(arguments: [InboxHouse.Ending.refused, .lost])
    func `a move that fails leaves everything where it was`(_ ending: InboxHouse.Ending) async throws {
        try await withHearthDatabase { database in
            var house = InboxHouse(database, rowsPerTable: 8)
            try await house.turn(adding: fixes(1...8))
            try await house.move(isQuiet: false, ending)
            #expect(try await house.counts() == (0, [8, 0]))
            try await house.check()
            try await house.turn(adding: fixes(9...10), movesBefore: true, .lost)
            #expect(try await house.counts() == (0, [8, 0]))
            try await house.check()
            while try await house.move() {}
            #expect(try await house.counts() == (8, [0, 0]))
            try await house.check()
        }
    }

    @Test(arguments: 0...5)
    func `new contents reach a fix wherever it lies, and are not lost when it moves`(_ moment: Int) async throws {
        try await withHearthDatabase { database in
            var house = InboxHouse(database, rowsPerTable: 4)
            try await house.turn(adding: fixes(1...4) + fixes(1...4, of: 2))
            // Parts are of one row here, where nothing comes between them.
            try await house.move(isQuiet: false, .lost)
            let marked = [1, 2].flatMap { number in
                fixes(1...4, of: number).map { ($0.member, FixRow(at: $0.fix.at, tag: $0.fix.tag, sealed: [9])) }
            }
            switch moment {
            case 0: try await house.turn(adding: [], setting: marked)
            case 1: try await house.turn(adding: [], setting: marked, movesBefore: true)
            case 2: try await house.turn(adding: [], setting: marked, movesAfter: true)
            case 3:
                for _ in 0..<3 { try await house.move() }
                try await house.turn(adding: fixes(5...5), setting: marked)
            case 4:
                for _ in 0..<7 { try await house.move() }
                try await house.turn(adding: fixes(5...5), setting: marked, movesBefore: true)
            default:
                while try await house.move() {}
                try await house.turn(adding: [], setting: marked)
            }
            try await house.check("\(moment)")
            #expect(house.model.values.count { $0 == [9] } == 8)
            while try await house.move() { try await house.check("\(moment)") }
        }
    }

    @Test func `a fix that comes while a table moves goes to the other table, even in the same commit`() async throws {
        try await withHearthDatabase { database in
            var house = InboxHouse(database, rowsPerTable: 4)
            try await house.turn(adding: fixes(1...4))
            try await house.turn(adding: fixes(5...6), movesBefore: true)
            #expect(try await house.counts() == (1, [4, 2]))
            while try await house.move() {}
            try await house.turn(adding: fixes(7...7))
            try await house.turn(adding: fixes(8...8), movesAfter: true)
            #expect(try await house.counts() == (7, [2, 0]))
            #expect(house.inbox.rows(of: id(1)).map(\.tag) == [1_007], "added before the move, and moved with it")
            try await house.check()
        }
    }

    @Test func `an inbox that is full lets fixes through to where they belong`() async throws {
        try await withHearthDatabase { database in
            var house = InboxHouse(database, rowsPerTable: 4)
            try await house.turn(adding: fixes(1...11))
            #expect(try await house.counts() == (3, [8, 0]))
            try await house.check()
            try await house.turn(adding: fixes(9...12), .lost)
            try await house.turn(adding: fixes(9...12))
            #expect(house.model.count == 12)
            try await house.check()
        }
    }

    @Test func `a process that opens the file after a kill finds every fix once`() async throws {
        try await withFolder { folder in
            let path = folder + "/test.db"
            try await closing(Database(SQLite(path: path))) { database in
                try await hearthMigrator.migrate(database)
                var house = InboxHouse(database, rowsPerTable: 4)
                for step in Int64(1)...12 {
                    try await house.turn(adding: fixes((step * 3 - 2)...(step * 3), of: UInt64(step % 3)))
                    try await house.move(isQuiet: step % 4 == 0)
                    // Nothing but the file is left of the first process; the second one's work is undone for the next.
                    try await closing(Database(SQLite(path: path))) { second in
                        try await InboxHouse(second, rowsPerTable: 4, after: house).checkDisk("step \(step)")
                    }
                }
                var next = InboxHouse(database, rowsPerTable: 4, after: house)
                try await next.restart()
                #expect(try await next.counts() == (36, [0, 0]))
                try await next.turn(adding: fixes(1...6, of: 1))
                try await next.check()
            }
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `any turns, failures, moves and restarts keep each fix once`(seed: UInt64) async throws {
        try await withHearthDatabase(seed == 1 && DatabaseBackend.usual == .memory ? .file : .usual) { database in
            var chance = InboxChance(state: seed)
            var house = InboxHouse(database, rowsPerTable: [1, 3, 8, 300][Int(seed % 4)])
            for step in 0..<60 {
                let ending = chance.pick([.committed, .committed, .committed, .refused, .lost] as [InboxHouse.Ending])
                switch chance.next(below: 10) {
                case 0: try await house.restart()
                case 1, 2: try await house.move(isQuiet: chance.next(below: 2) == 0, ending)
                default:
                    let new = (0..<chance.next(below: 9)).map { _ in chance.fix() }
                    // In the middle of a turn a set may also hit what it just added, or nothing.
                    let changed = (0..<chance.next(below: 3)).map { _ in chance.fix() }
                    try await house.turn(
                        adding: new,
                        setting: changed,
                        movesBefore: chance.next(below: 4) == 0,
                        movesAfter: chance.next(below: 4) == 0,
                        ending
                    )
                }
                try await house.check("seed \(seed), step \(step)")
            }
        }
    }
}

/// Chance that a seed repeats: SplitMix64, and fixes that often repeat.
private struct InboxChance {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(limit))
    }

    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[next(below: choices.count)]
    }

    mutating func fix() -> (member: ID<Member>, fix: FixRow) {
        let (member, at) = (next(below: 4), next(below: 40))
        // Real marks differ from device to device and time to time.
        let tag = Int64(member * 1_000 + at * 2 + next(below: 2))
        return (id(UInt64(member)), FixRow(at: moment(Int64(at)), tag: tag, sealed: [UInt8(next(below: 256))]))
    }
}
