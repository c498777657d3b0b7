import Family
import Hub
import HubAPI
import Testing
import WireClient

/// F67: who was told of a visible alarm, and was added since somebody else may hold the phone, cannot tell by it whether
/// the real PIN ended it.
@Suite struct LateRecipientTwinTests {
    @Test func `F67: whom a thief connects after the second PIN hears of a later alarm what the real PIN tells`()
        async throws
    {
        try await expectEveReadsTheSame { story in
            try await story.extendTrip()
            try await story.connectEve()
            let alarm = try await story.callForHelp()
            try await story.pass(minutes: 6)
            try await story.clear(alarm)
            return alarm
        }
    }

    @Test func `F67: whom a thief connects while an alarm shows hears of the second PIN what the real one tells`()
        async throws
    {
        try await expectEveReadsTheSame { story in
            let alarm = try await story.callForHelp()
            try await story.pass(minutes: 1)
            try await story.connectEve()
            try await story.pass(minutes: 6)
            try await story.clear(alarm)
            return alarm
        }
    }

    @Test func `F67: a companion whom a thief chose hears of the second PIN at arrival what the real one tells`()
        async throws
    {
        // Bo, who watches over no trip, hears of an alarm so young only where it is under duress.
        let expectBoHearsOfDuress: (Story, String) async throws -> Void = { story, _ in
            let texts = try await story.texts(to: story.bo)
            #expect(texts.contains { $0.contains("entered the duress PIN") } == (story.pin == TwinStory.duress))
        }
        try await expectEveReadsTheSame(check: expectBoHearsOfDuress) { story in
            try await story.extendTrip()
            try await story.connectEve()
            let trip = try await story.start(with: [story.eve])
            let alarm = try await story.callForHelp()
            try await story.pass(minutes: 1)
            try await story.end("trips/\(trip)/arrive")
            return alarm
        }
    }

    /// Runs a story, which returns its alarm, with the real PIN and with the duress PIN: Eve reads the same of both, and
    /// `check` looks at what Bo is told of each.
    private func expectEveReadsTheSame(
        check: (Story, String) async throws -> Void = { try await $0.expectBoWasTold($1) },
        _ story: (Story) async throws -> String
    ) async throws {
        var answers: [[String]] = []
        for pin in [TwinStory.pin, TwinStory.duress] {
            try await Story.run(pin) { people in
                let alarm = try await story(people)
                answers.append(try await people.eveReads(alarm))
                try await check(people, alarm)
            }
        }
        #expect(answers[0] == answers[1])
        #expect(answers[0].contains { $0.contains(#""state":"safe""#) }, "she was told of it, and that it is over")
    }
}

/// Ana, whom Bo sees exactly, and Eve whom whoever holds the phone connects.
private struct Story {
    let test: TestService
    let pin: String
    let ana: TestMember
    let bo: TestMember
    let eve: TestMember

    static func run(_ pin: String, _ body: (Story) async throws -> Void) async throws {
        try await TestService.run { test in
            let people = (try await test.member(1), try await test.member(2), try await test.member(3))
            let story = Story(test: test, pin: pin, ana: people.0, bo: people.1, eve: people.2)
            try await test.connect(story.bo, to: story.ana, .exact)
            try await test.setCheapPINs(of: story.ana.id)
            try await story.pass(minutes: 1)
            try await body(story)
        }
    }

    func pass(minutes: Int) async throws {
        for _ in 0..<minutes {
            test.clock.advance(seconds: 60)
            await test.hub.handleDeadlines()
        }
        try await test.hub.sendMessages()
    }

    /// A trip that Bo watches over, ended with the PIN.
    func extendTrip() async throws {
        let trip = try await start(with: [bo])
        let more = #"{"minutes":10,"pin":"\#(pin)"}"#
        let answer = try await test.call("POST", "/api/v1/trips/\(trip)/extend", token: ana.token, json: more)
        try #require(answer.status == 204)
        try await pass(minutes: 1)
        let end = #"{"pin":"\#(TwinStory.pin)"}"#
        let ended = try await test.call("POST", "/api/v1/trips/\(trip)/arrive", token: ana.token, json: end)
        try #require(ended.status == 204)
        try await pass(minutes: 1)
    }

    func start(with companions: [TestMember]) async throws -> String {
        let trip = test.hub.outside.newID(of: Trip.self).text
        let due = test.clock.now.advanced(bySeconds: 7_200).text
        let start = """
            {"id":"\(trip)","destination":{"name":"The station","latitude":52.55,"longitude":13.41},\
            "mode":"walk","companions":[\(companions.map { "\"\($0.id.text)\"" }.joined(separator: ","))],"dueAt":"\(due)"}
            """
        let started = try await test.call("POST", "/api/v1/trips", token: ana.token, json: start)
        try #require(started.status == 201)
        return trip
    }

    func connectEve() async throws {
        try await test.connect(eve, to: ana, .exact)
        try await pass(minutes: 1)
    }

    /// A call for help that her own pages show; after five minutes whoever sees her is called too.
    func callForHelp() async throws -> String {
        let id = test.hub.outside.newID(of: HelpCountdown.self).text
        let call = #"{"id":"\#(id)","cause":"alert","startedAgoMilliseconds":0}"#
        _ = try await test.call("POST", "/api/v1/countdowns", token: ana.token, json: call)
        return try await test.openAlarm(of: ana.token).text
    }

    /// Bo is on it; "I'm safe", with the PIN.
    func clear(_ alarm: String) async throws {
        let taken = try await test.call("POST", "/api/v1/alarms/\(alarm)/acknowledge", token: bo.token)
        try #require(taken.status == 204)
        try await end("alarms/\(alarm)/clear")
    }

    /// Ends something with the PIN; then time passes.
    func end(_ path: String) async throws {
        let answer = try await test.call("POST", "/api/v1/\(path)", token: ana.token, json: #"{"pin":"\#(pin)"}"#)
        try #require(answer.status == 204)
        try await pass(minutes: 2)
        // From here on Bo responds to the alarm, and Ana must not notice.
        for alarm in try await test.call("GET", "/api/v1/alarms", token: bo.token).items {
            let path = "/api/v1/alarms/\(alarm["id"] ?? "")"
            for verb in ["act", "acknowledge"] {
                _ = try await test.call("POST", "\(path)/\(verb)", token: bo.token)
            }
        }
        try await test.post(berlin, of: ana)
        try await pass(minutes: 2)
    }

    func texts(to member: TestMember) async throws -> [String] {
        try await test.hub.outboxItems(after: nil).filter { $0.to == member.phone }.map(\.text)
    }

    /// All that Eve reads and was sent, with each identity and secret as the number of its first appearance.
    func eveReads(_ alarm: String) async throws -> [String] {
        let texts = try await texts(to: eve)
        let token = try #require(
            texts.last { $0.contains("/follow#") }?.split(separator: "/follow#").last?.prefix { !$0.isNewline }
        )
        let opened = try await test.call("POST", "/api/v1/trip-views", token: nil, json: #"{"token":"\#(token)"}"#)
        let cookie = opened["set-cookie"]?.split(separator: ";").first.map { "Cookie: \($0)" }
        // Texts and notices of one moment have no order.
        var read = texts.sorted() + ["\(opened.status) \(opened.text)"]
        if let cookie {
            let headers = [cookie, "Sec-Fetch-Site: same-origin"]
            read.append(try await test.call("GET", "/api/v1/trip-view", headers: headers).text)
        }
        for verb in ["acknowledge", "act", "confirm"] {
            read.append("\(try await test.call("POST", "/api/v1/alarms/\(alarm)/\(verb)", token: eve.token).status)")
        }
        for path in ["alarms", "presence", "clock", "connections", "companion-trips"] {
            read.append(try await test.call("GET", "/api/v1/\(path)", token: eve.token).text)
        }
        let notices = try await test.call("GET", "/api/v1/notices", token: eve.token).items
        read += notices.map { "\($0["at"] ?? "") \($0["kind"] ?? "") \($0["member"] ?? "")" }.sorted()
        return TwinStory.masked(read)
    }

    /// Bo was there before: he knows, and goes on knowing after whatever Eve tried.
    func expectBoWasTold(_ alarm: String) async throws {
        let shown = try await test.call("GET", "/api/v1/alarms", token: bo.token).items.filter {
            $0["id"] as? String == alarm
        }
        let isForced = pin == TwinStory.duress
        #expect(shown.map { $0["underDuress"] as? Bool } == [isForced])
        #expect(shown.map { $0["state"] as? String == "safe" } == [!isForced])
        let texts = try await texts(to: bo)
        #expect(texts.contains { $0.contains("entered the duress PIN") } == isForced)
        #expect(texts.contains { $0.contains("is safe") } != isForced, "nor is he told what she was made to say")
    }
}
