import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

/// What makes trips surer, over the wire.
@Suite struct CompanionsAPITests {
    private func pinned(_ test: TestService) async throws -> TestMember {
        let ana = try await test.member(1)
        let set = try await test.call("PUT", "/api/v1/me/pins", token: ana.token, json: #"{"pin":"2580"}"#)
        try #require(set.status == 200)
        return ana
    }

    private func start(_ test: TestService, _ ana: TestMember, _ mode: String = "walk", due: Bool = true) async throws
        -> TestResponse
    {
        let id = test.hub.outside.newID(of: Trip.self).text
        let dueAt = due ? #","dueAt":"\#(test.clock.now.advanced(bySeconds: 3_600).text)""# : ""
        let place = #""destination":{"name":"The station","latitude":52.55,"longitude":13.41}"#
        let start = #""origin":{"latitude":52.52,"longitude":13.41}"#
        let body = #"{"id":"\#(id)",\#(place),\#(start),"mode":"\#(mode)","companions":[]\#(dueAt)}"#
        return try await test.call("POST", "/api/v1/trips", token: ana.token, json: body)
    }

    @Test func `F11, F32: on a trip, changing dead zones needs the PIN, but an invalid one is refused first`()
        async throws
    {
        try await TestService.run { test in
            let ana = try await pinned(test)
            let path = "/api/v1/me/dead-zones"
            let tunnel = #"{"items":[{"name":"Tunnel","latitude":52.53,"longitude":13.41,"radiusMetres":300}]}"#
            #expect(try await test.call("GET", path, token: ana.token).text == #"{"items":[]}"#)
            let set = try await test.call("PUT", path, token: ana.token, json: tunnel)
            #expect(set.status == 200 && set.items.count == 1)
            try #require(try await start(test, ana).status == 201)
            let refused = try await test.call("PUT", path, token: ana.token, json: #"{"items":[]}"#)
            #expect(refused.status == 403 && refused.code == "pinNeeded")
            #expect(try await test.call("GET", path, token: ana.token).items.count == 1)
            let wrong = #"{"items":[{"name":"Tunnel","latitude":52.53,"longitude":13.41,"radiusMetres":3}]}"#
            #expect(try await test.call("PUT", path, token: ana.token, json: wrong).status == 422)
            let allowed = try await test.call(
                "PUT",
                path,
                token: ana.token,
                headers: ["Hearth-Pin: 2580", "Content-Type: application/json"],
                body: Array(#"{"items":[]}"#.utf8)
            )
            #expect(allowed.status == 200 && allowed.items.isEmpty)
        }
    }

    @Test func `C1: a trip by bus begins without a way, by the time that its traveller says`() async throws {
        try await TestService.run { test in
            let ana = try await pinned(test)
            let timeless = try await start(test, ana, "transit", due: false)
            #expect(timeless.status == 422 && timeless.json["field"] as? String == "dueAt")
            let trip = try await start(test, ana, "transit")
            #expect(trip.status == 201 && trip.json["mode"] as? String == "transit")
            #expect(trip.json["straightLine"] as? Bool == true)
            let id = try #require(trip.json["id"] as? String)
            test.clock.advance(seconds: 5)
            try await test.post(berlin, of: ana)
            let read = try await test.call("GET", "/api/v1/trips/\(id)", token: ana.token)
            #expect(read.json["remainingMetres"] as? Double ?? 0 > 1_000 && read.json["remainingSeconds"] == nil)
        }
    }

    @Test func `C3: phones are told once to report every five seconds, and once to go on as before`() async throws {
        try await TestService.run { test in
            let ana = try await pinned(test)
            let agent = "User-Agent: Owntracks-Android/gms/420504000"
            func own() async throws -> String {
                test.clock.advance(seconds: 30)
                let time = test.clock.now.milliseconds / 1_000
                let body = #"{"_type":"location","lat":52.52,"lon":13.41,"tst":\#(time),"acc":10,"m":1}"#
                let headers = [agent, "Content-Type: application/json"]
                let token = ana.deviceToken
                return try await test.call(
                    "POST",
                    "/in/owntracks",
                    token: token,
                    headers: headers,
                    body: Array(body.utf8)
                ).text
            }
            func overland() async throws -> String {
                test.clock.advance(seconds: 30)
                let at = test.clock.now.text
                let body =
                    #"{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.41,52.52]},"properties":{"timestamp":"\#(at)"}}]}"#
                return try await test.call("POST", "/in/overland", token: ana.deviceToken, json: body).text
            }
            #expect(try await own() == "[]")
            let trip = try await start(test, ana)
            let id = try #require(trip.json["id"] as? String)
            let hurried = try await own()
            #expect(hurried.contains(#""monitoring":2,"moveModeLocatorInterval":5"#), "\(hurried)")
            #expect(try await own() == "[]", "once")
            let arrive = "/api/v1/trips/\(id)/arrive"
            #expect(try await test.call("POST", arrive, token: ana.token, json: #"{"pin":"2580"}"#).status == 204)
            let relaxed = try await own()
            #expect(relaxed.contains(#""monitoring":1,"moveModeLocatorInterval":30"#), "\(relaxed)")
            #expect(try await own() == "[]")

            #expect(try await overland() == #"{"result":"ok"}"#)
            let other = try await start(test, ana)
            #expect(try await overland() == #"{"result":"ok","set":{"send_interval":"5s"}}"#)
            #expect(try await overland() == #"{"result":"ok"}"#, "once")
            let second = try #require(other.json["id"] as? String)
            let cancel = "/api/v1/trips/\(second)/cancel"
            #expect(try await test.call("POST", cancel, token: ana.token, json: #"{"pin":"2580"}"#).status == 204)
            #expect(try await overland() == #"{"result":"ok","set":{"send_interval":"30s"}}"#)
            #expect(try await overland() == #"{"result":"ok"}"#)
        }
    }

    @Test func `F20: a companion says over the wire that they watch`() async throws {
        try await TestService.run { test in
            let (ana, bo) = (try await pinned(test), try await test.member(2))
            try await test.connect(bo, to: ana, .exact)
            let trip = try await start(test, ana)
            let id = try #require(trip.json["id"] as? String)
            let path = "/api/v1/companion-trips/\(id)"
            #expect(try await test.call("POST", "\(path)/accept", token: bo.token).status == 404, "nobody asked them")
            let added = try await test.call(
                "POST",
                "/api/v1/trips/\(id)/companions",
                token: ana.token,
                json: #"{"member":"\#(bo.id.text)"}"#
            )
            #expect(added.status == 200)
            #expect(try await test.call("GET", path, token: bo.token).json["accepted"] as? Bool == false)
            #expect(try await test.call("POST", "\(path)/accept", token: bo.token).status == 204)
            #expect(try await test.call("GET", path, token: bo.token).json["accepted"] as? Bool == true)
            let own = try await test.call("GET", "/api/v1/trips/\(id)", token: ana.token)
            let companion = (own.json["companions"] as? [[String: Any]])?.first
            #expect(companion?["acceptedAt"] != nil && companion?["drilledAt"] != nil)
        }
    }

    @Test func `F92: a member who knows of duress is refused in words over a socket`() async throws {
        try await TestService.run { test in
            let (ana, bo, cleo) = (try await test.member(1), try await test.member(2), try await test.member(3))
            for other in [bo, cleo] {
                try await test.connect(other, to: ana, .exact)
                try await test.connect(ana, to: other, .exact)
            }
            let pins = #"{"pin":"2580","duressPin":"9137"}"#
            try #require(try await test.call("PUT", "/api/v1/me/pins", token: ana.token, json: pins).status == 200)
            let trip = test.hub.outside.newID(of: Trip.self).text
            let place = #""destination":{"name":"The station","latitude":52.55,"longitude":13.41}"#
            let due = test.clock.now.advanced(bySeconds: 3_600).text
            let way = #"\#(place),"origin":{"latitude":52.52,"longitude":13.41},"mode":"walk","dueAt":"\#(due)""#
            let start = #"{"id":"\#(trip)",\#(way),"companions":["\#(bo.id.text)"]}"#
            try #require(try await test.call("POST", "/api/v1/trips", token: ana.token, json: start).status == 201)
            let cancel = "/api/v1/trips/\(trip)/cancel"
            let ended = try await test.call("POST", cancel, token: ana.token, json: #"{"pin":"9137"}"#)
            try #require(ended.status == 204)
            let bodies = [
                ("position-requests", #"{"member":"\#(ana.id.text)"}"#),
                ("drills", #"{"members":["\#(ana.id.text)"]}"#),
            ]
            for (path, body) in bodies {
                let refused = try await test.call("POST", "/api/v1/\(path)", token: bo.token, json: body)
                #expect(refused.status == 409 && refused.code == "underDuress", "\(path)")
                #expect(try await test.call("POST", "/api/v1/\(path)", token: cleo.token, json: body).status < 300)
            }
        }
    }
}
