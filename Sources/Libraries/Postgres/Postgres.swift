import CPostgres
package import SQL
package import Work

/// PostgreSQL 15 or later as the database: one connection that writes and several that read.
///
/// Beside the settings of libpq it decides itself how long anything may take, that a server on a network shows its
/// certificate ("verify-full"), and that a commit is on disk when it is answered.
package struct Postgres: DatabaseDriver {
    /// Counts of connections and commits since the process began.
    package let counts = PostgresCounts()
    private let settings: PostgresSettings
    private let onEnd: @Sendable (StorageError) -> Void

    /// The database that a connection string names, as libpq's manual has it: `postgresql://…` or `host=… dbname=…`.
    ///
    /// The string may hold a password: it comes from a file or the environment, never from a command line. `onEnd` is called
    /// once, on the writer's thread, where another hub wrote meanwhile or what this one was told is not there: nothing is
    /// written from then on, and the process has to start again.
    package init(
        _ connection: String,
        password: String? = nil,
        onEnd: @escaping @Sendable (StorageError) -> Void = { _ in }
    ) throws(StorageError) {
        settings = try PostgresSettings(connection, password: password)
        self.onEnd = onEnd
    }

    /// Where it is, for people: server, port and name, and neither user nor password.
    package var place: String { settings.place }

    /// Whether the connection string holds a password.
    package static func hasPassword(_ connection: String) throws(StorageError) -> Bool {
        try PostgresSettings(connection, password: nil).hasPassword
    }

    /// Connects for writing; throws `.busy` while another hub has the database.
    package func openWriter(in workplace: Workplace) throws(StorageError) -> sending any DatabaseConnection {
        try PostgresConnection(settings, claim: PostgresClaim(onEnd: onEnd), counts: counts)
    }

    /// Connects for reading beside the writer.
    package func openReader() throws(StorageError) -> sending (any DatabaseConnection)? {
        try PostgresConnection(settings, claim: nil, counts: counts)
    }
}
