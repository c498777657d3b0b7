import Crypto
import Deputy
import Family
import Hub
import Messaging
import Storage
import Testing
import WireClient

/// A hub that dies, and the deputy that speaks for it: both sides as they run, in virtual time.
@Suite struct DeputiesTests {
    /// `make deputy` runs many more.

    @Test(arguments: [UInt64](1...(isSweep ? 20 : 4)))
    func `G1: a hub that dies on a trip: the companion is told at most 150 s after the deadline`(
        seed: UInt64
    ) async throws {
        try await DeputyScene.run { deputy, agent in
            var chance = Chance(seed: seed)
            try await deputy.scene.start(minutes: 20)
            // Asked 15 minutes after the expected arrival, overdue five later.
            let overdueAt = deputy.clock.now.advanced(bySeconds: 40 * 60)
            try await deputy.run(agent, seconds: 10)
            #expect(agent.guarded.count == 1)
            try await deputy.run(agent, seconds: Int64(chance.next() % 2_300))
            deputy.kill()
            while deputy.deputyTexts(to: 2).isEmpty {
                try await deputy.run(agent, seconds: 1)
                guard deputy.clock.now.milliseconds(since: overdueAt) < 300_000 else { break }
            }
            let late = deputy.clock.now.milliseconds(since: overdueAt)
            #expect((60_000...150_000).contains(late), "\(late) ms")
            let text = try #require(deputy.deputyTexts(to: 2).first)
            #expect(text.contains("The Millers' Hearth has not answered for") && text.contains("Grandma's house"))
            #expect(text.contains("Member 1 was due at") && !text.contains("station"))
        }
    }

    @Test(arguments: isSweep ? (0..<50).map { $0 * 12 } : [0, 5, 60, 200, 400, 600] as [Int64])
    func `G2: a hub that is back: per person at most one duplicate, and the alarm goes on from there`(
        awaySeconds: Int64
    ) async throws {
        try await DeputyScene.run { deputy, agent in
            try await deputy.scene.start(minutes: 20)
            try await deputy.run(agent, seconds: 2_300)
            deputy.kill()
            // Past the deadline, and until the deputy told.
            try await deputy.run(agent, seconds: 240 + awaySeconds)
            let told = deputy.deputyTexts(to: 2).count
            // The second step is three minutes after the first.
            if !(90..<180).contains(awaySeconds) { #expect(told == (awaySeconds >= 180 ? 2 : 1)) }
            try await deputy.restart()
            try await deputy.run(agent, seconds: 20)
            let alarm = try #require(try await SafetyScene(deputy.scene, on: deputy.hub).alarm(of: deputy.scene.bo))
            #expect(alarm.alarm.isOpen)
            // The hub has not called for the step that the deputy sent.
            #expect(try await deputy.hubTexts(to: 2).count <= 1)
            try await deputy.run(agent, seconds: 600)
            #expect(deputy.deputyTexts(to: 2).count == told, "a hub that answers speaks for itself")
            #expect(try await deputy.hubTexts(to: 2).count >= 1)
        }
    }

    @Test func `a hub that starts waits eight seconds at most for what its deputy sent`() async throws {
        try await DeputyScene.run { deputy, agent in
            try await deputy.scene.start(minutes: 20)
            try await deputy.run(agent, seconds: 2_300)
            let before = try await deputy.hubTexts(to: 2).count
            deputy.kill()
            deputy.cut()
            deputy.clock.advance(seconds: 400)
            try await deputy.restart()
            try await deputy.run(agent, seconds: 7)
            #expect(try await deputy.hubTexts(to: 2).count == before, "the deputy may have told them")
            try await deputy.run(agent, seconds: 3)
            #expect(try await deputy.hubTexts(to: 2).count == before + 1)
            #expect(deputy.texts.tries.isEmpty, "a deputy that was stopped listens first")
        }
    }

    @Test func `G3: the link is cut and the trip ends at the hub: who was told hears the end within 30 s`() async throws
    {
        try await DeputyScene.run { deputy, agent in
            let trip = try await deputy.scene.start(minutes: 20)
            try await deputy.run(agent, seconds: 1_200)
            deputy.cut()
            try await deputy.scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: deputy.scene.ana)
            try await deputy.run(agent, seconds: 1_350)
            #expect(deputy.deputyTexts(to: 2).count == 1)
            let before = try await deputy.hubTexts(to: 2).count
            deputy.heal()
            try await deputy.run(agent, seconds: 30)
            let after = try await deputy.hubTexts(to: 2)
            #expect(after.count == before + 1 && after.last?.contains("is safe") == true)
            #expect(agent.guarded.isEmpty)
            // Said once, however often the deputy asks.
            try await deputy.run(agent, seconds: 120)
            #expect(try await deputy.hubTexts(to: 2).count == before + 1)
        }
    }

    @Test func `G7: an end looks the same with either PIN, and comes 20 to 40 s later`() async throws {
        var sizes: [[Int]] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await DeputyScene.run { deputy, agent in
                let trip = try await deputy.scene.start(minutes: 20)
                try await deputy.run(agent, seconds: 60)
                let before = deputy.responses.count
                try await deputy.scene.hub.enter(pin, for: .arrive, on: trip, by: deputy.scene.ana)
                let endedAt = deputy.clock.now
                while !agent.guarded.isEmpty { try await deputy.run(agent, seconds: 1) }
                let seconds = deputy.clock.now.milliseconds(since: endedAt) / 1_000
                #expect((20...43).contains(seconds), "\(seconds) s")
                try await deputy.run(agent, seconds: 120)
                #expect(agent.guarded.isEmpty, "an alarm of the second PIN is never handed over")
                let answers = deputy.responses.dropFirst(before).map(\.count)
                // Which of them brings the end is chance.
                sizes.append(Set(answers).sorted())
                deputy.kill()
                try await deputy.run(agent, seconds: 600)
                #expect(deputy.texts.tries.isEmpty)
            }
        }
        #expect(sizes[0] == sizes[1])
    }

    @Test func `G7: over many ends the delays of both PINs are of one distribution`() async throws {
        let (scenes, ends) = isSweep ? (20, 25) : (1, 6)
        var delays: [[Int64]] = [[], []]
        for (number, pin) in [SafetyScene.pin, SafetyScene.duress].enumerated() {
            for _ in 0..<scenes {
                try await DeputyScene.run { deputy, agent in
                    for _ in 0..<ends {
                        let trip = try await deputy.scene.start(minutes: 20)
                        try await deputy.run(agent, seconds: 6)
                        #expect(agent.guarded.count == 1)
                        try await deputy.scene.hub.enter(pin, for: .arrive, on: trip, by: deputy.scene.ana)
                        let endedAt = deputy.clock.now
                        while !agent.guarded.isEmpty { try await deputy.run(agent, seconds: 1) }
                        delays[number].append(deputy.clock.now.milliseconds(since: endedAt))
                    }
                    #expect(deputy.texts.tries.isEmpty)
                }
            }
        }
        // Kolmogorov and Smirnov's distance, beyond which one in a thousand equal pairs lies.
        let count = Double(scenes * ends)
        let steps = Set(delays.joined())
        let distance = steps.map { step in
            abs(Double(delays[0].count { $0 <= step }) - Double(delays[1].count { $0 <= step })) / count
        }
        #expect((distance.max() ?? 1) < 1.95 * (2 / count).squareRoot(), "\(delays)")
        #expect(delays.joined().allSatisfy { (20_000...43_000).contains($0) })
    }

    @Test func `G8: with none the deputy holds neither a name nor a number`() async throws {
        try await DeputyScene.run(texts: .none) { deputy, agent in
            try await deputy.scene.start(minutes: 20)
            try await deputy.run(agent, seconds: 60)
            // No recipient here takes pushes: there is nothing to send, so nothing is guarded.
            #expect(agent.guarded.isEmpty)
            deputy.kill()
            try await deputy.run(agent, seconds: 2_700)
            #expect(deputy.texts.tries.isEmpty)
        }
    }

    @Test func `G9: a deputy moves a watch only to steps that it was given, and not before they are due`() async throws
    {
        try await DeputyScene.run { deputy, agent in
            try await deputy.scene.start(minutes: 20)
            try await deputy.run(agent, seconds: 60)
            let hub = deputy.hub.hub
            let row = try #require(try await deputy.file.hubs().first)
            let watch = try #require(agent.guarded.first).text
            func say(_ sent: [DeputyTurn.Sent], turn: UInt64) async throws -> Bool {
                let turn = DeputyTurn(turn: turn, nonce: "n", waitSeconds: 0, holds: [], sent: sent)
                return try await hub.answerDeputy(turn.signed(row.pairing, by: row.keys)) != nil
            }
            let lies = [
                DeputyTurn.Sent(watch: watch, step: 0, message: "made up", agoMilliseconds: 0),
                DeputyTurn.Sent(
                    watch: ID<DeputyWatch>(high: 1, low: 1).text,
                    step: 0,
                    message: "x",
                    agoMilliseconds: 0
                ),
            ]
            #expect(try await say(lies, turn: 1_000_000))
            #expect(try await deputy.scene.alarm(of: deputy.scene.bo) == nil)
            // G5: the same turn, or an earlier one, is no turn.
            #expect(try await !say(lies, turn: 1_000_000))
            #expect(try await !say(lies, turn: 999_999))
        }
    }

    @Test func `a code pairs one deputy, for 15 minutes, and two deputies are the most`() async throws {
        try await SafetyScene.run { scene in
            let hub = scene.hub
            func join(_ code: String, name: String = "Ben's") throws -> DeputyJoin {
                let keys = try #require(DeputyKeys(seed: SecureRandom.bytes(DeputyKeys.seedCount)))
                return DeputyJoin(name: name, keys: keys.published, code: code)
            }
            await #expect(throws: DeputyRefusal.codeWrong) { _ = try await hub.pair(join(DeputyCode.make())) }
            let first = try await hub.makeDeputyCode(hubName: "Ours", texts: .needed)
            await #expect(throws: DeputyRefusal.codeWrong) { _ = try await hub.pair(join(DeputyCode.make())) }
            await #expect(throws: DeputyRefusal.name) { _ = try await hub.pair(join(first, name: " ")) }
            _ = try await hub.pair(join(first))
            await #expect(throws: DeputyRefusal.codeWrong) { _ = try await hub.pair(join(first)) }
            let second = try await hub.makeDeputyCode(hubName: "Ours", texts: .needed)
            scene.test.clock.advance(seconds: 15 * 60)
            await #expect(throws: DeputyRefusal.codeWrong) { _ = try await hub.pair(join(second)) }
            _ = try await hub.pair(join(hub.makeDeputyCode(hubName: "Ours", texts: .all)))
            await #expect(throws: DeputyRefusal.tooMany) {
                _ = try await hub.makeDeputyCode(hubName: "Ours", texts: .needed)
            }
            let standings = try await hub.deputyStandings()
            #expect(standings.map(\.texts) == [.needed, .all])
            try await hub.unpairDeputy(standings[0].id)
            await #expect(throws: DeputyRefusal.notFound) { try await hub.unpairDeputy(standings[0].id) }
            #expect(try await hub.deputyStandings().count == 1)
        }
    }

    @Test func `unpairing at the hub empties the deputy at its next turn, also where an answer was lost`() async throws
    {
        try await DeputyScene.run { deputy, agent in
            try await deputy.scene.start(minutes: 20)
            try await deputy.run(agent, seconds: 10)
            let id = try #require(try await deputy.hub.hub.deputyStandings().first?.id)
            try await deputy.hub.hub.unpairDeputy(id)
            let row = try #require(try await deputy.file.hubs().first)
            // Its answer goes astray.
            let lost = DeputyTurn(turn: 500_000, nonce: "n", waitSeconds: 0, holds: [], sent: [])
            #expect(try await deputy.hub.hub.answerDeputy(lost.signed(row.pairing, by: row.keys)) != nil)
            var again = row
            again.turn = 500_000
            let second = try await DeputyAgent(again, file: deputy.file, world: deputy.world)
            #expect(try await second.step() == .unpaired)
            #expect(try await deputy.file.hubs().isEmpty)
        }
    }

    @Test func `a call for help in its last seconds is told where the deputy confirmed it`() async throws {
        try await DeputyScene.run { deputy, agent in
            try await deputy.scene.help(.shake)
            try await deputy.run(agent, seconds: 4)
            #expect(agent.guarded.count == 1)
            deputy.kill()
            try await deputy.run(agent, seconds: 180)
            let text = try #require(deputy.deputyTexts(to: 2).first)
            #expect(text.contains("Phone shaken at") && text.contains("did not hear whether it was cancelled"))
            try await deputy.restart()
            try await deputy.run(agent, seconds: 20)
            let alarm = try await SafetyScene(deputy.scene, on: deputy.hub).alarm(of: deputy.scene.bo)
            #expect(alarm?.alarm.isOpen == true)
        }
    }

    @Test func `nothing of a member is handed over before they were asked, nor a number of who said no`() async throws {
        try await DeputyScene.run { deputy, agent in
            let (hub, scene) = (deputy.hub.hub, deputy.scene)
            let id = try #require(try await hub.deputyStandings().first?.id)
            try await hub.choose(isGuarded: false, by: id, scene.bo)
            try await scene.start(companions: [scene.bo, scene.cleo], minutes: 20)
            try await deputy.run(agent, seconds: 60)
            // Bo has no browser; Cleo and Ana said yes.
            #expect(agent.guarded.count == 1)
            try await hub.choose(isGuarded: false, by: id, scene.ana)
            try await deputy.run(agent, seconds: 60)
            #expect(agent.guarded.isEmpty)
            try await hub.choose(isGuarded: true, by: id, scene.ana)
            try await deputy.run(agent, seconds: 10)
            #expect(agent.guarded.count == 1)
            deputy.kill()
            try await deputy.run(agent, seconds: 3_600)
            #expect(deputy.deputyTexts(to: 2).isEmpty && !deputy.deputyTexts(to: 3).isEmpty)
        }
    }
}
