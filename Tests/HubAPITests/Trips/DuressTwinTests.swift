import Family
import Hub
import HubAPI
import Testing
import WireClient

/// F67: an observer who is no recipient of an alarm of the second PIN cannot tell it from the real one.
@Suite struct DuressTwinTests {
    private static let seeds: ClosedRange<UInt64> = isSweep ? 1...100 : 1...4

    @Test func `F67: in seeded twin stories no observer's traffic tells the second PIN from the real one`() async throws
    {
        async let real = transcripts(typing: TwinStory.pin)
        async let forced = transcripts(typing: TwinStory.duress)
        let (left, right) = (try await real, try await forced)
        for (seed, (one, other)) in zip(Self.seeds, zip(left, right)) {
            for observer in TwinObserver.allCases {
                let (one, other) = (TwinStory.masked(one[observer] ?? []), TwinStory.masked(other[observer] ?? []))
                #expect(!one.isEmpty, "\(observer) was there")
                guard one != other else { continue }
                let line = zip(one, other).first { $0 != $1 } ?? (one.last ?? "", other.last ?? "")
                Issue.record("seed \(seed), \(observer), \(one.count)/\(other.count) lines\n\(line.0)\n\(line.1)")
            }
        }
    }

    @Test func `F67: the recipient and the link of another alarm cannot tell the second PIN from the real one`()
        async throws
    {
        var answers: [[String]] = []
        for pin in [TwinStory.pin, TwinStory.duress] {
            try await TestService.run { test in
                let (ana, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
                let dana = try await test.member(4)
                for (viewer, precision) in [(bo, Precision.exact), (cleo, .place), (dana, .coarse)] {
                    // Notices of the same moment have no order.
                    test.clock.advance(seconds: 1)
                    try await test.connect(viewer, to: ana, precision)
                }
                try await test.setCheapPINs(of: ana.id)
                let cookie = try await openAlarm(test, about: ana, toldTo: bo)
                try await extendTrip(test, of: ana, with: cleo, typing: pin)
                let headers = [cookie, "Sec-Fetch-Site: same-origin"]
                var told = [try await test.call("GET", "/api/v1/trip-view", headers: headers).text]
                for path in ["alarms", "presence", "clock", "connections", "notices", "companion-trips"] {
                    told.append(try await test.call("GET", "/api/v1/\(path)", token: bo.token).text)
                }
                // Who asks where she is reads the same, and so does she.
                let asks = #"{"member":"\#(ana.id.text)"}"#
                let asked = try await test.call("POST", "/api/v1/position-requests", token: dana.token, json: asks)
                #expect(asked.status == 202)
                told.append(asked.text)
                for member in [dana, ana] {
                    for path in ["position-requests", "presence", "notices"] {
                        told.append(try await test.call("GET", "/api/v1/\(path)", token: member.token).text)
                    }
                }
                answers.append(TwinStory.masked(told))
            }
        }
        for (real, forced) in zip(answers[0], answers[1]) { #expect(real == forced) }
        #expect(answers[0].first?.contains("underDuress\":false") ?? false)
    }

    /// A call for help of which Bo alone is told, and the cookie of the browser in which he opened his link.
    private func openAlarm(_ test: TestService, about ana: TestMember, toldTo bo: TestMember) async throws -> String {
        let id = test.hub.outside.newID(of: HelpCountdown.self).text
        let call = #"{"id":"\#(id)","cause":"alert","startedAgoMilliseconds":0}"#
        _ = try await test.call("POST", "/api/v1/countdowns", token: ana.token, json: call)
        let text = try #require(try await test.hub.outboxItems(after: nil).last { $0.to == bo.phone }).text
        let token = try #require(text.split(separator: "#").last?.prefix { !$0.isNewline })
        let body = #"{"token":"\#(token)"}"#
        let view = try await test.call("POST", "/api/v1/trip-views", token: nil, json: body)
        return "Cookie: \(try #require(view["set-cookie"]?.split(separator: ";").first))"
    }

    /// A trip that Cleo alone watches, and more time for it with a PIN.
    private func extendTrip(
        _ test: TestService,
        of ana: TestMember,
        with cleo: TestMember,
        typing pin: String
    ) async throws {
        let trip = test.hub.outside.newID(of: Trip.self).text
        let due = test.clock.now.advanced(bySeconds: 3_600).text
        let start = """
            {"id":"\(trip)","destination":{"name":"The station","latitude":52.55,"longitude":13.41},\
            "mode":"walk","companions":["\(cleo.id.text)"],"dueAt":"\(due)"}
            """
        let started = try await test.call("POST", "/api/v1/trips", token: ana.token, json: start)
        try #require(started.status == 201)
        let more = #"{"minutes":10,"pin":"\#(pin)"}"#
        let path = "/api/v1/trips/\(trip)/extend"
        #expect(try await test.call("POST", path, token: ana.token, json: more).status == 204)
        test.clock.advance(seconds: 120)
        await test.hub.handleDeadlines()
        try await test.post(berlin, of: ana)
        let isTold = try await !test.call("GET", "/api/v1/alarms", token: cleo.token).items.isEmpty
        #expect(isTold == (pin == TwinStory.duress))
    }

    private func transcripts(typing pin: String) async throws -> [[TwinObserver: [String]]] {
        var told: [[TwinObserver: [String]]] = []
        try await TestService.run { test in
            for seed in Self.seeds { told.append(try await TwinStory.tell(seed, typing: pin, on: test)) }
        }
        return told
    }
}
