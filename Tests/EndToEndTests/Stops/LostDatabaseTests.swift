import Foundation
import Testing
import WireClient

/// S50: a hub whose database is gone does not begin another one by itself.
@Suite struct LostDatabaseTests {
    @Test(arguments: [false, true])
    func `S50: keys without a database, or with an empty one, refuse to start, and only --new begins another hub`(
        isEmpty: Bool
    ) async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            let house = try await Household(folder, hub)
            hub.kill()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.data)
            let (database, keys) = (folder.data + "/hearth.db", folder.data + "/keys/hub.key")
            let key = try Data(contentsOf: URL(filePath: keys))
            for name in names where name.hasPrefix("hearth.db") {
                try FileManager.default.removeItem(atPath: folder.data + "/" + name)
            }
            if isEmpty { try Data().write(to: URL(filePath: database)) }
            let listen = ["--listen", "127.0.0.1:0"]
            let refused = try await folder.command(["serve"] + listen)
            #expect(refused.code == 1, "\(refused.said)")
            #expect(refused.said.contains(isEmpty ? "is empty" : "is missing") && refused.said.contains("--new"))
            #expect(FileManager.default.fileExists(atPath: database) == isEmpty, "nothing was made")
            let again = try await folder.serve(["--new"])
            #expect(try Data(contentsOf: URL(filePath: keys)) == key, "they still open the backups")
            #expect(try await again.call("GET", "/api/v1/me", token: house.anna.session).status == 401)
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.data)
            #expect(kept.contains { $0.hasPrefix("hearth.db.before-new-") } == isEmpty)
        }
    }

    @Test func `a first start that was cut short goes on with the next one`() async throws {
        try await HubFolder.run { folder in
            let hub = try await folder.serve(["--registration", "open"])
            hub.kill()
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.data)
            where name.hasPrefix("hearth.db") {
                try FileManager.default.removeItem(atPath: folder.data + "/" + name)
            }
            try Data().write(to: URL(filePath: folder.data + "/hearth.db.new"))
            _ = try await folder.serve()
            #expect(!FileManager.default.fileExists(atPath: folder.data + "/hearth.db.new"))
        }
    }
}
