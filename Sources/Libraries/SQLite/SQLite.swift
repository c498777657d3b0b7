import CSQLite
package import SQL
package import Work

/// SQLite as the database: one file with a write-ahead log, or memory for tests.
package struct SQLite: DatabaseDriver {
    /// SQLite's own name for a database without a file.
    static let memory = ":memory:"

    private let path: String
    private let pagesBetweenCheckpoints: Int
    private let reserve: SQLiteReserve?
    private let fileSystem: String?
    private let use: Use
    private var image: [UInt8]?

    /// What becomes of a file.
    private enum Use {
        case kept, fixed, made
    }

    /// The database file at `path`, created for its owner alone with its first use; its folder exists.
    ///
    /// One process uses the file at a time, which is the caller's to ensure. The log is copied into the file whenever it
    /// has grown by `pagesBetweenCheckpoints` pages of 4 096 bytes. With `keepsReserve` both take disk space ahead of time
    /// when ``Database/takeReserve()`` says so.
    /// `fileSystem` names another one than the machine's, for tests ("sqlite3_vfs").
    package init(
        path: String,
        pagesBetweenCheckpoints: Int = 8000,
        keepsReserve: Bool = false,
        fileSystem: String? = nil
    ) {
        precondition(!path.isEmpty && pagesBetweenCheckpoints > 0)
        self.fileSystem = fileSystem
        reserve = keepsReserve ? SQLiteReserve(path: path) : nil
        self.path = path
        self.pagesBetweenCheckpoints = pagesBetweenCheckpoints
        use = .kept
    }

    /// A database file of somebody else's making, which stays exactly as it is: any number of processes may read it.
    ///
    /// A write throws `.readOnly`.
    package init(reading path: String) {
        precondition(!path.isEmpty)
        self.path = path
        pagesBetweenCheckpoints = 0
        reserve = nil
        fileSystem = nil
        use = .fixed
    }

    /// A new file that nobody reads before it is whole: without a log, and without waiting for the disk.
    ///
    /// Where making it fails, what there is of it is worth nothing. Its maker writes the finished file to the disk.
    package init(making path: String) {
        precondition(!path.isEmpty)
        self.path = path
        pagesBetweenCheckpoints = 0
        reserve = nil
        fileSystem = nil
        use = .made
    }

    /// A database that lives as long as its ``Database``: one connection serves writes and reads alike.
    ///
    /// It begins empty, or with what a finished file of these bytes holds, one without a log.
    package static func inMemory(from image: [UInt8]? = nil) -> SQLite {
        var database = SQLite(path: memory)
        database.image = image
        return database
    }

    /// Opens the file for writing and creates it where there is none.
    package func openWriter(in workplace: Workplace) throws(StorageError) -> sending any DatabaseConnection {
        switch use {
        case .fixed: return try SQLiteConnection(path: path, purpose: .immutable)
        case .made: return try SQLiteConnection(path: path, purpose: .making)
        case .kept: break
        }
        let writer = try SQLiteConnection(
            path: path,
            purpose: .writing,
            checkpoints: isInMemory
                ? nil
                : SQLiteCheckpoints(
                    path: path,
                    pagesBetween: pagesBetweenCheckpoints,
                    reserve: reserve,
                    fileSystem: fileSystem,
                    on: workplace.line("database.checkpoint", .ordinary)
                ),
            reserve: reserve,
            fileSystem: fileSystem
        )
        if let image { try writer.load(image) }
        return writer
    }

    /// Opens the file beside the writer; nil in memory.
    package func openReader() throws(StorageError) -> sending (any DatabaseConnection)? {
        if isInMemory || use == .made { return nil }
        return try SQLiteConnection(
            path: path,
            purpose: use == .fixed ? .immutable : .reading,
            fileSystem: fileSystem
        )
    }

    /// A connection beside all others, from which a copy is made.
    func openForCopying() throws(StorageError) -> SQLiteConnection {
        try SQLiteConnection(path: path, purpose: .reading)
    }

    private var isInMemory: Bool { path == Self.memory }
}
