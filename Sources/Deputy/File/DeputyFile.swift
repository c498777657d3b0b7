import Crypto
package import Family
package import SQL

/// The deputy's own database: whom it guards, what it holds, what it sent.
///
/// It is a value's shadow: ``DeputyAgent`` decides, and writes what it decided before anybody acts on it.
package final class DeputyFile: Sendable {
    /// A hub that this deputy guards.
    package struct Hub: Sendable {
        package var id: ID<DeputyPairing>
        /// Where the hub is: `https://host`, without a path.
        package var url: String
        package var name: String
        package var texts: DeputyTexts
        package var keys: DeputyKeys
        package var pairing: DeputyPairing
        package var generation: UInt64 = 0
        package var turn: UInt64 = 0
        package var heardAt: Int64?

        /// A hub that was just paired.
        package init(url: String, name: String, texts: DeputyTexts, keys: DeputyKeys, pairing: DeputyPairing) {
            (id, self.url, self.name) = (pairing.id, url, name)
            (self.texts, self.keys, self.pairing) = (texts, keys, pairing)
        }
    }

    /// An envelope as stored.
    package struct Kept: Sendable {
        package var watch: ID<DeputyWatch>
        package var version: UInt64
        package var generation: UInt64
        package var madeAt: Int64
        package var box: [UInt8]
        package var toldAt: Int64?
        package var isReturned: Bool
    }

    /// A message that was taken to be sent.
    package struct Sending: Hashable, Sendable {
        /// How far it came.
        package enum State: String, Sendable {
            case leased, sent, failed
        }

        package var message: String
        package var watch: ID<DeputyWatch>
        package var step: Int
        package var person: Int
        package var channel: String
        package var state: State
        package var attempts: Int
        package var at: Int64
        package var isReported: Bool
    }

    let database: Database

    /// Brings the database to the shape that this program expects; throws `StorageError`.
    package init(_ database: Database) async throws {
        self.database = database
        try await Migrator(files: Self.migrations, checksum: SHA256.hexadecimal).migrate(database)
    }

    private static let migrations = [("d0001_deputy", PackageResources.d0001_deputy_sql)]

    /// Every hub that is guarded, oldest first.
    package func hubs() async throws -> [Hub] {
        try await database.read { try $0.hubs() }
    }

    /// Adds a hub; false where there are as many as a deputy guards.
    package func add(_ hub: Hub) async throws -> Bool {
        try await database.transaction { transaction in
            guard try transaction.hubs().count < DeputyLimits.hubsMax else { return false }
            try transaction.run(
                """
                INSERT INTO pairing (id, url, hub_name, texts, seed, hub_keys, generation, turn) VALUES (\(hub.id.bytes),
                    \(hub.url), \(hub.name), \(hub.texts.rawValue), \(hub.keys.seed), \(hub.pairing.hub.bytes), 0, 0)
                """
            )
            return true
        }
    }

    /// Forgets a hub with everything that was held of it, on the disk too.
    package func remove(_ hub: ID<DeputyPairing>) async throws {
        try await database.transaction { try $0.run("DELETE FROM pairing WHERE id = \(hub.bytes)") }
        try await database.truncateWAL()
    }

    /// The envelopes of one hub.
    func kept(of hub: ID<DeputyPairing>) async throws -> [Kept] {
        try await database.read { try $0.kept(of: hub) }
    }

    /// How many incidents of one hub are guarded.
    package func guardedCount(of hub: ID<DeputyPairing>) async throws -> Int {
        try await kept(of: hub).count
    }

    /// The messages that were sent, or are being sent, in one hub's place.
    package func sendings(of hub: ID<DeputyPairing>) async throws -> [Sending] {
        try await database.read { try $0.sendings(of: hub) }
    }

    /// The deputy's own time as it was last written down.
    package func mark() async throws -> DeputyClock.Mark? {
        try await database.read { transaction in
            try transaction.first("SELECT lived, boot, since_boot, wall FROM clock WHERE id = 1").map { row in
                DeputyClock.Mark(
                    lived: try row.integer(0),
                    boot: try row.text(1),
                    sinceBoot: try row.integer(2),
                    wall: try row.integer(3)
                )
            }
        }
    }

    /// Writes the deputy's own time down.
    package func set(_ mark: DeputyClock.Mark) async throws {
        try await database.transaction { transaction in
            try transaction.run(
                """
                INSERT INTO clock (id, lived, boot, since_boot, wall)
                VALUES (1, \(mark.lived), \(mark.boot), \(mark.sinceBoot), \(mark.wall))
                ON CONFLICT (id) DO UPDATE SET lived = excluded.lived, boot = excluded.boot,
                    since_boot = excluded.since_boot, wall = excluded.wall
                """
            )
        }
    }

    /// Closes the file.
    package func close() async { await database.close() }
}
