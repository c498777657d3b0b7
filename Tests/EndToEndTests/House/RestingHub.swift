import Foundation
import Testing

/// A hub that rests in a folder of its own, with a backup in it from before its second member.
struct RestingHub {
    /// Whoever is a member of the hub, and who is of the one that its backup makes.
    static let (members, membersBefore) = (["Anna", "Bo"], ["Anna"])

    let folder: HubFolder
    /// What is followed: the hub's data, and whatever a command makes beside it.
    var path: String { folder.path + "/hub" }
    var data: String { path + "/data" }
    /// The backup once more, and what opens it.
    var spare: String { folder.path + "/copy.backup" }
    var key: String { folder.path + "/backup.key" }
    /// A copy of the hub's folder as it is at first.
    var before: String { folder.path + "/before" }
    /// The backup's name in the folder of backups.
    let backup: String

    init(_ folder: HubFolder) async throws {
        self.folder = folder
        let data = folder.path + "/hub/data"
        try FileManager.default.createDirectory(atPath: folder.path + "/hub", withIntermediateDirectories: true)
        let serve = [HubFolder.binary, "serve", "--data", data, "--listen", "127.0.0.1:0"]
        let first = try await Recording.make(serve, in: folder.path + "/hub", endsWhenSaid: true)
        try #require(first.said.hasPrefix("listening on "), "\(first.said)")
        func run(_ words: [String]) async throws {
            let ended = try await folder.command(words, data: data)
            try #require(ended.code == 0, "\(ended.said)")
        }
        try await run(["member", "add", "--phone", "+41446681801", "--name", Self.members[0]])
        try await run(["backup", "key", "--to", folder.path + "/backup.key"])
        try await run(["backup"])
        try await run(["member", "add", "--phone", "+41446681802", "--name", Self.members[1]])
        let made = try FileManager.default.contentsOfDirectory(atPath: data + "/backups")
        backup = try #require(made.first { $0.hasSuffix(".backup") })
        try FileManager.default.copyItem(atPath: "\(data)/backups/\(backup)", toPath: folder.path + "/copy.backup")
        try await RestingHub.copy(folder.path + "/hub", to: folder.path + "/before")
    }

    /// Puts everything back as it was at first.
    func putBack() async throws {
        try FileManager.default.removeItem(atPath: path)
        try await RestingHub.copy(before, to: path)
    }

    /// Restores the backup over the hub.
    func restore(killedAt: (from: String, number: Int) = ("", -1)) async throws -> Recording {
        let words = [HubFolder.binary, "restore", spare, "--key", key, "--data", data]
        return try await Recording.make(words, in: path, killedAt: killedAt)
    }

    /// The members of the hub in a data folder, which is left as it is.
    func members(of data: String) async throws -> [String] {
        let copy = folder.path + "/looked-at"
        try await RestingHub.copy(data, to: copy)
        let listed = try await folder.command(["member", "list"], data: copy)
        try FileManager.default.removeItem(atPath: copy)
        guard listed.code == 0 else { throw HouseFailure(words: listed.said) }
        return Self.members.filter { listed.out.contains($0) }
    }

    /// A folder with all that is in it, sockets too.
    private static func copy(_ path: String, to other: String) async throws {
        let copied = try await Program("cp", ["-a", path, other]).end()
        try #require(copied.status == 0, "\(copied.errors)")
    }
}
