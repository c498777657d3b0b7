import Crypto
import Family
import Hub
import PostgresServer
import SQL
import Storage
import Testing

private let year: Int64 = 366 * 86_400

@Suite struct ClockJumpTests {
    @Test(arguments: [year, -year])
    func `a clock that jumps by a year is not followed, until something keeps it right`(seconds: Int64) {
        let machine = SteppedMachine()
        let time = machine.started()
        let began = time.now
        machine.wall.advance(seconds: seconds)
        machine.pass(seconds: 10)
        #expect(time.now == began.advanced(bySeconds: 10))
        #expect(time.doubt == .jumped(milliseconds: seconds * 1_000))
        machine.pass(seconds: 86_400)
        #expect(time.now == began.advanced(bySeconds: 86_410) && time.believedStep == nil, "nothing keeps it right")
        machine.wall.advance(seconds: -seconds)
        #expect(time.now == machine.wall.now && time.doubt == nil, "set right again")
        machine.wall.advance(seconds: seconds)
        machine.isKept = true
        #expect(time.believedStep == nil)
        machine.pass(seconds: 59)
        #expect(time.believedStep == nil)
        machine.pass(seconds: 1)
        #expect(time.believedStep == seconds * 1_000, "kept right for a minute: it is")
        time.bootedAt = time.bootedAt.advanced(bySeconds: seconds)
        #expect(time.now == machine.wall.now && time.doubt == nil && time.believedStep == nil)
    }

    @Test func `small steps of a clock are believed after a minute, whatever made them`() {
        let machine = SteppedMachine()
        let time = machine.started()
        for step in [119, -119, 60] as [Int64] {
            let before = time.now
            machine.wall.advance(seconds: step)
            #expect(time.now == before && time.doubt == nil && time.believedStep == nil)
            machine.pass(seconds: 60)
            #expect(time.believedStep == step * 1_000)
            time.bootedAt = time.bootedAt.advanced(bySeconds: step)
            #expect(time.now == machine.wall.now)
        }
    }

    @Test func `a clock that was set back before a start goes on from what was known`() {
        let machine = SteppedMachine()
        let known = machine.wall.now
        machine.wall.advance(seconds: -year)
        let time = machine.started(lastKnown: known)
        machine.pass(seconds: 5)
        #expect(time.now == known.advanced(bySeconds: 5))
        #expect(time.doubt == .jumped(milliseconds: -year * 1_000))
    }

    @Test func `after a long silence under a clock that is not kept right, the hub doubts it for a day`() {
        let machine = SteppedMachine()
        let known = machine.wall.now
        machine.pass(seconds: year)
        let time = machine.started(lastKnown: known)
        #expect(time.now == machine.wall.now)
        #expect(time.doubt == .wasAway(milliseconds: year * 1_000))
        machine.isKept = true
        #expect(time.doubt == nil)
        machine.isKept = false
        machine.pass(seconds: 86_401)
        #expect(time.doubt == nil)
    }

    @Test(arguments: [year, -year])
    func `when the clock jumps by a year a call for help is told in time, and sessions go on`(
        seconds: Int64
    ) async throws {
        try await withHub { test, machine in
            let scene = try await SafetyScene(test)
            let (_, token) = try await test.hub.addSession(for: scene.bo)
            let keeper = try await test.hub.members(after: nil, limit: 9).first { $0.keeper }
            try await scene.help(.shake)
            machine.pass(seconds: 5)
            await test.hub.handleDeadlines()
            machine.wall.advance(seconds: seconds)
            machine.pass(seconds: 9)
            await test.hub.handleDeadlines()
            #expect(try await scene.texts(to: 2).isEmpty, "not before its time")
            machine.pass(seconds: 1)
            await test.hub.handleDeadlines()
            let told = try await scene.texts(to: 2)
            #expect(told.count == 1 && !(told.first?.contains("hub was down") ?? true), "\(told)")
            #expect(try await test.hub.caller(token: token) != nil, "still logged in")
            let watching = Task { await test.hub.watchOver() }
            for _ in 0..<30_000 where !test.log.text.contains("goes by its own time") {
                try await Task.sleep(for: .milliseconds(2))
            }
            watching.cancel()
            await watching.value
            let kinds = try await test.hub.notices(of: try #require(keeper?.id)).map(\.kind)
            #expect(kinds.count { $0 == .clockDoubtful } == 1)
        }
    }

    @Test func `by a clock that may be a year ahead nothing old is deleted`() async throws {
        try await withHub(awaySeconds: year) { test, machine in
            let ana = try await test.member(1)
            let phone = try await test.device(of: ana)
            let sent = await test.send([test.fix(berlin, secondsAgo: 40 * 86_400)], from: phone)
            #expect(sent == .success(DeviceReportOutcome(stored: 1)))
            await test.hub.forgetWhatIsOld()
            #expect(try await test.track(of: ana).count == 1)
            machine.isKept = true
            machine.pass(seconds: 601)
            await test.hub.forgetWhatIsOld()
            #expect(try await test.track(of: ana).isEmpty)
        }
    }

    /// Runs `body` on a hub whose time goes on by itself, and that knows of a moment so long ago.
    private func withHub(awaySeconds: Int64 = 0, _ body: (TestHub, SteppedMachine) async throws -> Void) async throws {
        let machine = SteppedMachine()
        let database = try Database(await UsualDatabase.withTables())
        let test = try await TestHub(
            database: database,
            keys: HubKeys(master: [UInt8](0..<32)),
            settings: HubSettings(),
            clock: machine.wall,
            time: machine.started(
                lastKnown: awaySeconds == 0 ? nil : machine.wall.now.advanced(bySeconds: -awaySeconds)
            )
        )
        try await body(test, machine)
        await database.close()
    }
}
