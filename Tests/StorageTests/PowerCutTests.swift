import Family
import ForgettingDisk
import SQL
import SQLite
import Testing
import WireClient

/// A database on a disk that forgets what was not synced when its power is cut.
@Suite(.serialized) struct PowerCutTests {
    private static let cuts: UInt64 = isSweep ? 1_000 : 100

    @Test(arguments: [false, true])
    func `no power cut loses an acknowledged write, also where deleted names return`(
        namesReturn: Bool
    ) async throws {
        try #require(forgetting_disk_register() == 0)
        var (acknowledged, hurt) = (0, [UInt64]())
        for seed in 1...Self.cuts {
            // From the first write of a new database to some checkpoints later.
            forgetting_disk_begin(seed, Int64(seed * 7_919 % 400) + 1)
            let written = await write(seed)
            acknowledged += written
            forgetting_disk_return(namesReturn ? 1 : 0)
            if try await !holds(written) { hurt.append(seed) }
        }
        #expect(hurt == [], "seeds whose disk lost or damaged something")
        #expect(acknowledged > 10 * Int(Self.cuts), "\(acknowledged)")
    }

    /// Writes until the power fails; answers how many writes were acknowledged.
    private func write(_ seed: UInt64) async -> Int {
        var written = 0
        do {
            let database = try Database(disk)
            do {
                try await database.transaction { try $0.run("CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT)") }
                while forgetting_disk_is_cut() == 0, written < 60 {
                    let id = written
                    try await database.transaction { transaction in
                        try transaction.run("INSERT INTO entry VALUES (\(id), \(String(repeating: "x", count: 900)))")
                    }
                    written += 1
                }
            } catch {
                // The power failed.
            }
            await database.close()
        } catch {
            // It failed before anything was opened.
        }
        return written
    }

    /// Whether every acknowledged write is there, and nothing is damaged.
    private func holds(_ written: Int) async throws -> Bool {
        let database = try Database(disk)
        let isWhole = try await database.read { transaction in
            guard try transaction.first("PRAGMA integrity_check")?.text(0) == "ok" else { return false }
            guard try transaction.first("SELECT 1 FROM sqlite_schema WHERE name = 'entry'") != nil else {
                return written == 0
            }
            // The one that was on its way may be there as well.
            let rows = try transaction.first("SELECT count(*), coalesce(max(id), -1) FROM entry")
            guard let rows else { return false }
            return try Int(rows.integer(0)) >= written && Int(rows.integer(1)) == Int(rows.integer(0)) - 1
        }
        await database.close()
        return isWhole
    }

    private var disk: SQLite {
        SQLite(path: "/hub.db", pagesBetweenCheckpoints: 20, fileSystem: "forgetting")
    }
}
