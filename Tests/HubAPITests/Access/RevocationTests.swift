import Family
import Hub
import HubAPI
import Testing
import WireClient

/// F40 and S19: what was taken back stops at once, also where it streams.
@Suite struct RevocationTests {
    private static let away = berlin.moved(northMetres: 4_000, eastMetres: 0)

    @Test func `F40: lowering a level strips an open stream from then on`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let connection = try await test.connect(bo, to: anna, .exact)
            try await test.post(berlin, of: anna)
            let stream = try await EventReader.open(test, token: bo.token)
            #expect(try await stream.presence(of: anna, saying: "latitude") != nil)
            stream.forget()
            // No heartbeat is sent and no time passes on the hub's clock: nothing but the change itself is told.
            try await test.lower(connection, by: anna, to: .place)
            #expect(try await stream.event { $0.name == "notice" } != nil)
            test.clock.advance(seconds: 600)
            try await test.post(RevocationTests.away, of: anna)
            try await test.place("School", at: RevocationTests.away, of: anna)
            #expect(try await stream.presence(of: anna, saying: "School") != nil)
            #expect(!stream.text.contains("latitude") && !stream.text.contains("52.5"))
            #expect(!stream.text.contains("precision") && !stream.text.contains("coarse"), "nor is the level told")
        }
    }

    @Test(arguments: ["end", "off"])
    func `F40: a consent taken back ends an open stream's news, and the next request is refused`(
        _ way: String
    ) async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let connection = try await test.connect(bo, to: anna, .exact)
            try await test.post(berlin, of: anna)
            let stream = try await EventReader.open(test, token: bo.token)
            #expect(try await stream.presence(of: anna) != nil)
            stream.forget()
            if way == "end" {
                let ended = try await test.call("DELETE", "/api/v1/connections/\(connection)", token: anna.token)
                #expect(ended.status == 204)
            } else {
                try await test.lower(connection, by: anna, to: .off)
            }
            let track = "/api/v1/members/\(anna.id.text)/track"
            #expect(try await test.call("GET", track, token: bo.token).status == 404)
            let presence = try await test.call("GET", "/api/v1/presence", token: bo.token)
            #expect(!presence.text.contains(anna.id.text))
            #expect(try await stream.event { $0.name == "notice" } != nil)
            for step in 1...3 {
                test.clock.advance(seconds: 600)
                try await test.post(RevocationTests.away.moved(northMetres: Double(step), eastMetres: 0), of: anna)
            }
            await test.service.sendHeartbeat()
            // Somebody else's news come after all that was to be kept back.
            try await test.post(berlin, of: bo)
            #expect(try await stream.presence(of: bo, saying: "latitude") != nil)
            #expect(!stream.text.contains(anna.id.text))
        }
    }

    @Test func `F40: a share that runs out ends an open stream's news at the next heartbeat`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let end = test.clock.now.advanced(bySeconds: 600)
            let (code, _) = try await test.hub.makeConnectCode(for: anna.id, precision: .exact, shareExpiresAt: end)
            let id = test.hub.outside.newID(of: Connection.self)
            _ = try await test.hub.connect(id, viewer: bo.id, phone: anna.phone, code: code)
            try await test.post(berlin, of: anna)
            let stream = try await EventReader.open(test, token: bo.token)
            #expect(try await stream.presence(of: anna) != nil)
            stream.forget()
            test.clock.advance(seconds: 600)
            try await test.post(RevocationTests.away, of: anna)
            await test.service.sendHeartbeat()
            #expect(try await stream.event { $0.name == "notice" } != nil)
            try await test.post(berlin, of: bo)
            #expect(try await stream.presence(of: bo, saying: "latitude") != nil)
            #expect(!stream.text.contains(anna.id.text))
        }
    }

    @Test func `F40: a page that was away when a consent ended is notified to read its connections again`() async throws
    {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            let connection = try await test.connect(bo, to: anna, .exact)
            try await test.post(berlin, of: anna)
            let first = try await EventReader.open(test, token: bo.token)
            let last = try #require(try await first.presence(of: anna)?.id)
            first.hangUp()
            _ = try await test.call("DELETE", "/api/v1/connections/\(connection)", token: anna.token)
            let second = try await EventReader.open(test, token: bo.token, headers: ["Last-Event-ID: \(last)"])
            #expect(try await second.event { $0.name == "notice" && $0.data.contains("connectionsChanged") } != nil)
            #expect(!second.text.contains(anna.id.text))
        }
    }

    @Test func `S19: ending a session ends its streams and its requests within a second`() async throws {
        try await TestService.run { test in
            let bo = try await test.member(1)
            let other = try await test.hub.addSession(for: bo.id)
            let streams = [
                try await EventReader.open(test, token: bo.token),
                try await EventReader.open(test, token: other.token),
            ]
            // No heartbeat is sent and no time passes on the hub's clock: the ending itself ends the stream.
            let ended = try await test.call("DELETE", "/api/v1/sessions/current", token: bo.token)
            #expect(ended.status == 204)
            #expect(try await eventually { streams[0].isEnded })
            #expect(try await test.call("GET", "/api/v1/me", token: bo.token).status == 401)
            #expect(try await test.call("GET", "/api/v1/me", token: other.token).status == 200)
            #expect(!streams[1].isEnded, "other sessions go on")
        }
    }

    @Test func `S19: shutting a member out ends their streams and everything they could open`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: anna, .exact)
            try await test.post(berlin, of: anna)
            let theirs = try await EventReader.open(test, token: anna.token)
            let watching = try await EventReader.open(test, token: bo.token)
            #expect(try await watching.presence(of: anna) != nil)
            let link = try await test.call("POST", "/api/v1/clock/links", token: anna.token)
            try await test.hub.disableMember(anna.id)
            #expect(try await eventually { theirs.isEnded })
            #expect(try await watching.event { $0.name == "notice" } != nil)
            #expect(try await test.call("GET", "/api/v1/me", token: anna.token).status == 401)
            #expect(try await test.post(berlin, of: anna).status == 401)
            let path = try pathOfLink(link.json["json"])
            #expect(try await test.call("GET", path, token: nil).status == 401)
            let track = "/api/v1/members/\(anna.id.text)/track"
            #expect(try await test.call("GET", track, token: bo.token).status == 404)
            #expect(try await !test.call("GET", "/api/v1/presence", token: bo.token).text.contains(anna.id.text))
        }
    }

    @Test func `a session that runs out ends its stream at the next heartbeat`() async throws {
        try await TestService.run { test in
            let bo = try await test.member(1)
            let stream = try await EventReader.open(test, token: bo.token)
            test.clock.advance(seconds: 90 * 86_400)
            await test.service.sendHeartbeat()
            #expect(try await eventually { stream.isEnded })
        }
    }

    @Test func `a revoked device's fixes are refused, and another device's are accepted`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            #expect(try await test.post(berlin, of: anna).status == 200)
            let path = "/api/v1/devices/\(anna.device.text)"
            #expect(try await test.call("DELETE", path, token: bo.token).status == 404, "it is not theirs")
            #expect(try await test.post(berlin, of: anna).status == 200)
            #expect(try await test.call("DELETE", path, token: anna.token).status == 204)
            #expect(try await test.post(berlin, of: anna).status == 401)
            #expect(try await test.post(berlin, of: bo).status == 200)
        }
    }
}
