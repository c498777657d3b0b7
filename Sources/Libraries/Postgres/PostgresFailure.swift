import CPostgres
import SQL

/// The parts of a failure, as libpq numbers them; its header gives characters, which are not imported.
enum PostgresField {
    static let state = Int32(UInt8(ascii: "C"))
    static let message = Int32(UInt8(ascii: "M"))
    static let table = Int32(UInt8(ascii: "t"))
    static let column = Int32(UInt8(ascii: "c"))
    static let constraint = Int32(UInt8(ascii: "n"))
}

extension StorageError {
    /// Reads the failure that the server answered.
    ///
    /// Its message is kept only where it quotes nothing but the statement's own text: elsewhere it may hold a value.
    static func of(_ result: PostgresResult) -> StorageError {
        let state = result.field(PostgresField.state) ?? ""
        let code = Code(state: state)
        if code == .other, state.hasPrefix("42"), let message = result.field(PostgresField.message) {
            return StorageError(.other, message)
        }
        let names = [
            PostgresField.table, PostgresField.column, PostgresField.constraint,
        ].compactMap { result.field($0) }
        return StorageError(code, (["SQLSTATE \(state)"] + names).joined(separator: ", "))
    }

    /// What there is to say about a commit whose answer did not come: it is on disk or not.
    static let lostAnswer = StorageError(.unknownOutcome, "the answer to a commit was lost")

    /// The answer to a commit that was found not to be done.
    static let undoneCommit = StorageError(.unavailable, "the connection to the database broke, and nothing was saved")
}

extension StorageError.Code {
    /// Sorts an SQLSTATE, "PostgreSQL Error Codes" in the manual, into the closed list.
    init(state: String) {
        switch state {
        case "23505": self = .uniqueViolation
        case "23503": self = .foreignKeyViolation
        // Serialization failure, deadlock, a lock that was waited for too long.
        case "40001", "40P01", "55P03": self = .conflict
        // A statement that took too long, or too many connections.
        case "57014", "53300": self = .busy
        case "25006": self = .readOnly
        case "53100": self = .full
        // What a trigger raises.
        case "P0001": self = .constraint
        case "XX001", "XX002": self = .corrupt
        default: self.init(class: state.prefix(2))
        }
    }

    private init(class name: Substring) {
        switch name {
        // A value that does not fit its type, and what a constraint refuses.
        case "22", "23": self = .constraint
        // The connection, the right to it, resources, an operator's hand, and the server's disk.
        case "08", "28", "3D", "53", "57", "58": self = .unavailable
        default: self = .other
        }
    }
}
