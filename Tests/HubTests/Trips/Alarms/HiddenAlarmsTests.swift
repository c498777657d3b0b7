import Bus
import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// A child's hidden hours in trips and alarms (F76): Anna is its guardian, Bo the adult it is hidden from.
@Suite struct HiddenAlarmsTests {
    struct Scene {
        let test: TestHub
        let anna: ID<Member>
        let bo: ID<Member>
        let leo: ID<Member>
        let phone: DeviceCredential
        var hub: Hub { test.hub }

        func help(_ cause: HelpCountdown.Cause = .alert) async throws -> ID<Alarm> {
            let request = HelpRequest(id: hub.outside.newID(), cause: cause, startedAgoMilliseconds: 0)
            return try await hub.startCountdown(request, by: leo).countdown.alarm
        }

        func start(_ companions: [ID<Member>]) async throws -> ID<Trip> {
            let goal = berlin.moved(northMetres: 3_000, eastMetres: 0)
            var request = TripRequest(
                id: hub.outside.newID(),
                name: "School",
                destination: goal,
                mode: .walk,
                companions: companions
            )
            request.dueAt = test.clock.now.advanced(bySeconds: 3_600)
            try await hub.startTrip(request, route: nil, by: leo)
            return request.id
        }

        func texts(to number: Int) async throws -> Int {
            try await hub.outboxItems(after: nil).count { $0.to == TestHub.phone(number) }
        }

        /// What was texted to a number, oldest first.
        func texts(of number: String) async throws -> [String] {
            try await hub.outboxItems(after: nil).filter { $0.to == number }.map(\.text)
        }

        /// Hides the child from Bo at every hour.
        func hide() async throws {
            let hours = try #require(HiddenHours(days: 127, fromMinute: 0, untilMinute: 0, utcOffsetMinutes: 0))
            let family = try await hub.family(of: anna).id
            try await hub.setHiddenHours(of: leo, in: family, by: anna, [(bo, hours)])
        }

        /// An outside contact of the child, or of another one, who agreed.
        @discardableResult
        func contact(_ number: String, of child: ID<Member>? = nil) async throws -> ContactInfo {
            let (caller, _) = try await hub.addSession(for: child ?? leo)
            let id = hub.outside.newID(of: Contact.self)
            let (phone, mail) = number.contains("@") ? (nil, number) : (number, nil)
            let wanted = ContactRequest(id: id, name: "Dora", phone: phone, region: nil, mail: mail)
            let contact = try await hub.addOutsideContact(wanted, by: caller)
            let question = try #require(try await texts(of: number).last { $0.contains("/contact#") })
            _ = try await hub.answerContact(try contactToken(in: question), wantsCalls: true, from: RequestOrigin())
            return contact
        }

        /// Everything that a member reads of the child.
        func sight(of member: ID<Member>) async throws -> String {
            let alarms = try await hub.alarms(for: member).count
            let trips = try await hub.companionTrips(of: member).count
            let danger = try await hub.views(for: member).contains { $0.view.state == .danger }
            return "\(alarms) \(trips) \(danger)"
        }

        func pass(seconds: Int64) async {
            for _ in 0..<seconds / 10 {
                test.clock.advance(seconds: 10)
                await hub.handleDeadlines()
            }
        }
    }

    /// Hidden from Bo at every hour, unless told otherwise.
    func run(
        guardianSees: Bool = true,
        isHidden: Bool = true,
        senders: [Channel: any MessageSender] = [:],
        _ body: (Scene) async throws -> Void
    ) async throws {
        try await TestHub.run(senders: senders) { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let family = try await test.hub.family(of: anna).id
            let leo = try await test.child(of: family, by: anna, birthYear: 2010).id
            for viewer in guardianSees ? [anna, bo] : [bo] { try await test.letSee(viewer, [leo]) }
            let phone = try await test.device(of: leo)
            let scene = Scene(test: test, anna: anna, bo: bo, leo: leo, phone: phone)
            let (caller, _) = try await test.hub.addSession(for: leo)
            try await test.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
            await test.send(berlin, from: phone)
            if isHidden { try await scene.hide() }
            _ = try await test.published()
            try await body(scene)
        }
    }

    @Test func `F76: a hidden adult is told of no alarm, and sees neither alarm, trip, clock nor event of it`()
        async throws
    {
        try await run { scene in
            let before = try await scene.sight(of: scene.bo)
            let trip = try await scene.start([scene.anna])
            let alarm = try await scene.help()
            await scene.pass(seconds: 600)
            await scene.test.send(berlin, from: scene.phone)
            #expect(try await scene.texts(to: 1) >= 4)
            #expect(try await scene.texts(to: 2) == 0)
            #expect(try await scene.sight(of: scene.bo) == before)
            #expect(try await scene.sight(of: scene.anna).hasSuffix("true"))
            #expect(try await !scene.hub.notices(of: scene.bo).contains { $0.kind == .alarm })
            await #expect(throws: SafetyRefusal.notFound) { try await scene.hub.acknowledge(alarm, by: scene.bo) }
            await #expect(throws: SafetyRefusal.notFound) { try await scene.hub.companionTrip(trip, of: scene.bo) }
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.leo)
            await scene.pass(seconds: 60)
            #expect(try await scene.texts(to: 2) == 0)
            let told = try await scene.test.published().flatMap(\.self)
            #expect(!told.contains(.alarms(scene.bo)) && !told.contains(.trips(scene.bo)))
            #expect(!told.contains(.notice(scene.bo)))
        }
    }

    @Test func `F76, F85: a hidden adult is sent no drill of the child's but where chosen for the trip`() async throws {
        try await run { scene in
            await #expect(throws: SafetyRefusal.notWatching) {
                try await scene.hub.startDrill([scene.bo], by: scene.leo)
            }
            try await scene.hub.startDrill([scene.anna], by: scene.leo)
            _ = try await scene.start([scene.bo])
            scene.test.clock.advance(seconds: 60)
            try await scene.hub.startDrill([scene.bo], by: scene.leo)
            #expect(try await scene.hub.drills(of: scene.bo).count == 1)
        }
    }

    @Test func `F76, F80: a missed alarm of a child notifies its guardian, not the adult it is hidden from`()
        async throws
    {
        try await run { scene in
            _ = try await scene.help(.sos)
            scene.test.clock.advance(seconds: 7 * 3_600)
            await scene.hub.handleDeadlines()
            #expect(try await scene.hub.notices(of: scene.anna).contains { $0.kind == .alarmNotTold })
            #expect(try await !scene.hub.notices(of: scene.bo).contains { $0.kind == .alarmNotTold })
        }
    }

    @Test func `F76, F77: a hidden adult whom the child names as a contact by their number is not called`() async throws
    {
        for isHidden in [true, false] {
            try await run(isHidden: isHidden) { scene in
                _ = try await scene.contact(TestHub.phone(2))
                _ = try await scene.help()
                await scene.pass(seconds: 600)
                let sent = try await scene.hub.outboxItems(after: nil).filter { $0.text.contains("/contact#") }
                #expect(sent.count == (isHidden ? 1 : 2), "the question, and an alarm where no hours hold")
            }
        }
    }

    @Test func `F76, F77: in hidden hours no contact sees the barred adult, or gets a link on their number`()
        async throws
    {
        try await run(isHidden: false) { scene in
            let (ofBo, other) = (TestHub.phone(2), "+41446689001")
            _ = try await scene.contact(other)
            _ = try await scene.contact(ofBo)
            let alarm = try await scene.help()
            try await scene.hub.acknowledge(alarm, by: scene.bo)
            let key = try alarmKey(in: try await scene.texts(of: other).first { $0.contains("/follow#") })
            let (guest, _) = try await scene.hub.openView(
                by: key,
                known: nil,
                browser: "a browser",
                from: RequestOrigin()
            )
            var responders = try await scene.hub.view(of: guest).alarms.flatMap(\.acknowledgedBy)
            #expect(responders.map(\.member) == [scene.bo])
            try await scene.hide()
            responders = try await scene.hub.view(of: guest).alarms.flatMap(\.acknowledgedBy)
            #expect(responders.isEmpty)
            try await scene.hub.sendMessages()
            #expect(try await scene.texts(of: ofBo).allSatisfy { !$0.contains("/follow#") }, "asked at the sending")
            #expect(try await scene.texts(of: other).contains { $0.contains("/follow#") })
        }
    }

    @Test func `F44, F77: a child names contacts from ten years on, whom its guardians do not read`() async throws {
        try await run { scene in
            _ = try await scene.contact("+41446689001")
            #expect(try await scene.hub.outsideContacts(of: scene.anna).isEmpty)
            let family = try await scene.hub.family(of: scene.anna).id
            let small = try await scene.test.child(of: family, by: scene.anna, birthYear: 2020).id
            await #expect(throws: OutsideContactRefusal.guardianDecides) {
                try await scene.contact("+41446689002", of: small)
            }
        }
    }

    @Test func `F76: an adult whom the child chose as a companion of this trip is told, of this trip alone`()
        async throws
    {
        try await run { scene in
            let trip = try await scene.start([scene.bo])
            let alarm = try await scene.help()
            #expect(try await scene.texts(to: 2) == 1)
            #expect(try await scene.hub.alarms(for: scene.bo).map(\.alarm.id) == [alarm])
            try await scene.hub.acknowledge(alarm, by: scene.bo)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.leo)
            let told = try await scene.texts(to: 2)
            _ = try await scene.help()
            await scene.pass(seconds: 600)
            #expect(try await scene.texts(to: 2) == told, "without the trip the hours hold")
            #expect(try await scene.texts(to: 1) > 0)
        }
    }

    @Test func `F76: an adult told before the hours begin is told of nothing in them, by their link neither`()
        async throws
    {
        try await run(isHidden: false) { scene in
            let alarm = try await scene.help()
            #expect(try await scene.texts(to: 2) == 1)
            let text = try #require(
                try await scene.hub.outboxItems(after: nil).first { $0.to == TestHub.phone(2) }?.text
            )
            let link = String(try #require(text.split(separator: "#").last?.prefix { !$0.isNewline }))
            let (guest, _) = try await scene.hub.openView(
                by: .token(link),
                known: nil,
                browser: "a browser",
                from: RequestOrigin()
            )
            let family = try await scene.hub.family(of: scene.anna).id
            let hours = try #require(HiddenHours(days: 127, fromMinute: 0, untilMinute: 0, utcOffsetMinutes: 0))
            try await scene.hub.setHiddenHours(of: scene.leo, in: family, by: scene.anna, [(scene.bo, hours)])
            await scene.pass(seconds: 600)
            #expect(try await scene.texts(to: 2) == 1)
            await #expect(throws: SafetyRefusal.viewEnded) { try await scene.hub.view(of: guest) }
            await #expect(throws: SafetyRefusal.notFound) { try await scene.hub.acknowledge(alarm, by: guest) }
            await #expect(throws: SafetyRefusal.noView) {
                try await scene.hub.openView(by: .token(link), known: nil, browser: "a browser", from: RequestOrigin())
            }
            try await scene.hub.clear(alarm, pin: SafetyScene.pin, by: scene.leo)
            #expect(try await scene.texts(to: 2) == 0, "no all-clear, and what had not left is withdrawn")
            #expect(try await scene.hub.alarms(for: scene.bo).isEmpty)
        }
    }

    @Test func `F76: a child sees beforehand which adults an alarm does not reach, and if it reaches no one`()
        async throws
    {
        let texts: [Channel: any MessageSender] = [.text: RecordingSender()]
        try await run(senders: texts) { scene in
            let reach = try await scene.hub.safetyOverview(of: scene.leo).reach
            #expect(reach.hidden == [scene.bo] && !reach.reachesNobody)
        }
        try await run(guardianSees: false, senders: texts) { scene in
            var reach = try await scene.hub.safetyOverview(of: scene.leo).reach
            #expect(reach.hidden == [scene.bo] && reach.reachesNobody)
            _ = try await scene.start([scene.bo])
            reach = try await scene.hub.safetyOverview(of: scene.leo).reach
            #expect(reach.hidden.isEmpty && !reach.reachesNobody, "the child chose him")
        }
        try await run(guardianSees: false, isHidden: false, senders: texts) { scene in
            let reach = try await scene.hub.safetyOverview(of: scene.leo).reach
            #expect(reach.hidden.isEmpty && !reach.reachesNobody)
        }
    }
}
