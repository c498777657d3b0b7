import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

/// F39: a pause looks like a phone without signal, while it lasts and after it.
@Suite struct PauseTests {
    /// Two people of whom a viewer should not be able to tell which one pauses.
    private struct Pair {
        var paused: TestMember
        var off: TestMember
        var path: [Coordinate]
    }

    @Test func `F39: over a hundred pairs a viewer cannot tell a pause from a phone that is off`() async throws {
        try await TestService.run { test in
            let viewer = try await test.member(1)
            var chance = SeededBytes(seed: 39)
            var pairs: [Pair] = []
            for number in 1...100 {
                let precision = [Precision.place, .coarse, .exact][number % 3]
                var path = [berlin.moved(northMetres: Double.random(in: 0...9_000, using: &chance), eastMetres: 0)]
                for _ in 1...4 {
                    let (north, east) = (Double.random(in: -800...800, using: &chance), Double(number * 7 % 300))
                    path.append(path[path.count - 1].moved(northMetres: north, eastMetres: east))
                }
                let pair = Pair(
                    paused: try await test.member(number * 2),
                    off: try await test.member(number * 2 + 1),
                    path: path
                )
                for member in [pair.paused, pair.off] { try await test.connect(viewer, to: member, precision) }
                pairs.append(pair)
            }
            // The viewer's clock shows some of both kinds.
            let hands = pairs.prefix(12).flatMap { ["\"\($0.paused.id.text)\"", "\"\($0.off.id.text)\""] }
            _ = try await test.call(
                "PUT",
                "/api/v1/clock",
                token: viewer.token,
                json: #"{"members":[\#(hands.joined(separator: ","))]}"#
            )
            try await report(0, of: pairs, test)
            test.clock.advance(seconds: 300)
            try await report(1, of: pairs, test)
            test.clock.advance(seconds: 20)
            for pair in pairs { _ = try await test.hub.setPause(of: pair.paused.id, until: nil) }
            let stream = try await EventReader.open(test, token: viewer.token)
            for (step, minutes) in [1, 9, 30, 25].enumerated() {
                test.clock.advance(seconds: Int64(minutes) * 60)
                try await report(2 + step % 2, of: pairs, onlyPaused: true, test)
                try await expectAlike(pairs, viewer, test)
            }
            for pair in pairs { try await test.hub.endPause(of: pair.paused.id) }
            try await expectAlike(pairs, viewer, test)
            test.clock.advance(seconds: 60)
            try await report(4, of: pairs, test)
            try await expectAlike(pairs, viewer, test)
            for member in [pairs[0].paused, pairs[1].paused, pairs[2].paused] {
                let told = stream.events.filter { $0.name == "presence" && $0.data.contains(member.id.text) }
                #expect(told.count <= 2, "the state at the opening, and the one after the pause")
            }
        }
    }

    @Test func `F39: a paused member still sees their own position, and the pause expires by itself`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: anna, .exact)
            try await test.post(berlin, of: anna)
            test.clock.advance(seconds: 60)
            let until = test.clock.now.advanced(bySeconds: 3_600)
            let paused = try await test.call(
                "PUT",
                "/api/v1/me/pause",
                token: anna.token,
                json: #"{"until":"\#(until.text)"}"#
            )
            #expect(paused.status == 200 && paused.json["until"] as? String == until.text)
            let away = point(52.5568, 13.4094)
            test.clock.advance(seconds: 600)
            try await test.post(away, of: anna)
            #expect(try await latitude(of: anna, for: anna, test) == away.latitude)
            #expect(try await latitude(of: anna, for: bo, test) == berlin.latitude)
            let again = try await test.restarted()
            #expect(try await again.hub.views(for: anna.id).first?.view.position?.coordinate == away)
            let his = try await again.hub.views(for: bo.id).first { $0.member == anna.id }
            #expect(his?.view.position?.coordinate == berlin, "also after a restart")
            await again.stop()
            test.clock.advance(seconds: 3_600)
            let home = point(52.5217, 13.4094)
            try await test.post(home, of: anna)
            #expect(try await latitude(of: anna, for: bo, test) == home.latitude)
            let track = "/api/v1/members/\(anna.id.text)/track"
            let hers = try await test.call("GET", track, token: anna.token).json["fixes"] as? [Any]
            let seen = try await test.call("GET", track, token: bo.token)
            #expect(hers?.count == 3 && (seen.json["fixes"] as? [Any])?.count == 2)
            #expect(!seen.text.contains("\(away.latitude)"), "what was hidden stays hidden")
        }
    }

    @Test func `F39: a fix queued during a pause and sent after it stays hidden from a viewer`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: anna, .exact)
            try await test.post(berlin, of: anna)
            test.clock.advance(seconds: 60)
            _ = try await test.hub.setPause(of: anna.id, until: nil)
            test.clock.advance(seconds: 600)
            let seconds = test.clock.now.milliseconds / 1_000
            test.clock.advance(seconds: 600)
            try await test.hub.endPause(of: anna.id)
            let body = #"{"_type":"location","lat":52.6,"lon":13.5,"tst":\#(seconds),"acc":10}"#
            _ = try await test.call("POST", "/in/owntracks", token: anna.deviceToken, body: Array(body.utf8))
            #expect(try await latitude(of: anna, for: bo, test) == berlin.latitude)
            #expect(try await latitude(of: anna, for: anna, test) == 52.6)
        }
    }

    @Test func `a pause ends in the future, is told to its member alone, and can be ended twice`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: anna, .exact)
            let past = #"{"until":"2026-01-01T00:00:00.000Z"}"#
            #expect(try await test.call("PUT", "/api/v1/me/pause", token: anna.token, json: past).status == 422)
            #expect(try await test.call("PUT", "/api/v1/me/pause", token: anna.token, json: "{}").status == 200)
            let mine = try await test.call("GET", "/api/v1/me/sharing", token: anna.token)
            #expect((mine.json["pause"] as? [String: Any])?["since"] as? String == test.clock.now.text)
            for path in ["/api/v1/connections", "/api/v1/presence", "/api/v1/notices", "/api/v1/clock"] {
                let his = try await test.call("GET", path, token: bo.token)
                #expect(!his.text.contains("pause"))
            }
            for _ in 1...2 {
                #expect(try await test.call("DELETE", "/api/v1/me/pause", token: anna.token).status == 204)
            }
            #expect(try await test.call("GET", "/api/v1/me/sharing", token: anna.token).json["pause"] == nil)
        }
    }

    private func latitude(of member: TestMember, for viewer: TestMember, _ test: TestService) async throws -> Double? {
        try await test.hub.views(for: viewer.id).first { $0.member == member.id }?.view.position?.coordinate.latitude
    }

    private func report(_ step: Int, of pairs: [Pair], onlyPaused: Bool = false, _ test: TestService) async throws {
        for pair in pairs {
            for member in onlyPaused ? [pair.paused] : [pair.paused, pair.off] {
                try await test.post(pair.path[step], of: member)
            }
        }
    }

    private func expectAlike(_ pairs: [Pair], _ viewer: TestMember, _ test: TestService) async throws {
        let items = try await test.call("GET", "/api/v1/presence", token: viewer.token).items
        let clock = try await test.call("GET", "/api/v1/clock", token: viewer.token).json
        let hands = clock["hands"] as? [[String: Any]] ?? []
        for pair in pairs {
            let paused = told(of: pair.paused, in: items)
            #expect(paused == told(of: pair.off, in: items) && paused.count > 1)
            #expect(told(of: pair.paused, in: hands) == told(of: pair.off, in: hands))
        }
        // The track and the day take longer to read: of some.
        for pair in pairs.prefix(12) {
            for way in ["track", "day?date=2026-03-01"] {
                var answers: [String] = []
                for member in [pair.paused, pair.off] {
                    let answer = try await test.call(
                        "GET",
                        "/api/v1/members/\(member.id.text)/\(way)",
                        token: viewer.token
                    )
                    answers.append(answer.text)
                }
                #expect(answers[0] == answers[1])
            }
        }
    }

    /// What the viewer is told of somebody, without who it is.
    private func told(of member: TestMember, in items: [[String: Any]]) -> NSDictionary {
        var item = items.first { $0["member"] as? String == member.id.text } ?? [:]
        for key in ["member", "name", "colour"] { item[key] = nil }
        return item as NSDictionary
    }
}
