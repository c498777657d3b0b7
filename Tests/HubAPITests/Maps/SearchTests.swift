import Family
import Foundation
import HTTP
import HubAPI
import Maps
import Testing
import WireClient

/// Searches over real sockets, the engine being another server.
@Suite struct SearchTests {
    @Test func `found places are answered as the contract says`() async throws {
        let engine = try PhotonEngine(200)
        try await TestService.run({ $0.search = engine.search }) { test in
            let anna = try await test.member(1)
            let answer = try await test.call("POST", "/api/v1/search", token: anna.token, json: question("vad"))
            #expect(answer.status == 200 && answer["cache-control"] == "no-store")
            let items = try #require(answer.json["items"] as? [[String: Any]])
            #expect(items.map { $0["name"] as? String } == ["Vaduz", "Städtle 43"])
            #expect(items.map { $0["kind"] as? String } == ["town", "house"])
            #expect(items[0]["address"] as? String == "Liechtenstein")
            #expect(items[1]["latitude"] as? Double == 47.1381654 && items[1]["longitude"] as? Double == 9.5227332)
            let point = try await test.call("POST", "/api/v1/reverse", token: anna.token, json: at(47.138, 9.522))
            #expect(point.status == 200 && point.json["area"] as? String == "Vaduz")
        }
        await engine.stop()
    }

    @Test func `without a region nothing can be searched, which is said`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            for (path, body) in [("search", question("vad")), ("reverse", at(47, 9))] {
                let answer = try await test.call("POST", "/api/v1/\(path)", token: anna.token, json: body)
                #expect(answer.status == 404 && answer.code == "noRegion")
                let title = try #require(answer.json["title"] as? String)
                #expect(title.hasPrefix("No map region yet"))
            }
        }
    }

    @Test(arguments: [
        (#"{"text":""}"#, "text"), (#"{"text":"  "}"#, "text"), (#"{}"#, "text"),
        (#"{"text":"v","near":{"latitude":91,"longitude":0}}"#, "near"),
        (#"{"text":"v","limit":0}"#, "limit"), (#"{"text":"v","limit":21}"#, "limit"),
    ])
    func `a question that makes no sense names the field`(_ body: String, _ field: String) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let answer = try await test.call("POST", "/api/v1/search", token: anna.token, json: body)
            #expect(answer.status == 422 && answer.json["field"] as? String == field)
        }
    }

    @Test func `a text of more than 200 characters is refused, and one of 200 is not`() async throws {
        let engine = try PhotonEngine(200)
        try await TestService.run({ $0.search = engine.search }) { test in
            let anna = try await test.member(1)
            for (count, status) in [(200, 200), (201, 422)] {
                let text = String(repeating: "a", count: count)
                let answer = try await test.call("POST", "/api/v1/search", token: anna.token, json: question(text))
                #expect(answer.status == status)
            }
        }
        await engine.stop()
    }

    @Test func `S31: one member cannot search without end`() async throws {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            for _ in 0..<100 {
                _ = try await test.call("POST", "/api/v1/search", token: anna.token, json: question("v"))
            }
            let refused = try await test.call("POST", "/api/v1/search", token: anna.token, json: question("v"))
            #expect(refused.status == 429 && refused["retry-after"] == "1")
            #expect(try await test.call("POST", "/api/v1/search", token: bo.token, json: question("v")).status == 404)
        }
    }

    @Test func `S23: nothing of what was searched is logged, not even when the engine fails`() async throws {
        let engine = try PhotonEngine(500)
        try await TestService.run({ $0.search = engine.search }) { test in
            let anna = try await test.member(1)
            let text = question("Geheimgasse 7", near: true)
            let answer = try await test.call("POST", "/api/v1/search", token: anna.token, json: text)
            #expect(answer.status == 503 && answer.code == "noSearch" && answer["retry-after"] == "10")
            let point = try await test.call("POST", "/api/v1/reverse", token: anna.token, json: at(47.125, 9.525))
            #expect(point.status == 503)
            #expect(!test.log.text.contains("Geheim") && !test.log.text.contains("47.1"))
        }
        await engine.stop()
    }
}

private func question(_ text: String, near: Bool = false) -> String {
    #"{"text":"\#(text)"\#(near ? #","near":{"latitude":47.1,"longitude":9.5}"# : "")}"#
}

private func at(_ latitude: Double, _ longitude: Double) -> String {
    #"{"at":{"latitude":\#(latitude),"longitude":\#(longitude)}}"#
}

/// A Photon that finds the same whatever is asked.
private struct PhotonEngine {
    private static let answer =
        #"{"type":"FeatureCollection","features":[{"geometry":{"type":"Point","coordinates":[9.5227962,47.1392862]},"#
        + #""properties":{"osm_key":"place","osm_value":"town","type":"city","name":"Vaduz","#
        + #""country":"Liechtenstein"}},{"geometry":{"type":"Point","coordinates":[9.5227332,47.1381654]},"#
        + #""properties":{"osm_key":"building","osm_value":"yes","type":"house","street":"Städtle","#
        + #""housenumber":"43","city":"Vaduz"}}]}"#

    private let server: Server

    init(_ status: Int) throws {
        server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            // Whether it is a Nominatim is found out first.
            let isStatus = request.path == "/status"
            responder.send(Response(isStatus ? 404 : status, [], body: Array((isStatus ? "" : Self.answer).utf8)))
        }
    }

    var search: PlaceSearch { PlaceSearch(.address("http://127.0.0.1:\(server.port)")) }

    func stop() async {
        await server.stop(within: .seconds(5))
    }
}
