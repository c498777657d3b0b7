import Family
import Foundation
import HTTP
import Hub
import HubAPI
import Maps
import Synchronization
import Testing
import WireClient

/// What the hub's map adds to a day, the engines being other servers.
@Suite struct HistoryMapTests {
    private let day = "/api/v1/me/history?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z"

    /// The day once all that the map adds is there, which a loaded machine may not manage at once.
    private func wholeDay(_ test: TestService, _ anna: TestMember) async throws -> TestResponse {
        try await eventually {
            let answer = try await test.call("GET", day, token: anna.token)
            if answer.status == 429 { test.clock.advance(seconds: 1) }
            return answer.json["isPreliminary"] as? Bool == false ? answer : nil
        }
    }

    @Test func `a stay outside my places has the address of what stands there, which is asked for once`() async throws {
        let engine = try SlowEngine()
        engine.open()
        try await TestService.run({ $0.search = engine.search }) { test in
            let anna = try await test.member(1)
            try await test.morning(of: anna)
            for _ in 1...2 {
                let answer = try await wholeDay(test, anna)
                let entries = try #require(answer.json["entries"] as? [[String: Any]])
                let stays = entries.compactMap { $0["stay"] as? [String: Any] }
                #expect(stays.map { $0["address"] as? String } == [nil, "Städtle 43, Vaduz"])
                let journey = try #require(entries[1]["journey"] as? [String: Any])
                #expect(journey["startAddress"] == nil && journey["endAddress"] == nil)
                #expect(journey["isOnStreets"] as? Bool == false)
            }
            #expect(engine.asked == ["/reverse"])
            #expect(!test.log.text.contains("tädtle") && !test.log.text.contains("52.5"))
        }
        await engine.stop()
    }

    @Test func `a journey beside no stay says where it began and where it ended`() async throws {
        let engine = try SlowEngine()
        engine.open()
        try await TestService.run({ $0.search = engine.search }) { test in
            let anna = try await test.member(1)
            for step in 1...40 {
                try await test.post(berlin.moved(northMetres: Double(step) * 200, eastMetres: 0), of: anna)
                test.clock.advance(seconds: 20)
            }
            let entries = try await wholeDay(test, anna).json["entries"] as? [[String: Any]]
            let journey = try #require(entries?.first?["journey"] as? [String: Any])
            #expect(entries?.count == 1 && journey["startAddress"] as? String == "Städtle 43, Vaduz")
            #expect(journey["endAddress"] as? String == "Städtle 43, Vaduz")
        }
        await engine.stop()
    }

    @Test func `a slow search engine does not delay the day's history, and the address appears later`() async throws {
        let engine = try SlowEngine()
        try await TestService.run({ $0.search = engine.search }) { test in
            let anna = try await test.member(1)
            try await test.morning(of: anna)
            let early = try await test.call("GET", day, token: anna.token)
            #expect(early.status == 200 && early.json["isPreliminary"] as? Bool == true)
            #expect((early.json["entries"] as? [Any])?.count == 3 && !early.text.contains("address"))
            engine.open()
            #expect(try await wholeDay(test, anna).text.contains("Städtle 43, Vaduz"))
        }
        await engine.stop()
    }

    @Test func `a journey is as long as its streets, and an engine that fails leaves it as it was heard`() async throws
    {
        for fails in [false, true] {
            let line = (0...10).compactMap { step in
                // Where the phone was heard first after a slow start.
                let north = berlin.moved(northMetres: 100 + Double(step) * 190, eastMetres: step % 2 == 0 ? 0 : 30)
                return (north.latitude, north.longitude)
            }
            let engine = try SlowEngine(street: line, fails: fails)
            engine.open()
            try await TestService.run({ $0.router = engine.router }) { test in
                let anna = try await test.member(1)
                try await test.morning(of: anna)
                let answer = try await wholeDay(test, anna)
                let entries = try #require(answer.json["entries"] as? [[String: Any]])
                let journey = try #require(entries[1]["journey"] as? [String: Any])
                #expect(journey["isOnStreets"] as? Bool == !fails)
                let metres = try #require(journey["distanceMetres"] as? Int)
                #expect(fails ? abs(metres - 2_000) < 20 : abs(metres - 2_022) < 20, "\(metres)")
                #expect(!test.log.text.contains("52.5"))
            }
            await engine.stop()
        }
    }
}

/// A Photon and a Valhalla in one, which says the same whatever is asked, once it may.
private final class SlowEngine: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var asked: [String] = []
    }

    private let server: Server
    private let state: Gate

    private final class Gate: Sendable {
        let state = Mutex(State())

        func pass() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
    }

    /// An engine whose Valhalla, where a street is given, puts everybody on it.
    init(street: [(latitude: Double, longitude: Double)] = [], fails: Bool = false) throws {
        let gate = Gate()
        state = gate
        let points = Array(repeating: #"{"distance":3.5}"#, count: 40).joined(separator: ",")
        let answers = [
            "/status": #"{"version":"3.9.1"}"#,
            "/reverse": #"{"features":[{"geometry":{"coordinates":[9.5,47.1]},"properties":{"osm_key":"place","#
                + #""osm_value":"house","street":"Städtle","housenumber":"43","city":"Vaduz"}}]}"#,
            "/trace_route": #"{"code":"Ok","tracepoints":[\#(points)],"matchings":[{"distance":2088,"geometry":"#
                + #""\#(Self.polyline(street))"}]}"#,
        ]
        server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            let path = request.path
            guard path != "/status" else {
                return responder.send(Response(200, [], body: Array((answers[path] ?? "").utf8)))
            }
            gate.state.withLock { $0.asked.append(path) }
            Task {
                await gate.pass()
                responder.send(Response(fails ? 500 : 200, [], body: Array((answers[path] ?? "").utf8)))
            }
        }
    }

    var search: PlaceSearch { PlaceSearch(.address("http://127.0.0.1:\(server.port)")) }
    var router: Router {
        let address = "http://127.0.0.1:\(server.port)"
        return Router(.addresses([.walk: address, .cycle: address, .drive: address]))
    }
    var asked: [String] { state.state.withLock { $0.asked } }

    func open() {
        let waiting = state.state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func stop() async {
        open()
        await server.stop(within: .seconds(5))
    }

    /// Google's encoding with six decimals, in JSON.
    private static func polyline(_ line: [(latitude: Double, longitude: Double)]) -> String {
        var (text, before) = ("", (0, 0))
        for point in line {
            let here = (Int((point.latitude * 1e6).rounded()), Int((point.longitude * 1e6).rounded()))
            for change in [here.0 - before.0, here.1 - before.1] {
                var rest = change < 0 ? ~(change << 1) : change << 1
                repeat {
                    let letter = UInt8(rest & 31 | (rest > 31 ? 32 : 0)) + 63
                    text += letter == 92 ? "\\\\" : String(UnicodeScalar(letter))
                    rest >>= 5
                } while rest > 0
            }
            before = here
        }
        return text
    }
}
