import Family
import Foundation
import HTTP
import HubAPI
import Maps
import Testing
import WireClient

/// Ways over real sockets, the engine being another server.
@Suite struct RoutesTests {
    @Test func `a way is answered as the contract says`() async throws {
        let engine = try OtherEngine(200, body: OtherEngine.way)
        try await TestService.run({ $0.router = engine.router }) { test in
            let anna = try await test.member(1)
            let answer = try await test.call("POST", "/api/v1/routes", token: anna.token, json: question())
            #expect(answer.status == 200)
            #expect(answer.json["engine"] as? String == "osrm")
            #expect(answer.json["distanceMetres"] as? Double == 1_234.6)
            #expect(answer.json["durationSeconds"] as? Double == 900)
            #expect(answer.json["line"] as? [[Double]] == [[-120.2, 38.5], [-120.95, 40.7], [-126.453, 43.252]])
            let steps = try #require(answer.json["steps"] as? [[String: Any]])
            #expect(steps.map { $0["text"] as? String } == ["Head north on Burgweg"])
            #expect(steps[0]["turn"] as? String == "start" && steps[0]["lineIndex"] as? Int == 0)
            #expect(answer.json["at"] as? String == test.clock.now.text)
            #expect(answer["cache-control"] == "no-store")
        }
        await engine.stop()
    }

    @Test func `F56: without an engine the way is a straight line that says so, with no duration`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let answer = try await test.call("POST", "/api/v1/routes", token: anna.token, json: question())
            #expect(answer.status == 200 && answer.json["engine"] as? String == "straightLine")
            #expect(answer.json["durationSeconds"] == nil)
            #expect(answer.json["line"] as? [[Double]] == [[9.5, 47], [9.6, 47]])
            let metres = try #require(answer.json["distanceMetres"] as? Double)
            #expect(abs(metres - 7_605) < 10)
            let bus = try await test.call(
                "POST",
                "/api/v1/routes",
                token: anna.token,
                json: question(mode: "transit")
            )
            #expect(bus.status == 422 && bus.code == "noTransit")
        }
    }

    @Test(arguments: [
        (#"{"code":"NoRoute"}"#, "noWay"), (#"{"code":"NoSegment"}"#, "nothingNear"), (#"{"code":"TooBig"}"#, "tooFar"),
    ])
    func `where there is no way the answer says why`(_ body: String, _ code: String) async throws {
        let engine = try OtherEngine(400, body: body)
        try await TestService.run({ $0.router = engine.router }) { test in
            let anna = try await test.member(1)
            let answer = try await test.call("POST", "/api/v1/routes", token: anna.token, json: question())
            #expect(answer.status == 422 && answer.code == code)
        }
        await engine.stop()
    }

    @Test(arguments: [
        (#"{"from":{"latitude":91,"longitude":0},"to":{"latitude":0,"longitude":0},"mode":"walk"}"#, "from"),
        (#"{"from":{"latitude":1,"longitude":0},"to":{"latitude":0,"longitude":-180.1},"mode":"walk"}"#, "to"),
        (#"{"from":{"latitude":1,"longitude":0},"to":{"latitude":0,"longitude":0}}"#, "mode"),
        (#"{"to":{"latitude":0,"longitude":0},"mode":"walk"}"#, "from"),
    ])
    func `a question that makes no sense names the field`(_ body: String, _ field: String) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let answer = try await test.call("POST", "/api/v1/routes", token: anna.token, json: body)
            #expect(answer.status == 422 && answer.json["field"] as? String == field)
        }
    }

    @Test func `S31: one member cannot keep the engine busy alone`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            for _ in 0..<60 {
                let answer = try await test.call("POST", "/api/v1/routes", token: anna.token, json: question())
                #expect(answer.status == 200)
            }
            let refused = try await test.call("POST", "/api/v1/routes", token: anna.token, json: question())
            #expect(refused.status == 429 && refused["retry-after"] == "1")
            #expect(try await test.call("POST", "/api/v1/routes", token: bo.token, json: question()).status == 200)
            test.clock.advance(seconds: 1)
            #expect(try await test.call("POST", "/api/v1/routes", token: anna.token, json: question()).status == 200)
        }
    }

    @Test func `S23: nothing of what was asked is logged, not even when the engine fails`() async throws {
        let engine = try OtherEngine(500, body: "no")
        try await TestService.run({ $0.router = engine.router }) { test in
            let anna = try await test.member(1)
            let answer = try await test.call("POST", "/api/v1/routes", token: anna.token, json: question())
            #expect(answer.json["engine"] as? String == "straightLine")
            #expect(!test.log.text.contains("9.5") && !test.log.text.contains("47"))
        }
        await engine.stop()
    }
}

private func question(mode: String = "walk") -> String {
    #"{"from":{"latitude":47,"longitude":9.5},"to":{"latitude":47,"longitude":9.6},"mode":"\#(mode)"}"#
}

/// A server that answers every question alike.
private struct OtherEngine {
    /// A way of one step, as OSRM writes it.
    static let way =
        #"{"code":"Ok","waypoints":[{"distance":3},{"distance":4}],"routes":[{"distance":1234.56,"duration":900,"#
        + #""legs":[{"steps":[{"maneuver":{"type":"depart","bearing_after":2},"name":"Burgweg","distance":1234.56,"#
        + #""duration":900,"geometry":"_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"}]}]}]}"#

    private let server: Server

    init(_ status: Int, body: String) throws {
        server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            // It is no Valhalla, which is found out first.
            let isStatus = request.path == "/status"
            responder.send(Response(isStatus ? 400 : status, [], body: Array((isStatus ? "{}" : body).utf8)))
        }
    }

    var router: Router { Router(.addresses([.walk: "http://127.0.0.1:\(server.port)"])) }

    func stop() async {
        await server.stop(within: .seconds(5))
    }
}
