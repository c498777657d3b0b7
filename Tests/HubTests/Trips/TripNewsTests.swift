import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// Trip news reaches every companion: by push, else by text or mail, and as a notice (F78).
@Suite struct TripNewsTests {
    @Test func `F78: a companion without push gets start, delay and arrival by text after 60 s, and as notices`()
        async throws
    {
        try await withTripNews { scene, sent in
            let trip = try await scene.start()
            try await scene.wait(59)
            #expect(sent.texts(to: 2).isEmpty)
            try await scene.wait(1)
            #expect(sent.texts(to: 2).map(firstLine) == ["Member 1 started a trip"])
            try await scene.hub.enter(SafetyScene.pin, for: .extend(minutes: 10), on: trip, by: scene.ana)
            try await scene.wait(60)
            #expect(sent.texts(to: 2).map(firstLine).last == "Member 1 needs 10 more minutes")
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            try await scene.wait(60)
            #expect(sent.texts(to: 2).map(firstLine).last == "Member 1 says they arrived")
            #expect(sent.texts(to: 2).count == 3)
            let kinds = try await scene.hub.notices(of: scene.bo).reversed().map(\.kind.rawValue)
            #expect(kinds == ["tripStarted", "tripDelayed", "tripArrived"])
            #expect(try await scene.hub.notices(of: scene.bo).allSatisfy { $0.about == scene.ana })
            #expect(try await scene.hub.notices(of: scene.cleo).isEmpty, "not a companion")
        }
    }

    @Test func `F78: a companion who is added later is invited by text after 60 s, and told of the end`() async throws {
        try await withTripNews { scene, sent in
            let trip = try await scene.start()
            try await scene.hub.addCompanion(scene.cleo, to: trip, by: scene.ana)
            try await scene.wait(60)
            #expect(sent.texts(to: 3).map(firstLine) == ["Member 1 started a trip"])
            try await scene.hub.enter(SafetyScene.pin, for: .cancel, on: trip, by: scene.ana)
            try await scene.wait(60)
            #expect(sent.texts(to: 3).map(firstLine).last == "Member 1 ended the trip")
            let kinds = try await scene.hub.notices(of: scene.cleo).reversed().map(\.kind.rawValue)
            #expect(kinds == ["tripStarted", "tripEnded"])
        }
    }

    @Test func `F78: a confirmed push needs no text, and an unconfirmed one is followed by a text`() async throws {
        try await withTripNews { scene, sent in
            let (bo, _) = try await scene.hub.addSession(for: scene.bo)
            try await scene.test.subscribe(bo)
            try await scene.hub.sendMessages()
            let trip = try await scene.start()
            try await scene.wait(30)
            let push = try #require(sent.pushes.tries.last)
            #expect(push.text.contains("started a trip"))
            let message = try #require(ID<OutboxMessage>(text: push.id))
            try await scene.hub.notePushShown(message, by: bo, isSeen: false)
            try await scene.wait(60)
            #expect(sent.texts(to: 2).isEmpty, "the push was confirmed")
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            try await scene.wait(60)
            #expect(sent.texts(to: 2).map(firstLine) == ["Member 1 says they arrived"], "this one was not")
        }
    }

    @Test func `F78: a confirmation of older news does not hold back the text of newer news`() async throws {
        try await withTripNews { scene, sent in
            let (bo, _) = try await scene.hub.addSession(for: scene.bo)
            try await scene.test.subscribe(bo)
            try await scene.hub.sendMessages()
            let trip = try await scene.start()
            try await scene.hub.sendMessages()
            let first = try #require(sent.pushes.tries.last.flatMap { ID<OutboxMessage>(text: $0.id) })
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            try await scene.hub.notePushShown(first, by: bo, isSeen: true)
            try await scene.wait(60)
            #expect(sent.texts(to: 2).map(firstLine) == ["Member 1 says they arrived"])
        }
    }

    @Test func `F78: the text that waits for a confirmation survives a restart`() async throws {
        try await withTripNews { scene, sent in
            try await scene.start()
            scene.test.clock.advance(seconds: 40)
            let second = try await scene.test.restarted()
            try await second.hub.sendMessages()
            #expect(sent.texts(to: 2).isEmpty)
            scene.test.clock.advance(seconds: 20)
            try await second.hub.sendMessages()
            #expect(sent.texts(to: 2).map(firstLine) == ["Member 1 started a trip"])
        }
    }

    @Test(arguments: [PINRequest.arrive, .cancel, .extend(minutes: 10), .safe(nil)])
    func `F78: nothing said with the duress PIN reaches a companion as news, nor with the other PIN after it`(
        _ request: PINRequest
    ) async throws {
        try await withTripNews { scene, sent in
            let (bo, _) = try await scene.hub.addSession(for: scene.bo)
            try await scene.test.subscribe(bo)
            let trip = try await scene.start()
            try await scene.wait(60)
            let (texts, pushes) = (sent.texts(to: 2).count, sent.pushes.tries.count)
            try await scene.hub.enter(SafetyScene.duress, for: request, by: scene.ana)
            if request == .extend(minutes: 10) {
                try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            }
            try await scene.wait(59)
            let told = sent.texts(to: 2).dropFirst(texts) + sent.pushes.tries.dropFirst(pushes).map(\.text)
            #expect(told.count == 2, "the alarm, by both channels")
            for word in ["arrived", "ended", "minutes", "continues"] {
                #expect(!told.contains { $0.contains("Member 1 \(word)") }, "\(word)")
            }
            let kinds = try await scene.hub.notices(of: scene.bo).map(\.kind.rawValue)
            #expect(Set(kinds) == ["alarm", "tripStarted"])
        }
    }

    @Test func `F78: a text about an arrival is withheld when an alarm comes first`() async throws {
        try await withTripNews { scene, sent in
            let trip = try await scene.start()
            try await scene.wait(60)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            try await scene.help(.alert)
            try await scene.wait(55)
            #expect(sent.texts(to: 2).count == 2)
            #expect(sent.texts(to: 2).last?.contains("may need help") ?? false, "the last word is the alarm")
        }
    }

    @Test func `F78: texts with trip news have a budget of their own; beyond it a mail goes, and alarms still text`()
        async throws
    {
        try await withTripNews({ $0.tripNews.textsATrip = 2 }) { scene, sent in
            try await scene.giveMail("bo@example.org", to: scene.bo, sent)
            // One says that the mail address was changed.
            let before = sent.texts(to: 2).count
            let trip = try await scene.start()
            try await scene.wait(60)
            let mails = sent.mails.tries.count
            for request in [PINRequest.extend(minutes: 10), .arrive] {
                try await scene.hub.enter(SafetyScene.pin, for: request, on: trip, by: scene.ana)
                try await scene.wait(60)
            }
            #expect(sent.texts(to: 2).count == before + 2)
            #expect(sent.texts(to: 2).last.map(firstLine) == "Member 1 says they arrived", "kept for the end (F89)")
            #expect(sent.mails.tries.count == mails + 1, "more time")
            try await scene.help(.alert)
            try await scene.hub.sendMessages()
            #expect(sent.texts(to: 2).count == before + 3, "an alarm is no news")
            scene.test.clock.advance(seconds: 86_400)
            try await scene.start()
            try await scene.wait(60)
            #expect(sent.texts(to: 2).last.map(firstLine) == "Member 1 started a trip", "the next day")
        }
    }

    @Test func `F78: a companion whom no text reaches gets start and arrival by mail after 60 s`() async throws {
        let sent = SentNews()
        try await TestHub.run(senders: [.mail: sent.mails]) { test in
            let scene = try await SafetyScene(test)
            try await test.givePINs(to: scene.ana)
            try await scene.giveMail("bo@example.org", to: scene.bo, sent)
            let before = sent.mails.tries.count
            let trip = try await scene.start()
            try await scene.wait(59)
            #expect(sent.mails.tries.count == before)
            try await scene.wait(1)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            try await scene.wait(60)
            let mails = sent.mails.tries.dropFirst(before)
            #expect(mails.allSatisfy { $0.to == "bo@example.org" })
            #expect(mails.map(\.text).map(firstLine) == ["Member 1 started a trip", "Member 1 says they arrived"])
        }
    }

    @Test func `F78: whom no push, text or mail reaches is named to the traveller`() async throws {
        let mails = RecordingSender()
        try await TestHub.run(senders: [.mail: mails]) { test in
            let scene = try await SafetyScene(test)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).unreachable == [scene.bo, scene.cleo])
            let (bo, _) = try await scene.hub.addSession(for: scene.bo)
            try await scene.test.subscribe(bo)
            #expect(try await scene.hub.safetyOverview(of: scene.ana).unreachable == [scene.cleo])
        }
        try await withTripNews { scene, _ in
            let unreachable = try await scene.hub.safetyOverview(of: scene.ana).unreachable
            #expect(unreachable.isEmpty, "texts reach both")
        }
    }

    @Test func `F22, F78: trip news holds neither coordinates nor a token, and a push no destination`() async throws {
        try await withTripNews({ $0.publicURL = "https://family.example" }) { scene, sent in
            let (bo, _) = try await scene.hub.addSession(for: scene.bo)
            try await scene.test.subscribe(bo)
            let trip = try await scene.start()
            try await scene.wait(60)
            let text = try #require(sent.texts(to: 2).last)
            #expect(text.contains("To: The station"))
            #expect(text.hasSuffix("Follow: https://family.example/watching/\(trip.text)"))
            #expect(!text.contains("52.") && !text.contains("#"))
            let push = try #require(sent.pushes.tries.last).text
            for word in ["station", "52.", "#"] { #expect(!push.contains(word), "\(word)") }
        }
    }
}

/// What left a hub by each channel.
struct SentNews {
    let texts = RecordingSender()
    let mails = RecordingSender()
    let pushes = RecordingSender()

    /// What was texted to a member's number, oldest first.
    func texts(to number: Int) -> [String] {
        texts.tries.filter { $0.to == TestHub.phone(number) }.map(\.text)
    }
}

/// Runs `body` with Ana, Bo and Cleo on a hub that sends texts, mails and push messages.
func withTripNews(
    _ configure: (inout HubSettings) -> Void = { _ in },
    _ body: (SafetyScene, SentNews) async throws -> Void
) async throws {
    let sent = SentNews()
    let senders: [Channel: any MessageSender] = [.text: sent.texts, .mail: sent.mails, .push: sent.pushes]
    try await TestHub.run(senders: senders, configure) { test in
        let scene = try await SafetyScene(test)
        try await test.givePINs(to: scene.ana)
        try await body(scene, sent)
    }
}

private func firstLine(_ text: String) -> String {
    String(text.prefix { $0 != "\n" })
}

extension SafetyScene {
    /// Gives a member a mail address that was confirmed.
    func giveMail(_ address: String, to member: ID<Member>, _ sent: SentNews) async throws {
        let (caller, _) = try await hub.addSession(for: member)
        _ = try await hub.requestMailCode(of: caller, to: address)
        try await hub.sendMessages()
        let words = try #require(sent.mails.tries.last).text.split { !$0.isNumber }
        let code = try #require(words.first { $0.count == 6 })
        try await hub.setMail(of: caller, code: String(code), from: RequestOrigin())
        try await hub.sendMessages()
    }

    /// Lets time pass as the scheduler does, then sends what is due.
    func wait(_ seconds: Int64) async throws {
        await pass(seconds: seconds, each: 5)
        try await hub.sendMessages()
    }
}
