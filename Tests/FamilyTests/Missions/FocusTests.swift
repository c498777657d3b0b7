import Family
import Testing

@Suite struct FocusTests {
    private let bench = FocusBench()
    private let begin = moment("2026-11-16T15:00:00Z")

    @Test func `F62: the remaining time depends on the hub's clock alone, at whatever moment it is asked for`() throws {
        let id = try bench.start(minutes: 20)
        for (seconds, left) in [(0, 1_200), (1, 1_199), (600, 600), (1_199, 1), (1_200, 0), (90_000, 0)] {
            let later = begin.advanced(bySeconds: Int64(seconds))
            let session = try #require(bench.focus.session)
            #expect(session.remainingMilliseconds(now: later) == Int64(left) * 1_000)
            #expect(session.countdown(now: later).remainingMilliseconds(now: later) == Int64(left) * 1_000)
        }
        #expect(bench.focus.session?.remainingMilliseconds(now: begin.advanced(bySeconds: -30)) == 1_200_000)
        #expect(bench.focus.session?.id == id)
    }

    @Test func `F62: a countdown that was stored and read again is the same one`() throws {
        _ = try bench.start(minutes: 20)
        let stored = try #require(bench.focus.session)
        let read = FocusSession(
            id: stored.id,
            member: stored.member,
            mission: stored.mission,
            occurrence: stored.occurrence,
            startedAt: stored.startedAt,
            day: stored.day,
            plannedMilliseconds: stored.plannedMilliseconds,
            mayPause: stored.mayPause,
            mayStop: stored.mayStop,
            phase: stored.phase,
            workedMilliseconds: stored.workedMilliseconds,
            pausedMilliseconds: stored.pausedMilliseconds,
            rewardedMilliseconds: stored.rewardedMilliseconds
        )
        let restarted = FocusBench()
        restarted.focus = Focus(
            session: read,
            endedAt: bench.focus.endedAt,
            day: bench.focus.day,
            rewardedMilliseconds: bench.focus.rewardedMilliseconds
        )
        #expect(restarted.focus == bench.focus)
        bench.wait(seconds: 7_200)
        restarted.wait(seconds: 7_200)
        #expect(restarted.handleDeadline() == bench.handleDeadline())
        #expect(restarted.focus == bench.focus)
    }

    @Test(
        arguments: [(1_200, 900, 300), (1_200, 1_170, 0), (1_200, 5_000, 0), (1_200, -5, 1_200)]
            as [(Int64, Int64, Int64)]
    )
    func `F62: time spent on a guest's device counts for the mission and earns no gold`(
        planned: Int64,
        brought: Int64,
        paid: Int64
    ) throws {
        var plan = bench.plan(minutes: planned / 60)
        plan.broughtMilliseconds = brought * 1_000
        let session = try bench.start(plan)
        let passed = max(0, min(brought, planned - 1))
        #expect(session.remainingMilliseconds(now: bench.now) == (planned - passed) * 1_000)
        bench.wait(seconds: planned)
        let ended = try #require(bench.handleDeadline())
        #expect(ended.phase == .ended(.finished, at: begin.advanced(bySeconds: planned - passed)))
        #expect(ended.countedMilliseconds == planned * 1_000)
        #expect(ended.rewardedMilliseconds == paid * 1_000)
    }

    @Test func `a countdown with time brought along has no free cancellation, and a stop counts all its time`() throws {
        var plan = bench.plan(minutes: 20)
        plan.broughtMilliseconds = 600_000
        let session = try bench.start(plan)
        #expect(session.freeUntil < bench.now)
        bench.wait(seconds: 90)
        let stopped = try #require(try bench.take(.stop, of: session.id))
        #expect(stopped.countedMilliseconds == 690_000)
        #expect(stopped.rewardedMilliseconds == 90_000)
    }

    @Test(arguments: [0, 1, 5_000, 5_001, 3_600_000] as [Int64])
    func `F62: a countdown whose end is noticed late counts exactly the planned time`(late: Int64) throws {
        _ = try bench.start(minutes: 20)
        bench.now = begin.advanced(byMilliseconds: 1_200_000 + late)
        let ended = try #require(bench.handleDeadline())
        #expect(ended.phase == .ended(.finished, at: begin.advanced(bySeconds: 1_200)))
        #expect(ended.countedMilliseconds == 1_200_000)
        #expect(ended.rewardedMilliseconds == 1_200_000)
        #expect(bench.focus.endedAt == begin.advanced(bySeconds: 1_200))
    }

    @Test(arguments: FocusRequest.allCases)
    func `F62: whatever is asked after its end, it has finished`(request: FocusRequest) throws {
        let id = try bench.start(minutes: 1)
        bench.wait(seconds: 61)
        #expect(try bench.take(request, of: id)?.phase == .ended(.finished, at: begin.advanced(bySeconds: 60)))
        #expect(throws: FocusRefusal.notRunning) { try bench.take(request, of: id) }
    }

    @Test func `F62: one countdown runs for one person, and a repeated start is the same one`() throws {
        let id = try bench.start(minutes: 20)
        #expect(throws: FocusRefusal.alreadyRunning(id)) { try bench.start(minutes: 20) }
        bench.wait(seconds: 9)
        let again = try bench.start(bench.plan(id, minutes: 20))
        #expect(again.id == id)
        #expect(again.startedAt == begin)
        bench.wait(seconds: 1_191)
        #expect(bench.handleDeadline()?.id == id)
        #expect(try bench.start(minutes: 5) != id)
        #expect(bench.focus.session?.startedAt == bench.now)
    }

    @Test(arguments: [(0, true), (10_000, true), (10_001, false), (1_199_999, false)] as [(Int64, Bool)])
    func `F62: called off within ten seconds it was never there, and given up later nothing of it counts`(
        after: Int64,
        isFree: Bool
    ) throws {
        let id = try bench.start(minutes: 20)
        bench.now = begin.advanced(byMilliseconds: after)
        let ended = try #require(try bench.take(.cancel, of: id))
        #expect(ended.phase == .ended(isFree ? .cancelled : .abandoned, at: bench.now))
        #expect(ended.countedMilliseconds == 0)
        #expect(ended.rewardedMilliseconds == 0)
    }

    @Test(arguments: [(59_999, 0), (60_000, 60_000), (61_500, 61_500)] as [(Int64, Int64)])
    func `F63: less than a minute pays nothing`(after: Int64, rewarded: Int64) throws {
        let id = try bench.start(minutes: 20)
        bench.now = begin.advanced(byMilliseconds: after)
        let ended = try #require(try bench.take(.stop, of: id))
        #expect(ended.rewardedMilliseconds == rewarded)
        #expect(ended.countedMilliseconds == after)
    }

    @Test func `F63: four hours of a day pay, and the next day pays again`() throws {
        var rewarded: [Int64] = []
        for _ in 0..<6 {
            _ = try bench.start(minutes: 50)
            bench.wait(seconds: 3_000)
            rewarded.append(try #require(bench.handleDeadline()).rewardedMilliseconds / 60_000)
        }
        #expect(rewarded == [50, 50, 50, 50, 40, 0])
        bench.wait(seconds: 86_400)
        _ = try bench.start(minutes: 50)
        bench.wait(seconds: 3_000)
        #expect(bench.handleDeadline()?.rewardedMilliseconds == 3_000_000)
    }

    @Test func `F63: a day that comes again pays no second time`() throws {
        let today = TestZone.utc.day(begin)
        for (offset, pays) in [(0, 240), (1, 240), (0, 0), (1, 0), (2, 240)] as [(Int64, Int64)] {
            var plan = bench.plan(minutes: 240)
            plan.today = today.advanced(byDays: offset)
            _ = try bench.start(plan)
            bench.wait(seconds: 240 * 60)
            #expect(bench.handleDeadline()?.rewardedMilliseconds == pays * 60_000)
        }
    }

    @Test func `F63: a clock that is set back counts no minute twice`() throws {
        _ = try bench.start(minutes: 10)
        bench.wait(seconds: 600)
        let end = bench.now
        _ = bench.handleDeadline()
        bench.wait(seconds: -540)
        _ = try bench.start(minutes: 10)
        #expect(bench.focus.session?.startedAt == end)
        #expect(bench.focus.session?.remainingMilliseconds(now: bench.now) == 600_000)
        #expect(bench.focus.deadline == end.advanced(bySeconds: 600))
    }

    @Test func `a pause stands still, for an hour in all`() throws {
        let id = try bench.start(minutes: 20)
        bench.wait(seconds: 300)
        #expect(try bench.take(.pause, of: id) == nil)
        bench.wait(seconds: 60)
        #expect(try bench.take(.pause, of: id) == nil)
        bench.wait(seconds: 1_740)
        #expect(bench.focus.session?.remainingMilliseconds(now: bench.now) == 900_000)
        #expect(bench.focus.session?.countdown(now: bench.now).fractionLeft(now: bench.now) == 0.75)
        #expect(try bench.take(.resume, of: id) == nil)
        #expect(try bench.take(.resume, of: id) == nil)
        #expect(bench.focus.deadline == bench.now.advanced(bySeconds: 900))
        #expect(try bench.take(.pause, of: id) == nil)
        bench.wait(seconds: 1_800)
        #expect(bench.focus.deadline == bench.now)
        let ended = try #require(bench.handleDeadline())
        #expect(ended.phase == .ended(.stopped, at: bench.now))
        #expect(ended.rewardedMilliseconds == 300_000)
    }

    @Test func `where a family allows neither, a countdown is not paused and not stopped`() throws {
        var plan = bench.plan(minutes: 20)
        (plan.mayPause, plan.mayStop) = (false, false)
        let id = try bench.start(plan).id
        let before = bench.focus
        bench.wait(seconds: 60)
        #expect(throws: FocusRefusal.pauseNotAllowed) { try bench.take(.pause, of: id) }
        #expect(throws: FocusRefusal.stopNotAllowed) { try bench.take(.stop, of: id) }
        #expect(bench.focus == before)
        #expect(try bench.take(.cancel, of: id)?.rewardedMilliseconds == 0)
    }

    @Test(
        arguments: [
            (0, .hearth), (799, .hearth), (800, .caution), (999, .caution), (1_000, .danger), (1_199, .danger),
            (1_200, .done),
        ] as [(Int64, CountdownPhase)]
    )
    func `the ring goes through caution to danger in its last third`(after: Int64, phase: CountdownPhase) throws {
        _ = try bench.start(minutes: 20)
        let later = begin.advanced(bySeconds: after)
        #expect(bench.focus.session?.countdown(now: later).phase(now: later) == phase)
    }
}

/// One member's countdowns, and a clock.
private final class FocusBench {
    var focus = Focus()
    var now = moment("2026-11-16T15:00:00Z")
    private var sessions: UInt64 = 0

    func start(minutes: Int64) throws -> ID<FocusSession> {
        try start(plan(minutes: minutes)).id
    }

    func start(_ plan: FocusPlan) throws -> FocusSession {
        try focus.start(plan, now: now)
    }

    func wait(seconds: Int64) {
        now = now.advanced(bySeconds: seconds)
    }

    func take(_ request: FocusRequest, of id: ID<FocusSession>) throws(FocusRefusal) -> FocusSession? {
        try focus.apply(request, of: id, now: now)
    }

    func handleDeadline() -> FocusSession? {
        focus.handleDeadline(now: now)
    }

    func plan(_ id: ID<FocusSession>? = nil, minutes: Int64) -> FocusPlan {
        sessions += 1
        let scene = MissionScene(minutes: minutes)
        return FocusPlan(
            id: id ?? ID(high: 6, low: sessions),
            member: MissionScene.child,
            occurrence: scene.occurrence,
            of: scene.mission,
            today: TestZone.utc.day(now),
            settings: .usual
        )
    }
}
