import Family
import Foundation
import HTTP
import Hub
import HubAPI
import Testing
import WireClient

@Suite struct PrecisionMatrixTests {
    /// A viewer who sees a subject at a level, and everything a phone can tell of the subject.
    private func scene(_ test: TestService, _ precision: Precision) async throws -> (TestMember, TestMember) {
        let (subject, viewer) = (try await test.member(1), try await test.member(2))
        try await test.connect(viewer, to: subject, precision)
        try await test.place("Gran's house", at: berlin, of: subject)
        let more = #","vel":36,"cog":123,"batt":64,"alt":34,"motionactivities":["cycling"],"SSID":"secret net""#
        try await test.post(berlin, of: subject, more: more)
        // Long enough for a stay.
        test.clock.advance(seconds: 320)
        try await test.post(berlin.moved(northMetres: 3, eastMetres: 2), of: subject, more: more)
        return (subject, viewer)
    }

    @Test(arguments: Precision.allCases, WayOut.allCases)
    func `F35: every way out says what its level allows and nothing else`(
        _ precision: Precision,
        _ way: WayOut
    ) async throws {
        try await TestService.run { test in
            let (subject, viewer) = try await scene(test, precision)
            let answer = try await way.ask(test, viewer, about: subject, at: precision)
            let saying = way.says(at: precision)
            if let fields = saying?.fields {
                #expect(answer.about?.keys.sorted() == fields)
            } else {
                #expect(answer.about == nil)
            }
            if saying == nil {
                #expect(!answer.text.contains(subject.id.text) && !answer.text.contains("Member 1"))
                #expect(!answer.text.contains("Gran"))
            }
            let near = answer.fractions.filter { number in
                abs(number - berlin.latitude) < 0.000_9 || abs(number - berlin.longitude) < 0.000_9
            }
            // The viewer's own phone stands elsewhere than the subject's, so that whose point it is can be told.
            #expect(near.isEmpty != (saying?.holdsPosition ?? false), "\(near)")
            let always = ["behind the third oak", subject.phone, "secret net", "precision", "\"exact\"", "\"coarse\""]
            for word in always { #expect(!answer.text.contains(word), "\(word)") }
            if precision < .exact {
                for word in ["accuracy", "speed", "course", "altitude", "\"fix\"", "lat=", "lon="] {
                    #expect(!answer.text.contains(word), "\(word)")
                }
            }
        }
    }

    @Test func `F35: at exact a viewer gets every figure that the table of levels names`() async throws {
        try await TestService.run { test in
            let (subject, viewer) = try await scene(test, .exact)
            let answer = try await WayOut.presence.ask(test, viewer, about: subject, at: .exact)
            let fix = try #require(answer.about?["fix"] as? [String: Any])
            #expect(
                fix.keys.sorted() == [
                    "accuracyMetres", "ageSeconds", "at", "batteryPercent", "courseDegrees", "latitude", "live",
                    "longitude", "speedMetresPerSecond",
                ]
            )
            #expect(fix["speedMetresPerSecond"] as? Double == 10, "36 km/h")
            #expect(fix["live"] as? Bool == true)
            #expect(answer.about?["place"] as? String == "Gran's house" && answer.about?["state"] as? String == "place")
            #expect(answer.about?["motion"] as? String == "cycling")
        }
    }

    @Test(arguments: [Precision.off, .place, .coarse])
    func `F35: a track that a viewer may not see is answered like that of an unknown member`(_ precision: Precision)
        async throws
    {
        try await TestService.run { test in
            let (subject, viewer) = try await scene(test, precision)
            let nobody = test.hub.outside.newID(of: Member.self).text
            for format in ["json", "gpx", "geojson"] {
                let refused = try await test.call(
                    "GET",
                    "/api/v1/members/\(subject.id.text)/track?format=\(format)",
                    token: viewer.token
                )
                let unknown = try await test.call(
                    "GET",
                    "/api/v1/members/\(nobody)/track?format=\(format)",
                    token: viewer.token
                )
                #expect(refused.status == 404 && refused.body == unknown.body)
            }
        }
    }

    @Test func `F36: a thousand reads from one spot return one cell`() async throws {
        try await TestService.run { test in
            let (subject, viewer) = try await scene(test, .coarse)
            let port = test.server.port
            let request = requestBytes("GET", "/api/v1/presence", ["Authorization: Bearer \(viewer.token)"], nil)
            var chance = SeededBytes(seed: 36)
            var cells: Set<String> = []
            for _ in 1...50 {
                test.clock.advance(seconds: 30)
                let error = (Double.random(in: -30...30, using: &chance), Double.random(in: -30...30, using: &chance))
                try await test.post(berlin.moved(northMetres: error.0, eastMetres: error.1), of: subject)
                cells.formUnion(
                    try await onThread {
                        let client = try TestClient(port: port)
                        return try (1...20).map { _ in
                            try client.send(request)
                            let about = TestAnswer(try client.response(), subject).about
                            let cell = about?["cell"] as? [String: Any]
                            return "\(cell?["latitude"] ?? "none"),\(cell?["longitude"] ?? "none")"
                        }
                    }
                )
            }
            #expect(cells.count == 1 && cells.first?.contains("none") == false)
        }
    }

    @Test func `F39: a phone that has stopped sending positions looks like one that is switched off`() async throws {
        try await TestService.run { test in
            let viewer = try await test.member(1)
            var chance = SeededBytes(seed: 39)
            var pairs: [(paused: TestMember, off: TestMember)] = []
            for number in 1...5 {
                let pair = (paused: try await test.member(number * 2), off: try await test.member(number * 2 + 1))
                let spot = berlin.moved(northMetres: Double.random(in: 0...9_000, using: &chance), eastMetres: 0)
                for member in [pair.paused, pair.off] {
                    try await test.connect(viewer, to: member, .exact)
                    try await test.post(spot, of: member)
                }
                pairs.append(pair)
            }
            for minutes in [1, 7, 30, 60, 120] {
                test.clock.advance(seconds: Int64(minutes) * 30)
                for (paused, _) in pairs {
                    for body in [#"{"_type":"lwt","tst":1}"#, #"{"_type":"status"}"#, "{}", ""] {
                        let answer = try await test.call(
                            "POST",
                            "/in/owntracks",
                            token: paused.deviceToken,
                            body: Array(body.utf8)
                        )
                        #expect(answer.status == 200)
                    }
                }
                let items = try await test.call("GET", "/api/v1/presence", token: viewer.token).items
                for (paused, off) in pairs {
                    #expect(told(of: paused, in: items) == told(of: off, in: items))
                    #expect(!told(of: paused, in: items).isEmpty)
                }
            }
        }
    }

    /// What the viewer is told of somebody, without who it is.
    private func told(of member: TestMember, in items: [[String: Any]]) -> NSDictionary {
        var item = items.first { $0["member"] as? String == member.id.text } ?? [:]
        item["member"] = nil
        return item as NSDictionary
    }
}

extension NSDictionary {
    fileprivate var isEmpty: Bool { count == 0 }
}
