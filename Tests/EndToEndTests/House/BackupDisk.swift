import Foundation
import Testing

/// Where a test's backups and their key lie: not in the data folder, as on another disk.
struct BackupDisk {
    let folder: HubFolder
    var path: String { folder.path + "/backups" }
    var key: String { folder.path + "/backup.key" }
    var flags: [String] { ["--backups", path] }

    init(_ folder: HubFolder) {
        self.folder = folder
    }

    func makeKey() async throws {
        let made = try await folder.command(["backup", "key", "--to", key] + flags)
        try #require(made.code == 0, "\(made.said)")
        let line = try String(contentsOfFile: key, encoding: .utf8).split(separator: "\n").last
        folder.keepSecret(String(try #require(line)), "the key of backups")
    }

    func backUp() async throws -> String {
        let taken = try await folder.command(["backup", "--json"] + flags)
        try #require(taken.code == 0, "\(taken.said)")
        let object = try JSONSerialization.jsonObject(with: Data(taken.out.utf8)) as? [String: Any]
        #expect(object?["isTried"] as? Bool == true)
        return try #require(object?["path"] as? String)
    }

    func backups() -> [String] {
        // Not there yet.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".backup") }.map { path + "/" + $0 }
    }

    func journal() throws -> Data { try Data(contentsOf: URL(filePath: path + "/since")) }

    /// Backups and keys that cannot be used, with a part of what is said of each.
    func unusable(_ backup: String) throws -> [(file: String, key: String, words: String)] {
        let whole = try Data(contentsOf: URL(filePath: backup))
        func file(_ name: String, _ bytes: Data) throws -> String {
            let path = "\(path)/\(name)"
            try bytes.write(to: URL(filePath: path))
            return path
        }
        var turned = whole
        turned[whole.count / 2] ^= 1
        let schema = Data("\nschema v".utf8)
        var later = whole
        let digit = try #require(later.range(of: schema)).upperBound
        later[digit] = UInt8(ascii: "9")
        let newer = try file("newer", Data("hearth backup 2\n\n".utf8))
        let otherKey = "hearth-backup-key-1:" + String(repeating: "A", count: 85) + "A"
        let wrong = try file("wrong.key", Data(otherKey.utf8))
        return [
            (try file("cut", whole.prefix(whole.count - 500)), key, "is cut short"),
            (try file("turned", turned), key, "is damaged"),
            (try file("later", later), key, "a newer Hearth (v9"),
            (newer, key, "written by a newer Hearth"),
            (try file("other", Data("SQLite".utf8)), key, "is no backup"),
            (backup, wrong, "another key"),
            (backup, path + "/other", "is not a backup key"),
            (path + "/missing", key, "No such file"),
        ]
    }
}
