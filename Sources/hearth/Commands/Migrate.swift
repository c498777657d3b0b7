import Crypto
import Family
import Hub
import Linux
import Postgres
import SQL
import SQLite
import Storage
import Work

extension Command {
    static let migrate = Command(
        name: "migrate",
        summary: "moves a hub between its file and PostgreSQL",
        help: """
            usage: hearth migrate postgres --database URL
                   hearth migrate sqlite --database URL

            postgres moves the hub of the data folder out of its file into the database of a server, sqlite back into a
            file. The hub must not run. The target must be empty; it is filled in one transaction, then each row is
            compared with its source and every ledger is verified. Before that no hub can use it. Last, the source is set
            aside: hearth.db as hearth.db.moved-TIME, a database on a server so that no hub uses it again. After a move
            to a server that was cut short, create its database again. The keys stay in the data folder.

              --database URL   the server, as postgres://USER@HOST/NAME; its password in DATA/keys/database
              --data DIR       where the hub is (./hearth-data)
              --json           prints {tables, rows, ledgers}
            """
    ) { words in
        let (arguments, configuration) = try Configuration.read(words, flags: [], switches: ["json"])
        guard arguments.positional.count == 1, let target = HubMove.Target(rawValue: arguments.positional[0]) else {
            throw UsageError(words: "say hearth migrate postgres or hearth migrate sqlite; see --help.")
        }
        guard let server = try configuration.hubDatabase().server else {
            throw UsageError(words: "name the server: --database postgres://USER@HOST/NAME.")
        }
        let outcome = try await HubMove(folder: configuration.dataFolder, server: server).run(to: target)
        guard !arguments.switches.contains("json") else { return try json(outcome) }
        result(
            "\(outcome.rows) rows of \(outcome.tables) tables are in their new place, each equal to its source; "
                + "\(outcome.ledgers) ledgers verified"
        )
        result(
            target == .postgres
                ? "Start the hub with --database, or with database = \"…\" in hearth.toml."
                : "Start the hub without --database."
        )
    }
}

/// A hub's move from one database to the other.
private struct HubMove {
    enum Target: String {
        case postgres, sqlite
    }

    /// The counts of a move.
    struct Outcome: Codable {
        let tables: Int
        let rows: Int
        let ledgers: Int
    }

    let folder: String
    let server: Postgres
    private var files: HubFiles { HubFiles(folder: folder) }
    /// The file on its way, under a name that no start takes for a hub.
    private var draft: String { folder + "/hearth.db.migrating" }

    init(folder: String, server: Postgres) {
        (self.folder, self.server) = (folder, server)
    }

    func run(to target: Target) async throws -> Outcome {
        guard files.hasKeys else {
            throw CommandFailure(words: "there is no hub in \(folder); --data names another folder")
        }
        try FolderOwner(folder)?.dropPrivileges()
        let lock = try DirectoryLock.ofDataFolder(folder)
        defer { lock.release() }
        switch target {
        case .postgres: return try await moveToServer()
        case .sqlite: return try await moveToFile()
        }
    }

    private func moveToServer() async throws -> Outcome {
        guard files.isMade else { throw CommandFailure(words: "\(folder) has no hub in a file, hearth.db") }
        let file = SQLite(path: files.database)
        try await prepare(file, Schema.migrations) { _ in }
        try await prepare(server, Schema.postgresMigrations) { try await requireEmpty($0) }
        return try await moved(from: file, to: server) { _, target in
            // From here on the file is no hub, so that there are never two of it.
            try files.markServer()
            try files.setAside(as: "moved")
            try target.begin(writing: true)
            try target.admit()
            try target.commit()
        }
    }

    private func moveToFile() async throws -> Outcome {
        guard !files.isMade else {
            throw CommandFailure(words: "\(files.database) is there already: the target of a move must be empty")
        }
        for end in ["", "-wal", "-shm", "-journal"] { try Folders.remove(draft + end) }
        let file = SQLite(path: draft)
        try await prepare(server, Schema.postgresMigrations) { database in
            guard try await database.read({ try $0.someDataKey() }) != nil else {
                throw CommandFailure(words: "there is no hub in \(server.place)")
            }
        }
        try await prepare(file, Schema.migrations) { _ in }
        return try await moved(from: server, to: file) { source, target in
            // In one file before it has its name.
            try target.truncateWAL()
            target.close()
            try Folders.flushFile(draft)
            // No hub takes the server any more before the file can be one, so that there are never two.
            try source.begin(writing: true)
            try source.retire()
            try source.commit()
            try Folders.rename(draft, to: files.database)
            try Folders.flushNames(in: folder)
            try Folders.remove(files.serverMark)
        }
    }

    /// Brings a database to this program's schema.
    private func prepare(
        _ driver: any DatabaseDriver,
        _ steps: [(name: String, bytes: [UInt8])],
        _ check: (Database) async throws -> Void
    ) async throws {
        let database = try Database(driver)
        do {
            try await check(database)
            try await Migrator(files: steps, checksum: SHA256.hexadecimal).migrate(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    /// Refuses a database with a hub before anything is changed in it.
    private func requireEmpty(_ database: Database) async throws {
        let hasHub = try await database.read { transaction in
            guard try transaction.hasTable("member") else { return false }
            return try transaction.first("SELECT 1 FROM member LIMIT 1") != nil
        }
        guard !hasHub else {
            throw CommandFailure(words: "\(server.place) has a hub already: the target of a move must be empty")
        }
    }

    private func moved(
        from source: any DatabaseDriver,
        to target: any DatabaseDriver,
        finish: (any CopyableConnection, any CopyableConnection) throws -> Void
    ) async throws -> Outcome {
        let before = try await ledgers(of: source)
        if let fault = before.first(where: { $0.fault != nil }) {
            throw CommandFailure(words: "the ledger \(fault.ledger.text) does not verify: see `hearth ledger verify`")
        }
        // Both stay open to the end, so that no other hub takes either.
        let (from, to) = (try connection(source), try connection(target))
        defer {
            from.close()
            to.close()
        }
        let counts = try DatabaseCopy(from: from, to: to).run()
        let after = try await ledgers(of: ReadingDriver(inner: target))
        guard after.allSatisfy({ $0.fault == nil }), before.map(\.head) == after.map(\.head),
            before.map(\.leafCount) == after.map(\.leafCount)
        else { throw CommandFailure(words: "the ledgers differ after the move") }
        try finish(from, to)
        return Outcome(tables: counts.count, rows: counts.reduce(0) { $0 + $1.rows }, ledgers: after.count)
    }

    private func ledgers(of driver: any DatabaseDriver) async throws -> [LedgerReport] {
        let database = try Database(driver)
        do {
            let reports = try await Hub.checkLedgers(in: database)
            await database.close()
            return reports
        } catch {
            await database.close()
            throw error
        }
    }

    private func connection(_ driver: any DatabaseDriver) throws -> any CopyableConnection {
        guard let connection = try driver.openWriter(in: .threads) as? any CopyableConnection else {
            preconditionFailure("both databases can be copied")
        }
        return connection
    }
}

/// Connections that only read a database, beside one that has it.
private struct ReadingDriver: DatabaseDriver {
    let inner: any DatabaseDriver

    func openWriter(in workplace: Workplace) throws(StorageError) -> sending any DatabaseConnection {
        guard let reader = try inner.openReader() else { throw StorageError(.other, "the database has no readers") }
        return reader
    }

    func openReader() throws(StorageError) -> sending (any DatabaseConnection)? { try inner.openReader() }
}
