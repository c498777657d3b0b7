import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// F70: the link of an alarm is one recipient's, and ends with their right to it.
@Suite struct AlarmLinksTests {
    /// What takes a recipient's right away.
    enum End: CaseIterable {
        case disabled, disconnected, shownNothing, dropped
    }

    @Test func `F70: a recipient's link opens in three browsers, each of which is a look that the traveller sees`()
        async throws
    {
        try await SafetyScene.run { scene in
            try await scene.help(.alert)
            let key = try await link(scene, to: 2)
            var known = ""
            for count in 1...3 {
                let (guest, cookie) = try await open(scene, key)
                #expect(try await scene.hub.view(of: guest).alarms.count == 1)
                let looks = try await scene.hub.looks(at: scene.ana, after: nil).looks
                #expect(
                    looks.count == count && looks.allSatisfy { $0.viewer == .member(scene.bo) && $0.screens == .trip }
                )
                known = cookie
                scene.test.clock.advance(seconds: 901)
            }
            await #expect(throws: SafetyRefusal.tooManyBrowsers) { try await open(scene, key) }
            _ = try await open(scene, key, known: known)
        }
    }

    @Test(arguments: End.allCases)
    func `F70: a link, the alarm and every further message end at once with their recipient's right`(_ end: End)
        async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start(companions: [scene.bo, scene.cleo])
            try await scene.help(.alert)
            let key = try await link(scene, to: 2)
            let (guest, cookie) = try await open(scene, key)
            #expect(try await scene.hub.view(of: guest).alarms.first?.alarm.isOpen ?? false)
            #expect(try await scene.hub.views(for: scene.bo).contains { $0.view.state == .danger })
            let alarm = try #require(try await scene.alarm(of: scene.cleo)).alarm.id
            try await take(end, scene, trip)
            #expect(try await scene.hub.guest(token: cookie) == nil)
            await #expect(throws: SafetyRefusal.noView) { try await open(scene, key) }
            #expect(try await scene.hub.alarms(for: scene.bo).isEmpty)
            #expect(try await scene.hub.views(for: scene.bo).allSatisfy { $0.view.state != .danger })
            await #expect(throws: SafetyRefusal.notFound) { try await scene.hub.acknowledge(alarm, by: scene.bo) }
            await scene.pass(seconds: 240, each: 5)
            #expect(try await scene.texts(to: 2).count == 1, "the first alone")
            #expect(try await scene.texts(to: 3).count == 3, "the other one is called on")
            try await scene.hub.clear(alarm, pin: SafetyScene.pin, by: scene.ana)
            let isTold = try await scene.texts(to: 2).contains { $0.hasPrefix("Member 1 is safe") }
            #expect(isTold == (end != .disabled), "F24: who was alarmed hears the end")
        }
    }

    @Test(arguments: End.allCases)
    func `F70: a message that waits for a recipient whose right has ended is not sent`(_ end: End) async throws {
        let texts = RecordingSender()
        try await TestHub.run(senders: [.text: texts]) { test in
            let scene = try await SafetyScene(test)
            let (caller, _) = try await test.hub.addSession(for: scene.ana)
            try await test.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
            let trip = try await scene.start(companions: [scene.bo, scene.cleo])
            try await test.hub.sendMessages()
            try await scene.help(.alert)
            try await take(end, scene, trip)
            let before = texts.tries.count
            try await test.hub.sendMessages()
            let told = texts.tries.dropFirst(before).filter(\.isUrgent).map(\.to)
            #expect(told == [TestHub.phone(3)])
        }
    }

    @Test func `F29, F70: under duress nothing taken back ends a link, and looks are withheld until it is lifted`()
        async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            let key = try await link(scene, to: 2)
            let (guest, cookie) = try await open(scene, key)
            for step in 1...40 {
                let report = try #require(try await scene.hub.view(of: guest).alarms.first)
                #expect(report.alarm.isUnderDuress && report.phone == nil, "\(step)")
                scene.test.clock.advance(seconds: 60)
            }
            for end in [End.shownNothing, .disconnected] { try await take(end, scene, trip) }
            #expect(try await scene.hub.guest(token: cookie) == guest)
            #expect(try await scene.hub.view(of: guest).alarms.count == 1)
            #expect(try await scene.hub.looks(at: scene.ana, after: nil).looks.isEmpty)
            await scene.pass(seconds: 301, each: 20)
            let alarm = try #require(try await scene.alarm(of: scene.bo)).alarm.id
            try await scene.hub.confirmSafe(alarm, by: scene.bo)
            let looks = try await scene.hub.looks(at: scene.ana, after: nil).looks
            #expect(looks.count >= 3 && looks.allSatisfy { $0.viewer == .member(scene.bo) })
            #expect(try await !scene.hub.notices(of: scene.ana).contains { $0.kind == .looksOften })
        }
    }

    @Test func `F70: a link opens no other alarm than its own`() async throws {
        try await SafetyScene.run { scene in
            try await scene.help(.alert)
            let (guest, _) = try await open(scene, try await link(scene, to: 2))
            let first = try #require(try await scene.alarm(of: scene.bo)).alarm.id
            try await scene.hub.clear(first, pin: SafetyScene.pin, by: scene.ana)
            await scene.pass(seconds: 70, each: 10)
            try await scene.help(.sos)
            await scene.pass(seconds: 6)
            #expect(try await scene.hub.alarms(for: scene.bo).count == 2)
            #expect(try await scene.hub.view(of: guest).alarms.map(\.alarm.id) == [first])
        }
    }

    private func take(_ end: End, _ scene: SafetyScene, _ trip: ID<Trip>) async throws {
        let connection = try await scene.hub.database.read {
            try $0.connection(viewer: scene.bo, subject: scene.ana)?.id
        }
        switch end {
        case .disabled: try await scene.hub.disableMember(scene.bo)
        case .disconnected: try await scene.hub.endConnection(try #require(connection), by: scene.ana)
        case .shownNothing:
            let id = try #require(connection)
            _ = try await scene.hub.changeConnection(id, by: scene.ana, precision: .off, expiresAt: nil)
        case .dropped:
            try await scene.hub.removeCompanion(scene.bo, of: trip, pin: SafetyScene.pin, by: scene.ana)
        }
    }

    private func link(_ scene: SafetyScene, to number: Int) async throws -> TripKey {
        let text = try #require(try await scene.texts(to: number).last { $0.contains("/follow#") })
        return .token(String(try #require(text.split(separator: "#").last?.prefix { !$0.isNewline })))
    }

    private func open(_ scene: SafetyScene, _ key: TripKey, known: String? = nil) async throws -> (
        guest: TripGuest, token: String
    ) {
        try await scene.hub.openView(by: key, known: known, browser: "a browser", from: RequestOrigin())
    }
}
