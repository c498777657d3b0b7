package import SQL
import Synchronization

/// Tiles of another server, kept on disk: what was looked at lately, and never more than so many bytes.
///
/// What is kept tells where the family looked; the file is the hub's own, and nothing of it is logged.
package final class TileCache: Sendable {
    /// A tile that is kept; empty where the server has none.
    struct Kept: Sendable {
        let bytes: [UInt8]
        /// Milliseconds since 1970.
        let fetchedAt: Int64
    }

    /// A use is written down once in so long, so that looking at a map writes little.
    private static let useMilliseconds: Int64 = 86_400_000
    /// What is removed together: some room, so that it is not done for each tile.
    private static let keptPart = 0.9
    /// What a row takes beside its tile.
    fileprivate static let rowBytes = 64

    private let database: Database
    private let bytesMax: Int
    private let bytes = Mutex(0)

    /// Takes a file of its own; of another server it forgets everything.
    ///
    /// - Parameters:
    ///   - database: new, or one that a cache wrote.
    ///   - server: whose tiles these are.
    ///   - bytesMax: how much is kept at most.
    /// - Throws: `StorageError` where the file is damaged.
    package init(_ database: Database, of server: String, bytesMax: Int) async throws {
        (self.database, self.bytesMax) = (database, bytesMax)
        let total = try await database.transaction { transaction in
            try transaction.run("CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
            try transaction.run(
                """
                CREATE TABLE IF NOT EXISTS tile (
                    zoom INTEGER NOT NULL, col INTEGER NOT NULL, line INTEGER NOT NULL, bytes BLOB NOT NULL,
                    fetched_at INTEGER NOT NULL, used_at INTEGER NOT NULL, PRIMARY KEY (zoom, col, line)
                )
                """
            )
            try transaction.run("CREATE INDEX IF NOT EXISTS tile_used ON tile (used_at)")
            let known = try transaction.first("SELECT value FROM fact WHERE name = 'server'")?.text(0)
            if known != server {
                try transaction.run("DELETE FROM tile")
                try transaction.run("INSERT OR REPLACE INTO fact VALUES ('server', \(server))")
            }
            return try transaction.first("SELECT coalesce(sum(length(bytes)), 0), count(*) FROM tile").map {
                Int(try $0.integer(0)) + Int(try $0.integer(1)) * Self.rowBytes
            } ?? 0
        }
        bytes.withLock { $0 = total }
    }

    /// How much is kept.
    package var byteCount: Int { bytes.withLock { $0 } }

    /// A tile, which counts as used.
    func tile(_ place: TilePlace, now: Int64) async throws -> Kept? {
        let (zoom, column, row) = (place.zoom, place.column, place.row)
        let found = try await database.read { transaction in
            try transaction.first(
                "SELECT bytes, fetched_at, used_at FROM tile WHERE zoom = \(zoom) AND col = \(column) AND line = \(row)"
            ).map { (kept: Kept(bytes: try $0.blob(0), fetchedAt: try $0.integer(1)), usedAt: try $0.integer(2)) }
        }
        guard let found else { return nil }
        if now - found.usedAt > Self.useMilliseconds {
            try await database.transaction { transaction in
                try transaction.run(
                    "UPDATE tile SET used_at = \(now) WHERE zoom = \(zoom) AND col = \(column) AND line = \(row)"
                )
            }
        }
        return found.kept
    }

    /// Keeps a tile; what was used longest ago goes where there is too much.
    func keep(_ tile: [UInt8], at place: TilePlace, now: Int64) async throws {
        guard tile.count + Self.rowBytes <= bytesMax else { return }
        let (zoom, column, row) = (place.zoom, place.column, place.row)
        let (before, bytesMax) = (byteCount, bytesMax)
        let change = try await database.transaction { transaction in
            let old = try transaction.first(
                "SELECT length(bytes) FROM tile WHERE zoom = \(zoom) AND col = \(column) AND line = \(row)"
            )
            var change = tile.count - (try old.map { Int(try $0.integer(0)) } ?? -Self.rowBytes)
            try transaction.run(
                """
                INSERT OR REPLACE INTO tile (zoom, col, line, bytes, fetched_at, used_at)
                VALUES (\(zoom), \(column), \(row), \(tile), \(now), \(now))
                """
            )
            if before + change > bytesMax {
                change -= try transaction.removeOldTiles(before + change - Int(Double(bytesMax) * Self.keptPart))
            }
            return change
        }
        bytes.withLock { $0 += change }
    }

    /// Closes the file.
    package func close() async {
        await database.close()
    }
}

extension Transaction {
    /// Removes so many bytes of what was used longest ago; answers how many it became.
    fileprivate func removeOldTiles(_ wanted: Int) throws -> Int {
        var removed = 0
        while removed < wanted {
            let rows = try rows("SELECT rowid, length(bytes) FROM tile ORDER BY used_at, rowid LIMIT 100")
            guard !rows.isEmpty else { break }
            for row in rows where removed < wanted {
                try run("DELETE FROM tile WHERE rowid = \(try row.integer(0))")
                removed += Int(try row.integer(1)) + TileCache.rowBytes
            }
        }
        return removed
    }
}
