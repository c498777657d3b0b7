import Family
import Hub
import Messaging
import Testing

/// F85: whom a test of the alarm goes to, how often, and what becomes of one during an alarm.
@Suite struct DrillTests {
    private let words = "TEST from Member 1: no emergency"

    /// How often the words of a test went out by text.
    private func count(_ sent: SentNews, to number: Int) -> Int {
        sent.texts.tries.count { $0.to == TestHub.phone(number) && $0.text.hasPrefix(words) }
    }

    private func drill(_ scene: SafetyScene, _ members: [ID<Member>]) async throws {
        scene.test.clock.advance(seconds: 60)
        try await scene.hub.startDrill(members, by: scene.ana)
        try await scene.hub.sendMessages()
    }

    /// What the sender reads of their tests, without identities and by name: those of one moment are ordered by identity.
    private func seen(_ scene: SafetyScene) async throws -> [[String]] {
        try await scene.hub.drills(of: scene.ana).sorted { $0.name < $1.name }.map { report in
            [report.name, "\(report.isMine)", report.sentAt.text, report.confirmedAt?.text ?? "waits"]
                + report.deliveries.map { "\($0.name) \($0.channel) \($0.state) \($0.at.text)" }
        }
    }

    @Test func `F85: a drill goes only to who sees its sender or follows their trip, and is not urgent`()
        async throws
    {
        try await withTripNews { scene, sent in
            // Bo and Cleo see Ana, and she sees neither of them: they send her nothing.
            for viewer in [scene.bo, scene.cleo] {
                await #expect(throws: SafetyRefusal.notWatching) {
                    try await scene.hub.startDrill([scene.ana], by: viewer)
                }
            }
            try await drill(scene, [scene.bo, scene.cleo])
            #expect(count(sent, to: 2) == 1 && count(sent, to: 3) == 1)
            #expect(sent.texts.tries.allSatisfy { !$0.isUrgent })
            // Dana is seen by Ana, and so may be asked to watch: until then she is sent nothing.
            let dana = try await scene.test.member(4)
            try await scene.test.connect(viewer: scene.ana, to: dana, number: 4, .exact)
            scene.test.clock.advance(seconds: 60)
            await #expect(throws: SafetyRefusal.notWatching) {
                try await scene.hub.startDrill([scene.bo, dana], by: scene.ana)
            }
            #expect(count(sent, to: 2) == 1, "nor is anybody else")
            let trip = try await scene.start(companions: [dana])
            try await drill(scene, [dana])
            #expect(count(sent, to: 4) == 1)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            scene.test.clock.advance(seconds: 60)
            await #expect(throws: SafetyRefusal.notWatching) { try await scene.hub.startDrill([dana], by: scene.ana) }
        }
    }

    @Test func `F85: one person is sent three drills a day by another; an accepted trip does not count`()
        async throws
    {
        try await withTripNews { scene, sent in
            let trip = try await scene.start()
            try await scene.hub.acceptTrip(trip, by: scene.bo)
            for _ in 1...3 { try await drill(scene, [scene.bo]) }
            scene.test.clock.advance(seconds: 60)
            await #expect(throws: SafetyRefusal.drilledTooOften(retryAfterSeconds: 86_400 - 180)) {
                try await scene.hub.startDrill([scene.bo], by: scene.ana)
            }
            try await drill(scene, [scene.cleo])
            #expect(count(sent, to: 2) == 3 && count(sent, to: 3) == 1)
            scene.test.clock.advance(seconds: 86_400)
            try await drill(scene, [scene.bo])
            #expect(count(sent, to: 2) == 4)
        }
    }

    @Test(arguments: [SafetyScene.pin, SafetyScene.duress])
    func `F85: a recipient of an open alarm is sent no drill by its traveller, though it looks sent`(pin: String)
        async throws
    {
        try await withTripNews { scene, sent in
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            try await drill(scene, [scene.bo])
            #expect(count(sent, to: 2) == 0, "the alarm shows")
            #expect(try await scene.hub.drills(of: scene.bo).isEmpty)
            #expect(try await scene.hub.notices(of: scene.bo).allSatisfy { $0.kind != .drill })
            let own = try #require(try await scene.hub.drills(of: scene.ana).first)
            #expect(own.confirmedAt == nil && own.deliveries.map(\.state) == [.accepted])
            try await scene.hub.enter(pin, for: .safe(nil), by: scene.ana)
            try await scene.hub.sendMessages()
            try await drill(scene, [scene.bo])
            let isForced = pin == SafetyScene.duress
            #expect(count(sent, to: 2) == (isForced ? 0 : 1), "under duress it goes on for him")
            #expect(try await scene.hub.drills(of: scene.bo).count == (isForced ? 0 : 1))
            guard isForced else { return }
            let alarm = try #require(try await scene.alarm(of: scene.bo)).alarm.id
            try await scene.hub.confirmSafe(alarm, by: scene.bo)
            #expect(try await scene.hub.drills(of: scene.bo).isEmpty, "what was withheld comes at no time")
            try await drill(scene, [scene.bo])
            #expect(count(sent, to: 2) == 1)
        }
    }

    @Test func `F67, F85: a drill after the second PIN reads as one after the PIN, and reaches who knows of nothing`()
        async throws
    {
        var read: [[[String]]] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await withTripNews { scene, sent in
                let trip = try await scene.start()
                scene.test.clock.advance(seconds: 60)
                try await scene.hub.enter(pin, for: .arrive, on: trip, by: scene.ana)
                try await scene.hub.sendMessages()
                for _ in 1...3 { try await drill(scene, [scene.bo, scene.cleo]) }
                scene.test.clock.advance(seconds: 60)
                await #expect(throws: SafetyRefusal.drilledTooOften(retryAfterSeconds: 86_400 - 180)) {
                    try await scene.hub.startDrill([scene.bo], by: scene.ana)
                }
                read.append(try await seen(scene))
                #expect(count(sent, to: 2) == (pin == SafetyScene.pin ? 3 : 0))
                #expect(count(sent, to: 3) == 3, "Cleo was told of nothing")
            }
        }
        #expect(read[0] == read[1] && read[0].count == 2)
    }

    @Test func `F85: a drill that waits for its provider when an alarm opens is not sent after it`() async throws {
        try await withTripNews { scene, sent in
            sent.texts.answer([.later(why: "slow", afterSeconds: nil)])
            try await drill(scene, [scene.bo])
            #expect(count(sent, to: 2) == 1, "tried once")
            #expect(try await scene.hub.drills(of: scene.bo).count == 1)
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            scene.test.clock.advance(seconds: 30)
            try await scene.hub.sendMessages()
            #expect(count(sent, to: 2) == 1)
            #expect(try await scene.hub.drills(of: scene.bo).isEmpty, "nor is he asked to confirm that it is a test")
        }
    }
}
