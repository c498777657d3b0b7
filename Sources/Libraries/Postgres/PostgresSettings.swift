import CPostgres
import SQL

/// What libpq is told when it connects.
struct PostgresSettings: Sendable {
    /// libpq's keywords with their values; of two alike the last counts.
    let keywords: [(key: String, value: String)]

    /// How long a statement may take by the server's clock.
    static let statementMilliseconds = 5_000
    /// How long the answer to a flight of statements may take by this machine's clock.
    static let answerMilliseconds = 10_000

    /// Where the database is, for people: server, port and name.
    let place: String
    /// Whether the connection string itself holds a secret.
    let hasPassword: Bool

    /// How long the outcome of a commit is looked for whose answer was lost.
    static let outcomeMilliseconds = 5_000

    /// Reads a connection string and adds what the hub decides.
    init(_ connection: String, password: String?) throws(StorageError) {
        var given: [(key: String, value: String)] = []
        // The message of a string that cannot be read may quote it, with its password.
        let options = unsafe PQconninfoParse(connection, nil)
        guard let options = unsafe options else {
            throw StorageError(.unavailable, "the connection string of the database cannot be read")
        }
        defer { unsafe PQconninfoFree(options) }
        var next = unsafe options
        while let keyword = unsafe next.pointee.keyword {
            if let value = unsafe next.pointee.val {
                given.append(unsafe (String(cString: keyword), String(cString: value)))
            }
            unsafe next += 1
        }
        func last(_ key: String) -> String? { given.last { $0.key == key }?.value }
        hasPassword = last("password") != nil || last("sslpassword") != nil
        let port = last("port").map { ":\($0)" } ?? ""
        place = "\(last("dbname") ?? last("user") ?? "the usual database") at \(last("host") ?? "this machine")\(port)"
        if let password { given.append(("password", password)) }
        let ownOptions = given.last { $0.key == "options" }?.value ?? ""
        keywords =
            [("connect_timeout", "5"), ("application_name", "hearth")] + given.filter { $0.key != "options" } + [
                ("client_encoding", "UTF8"),
                // Without effect on a socket of this machine.
                ("sslmode", "verify-full"), ("gssencmode", "disable"),
                ("target_session_attrs", "read-write"), ("tcp_user_timeout", "5000"),
                ("options", ([ownOptions] + Self.sessionOptions).joined(separator: " ")),
            ]
    }

    /// Settings of each session.
    ///
    /// A hub that was stopped in the middle of a transaction loses it, and one that is gone loses what it holds in seconds, so
    /// that neither holds up others.
    private static let sessionOptions = [
        "-c statement_timeout=\(statementMilliseconds)", "-c lock_timeout=2000",
        "-c idle_in_transaction_session_timeout=\(answerMilliseconds)", "-c client_connection_check_interval=1000",
        "-c tcp_keepalives_idle=5", "-c tcp_keepalives_interval=2", "-c tcp_keepalives_count=3",
        "-c synchronous_commit=on",
        "-c bytea_output=hex", "-c standard_conforming_strings=on",
    ]
}
