import HTTP
import Synchronization
import Testing
import WireClient

@Suite struct WatchdogTests {
    /// The paths that were asked for.
    private final class Asked: Sendable {
        let paths = Mutex<[String]>([])
    }

    @Test func `F6: a watchdog is told as soon as the hub works, and its address stands in no log`() async throws {
        let asked = Asked()
        let server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            asked.paths.withLock { $0.append("\(request.method) \(request.path)") }
            // A refusal is logged, without what was refused.
            responder.send(Response(404, [], body: []))
        }
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--watchdog", "http://127.0.0.1:\(server.port)/ping/of-ours"])
            #expect(try await eventually { asked.paths.withLock { $0 } == ["POST /ping/of-ours"] })
            let words = "the watchdog did not take our word"
            for _ in 0..<6_000 where try !hub.said().contains(words) { try await Task.sleep(for: .milliseconds(10)) }
            let said = try hub.said()
            #expect(said.contains(words) && !said.contains("of-ours"))
            hub.kill()
        }
        await server.stop(within: .seconds(5))
    }
}
