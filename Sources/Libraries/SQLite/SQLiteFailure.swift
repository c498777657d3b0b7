import CSQLite
import SQL

extension StorageError {
    /// Reads the failure of the last call on a connection, before another call replaces it.
    ///
    /// Only messages that name nothing but tables and columns are kept: a full-text or JSON error may quote a bound value.
    static func last(on connection: OpaquePointer) -> StorageError {
        let extended = unsafe sqlite3_extended_errcode(connection)
        let code = Code(sqlite: extended)
        if code == .uniqueViolation || code == .foreignKeyViolation || code == .constraint {
            return unsafe StorageError(code, String(cString: sqlite3_errmsg(connection)))
        }
        return of(result: extended)
    }

    /// The failure that a result code stands for.
    static func of(result: Int32) -> StorageError {
        unsafe StorageError(Code(sqlite: result), "\(String(cString: sqlite3_errstr(result))) (\(result))")
    }
}

extension StorageError.Code {
    /// Sorts an extended result code, "Result and Error Codes" in the manual, into the closed list.
    init(sqlite extended: Int32) {
        switch extended {
        case SQLITE_CONSTRAINT | (6 << 8), SQLITE_CONSTRAINT | (8 << 8), SQLITE_CONSTRAINT | (10 << 8):
            self = .uniqueViolation  // PRIMARYKEY, UNIQUE, ROWID
        case SQLITE_CONSTRAINT | (3 << 8):
            self = .foreignKeyViolation
        default:
            self.init(primary: extended & 0xff)
        }
    }

    private init(primary: Int32) {
        switch primary {
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG: self = .constraint
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_FULL: self = .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
        case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_AUTH, SQLITE_PROTOCOL, SQLITE_NOMEM: self = .unavailable
        default: self = .other
        }
    }
}
