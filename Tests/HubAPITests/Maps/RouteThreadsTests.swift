import Family
import HTTP
import Maps
import Synchronization
import Testing
import WireClient

/// Questions about ways that an engine takes its time over.
@Suite struct RouteThreadsTests {
    @Test func `route requests that wait for a slow engine delay no other request, and all are answered`() async throws
    {
        let engine = try SlowEngine()
        try await TestService.run({ $0.router = engine.router }) { test in
            let anna = try await test.member(1)
            // More than there are threads and connections for.
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<9 { group.addTask { try await findWay(test, anna.token).status } }
                #expect(try await eventually { engine.waiting == 4 })
                let nonsense = try await test.call("POST", "/api/v1/routes", token: anna.token, json: "{}")
                #expect(nonsense.status == 422)
                #expect(try await test.call("GET", "/api/v1/me", token: anna.token).status == 200)
                engine.answerAll()
                for try await status in group { #expect(status == 200) }
            }
            // The threads are free again.
            #expect(try await findWay(test, anna.token).json["engine"] as? String == "osrm")
        }
        await engine.stop()
    }

    @Test func `one after the other on one connection, questions find the engine's answers`() async throws {
        let engine = try SlowEngine()
        engine.answerAll()
        try await TestService.run({ $0.router = engine.router }) { test in
            let anna = try await test.member(1)
            for _ in 0..<20 {
                #expect(try await findWay(test, anna.token).json["distanceMetres"] as? Double == 1_234.6)
            }
        }
        await engine.stop()
    }
}

private func findWay(_ test: TestService, _ token: String) async throws -> TestResponse {
    let question = #"{"from":{"latitude":47,"longitude":9.5},"to":{"latitude":47,"longitude":9.6},"mode":"walk"}"#
    return try await test.call("POST", "/api/v1/routes", token: token, json: question)
}

/// A server that answers no question before it is told to, and every one from then on.
private final class SlowEngine: Sendable {
    private static let way =
        #"{"code":"Ok","waypoints":[],"routes":[{"distance":1234.56,"duration":900,"legs":[{"steps":[{"maneuver":"#
        + #"{"type":"depart"},"distance":1234.56,"duration":900,"geometry":"_izlhA~rlgdF_{geC~ywl@"}]}]}]}"#

    private let questions: Questions
    private let server: Server

    init() throws {
        let questions = Questions()
        self.questions = questions
        server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            // It is no Valhalla, which is found out first.
            guard request.path != "/status" else { return responder.send(Response(400, [], body: [])) }
            questions.take(responder)
        }
    }

    var router: Router { Router(.addresses([.walk: "http://127.0.0.1:\(server.port)"])) }

    /// Questions that came and have no answer yet.
    var waiting: Int { questions.held.withLock { $0.responders.count } }

    func answerAll() { questions.answerAll() }

    func stop() async {
        await server.stop(within: .seconds(5))
    }

    private final class Questions: Sendable {
        let held = Mutex((responders: [Responder](), isAnswering: false))

        func take(_ responder: Responder) {
            let isAnswered = held.withLock { held in
                if !held.isAnswering { held.responders.append(responder) }
                return held.isAnswering
            }
            if isAnswered { answer(responder) }
        }

        func answerAll() {
            let all = held.withLock { held in
                defer { held = ([], true) }
                return held.responders
            }
            for responder in all { answer(responder) }
        }

        private func answer(_ responder: Responder) {
            responder.send(Response(200, [], body: Array(SlowEngine.way.utf8)))
        }
    }
}
