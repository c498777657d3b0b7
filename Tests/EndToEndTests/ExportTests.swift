import Foundation
import Testing
import WireClient

/// The command line takes a member's data by that member's own right, and by no other.
@Suite struct ExportTests {
    private func export(_ folder: HubFolder, _ hub: HubProcess, _ words: [String]) async throws -> (
        Int32, String, String
    ) {
        let (code, out, said) = try await folder.command(["export", "--hub", hub.address] + words)
        return (code, out, said)
    }

    @Test func `F45: a member's token exports that member's positions, and no other member's`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            let now = Int(Date().timeIntervalSince1970)
            for number in 0..<3 {
                let body = location(47.1 + Double(number) / 1_000, 9.5, secondsSince1970: now - 60 + number * 10)
                #expect(try await hub.call("POST", "/in/owntracks", token: house.anna.device, json: body).status == 200)
            }
            for (format, mark) in [("gpx", "<trkpt"), ("geojson", "\"Point\""), ("json", "\"receivedAt\"")] {
                let words = ["--member", house.anna.phone, "--token", house.anna.session, "--format", format]
                let (code, out, said) = try await export(folder, hub, words)
                #expect(code == 0, "\(said)")
                #expect(out.components(separatedBy: mark).count == 4, "\(format)")
            }
            let file = folder.path + "/anna.zip"
            let words = ["--member", house.anna.phone, "--token", house.anna.session, "--to", file]
            #expect(try await export(folder, hub, words).0 == 0)
            #expect(try Data(contentsOf: URL(filePath: file)).prefix(2) == Data("PK".utf8))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try await export(folder, hub, words).0 == 1, "a file that is there stays")

            let others = ["--member", house.anna.phone, "--token", house.bo.session, "--format", "gpx"]
            let (code, out, said) = try await export(folder, hub, others)
            #expect(code == 1 && out.isEmpty && said.contains("only the member can"))
            let none = try await export(folder, hub, ["--member", house.anna.phone])
            #expect(none.0 == 2 && none.1.isEmpty)
        }
    }
}
