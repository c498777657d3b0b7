import Family
import Hub
import SQL
import Storage
import Testing

/// Links and codes for those without an account.
@Suite struct TripViewsTests {
    private func open(
        _ scene: SafetyScene,
        _ key: TripKey,
        known: String? = nil,
        network: [UInt8] = []
    ) async throws -> (guest: TripGuest, token: String) {
        try await scene.hub.openView(by: key, known: known, browser: "a browser", from: RequestOrigin(network: network))
    }

    private func token(_ report: TripReport) throws -> String {
        String(try #require(report.link?.split(separator: "#").last))
    }

    @Test func `F47, F50: a link opens the trip for an hour, and nothing a quarter of an hour after its end`()
        async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let own = try await scene.hub.trip(trip, of: scene.ana)
            let key = TripKey.token(try token(own))
            let (guest, cookie) = try await open(scene, key)
            #expect(try token(own).utf8.count >= 22)
            #expect(try await scene.hub.view(of: guest).trip?.brief.name == "The station")
            scene.test.clock.advance(seconds: 3_600)
            #expect(try await scene.hub.guest(token: cookie) == nil)
            #expect(try await open(scene, key, known: cookie).guest.id == guest.id, "the same browser, the same viewer")
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            #expect(try await scene.hub.view(of: guest).trip?.standing == .arrived)
            scene.test.clock.advance(seconds: 900)
            await #expect(throws: SafetyRefusal.viewEnded) { try await scene.hub.view(of: guest) }
            await #expect(throws: SafetyRefusal.noView) { try await open(scene, key) }
        }
    }

    @Test func `F50: a day after the start the link shows nothing, even while an alarm of the trip is open`()
        async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let key = TripKey.token(try token(try await scene.hub.trip(trip, of: scene.ana)))
            await scene.pass(seconds: 86_399, each: 600)
            let (guest, _) = try await open(scene, key)
            #expect(try await scene.hub.view(of: guest).alarms.count == 1)
            await scene.pass(seconds: 1)
            await #expect(throws: SafetyRefusal.viewEnded) { try await scene.hub.view(of: guest) }
            await #expect(throws: SafetyRefusal.viewEnded) { try await scene.hub.tripPoints(for: guest, after: nil) }
            await #expect(throws: SafetyRefusal.noView) { try await open(scene, key) }
            #expect(try await scene.alarm(of: scene.bo)?.alarm.isOpen ?? false, "its recipients see it")
        }
    }

    @Test func `F48: a code opens ten times; five wrong ones close a network out, twenty make a new code`() async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let code = try #require(try await scene.hub.trip(trip, of: scene.ana).code)
            #expect(code.count == 8)
            for number in 0..<5 {
                await #expect(throws: SafetyRefusal.noView, "\(number)") {
                    try await open(scene, .code("AAAAAAAA", traveller: nil), network: [1, 2, 3])
                }
            }
            await #expect(throws: SafetyRefusal.tooManyTries(retryAfterSeconds: 900)) {
                try await open(scene, .code(code, traveller: nil), network: [1, 2, 3])
            }
            _ = try await open(scene, .code(code.lowercased(), traveller: nil), network: [9, 9, 9])
            let link = TripKey.token(try token(try await scene.hub.trip(trip, of: scene.ana)))
            _ = try await open(scene, link, network: [1, 2, 3])
            for _ in 0..<20 {
                await #expect(throws: SafetyRefusal.noView) {
                    try await open(scene, .code("AAAAAAAA", traveller: TestHub.phone(1)))
                }
            }
            #expect(try await scene.hub.trip(trip, of: scene.ana).code != code)
            #expect(try await scene.hub.notices(of: scene.ana).contains { $0.kind == .tripCodeChanged })
        }
    }

    @Test func `F48: after ten openings a code opens nothing, and the link still does`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let own = try await scene.hub.trip(trip, of: scene.ana)
            let code = try #require(own.code)
            let (_, cookie) = try await open(scene, .code(code, traveller: nil))
            var known = cookie
            for _ in 0..<9 { known = try await open(scene, .code(code, traveller: nil), known: known).token }
            await #expect(throws: SafetyRefusal.noView) {
                try await open(scene, .code(code, traveller: nil), known: known)
            }
            _ = try await open(scene, .token(try token(own)), known: known)
        }
    }

    @Test func `F69: a guest of the trip is shown as responding and holds nothing; a recipient's own link counts once`()
        async throws
    {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let own = try await scene.hub.trip(trip, of: scene.ana)
            let guests = [
                try await open(scene, .token(try token(own))).guest,
                try await open(scene, .code(try #require(own.code), traveller: nil)).guest,
            ]
            let id = try await scene.help(.alert).alarm
            for _ in 0..<10 {
                for guest in guests { try await scene.hub.acknowledge(id, by: guest) }
                await scene.pass(seconds: 18)
            }
            #expect(try await scene.texts(to: 2).count { $0.contains("may need help") } == 3, "at 0, 60 and 180 s")
            let shown = try #require(try await scene.alarm(of: scene.bo))
            #expect(shown.acknowledgedBy.count == 2 && shown.acknowledgedBy.allSatisfy { $0.member == nil })

            let text = try #require(try await scene.texts(to: 2).first { $0.contains("may need help") })
            let link = String(try #require(text.split(separator: "#").last?.prefix { !$0.isNewline }))
            let reader = try await open(scene, .token(link)).guest
            try await scene.hub.acknowledge(id, by: reader)
            await scene.pass(seconds: 599, each: 5)
            #expect(try await scene.texts(to: 2).count { $0.contains("may need help") } == 3, "Bo holds it for 10 min")
            try await scene.hub.acknowledge(id, by: reader)
            try await scene.hub.acknowledge(id, by: scene.bo)
            await scene.pass(seconds: 5)
            #expect(try await scene.texts(to: 2).count { $0.contains("may need help") } >= 4, "once, by either way")
        }
    }

    @Test func `F49: each new browser is told, ten look at most, and one is removed without the others`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let key = TripKey.token(try token(try await scene.hub.trip(trip, of: scene.ana)))
            var guests: [(guest: TripGuest, token: String)] = []
            for _ in 0..<10 { guests.append(try await open(scene, key)) }
            await #expect(throws: SafetyRefusal.tooManyViewers) { try await open(scene, key) }
            #expect(try await scene.hub.notices(of: scene.ana).count { $0.kind == .tripViewed } == 10)
            let first = guests[0]
            try await scene.hub.removeViewer(first.guest.id, of: trip, pin: SafetyScene.pin, by: scene.ana)
            #expect(try await scene.hub.guest(token: first.token) == nil)
            await #expect(throws: SafetyRefusal.viewerRemoved) { try await open(scene, key, known: first.token) }
            #expect(try await scene.hub.guest(token: guests[1].token) == guests[1].guest)
            #expect(try await scene.hub.trip(trip, of: scene.ana).viewers.count == 9)
            _ = try await open(scene, key)
        }
    }

    @Test func `a new link makes the old one and its code nothing, and leaves who looks`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let own = try await scene.hub.trip(trip, of: scene.ana)
            let (_, cookie) = try await open(scene, .token(try token(own)))
            try await scene.hub.renewTripLink(trip, pin: SafetyScene.pin, by: scene.ana)
            await #expect(throws: SafetyRefusal.noView) { try await open(scene, .token(try token(own))) }
            await #expect(throws: SafetyRefusal.noView) {
                try await open(scene, .code(own.code ?? "", traveller: nil))
            }
            #expect(try await scene.hub.guest(token: cookie) != nil)
            _ = try await open(scene, .token(try token(try await scene.hub.trip(trip, of: scene.ana))))
        }
    }

    @Test func `F20: a drill is texted, and who confirms it makes trips protected`() async throws {
        try await SafetyScene.run {
            $0.watchdog = .set
        } _: { scene in
            let trip = try await scene.start()
            #expect(try await scene.hub.trip(trip, of: scene.ana).protection?.gaps == [.noDrill])
            try await scene.hub.startDrill([scene.bo], by: scene.ana)
            #expect(try await scene.allTexts(to: 2).contains { $0.hasPrefix("TEST from Member 1: no emergency") })
            let drill = try #require(try await scene.hub.drills(of: scene.bo).first)
            #expect(!drill.isMine)
            try await scene.hub.confirmDrill(drill.id, by: scene.bo)
            #expect(try await scene.hub.trip(trip, of: scene.ana).protection?.isProtected ?? false)
            await #expect(throws: SafetyRefusal.drilledTooOften(retryAfterSeconds: 60)) {
                try await scene.hub.startDrill([scene.bo], by: scene.ana)
            }
        }
    }
}
