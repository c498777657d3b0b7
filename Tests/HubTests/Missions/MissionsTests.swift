import Bus
import Family
import Hub
import LedgerLog
import SQL
import SQLite
import Storage
import Testing

/// E1 to E7 on a real database: missions, countdowns, gold and the store.
@Suite struct MissionsTests {
    @Test func `a countdown that cannot be ended is tried later and later, logged once, and holds up no other`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            for member in [anna, mira] {
                _ = try await home.start(try await home.mission("Practise", 20, of: member, by: member), by: member)
            }
            home.clock.advance(seconds: 4_000)
            try await home.hub.database.transaction { transaction in
                try transaction.run("CREATE TABLE stuck (member BLOB) STRICT")
                try transaction.run("INSERT INTO stuck VALUES (\(anna.bytes))")
                try transaction.run(
                    """
                    CREATE TRIGGER stuck_countdown BEFORE UPDATE ON focus_session
                    WHEN OLD.member IN (SELECT member FROM stuck) BEGIN SELECT RAISE(ABORT, 'stuck'); END
                    """
                )
            }
            for _ in 0..<20 {
                await home.hub.handleFocusDeadlines()
                home.clock.advance(seconds: 1)
            }
            #expect(home.log.text.split(separator: "\n").count { $0.contains("could not be ended") } == 1)
            let due = { try await home.hub.database.read { try $0.focusDue(now: home.clock.now, limit: 9) } }
            #expect(try await due() == [anna])
            try await home.hub.database.transaction { try $0.run("DELETE FROM stuck") }
            home.clock.advance(seconds: 30)
            await home.hub.handleFocusDeadlines()
            #expect(try await due() == [])
        }
    }

    @Test func `E2, E3, E5, E6: a countdown earns gold once, the bottle is bought, the keyboard is too dear`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let mission = try await home.mission("Practise the cello", 20, of: mira, by: mira)
            let session = try await home.start(mission, by: mira)
            #expect(session.plannedMilliseconds == 1_200_000)
            home.clock.advance(seconds: 600)
            let restarted = try await home.restarted()
            let seen = try #require(try await restarted.hub.focus(of: mira, for: mira).countdown).session
            #expect(seen.remainingMilliseconds(now: home.clock.now) == 600_000)
            home.clock.advance(seconds: 4_000)
            await restarted.hub.handleFocusDeadlines()
            await restarted.hub.handleFocusDeadlines()
            #expect(try await restarted.hub.focus(of: mira, for: mira).countdown == nil)
            #expect(try await home.gold(of: mira) == 20)

            let bottle = try await home.item("Sports bottle", 5, stock: 1, by: anna)
            let keyboard = try await home.item("Keyboard", 1_000, stock: 1, by: anna)
            #expect(
                await home.missionsRefusal { try await home.buy(keyboard, by: mira) }
                    == .purchase(.notEnoughGold(missing: Amount(980)))
            )
            let purchase = try await home.buy(bottle, by: mira)
            #expect(try await home.gold(of: mira) == 15)
            #expect(await home.missionsRefusal { try await home.buy(bottle, by: mira) } == .purchase(.soldOut))
            let delivered = try await home.hub.decide(.deliver, on: purchase.id, version: 1, by: anna)
            #expect(delivered.isDecided)
            #expect(try await !home.hub.decide(.deliver, on: purchase.id, version: 1, by: anna).isDecided)
            #expect(try await home.gold(of: mira) == 15)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `F59, F60: fifty approvals at once pay once, and those that came late are told so`() async throws {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let mission = try await home.mission("Tidy up", 20, of: mira, by: anna)
            #expect(try await home.hub.decide(.claim, on: 0, of: mission, version: 1, by: mira).isDecided)
            #expect(
                await home.missionsRefusal {
                    try await home.hub.decide(.approve(gold: nil), on: 0, of: mission, version: 2, by: mira)
                } == .notAllowed
            )
            let hub = home.hub
            let decided = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    let decision: MissionDecision = number % 5 == 4 ? .claim : .approve(gold: nil)
                    let asker = number % 5 == 4 ? mira : anna
                    group.addTask {
                        try await hub.decide(decision, on: 0, of: mission, version: number % 5 == 4 ? 1 : 2, by: asker)
                            .isDecided
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(decided == 1)
            #expect(try await home.gold(of: mira) == 20)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `F64: an approval is undone by an entry; what was spent is owed, and blocks the store and nothing else`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let bottle = try await home.item("Sports bottle", 5, stock: 9, by: anna)
            let mission = try await home.mission("Tidy up", 20, of: mira, by: anna)
            _ = try await home.hub.decide(.claim, on: 0, of: mission, version: 1, by: mira)
            _ = try await home.hub.decide(.approve(gold: nil), on: 0, of: mission, version: 2, by: anna)
            let purchase = try await home.buy(bottle, by: mira)
            _ = try await home.hub.decide(.deliver, on: purchase.id, version: 1, by: anna)
            #expect(try await home.hub.decide(.undo, on: 0, of: mission, version: 3, by: anna).isDecided)
            #expect(try await !home.hub.decide(.undo, on: 0, of: mission, version: 3, by: anna).isDecided)
            #expect(
                await home.missionsRefusal { try await home.buy(bottle, by: mira) }
                    == .purchase(.notEnoughGold(missing: Amount(10)))
            )
            #expect(try await home.faults().isEmpty, "the check allows a reversal")
            _ = try await home.hub.decide(.approve(gold: nil), on: 0, of: mission, version: 4, by: anna)
            #expect(try await home.gold(of: mira) == 15)
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `F61: of two purchases at once with gold for one, one succeeds, and a refusal gives all of it back`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let bottle = try await home.item("Sports bottle", 15, stock: 9, by: anna)
            let mission = try await home.mission("Tidy up", 20, of: mira, by: anna)
            _ = try await home.hub.decide(.claim, on: 0, of: mission, version: 1, by: mira)
            _ = try await home.hub.decide(.approve(gold: nil), on: 0, of: mission, version: 2, by: anna)
            let bought = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask { await home.missionsRefusal { try await home.buy(bottle, by: mira) } == nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(bought == 1)
            #expect(try await home.gold(of: mira) == 5)
            let purchase = try #require(try await home.hub.purchases(for: mira, limit: 9).first).purchase
            #expect(try await home.hub.decide(.refuse, on: purchase.id, version: 1, by: anna).isDecided)
            #expect(try await home.gold(of: mira) == 20)
            _ = try await home.buy(bottle, by: mira)
            home.clock.advance(seconds: 7 * 86_400)
            await home.hub.handlePurchaseDeadlines()
            #expect(try await home.gold(of: mira) == 20)
            #expect(try await home.hub.storeItems(for: mira).map(\.item.stock) == [9])
            #expect(try await home.faults().isEmpty)
        }
    }

    @Test func `F62: one countdown runs for one person, whatever the mission, and ten seconds cost nothing`()
        async throws
    {
        try await TestHub.run { home in
            let (_, mira) = try await home.annaAndMira()
            let first = try await home.mission("Read", 20, of: mira, by: mira)
            let second = try await home.mission("Write", 20, of: mira, by: mira)
            let session = try await home.start(first, by: mira)
            #expect(
                await home.missionsRefusal { try await home.start(second, by: mira) }
                    == .focus(.alreadyRunning(session.id))
            )
            home.clock.advance(seconds: 10)
            #expect(try await home.hub.ask(.cancel, of: session.id, for: first, by: mira).session.hasEnded)
            let again = try await home.start(first, by: mira)
            #expect(again.plannedMilliseconds == 1_200_000)
            home.clock.advance(seconds: 600)
            #expect(
                try await home.hub.ask(.stop, of: again.id, for: first, by: mira).session.rewardedMilliseconds
                    == 600_000
            )
            #expect(try await home.hub.decide(.claim, on: 0, of: first, version: 1, by: mira).isDecided)
            #expect(try await home.gold(of: mira) == 10)
        }
    }

    @Test func `F65: a child does not see a sibling's missions, and a member of another family sees none`() async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let family = try await home.hub.family(of: anna).id
            let timo = try await home.child(of: family, by: anna).id
            let stranger = try await home.member(2)
            _ = try await home.mission("Mira's", 20, of: mira, by: anna)
            _ = try await home.mission("Whoever", 20, of: nil, by: anna)
            #expect(try await home.hub.missions(for: mira).map(\.mission.name.text) == ["Whoever", "Mira's"])
            #expect(try await home.hub.missions(for: timo).map(\.mission.name.text) == ["Whoever"])
            #expect(try await home.hub.missions(for: stranger).isEmpty)
            #expect(
                await home.missionsRefusal { try await home.mission("Theirs", 20, of: mira, by: stranger) }
                    == .assigneeUnknown
            )
        }
    }

    @Test func `F65: a child's pause is sent to the adults and the child; a sibling can neither see nor set it`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let timo = try await home.child(of: try await home.hub.family(of: anna).id, by: anna).id
            _ = try await home.mission("Cello", 20, of: mira, by: mira)
            _ = try await home.published()
            let streak = try await home.hub.pauseStreak(of: mira, until: nil, by: anna)
            #expect(streak.today == .paused)
            #expect(Set(try await home.published().joined()) == [.missions(anna), .missions(mira)])
            #expect(await home.missionsRefusal { try await home.hub.focus(of: mira, for: timo) } == .notFound)
            #expect(
                await home.missionsRefusal { try await home.hub.pauseStreak(of: mira, until: nil, by: timo) }
                    == .notFound
            )
            let yesterday = LocalDay(home.clock.now) { _ in 0 }.advanced(byDays: -1)
            #expect(
                await home.missionsRefusal { try await home.hub.pauseStreak(of: mira, until: yesterday, by: mira) }
                    == .dayPast
            )
        }
    }

    @Test func `a day is that of the member's wall, and a child's is that of its family`() async throws {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            _ = try await home.hub.changeProfile(anna, name: nil, colour: nil, timeZone: "Pacific/Kiritimati")
            let request = MissionRequest(
                name: "Cello",
                minutes: 20,
                assignee: mira,
                repeats: MissionRepeat(every: .day, from: .due)
            )
            let mission = try await home.hub.addMission(home.hub.outside.newID(), by: mira, request)
            let there = LocalDay(home.clock.now) { _ in 14 * 3_600 }
            #expect(mission.occurrences.first?.occurrence.due == there)
        }
    }

    @Test func `F61: a purchase is not listed for decision in the wallet and cannot be decided there`() async throws {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let bottle = try await home.item("Sports bottle", 5, stock: 9, by: anna)
            let mission = try await home.mission("Tidy up", 20, of: mira, by: anna)
            _ = try await home.hub.decide(.claim, on: 0, of: mission, version: 1, by: mira)
            _ = try await home.hub.decide(.approve(gold: nil), on: 0, of: mission, version: 2, by: anna)
            let purchase = try await home.buy(bottle, by: mira)
            let (hub, family) = (home.hub, try await home.hub.family(of: anna).id)
            #expect(try await hub.decisions(of: family, for: anna).isEmpty)
            let id = hub.outside.newID(of: LedgerCommand.self)
            await #expect(throws: MoneyRefusal.notFound) {
                try await hub.decide(purchase.hold, in: family, by: anna, posting: true, id: id)
            }
            #expect(try await hub.decide(.withdraw, on: purchase.id, version: 1, by: mira).isDecided)
            #expect(try await home.gold(of: mira) == 20)
        }
    }

    @Test func `E2: changing a mission updates its open occurrence, and a claimed one stays claimed`() async throws {
        try await TestHub.run { home in
            let (anna, mira) = try await home.annaAndMira()
            let timo = try await home.child(of: try await home.hub.family(of: anna).id, by: anna).id
            let mission = try await home.mission("Tidy up", 20, of: mira, by: anna)
            let change = MissionRequest(name: "Tidy the hall", minutes: 10, assignee: timo)
            let changed = try await home.hub.changeMission(mission, by: anna, change)
            #expect(changed.mission.minutes.count == 10 && changed.occurrences.first?.occurrence.doer == timo)
            #expect(
                await home.missionsRefusal { try await home.hub.changeMission(mission, by: timo, change) }
                    == .notAllowed
            )
            let session = try await home.start(mission, by: timo)
            #expect(
                await home.missionsRefusal { try await home.hub.changeMission(mission, by: anna, change) }
                    == .mission(.isRunning)
            )
            _ = try await home.hub.ask(.cancel, of: session.id, for: mission, by: timo)
            _ = try await home.hub.decide(.claim, on: 0, of: mission, version: 2, by: timo)
            var again = change
            again.repeats = MissionRepeat(every: .week, from: .completion)
            let claimed = try await home.hub.changeMission(mission, by: anna, again)
            #expect(claimed.occurrences.map(\.stage) == [.claimed, .upcoming])
            #expect(claimed.occurrences[0].may == [.approve, .reject])
        }
    }
}
