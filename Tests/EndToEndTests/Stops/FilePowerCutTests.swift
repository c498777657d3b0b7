import Foundation
import Testing

/// What the program writes beside its database, on a disk that forgets what was not synced when its power is cut.
///
/// A run of the real program is written down call by call; then the power is cut behind each of the calls.
@Suite(.enabled(if: Recording.isAllowed, "this machine lets no program be followed"))
struct FilePowerCutTests {
    /// A file that is replaced, each by another way to do so.
    enum Replaced: String, CaseIterable {
        case keys = "data/keys/hub.key"
        case backupKey = "data/keys/backup"
        case backupNotes = "data/backup-state"
        case journal = "data/backups/since"
        case settings = "etc/hearth/hearth.toml"
        case proxy = "etc/caddy/hearth.caddy"

        func words(_ hub: RestingHub) -> [String] {
            switch self {
            case .keys: ["keys", "rotate", "--data", hub.data]
            case .backupKey: ["backup", "key", "--to", hub.key + ".second", "--data", hub.data]
            case .backupNotes, .journal: ["backup", "--data", hub.data]
            case .settings: ["setup", "hub.example.org", "--root", hub.path, "--phone-region", "LI"]
            case .proxy: ["setup", "other.example.org", "--root", hub.path, "--replace"]
            }
        }
    }

    /// Those that show each way in which a disk forgets, and some more.
    private static let seeds: Range<UInt64> = 0..<10

    @Test(arguments: Replaced.allCases)
    func `wherever the power is cut, a file that is replaced is the old or the new one whole, and once told the new`(
        _ replaced: Replaced
    ) async throws {
        try await HubFolder.run { folder in
            let hub = try await RestingHub(folder)
            if [.settings, .proxy].contains(replaced) {
                let made = try await Program.hearth(["setup", "hub.example.org", "--root", hub.path])
                try #require(made.status == 0, "\(made.errors)")
            }
            // Backups are called by the second, and another one may be taken in this one.
            if [.backupNotes, .journal].contains(replaced) {
                try FileManager.default.removeItem(atPath: "\(hub.data)/backups/\(hub.backup)")
            }
            let run = try await replace(replaced.rawValue, hub.path) {
                try await Recording.make([HubFolder.binary] + replaced.words(hub), in: hub.path)
            }
            #expect(run.hurt == [])
            #expect(run.seen == [run.old, run.new], "cuts before and after it")
        }
    }

    @Test(arguments: [false, true])
    func `a file that is replaced without its syncs is lost on such a disk`(isFileSynced: Bool) async throws {
        try await HubFolder.run { folder in
            let path = folder.path + "/files"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try Data(repeating: 1, count: 900).write(to: URL(filePath: path + "/file"))
            let script = """
                import os, sys
                with open(sys.argv[1] + '.new', 'wb') as file:
                    file.write(bytes(range(250)) * 4)
                    file.flush()
                    if sys.argv[2] == 'true': os.fsync(file.fileno())
                os.rename(sys.argv[1] + '.new', sys.argv[1])
                print('done', flush=True)
                """
            let run = try await replace("file", path) {
                let words = ["/usr/bin/python3", "-c", script, path + "/file", "\(isFileSynced)"]
                return try await Recording.make(words, in: path)
            }
            #expect(run.hurt.contains { $0.hasSuffix(": old") }, "its name was not on the disk when it was told")
            #expect(run.hurt.contains { $0.hasSuffix(": 0 bytes") } != isFileSynced, "nor what is in it")
        }
    }

    @Test func `wherever the power is cut in a hub's first start, the next start begins it, or all of it is there`()
        async throws
    {
        try await HubFolder.run { folder in
            let (path, before, state) = (folder.path + "/hub", folder.path + "/before", folder.path + "/cut")
            for path in [path, before] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            let run = try await Recording.make(Self.serve(path), in: path, endsWhenSaid: true)
            try #require(run.said.hasPrefix("listening on "), "\(run.said)")
            let changes = run.changes
            // Before the keys are made there is nothing but the draft, which the next start removes; after the database has
            // its name, what is written to it is SQLite's.
            let keys = try #require(changes.firstIndex(of: "make folder data/keys"))
            let named = try #require(changes.firstIndex(of: "rename data/hearth.db.new data/hearth.db"))
            let isSQLites = { (change: String) in ["write data/hearth.db", "size data/hearth.db"].contains(change) }
            let last = changes[(named + 1)...].firstIndex(where: isSQLites) ?? changes.count
            let whole = try Self.files.map { try run.file($0, behind: last, 3, before: before) }
            try #require(!whole.contains(nil))
            var begun: Set<[String]> = []
            let cuts: [Int] = [0, keys / 3, keys * 2 / 3] + Array(keys - 4...min(named + 4, last)) + [last]
            for steps in cuts {
                for seed in Self.seeds {
                    try run.cut(behind: steps, seed, before: before, to: state)
                    defer {
                        // The next cut says so where it stays.
                        try? FileManager.default.removeItem(atPath: state)
                    }
                    let found = Self.files.map { FileManager.default.contents(atPath: "\(state)/\($0)") }
                    let moment = "seed \(seed) behind \(steps): \(steps > 0 ? changes[steps - 1] : "nothing")"
                    if found[0] != nil {
                        #expect(found == whole, "\(moment)")
                        guard steps == last, seed < 4 else { continue }
                        let listed = try await folder.command(["member", "list"], data: state + "/data")
                        #expect(listed.code == 0, "\(moment): \(listed.said)")
                    } else if begun.insert(try Self.names(in: state)).inserted {
                        #expect(steps < run.countBeforeWord, "\(moment)")
                        let next = try await Recording.make(Self.serve(state), in: state, endsWhenSaid: true)
                        #expect(next.said.hasPrefix("listening on "), "\(moment): \(next.said)")
                    }
                }
            }
            #expect(begun.count > 3, "none, a draft, and a draft with keys: \(begun)")
        }
    }

    @Test func `wherever the power is cut in a restore, there is the old hub or the restored one, and every backup`()
        async throws
    {
        try await HubFolder.run { folder in
            let hub = try await RestingHub(folder)
            let run = try await hub.restore()
            try #require(run.status == 0, "\(run.said)")
            let database = { (path: String) in FileManager.default.contents(atPath: path + "/data/hearth.db") }
            let (old, new) = (try #require(database(hub.before)), try #require(database(hub.path)))
            let backup = FileManager.default.contents(atPath: hub.spare)
            let first = try #require(run.changes.firstIndex { $0.hasPrefix("sync all") })
            let state = folder.path + "/cut"
            for steps in first...run.count {
                for seed in Self.seeds {
                    try run.cut(behind: steps, seed, before: hub.before, to: state)
                    defer {
                        // As above.
                        try? FileManager.default.removeItem(atPath: state)
                    }
                    let moment = "seed \(seed) behind \(run.changes[steps - 1])"
                    let found = database(state)
                    #expect(found == new || found == old && steps < run.countBeforeWord, "\(moment)")
                    let holders = try FileManager.default.contentsOfDirectory(atPath: state).filter {
                        FileManager.default.contents(atPath: "\(state)/\($0)/backups/\(hub.backup)") == backup
                    }
                    #expect(steps < run.count ? !holders.isEmpty : holders == ["data"], "\(moment): \(holders)")
                }
            }
        }
    }

    /// What became of one file at every cut of a run that replaces it.
    private struct Run {
        let old: Data
        let new: Data
        /// The versions that were found, of the old one and the new one.
        var seen: Set<Data> = []
        /// Where something else was found, or the old one after the program had told of the new one.
        var hurt: [String] = []
    }

    private func replace(_ name: String, _ path: String, _ run: () async throws -> Recording) async throws -> Run {
        let before = path + ".before"
        let copied = try await Program("cp", ["-a", path, before]).end()
        try #require(copied.status == 0, "\(copied.errors)")
        let old = try Data(contentsOf: URL(filePath: path + "/" + name))
        let recording = try await run()
        try #require(recording.status == 0, "\(recording.said)")
        var result = Run(old: old, new: try Data(contentsOf: URL(filePath: path + "/" + name)))
        try #require(result.old != result.new && !result.new.isEmpty)
        let changes = recording.changes
        let first = try #require(changes.firstIndex { $0.contains(name) })
        for steps in first...changes.count {
            for seed in Self.seeds {
                let found = try recording.file(name, behind: steps, seed, before: before)
                if let found, [result.old, result.new].contains(found) { result.seen.insert(found) }
                if found == result.new || found == result.old && steps < recording.countBeforeWord { continue }
                let words = found == result.old ? "old" : found.map { "\($0.count) bytes" } ?? "nothing"
                result.hurt.append("seed \(seed) behind \(steps > 0 ? changes[steps - 1] : "nothing"): \(words)")
            }
        }
        return result
    }

    /// What a hub cannot do without.
    private static let files = ["data/hearth.db", "data/keys/hub.key"]

    private static func serve(_ path: String) -> [String] {
        [HubFolder.binary, "serve", "--data", path + "/data", "--listen", "127.0.0.1:0"]
    }

    /// What is in a folder, by name alone.
    private static func names(in path: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
    }
}
