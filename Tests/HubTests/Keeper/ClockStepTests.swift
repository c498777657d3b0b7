import Crypto
import Family
import Hub
import Messaging
import SQL
import SQLite
import Storage
import Testing
import WireClient

/// F80 on a real database: calls for help while the machine's clock is set, kept right, and hubs are killed.
@Suite struct ClockStepTests {
    private static let seeds: ClosedRange<UInt64> =
        isSweep ? 1...400 : 1...12
    /// Set back by an hour, forward by seven hours and by a day, a few seconds, and steps that a time service makes.
    static let steps: [Int64] = [-3_600, 25_200, 86_400, -60, 90, 3, -3, -86_400 * 30, 0]
    /// As chrony slews at most, as ntpd does, and not at all.
    static let slews: [Int64] = [83, -83, 1, 0]

    @Test func `F80: a step of seven hours and then a restart swallow no call for help`() async throws {
        try await Story.run(seed: 0) { story in
            story.machine.wall.advance(seconds: 7 * 3_600)
            let countdown = try await story.help()
            try await story.kill(downSeconds: 1)
            try await story.pass(seconds: 6)
            #expect(try await story.wavesAt(countdown) == [5])
            let again = try await story.helpAgain(countdown.id)
            guard case .fired = again.phase else {
                Issue.record("\(again.phase)")
                return
            }
        }
    }

    @Test(arguments: seeds)
    func `F80: whatever the clock does, an alarm is told once and in time by elapsed time`(seed: UInt64) async throws {
        try await Story.run(seed: seed) { story in
            var chance = Chance(seed: seed)
            try await story.pass(seconds: Int64.random(in: 0..<90, using: &chance))
            story.set(&chance)
            let countdown = try await story.help()
            for _ in 0..<200 {
                if Int.random(in: 0..<40, using: &chance) == 0 { story.set(&chance) }
                if Int.random(in: 0..<60, using: &chance) == 0 {
                    try await story.kill(downSeconds: Int64.random(in: 0..<4, using: &chance))
                }
                try await story.pass(seconds: 1)
            }
            let rounds = try await story.wavesAt(countdown)
            #expect(rounds.count == 3, "seed \(seed): \(rounds)")
            for (round, due) in zip(rounds, [5, 65, 185]) {
                // Each call is due by the one before, which may have been late itself.
                #expect((Int64(due)...Int64(due) + 5).contains(round), "seed \(seed): \(rounds)")
            }
            let alarms = try await story.test.hub.alarms(for: story.scene.bo)
            #expect(alarms.count { !$0.isMine } == 1, "seed \(seed)")
        }
    }

    @Test(arguments: [-3_600, 86_400] as [Int64])
    func `F80: a live link is open for the hours it was made for, whatever the clock does`(step: Int64) async throws {
        try await Story.run(seed: 0) { story in
            let hub = story.test.hub
            let (_, secret) = try await story.test.liveLink(of: story.scene.ana, hours: 1)
            let (_, token) = try await hub.openLiveView(by: secret, known: nil, browser: "Safari")
            story.machine.wall.advance(seconds: step)
            story.machine.isKept = true
            try await story.pass(seconds: 61)
            try #require(story.offMilliseconds == 0, "the clock was corrected")
            #expect(try await hub.liveLinks(of: story.scene.ana).count == 1)
            #expect(try await hub.liveViewer(token: token) != nil)
            story.machine.pass(seconds: 3_530)
            let (_, renewed) = try await hub.openLiveView(by: nil, known: token, browser: "Safari")
            #expect(try await hub.liveViewer(token: renewed) != nil)
            story.machine.pass(seconds: 10)
            #expect(try await hub.liveLinks(of: story.scene.ana).isEmpty)
            #expect(try await hub.liveViewer(token: renewed) == nil)
            await #expect(throws: LiveLinkRefusal.noView) {
                try await hub.openLiveView(by: secret, known: nil, browser: "Safari")
            }
        }
    }

    @Test func `F80: a message that waits is sent after the same elapsed time, whatever the clock does`() async throws {
        for step in [-3_600, 86_400] as [Int64] {
            try await Story.run(seed: 0) { story in
                try await story.pass(seconds: 10)
                try await story.test.hub.database.transaction { transaction in
                    try transaction.run("DELETE FROM outbox")
                }
                let countdown = try await story.help()
                try await story.pass(seconds: 5)
                let before = try await story.waiting()
                #expect(!before.isEmpty)
                story.machine.wall.advance(seconds: step)
                let off = story.offMilliseconds
                story.machine.isKept = true
                try await story.pass(seconds: 61)
                let after = try await story.waiting()
                #expect(after.prefix(before.count) == before.map { $0 + off }[...], "by \(step) s")
                #expect(try await story.wavesAt(countdown).count == 2, "the step is part of no deadline")
            }
        }
    }

    @Test func `F80: time goes on by the clock of the deadlines, where they are of this start of the machine`()
        async throws
    {
        try await Story.run(seed: 0) { story in
            story.machine.wall.advance(seconds: 25_200)
            story.machine.isKept = true
            try await story.pass(seconds: 62)
            let right = story.machine.wall.now
            #expect(story.time.now == right)
            // A backup of the same boot without the file beside it, and an upgrade from a hub that wrote none.
            try await story.restart(as: story.machine.started())
            #expect(story.time.now == right)
            // A backup of another machine, with a file of this boot or without one.
            for known in [nil, right] as [Timestamp?] {
                try await story.test.hub.database.transaction {
                    try $0.setBootedAt(Timestamp(milliseconds: 0), of: "another boot")
                }
                try await story.restart(as: story.machine.started(lastKnown: known))
                #expect(story.time.now == right)
                let kept = try await story.test.hub.database.read { try $0.bootedAt("this boot") }
                #expect(kept == story.time.bootedAt)
            }
        }
    }

    @Test func `F80: setting the clock forward does not bring a PIN reset forward`() async throws {
        try await Story.run(seed: 0) { story in
            let ana = story.scene.ana
            let (asked, ready) = (story.time.now, story.time.now.advanced(bySeconds: 86_400))
            try await story.test.hub.database.transaction { transaction in
                let reset = PINResetRow(
                    member: ana,
                    pinHash: "-",
                    duressHash: "-",
                    requestedAt: asked,
                    readyAt: ready
                )
                try transaction.addPINReset(reset, tokenHash: [UInt8](repeating: 7, count: 32))
            }
            story.machine.wall.advance(seconds: 86_400)
            let off = story.offMilliseconds
            story.machine.isKept = true
            try await story.pass(seconds: 62)
            let reset = try await story.test.hub.database.read { try $0.pinReset(of: ana) }
            #expect(reset?.dueAt == ready.advanced(byMilliseconds: off))
        }
    }

    @Test(arguments: [SafetyScene.pin, SafetyScene.duress], [[110], [110, -110], [-60, 60]])
    func `F28, F80: whatever the clock does after an arrival, one's own pages show nothing after it`(
        _ pin: String,
        _ steps: [Int64]
    ) async throws {
        try await Story.run(seed: 0) { story in
            let (hub, scene) = (story.test.hub, story.scene)
            let (caller, _) = try await hub.addSession(for: scene.ana)
            try await hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
            let trip = try await scene.start()
            // The phone goes by a clock of its own.
            let began = (at: story.machine.wall.now, elapsed: story.machine.elapsedMilliseconds)
            func measured(secondsAgo: Int64 = 0) -> Fix {
                let elapsed = story.machine.elapsedMilliseconds - began.elapsed
                var fix = story.test.fix(berlin)
                fix.at = began.at.advanced(byMilliseconds: elapsed).advanced(bySeconds: -secondsAgo)
                return fix
            }
            _ = await story.test.send([measured()], from: scene.phone)
            try await story.pass(seconds: 5)
            try await hub.enter(pin, for: .arrive, on: trip, by: scene.ana)
            let before = try await hub.tripPoints(trip, of: scene.ana, after: nil).count
            #expect(before == 1)
            // Measured before the arrival, and on its way for a moment.
            _ = await story.test.send([measured(secondsAgo: 2)], from: scene.phone)
            #expect(try await hub.tripPoints(trip, of: scene.ana, after: nil).count == before)
            story.machine.isKept = true
            for step in steps {
                story.machine.wall.advance(seconds: step)
                for _ in 0..<7 {
                    try await story.pass(seconds: 10)
                    _ = await story.test.send([measured()], from: scene.phone)
                    #expect(try await hub.tripPoints(trip, of: scene.ana, after: nil).count <= before)
                }
            }
        }
    }

    @Test(arguments: [SafetyScene.pin, SafetyScene.duress])
    func `F50, F80: a clock that is set back shows an arrival no longer than a quarter of an hour`(_ pin: String)
        async throws
    {
        try await Story.run(seed: 0) { story in
            let (hub, scene) = (story.test.hub, story.scene)
            let (caller, _) = try await hub.addSession(for: scene.ana)
            try await hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
            let trip = try await scene.start()
            try await hub.enter(pin, for: .arrive, on: trip, by: scene.ana)
            story.machine.wall.advance(seconds: -3_600)
            story.machine.isKept = true
            try await story.pass(seconds: 62)
            #expect(story.offMilliseconds == 0, "the clock is taken over")
            let shown = try await hub.trip(trip, of: scene.ana).endedAt
            try await story.pass(seconds: 900)
            #expect(shown.map { story.time.now.milliseconds(since: $0) } ?? 0 >= 900_000)
            guard pin == SafetyScene.pin else { return }
            await #expect(throws: SafetyRefusal.self) { try await hub.companionTrip(trip, of: scene.bo) }
        }
    }

    @Test func `F77, F80: a contact who agreed before the clock was set back is called by the second PIN all the same`()
        async throws
    {
        try await Story.run(seed: 0) { story in
            let (hub, scene, dora) = (story.test.hub, story.scene, "+41446689001")
            let (caller, _) = try await hub.addSession(for: scene.ana)
            try await hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
            _ = try await scene.agreedContact(dora)
            story.machine.wall.advance(seconds: -3_600)
            story.machine.isKept = true
            try await story.pass(seconds: 62)
            let trip = try await scene.start()
            try await hub.enter(SafetyScene.duress, for: .arrive, on: trip, by: scene.ana)
            #expect(try await hub.outboxItems(after: nil).count { $0.to == dora } == 2, "the question and the alarm")
        }
    }

    @Test func `F80: a companion who left before the clock was set back still sees the alarm after five minutes`()
        async throws
    {
        try await Story.run(seed: 0) { story in
            let scene = story.scene
            let (caller, _) = try await story.test.hub.addSession(for: scene.ana)
            try await story.test.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
            let trip = try await scene.start(companions: [scene.bo, scene.cleo])
            try await story.pass(seconds: 10)
            try await story.test.hub.leaveTrip(trip, by: scene.bo)
            story.machine.wall.advance(seconds: -3_600)
            story.machine.isKept = true
            try await story.pass(seconds: 62)
            let countdown = try await story.help()
            try await story.pass(seconds: 320)
            let alarms = try await story.test.hub.alarms(for: scene.bo)
            #expect(alarms.contains { $0.alarm.id == countdown.alarm }, "he may see her")
        }
    }

    @Test func `F80: an alarm that no recipient received counts as missed; recipients and keeper are notified`()
        async throws
    {
        try await SafetyScene.run { scene in
            let countdown = try await scene.help(.sos)
            scene.test.clock.advance(seconds: 7 * 3_600)
            await scene.hub.handleDeadlines()
            let request = HelpRequest(id: countdown.id, cause: .sos, startedAgoMilliseconds: 0)
            let again = try await scene.hub.startCountdown(request, by: scene.ana).countdown
            guard case .missed = again.phase else {
                Issue.record("\(again.phase)")
                return
            }
            let notices = try await scene.hub.notices(of: scene.bo)
            #expect(notices.contains { $0.kind == .alarmNotTold && $0.about == scene.ana })
            #expect(try await scene.texts(to: 2).isEmpty, "F5: nobody is sent what is hours old")
            #expect(try await scene.hub.notices(of: scene.ana).contains { $0.kind == .alarmsMissed }, "the keeper")
        }
        try await SafetyScene.run { scene in
            _ = try await scene.start(companions: [scene.cleo])
            scene.test.clock.advance(seconds: 8 * 3_600)
            await scene.hub.handleDeadlines()
            for member in [scene.bo, scene.cleo] {
                let notices = try await scene.hub.notices(of: member)
                #expect(notices.contains { $0.kind == .alarmNotTold && $0.about == scene.ana }, "an overdue trip")
            }
        }
    }
}
