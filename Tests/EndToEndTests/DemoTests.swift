import Foundation
import Testing
import WireClient

/// The demo as a visitor meets it: the real program, read over HTTP.
@Suite struct DemoTests {
    private static let password = "a day in the valley"
    private static let anna = "+4235550101"
    private static let mia = "+4235550104"

    @Test(.sweep) func `the demo has a day behind it, and a hand moves within minutes of its time`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.demo(["--start", "19:38", "--speed", "60"])
            let session = try await logIn(Self.mia, hub)
            let stream = try await EventReader.open(port: hub.port, headers: ["Authorization: Bearer \(session)"])
            #expect(try await slots(of: hub, session).count == 6)
            // Anna sets out to run at 19:40, two seconds after the start, and is out for half a minute.
            let left = try await stream.event { event in
                event.name == "clock" && event.json["name"] as? String == "Anna"
                    && event.json["slot"] as? String != "Home"
            }
            #expect(left != nil)
            let anna = try #require(left?.json["member"] as? String)
            let track = try await hub.call("GET", "/api/v1/members/\(anna)/track", token: session)
            #expect((track.json["fixes"] as? [Any])?.count ?? 0 > 40, "the hours since midnight are there")
        }
    }

    @Test(.sweep) func `F51: the phone that died turns its hand to lost an hour later`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.demo(["--start", "16:05", "--speed", "120"])
            let session = try await logIn(Self.mia, hub)
            let stream = try await EventReader.open(port: hub.port, headers: ["Authorization: Bearer \(session)"])
            #expect(try await slots(of: hub, session).count == 6)
            let lost = try await stream.event { event in
                event.name == "clock" && (event.json["name"] as? String)?.hasPrefix("Maximilian") ?? false
                    && event.json["slot"] as? String == "Lost"
            }
            #expect(lost != nil)
            // His sister sees places alone, his mother everything.
            let mothers = try await logIn(Self.anna, hub)
            let brother = try #require(lost?.json["member"] as? String)
            let path = "/api/v1/members/\(brother)/track"
            #expect(try await hub.call("GET", path, token: session).status != 200)
            #expect(try await hub.call("GET", path, token: mothers).status == 200)
        }
    }

    @Test func `the demo leaves nothing behind, and what it is told to keep can be served`() async throws {
        try await HubFolder.run { folder in
            let passing = try await folder.demo()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).contains {
                    $0.hasPrefix("hearth-demo")
                }
            )
            passing.terminate()
            #expect(try await eventually { !passing.isRunning })
            #expect(passing.exitCode == 0)
            #expect(
                !(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains {
                    $0.hasPrefix("hearth-demo")
                })
            )

            let kept = try await folder.demo(["--data", folder.data, "--start", "12:00", "--speed", "10"])
            kept.terminate()
            #expect(try await eventually { !kept.isRunning })
            let again = try await folder.command(["demo"])
            #expect(again.code == 1 && again.said.contains("there is a hub in"))
            let hub = try await folder.serve()
            let session = try await logIn(Self.anna, hub)
            #expect(try await slots(of: hub, session).count == 6)
        }
    }

    @Test(arguments: [["--speed", "fast"], ["--speed", "0"], ["--start", "25:00"], ["--tls-cert", "x"], ["on"]])
    func `a demo that is asked for wrongly is refused in words`(_ words: [String]) async throws {
        try await HubFolder.run { folder in
            let refused = try await folder.command(["demo"] + words)
            #expect(refused.code == 2 && !refused.said.isEmpty)
        }
    }

    private func logIn(_ phone: String, _ hub: HubProcess) async throws -> String {
        let body = #"{"phone":"\#(phone)","password":"\#(Self.password)"}"#
        let answer = try await hub.call("POST", "/api/v1/sessions", json: body)
        return try #require(answer.json["token"] as? String)
    }

    /// Where each hand of the viewer's clock points, by name.
    private func slots(of hub: HubProcess, _ session: String) async throws -> [String: String] {
        let hands = try await hub.call("GET", "/api/v1/clock", token: session).json["hands"] as? [[String: Any]] ?? []
        return hands.reduce(into: [:]) { slots, hand in
            if let name = hand["name"] as? String { slots[name] = hand["slot"] as? String }
        }
    }
}
