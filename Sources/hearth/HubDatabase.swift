import Crypto
import Glibc
import Hub
import Linux
import Postgres
import SQL
import SQLite
import Storage
import Work

/// Where a hub's rows are.
enum HubDatabase: Sendable {
    /// In the file `hearth.db` of its folder.
    case file
    /// On a PostgreSQL server, with the hub's keys alone in its folder.
    case server(Postgres)

    /// The server, where there is one.
    var server: Postgres? {
        if case .server(let postgres) = self { postgres } else { nil }
    }
}

extension Configuration {
    /// The hub's database by its settings, with its password where one is kept.
    ///
    /// A hub that lost its right to the database ends at once: what it has in memory may be too old, and writing down
    /// anything of it would undo what another hub did. Its service starts it again.
    func hubDatabase() throws -> HubDatabase {
        guard let database else { return .file }
        let password = try secret("database", "HEARTH_DATABASE_SECRET")
        return .server(
            try Postgres(database, password: password) { reason in
                tell("the hub ends: \(reason.message)", .error)
                _exit(1)
            }
        )
    }
}

extension HubFiles {
    /// Opens the file with its keys, making both where there is no hub.
    func open(isNew: Bool, in workplace: Workplace, limits: Database.Limits) async throws -> (HubKeys, Database) {
        try requireDatabase(isNew: isNew)
        DiskReserve(folder: folder).giveUp()
        let keys = try await isMade ? self.keys(mayCreate: false) : make()
        let database = try Database(SQLite(path: self.database, keepsReserve: true), in: workplace, limits: limits)
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        return (keys, database)
    }

    /// Opens the database on a server with the keys of the folder, making both where there is no hub.
    ///
    /// The keys are made after the tables and the mark of a hub on a server: a start that was cut short leaves tables without
    /// a member, and keys beside such tables without the mark are those of another hub (S50), as on a machine that waits
    /// while the tables are filled.
    func open(
        on server: Postgres,
        mayCreate: Bool,
        isNew: Bool,
        in workplace: Workplace,
        limits: Database.Limits
    ) async throws -> (HubKeys, Database) {
        guard !isMade else {
            throw CommandFailure(
                words: "\(folder) has a hub in the file hearth.db, and --database names a server. "
                    + "`hearth migrate postgres` moves it there; without --database the hub runs on the file"
            )
        }
        let database = try Database(server, in: workplace, limits: limits)
        do {
            try await requireHub(on: server, database, mayCreate: mayCreate, isNew: isNew)
            try await Migrator(files: Schema.postgresMigrations, checksum: SHA256.hexadecimal).migrate(database)
            let sealed = try await database.read { try $0.someDataKey() }
            guard hasKeys || sealed == nil else {
                throw CommandFailure(
                    words: "\(server.place) has a hub, and its keys are not in \(folder)/keys: copy that folder from "
                        + "the machine where the hub ran"
                )
            }
            guard sealed != nil || !hasKeys || isNew || hasServerMark else { throw keysWithoutHub(server) }
            // Before keys are made, so that a hub that was begun here can go on.
            if sealed == nil { try markServer() }
            let keys = try self.keys(mayCreate: sealed == nil && !hasKeys)
            if let sealed, !Hub.opens(sealed, keys: keys) {
                throw CommandFailure(words: "the keys in \(folder)/keys are not those of the hub in \(server.place)")
            }
            try markServer()
            return (keys, database)
        } catch {
            await database.close()
            throw error
        }
    }

    /// Refuses to begin a new hub where there was one, or where none may be made.
    private func requireHub(on server: Postgres, _ database: Database, mayCreate: Bool, isNew: Bool) async throws {
        guard try await !database.read({ try $0.hasTable("migration") }) else { return }
        guard mayCreate else { throw CommandFailure(words: "there is no hub in \(server.place)") }
        guard !hasKeys || isNew else { throw keysWithoutHub(server) }
    }

    private func keysWithoutHub(_ server: Postgres) -> CommandFailure {
        CommandFailure(
            words: "\(folder) has the keys of a hub, and \(server.place) is empty. Name the right database, put "
                + "its rows back, or begin another hub with --new, which knows no member and no phone of this one"
        )
    }
}
