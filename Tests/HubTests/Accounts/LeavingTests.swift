import Bus
import Family
import Hub
import SQL
import SQLite
import Storage
import Testing

/// F46, F58 and S41: whoever leaves is gone at once, and nothing leads back to them.
@Suite struct LeavingTests {
    @Test func `F58: after leaving, no row and no byte of the database's files holds the member`() async throws {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let (anna, marks) = try await home.fullMember()
                for mark in marks { #expect(try filesHold(mark.bytes, path), "\(mark.name) is there before") }
                try await home.leave(anna)
                #expect(try await home.rowsHolding(marks) == [])
                for mark in marks { #expect(try !filesHold(mark.bytes, path), "\(mark.name)") }
                #expect(try await home.hub.database.read { try $0.leaving().isEmpty })
            }
        }
    }

    @Test func `F58: a member's rows stand in every table of the registry before they leave`() async throws {
        try await TestHub.run { home in
            let (_, marks) = try await home.fullMember()
            let holding = Set(try await home.rowsHolding(marks))
            let expected = MemberTable.all.filter { table in
                if case .holdsNobody = table.deletion { return false }
                return !table.columns.isEmpty
            }
            // Sealed under the hub's key and told only on opening; and of the two inboxes one fills while one moves.
            #expect(holding.contains("fix_inbox_0") || holding.contains("fix_inbox_1"))
            let unseen: Set = ["outbox", "leaving", "fix_inbox_0", "fix_inbox_1"]
            #expect(Set(expected.map(\.name.description)).subtracting(unseen).subtracting(holding) == [])
        }
    }

    @Test func `F58: messages to the number of who left are gone, others stay`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            _ = try await home.member(2)
            _ = try await home.ask(.login, for: 1)
            _ = try await home.ask(.login, for: 2)
            try await home.leave(anna)
            try await home.hub.sendMessages()
            #expect(try await home.hub.outboxItems(after: nil).map(\.to) == [TestHub.phone(2)])
        }
    }

    @Test func `S41: the data key is gone, sessions, devices and links open nothing, and the number is free`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, session) = try await home.hub.addSession(for: anna)
            let (_, device) = try await home.hub.addDevice(home.hub.outside.newID(), for: anna, name: "phone")
            let (_, link) = try await home.hub.addClockLink(for: anna)
            #expect(try await home.hub.caller(token: session)?.member == anna)
            #expect(try await home.hub.credential(token: Array(device.utf8))?.member == anna)
            try await home.hub.leave(caller)
            #expect(try await home.hub.caller(token: session) == nil)
            #expect(try await home.hub.credential(token: Array(device.utf8)) == nil)
            #expect(try await home.hub.wallReader(token: link) == nil)
            #expect(try await home.hub.database.read { try $0.member(anna) } == nil)
            #expect(try await home.published().contains([.memberDisabled(anna)]))
            await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            }
            let again = try await home.member(1)
            #expect(again != anna)
        }
    }

    @Test func `S18: leaving takes a session that proved lately who holds it`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (caller, _) = try await home.hub.addSession(for: anna)
            home.clock.advance(seconds: 301)
            await #expect(throws: ProofRefusal.self) { try await home.hub.leave(caller) }
            #expect(try await home.hub.profile(anna).name == "Member 1")
        }
    }

    @Test func `a fix that a phone sends while its member leaves is not stored`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            await home.send(berlin, from: device)
            try await home.leave(anna)
            home.clock.advance(seconds: 60)
            #expect(await home.send(berlin.moved(northMetres: 50, eastMetres: 0), from: device) == .failure(.notStored))
            home.hub.tidy()
            try await home.hub.database.transaction { _ in }
            let count = try await home.hub.database.read { try $0.first("SELECT count(*) FROM every_fix")?.integer(0) }
            #expect(count == 0)
        }
    }

    @Test func `other members' fixes in the inbox are kept when one member leaves`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let devices = [try await home.device(of: anna), try await home.device(of: bo)]
            for step in 0..<40 {
                home.clock.advance(seconds: 30)
                await home.send(berlin.moved(northMetres: Double(step) * 40, eastMetres: 0), from: devices[step % 2])
            }
            try await home.leave(anna)
            #expect(try await home.track(of: bo).count == 20)
            home.hub.tidy()
            try await home.hub.database.transaction { _ in }
            #expect(try await home.track(of: bo).count == 20)
            #expect(try await home.restarted().track(of: bo).count == 20)
        }
    }

    @Test func `F58: a hub that stopped in the middle goes on when it starts`() async throws {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let (anna, marks) = try await home.fullMember()
                let device = try await home.device(of: anna)
                await home.send(berlin, from: device)
                home.hub.tidy()
                try await home.hub.database.transaction { _ in }
                // As after the transaction that ends an account: what goes in parts is still there.
                try await home.hub.database.transaction { transaction in
                    let row = try #require(try transaction.member(anna))
                    try transaction.deleteRows(of: LeavingMember(row, nobody: home.hub.outside.newID()))
                    try transaction.startLeaving(anna, now: home.clock.now)
                }
                #expect(try await home.rowsHolding(marks).contains("fix"))
                let restarted = try await home.restarted()
                #expect(try await restarted.rowsHolding(marks).filter { $0 != "outbox" } == [])
            }
        }
    }

    @Test func `S35: the hashes of who left are kept beside the database as well, and replayed from there`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let row = try #require(try await home.hub.database.read { try $0.member(bo) })
            try await home.leave(bo)
            let kept = home.tombstones.withLock { $0 }
            #expect(kept.count == 1 && kept[0].count == 32)
            // A database from before: the member is there and the tombstone is not.
            try await home.hub.database.transaction { transaction in
                try transaction.run("DELETE FROM tombstone")
                try transaction.addFamily(row.family, now: row.createdAt)
                _ = try transaction.addMember(row)
            }
            let restarted = try await home.restarted()
            #expect(try await restarted.hub.members(after: nil, limit: 10).map(\.id) == [anna])
        }
    }

    @Test func `S35: a restart on a restored database deletes again a member who had left since`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let row = try #require(try await home.hub.database.read { try $0.member(anna) })
            try await home.leave(anna)
            try await home.hub.database.transaction { transaction in
                try transaction.addFamily(row.family, now: row.createdAt)
                _ = try transaction.addMember(row)
            }
            let restarted = try await home.restarted()
            #expect(try await restarted.hub.members(after: nil, limit: 10).map(\.id) == [bo])
        }
    }
}

// MARK: Who stays, and who may not leave

extension LeavingTests {
    @Test func `F46: for a day others have a silent ghost under a fresh identity, then that they are no longer here`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            try await home.connect(viewer: anna, to: bo, number: 2, .place)
            let device = try await home.device(of: anna)
            await home.send(berlin, from: device)
            try await home.hub.setClock(of: bo, slots: nil, members: [anna])
            _ = try await home.published()
            try await home.leave(anna)
            #expect(try await home.published().flatMap(\.self).contains(.connections(viewer: bo)))

            let (seen, seers) = try await home.hub.connections(of: bo)
            let ghost = try #require(seen.first)
            #expect(ghost.person.name == "Member 1" && !ghost.isGone && ghost.consent.subject != anna)
            #expect(seers.map(\.consent.viewer) == [ghost.consent.subject] && seers.first?.consent.precision == .place)
            let view = try #require(try await home.view(of: ghost.consent.subject, for: bo))
            #expect(view.state == .lost && view.position == nil && view.cell == nil && view.batteryPercent == nil)
            #expect(try await home.hub.clock(of: bo).reading.hands.map(\.member) == [ghost.consent.subject])

            home.clock.advance(seconds: 86_401)
            #expect(try await home.hub.connections(of: bo).seen.map(\.isGone) == [true])
            #expect(try await home.hub.grants(of: bo).map(\.subject) == [bo])
            try await home.hub.endConnection(ghost.consent.id, by: bo)
            #expect(try await home.hub.connections(of: bo).seen.isEmpty)
        }
    }

    @Test func `a ghost can be lowered and removed as its person could`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.connect(viewer: anna, to: bo, number: 2, .exact)
            try await home.leave(anna)
            let seer = try #require(try await home.hub.connections(of: bo).seers.first)
            let lowered = try await home.hub.changeConnection(
                seer.consent.id,
                by: bo,
                precision: .place,
                expiresAt: nil
            )
            #expect(lowered.consent.precision == .place && lowered.consent.viewer == seer.consent.viewer)
            try await home.hub.endConnection(seer.consent.id, by: bo)
            #expect(try await home.hub.connections(of: bo).seers.isEmpty)
        }
    }

    @Test func `the only keeper names another before leaving, and the last member may just go`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            await #expect(throws: LeavingRefusal.onlyKeeper) { try await home.leave(anna, asKeeper: true) }
            await #expect(throws: LeavingRefusal.keeperUnknown) {
                try await home.leave(anna, asKeeper: true, keeper: home.hub.outside.newID())
            }
            await #expect(throws: LeavingRefusal.keeperUnknown) {
                try await home.leave(anna, asKeeper: true, keeper: anna)
            }
            #expect(try await home.hub.profile(anna).keeper)
            try await home.leave(anna, asKeeper: true, keeper: bo)
            #expect(try await home.hub.profile(bo).keeper)
            try await home.leave(bo, asKeeper: true)
            #expect(try await home.hub.members(after: nil, limit: 10).isEmpty)
        }
    }

    @Test func `the last adult of a family with children cannot leave them`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            let anna = try await home.member(2)
            let child = try await home.hub.addMember(
                phone: TestHub.phone(3),
                name: "Kim",
                password: nil,
                role: "child"
            )
            try await home.hub.database.transaction { transaction in
                let family = try #require(try transaction.member(anna)).family
                try transaction.run("UPDATE member SET family = \(family.bytes) WHERE id = \(child.bytes)")
            }
            await #expect(throws: LeavingRefusal.lastAdult) { try await home.leave(anna) }
            try await home.leave(child)
            try await home.leave(anna)
        }
    }
}
