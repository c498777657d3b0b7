import Foundation
import Testing
import WireClient

/// The command line brings recorded tracks into a member's history, beside a running hub and on a resting one.
@Suite struct ImportTests {
    private func track(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../Fixtures/tracks/\(name)").standardized.path
    }

    @Test func `a recorded track comes in once, whether the hub runs or rests`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let words = ["import", track("korita-zbevnica.gpx"), "--member", house.anna.phone]
            let unasked = try await folder.command(words)
            #expect(unasked.code == 1 && unasked.said.contains("how long your history is kept"))
            let first = try await folder.command(words + ["--keep", "forever", "--json"])
            #expect(first.code == 0, "\(first.said)")
            #expect(first.out.contains(#""added":513"#) && first.out.contains(#""noTime":358"#), "\(first.out)")
            let day = "/api/v1/me/history?from=2010-10-02T22:00:00Z&to=2010-10-03T22:00:00Z"
            let answer = try await hub.call("GET", day, token: house.anna.session)
            let entries = try #require(answer.json["entries"] as? [[String: Any]])
            #expect(entries.contains { $0["kind"] as? String == "journey" })
            #expect(try await hub.call("GET", day, token: house.bo.session).json["entries"] as? [String] == [])
            hub.terminate()
            try #require(try await eventually { !hub.isRunning })
            let again = try await folder.command(words)
            #expect(
                again.code == 0 && again.out.contains("0 new, 513 known already (gpx)"),
                "\(again.out) \(again.said)"
            )
            #expect(again.out.contains("left out: 358, without a time"))
        }
    }

    @Test func `what cannot be imported is said in words`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let text = folder.path + "/diary.txt"
            try "Dear diary".write(toFile: text, atomically: true, encoding: .utf8)
            let member = ["--member", house.anna.phone, "--keep", "30"]
            let diary = try await folder.command(["import", text] + member)
            #expect(diary.code == 1 && diary.said.contains("no file that Hearth can read"))
            #expect(try await folder.command(["import", text + "x"] + member).code == 1)
            #expect(try await folder.command(["import", folder.path] + member).said.contains("is no file"))
            #expect(try await folder.command(["import", text]).code == 2)
            #expect(try await folder.command(["import"] + member).code == 2)
            #expect(try await folder.command(["import", text, "--member", house.anna.phone, "--keep", "x"]).code == 2)
            _ = hub
        }
    }
}
