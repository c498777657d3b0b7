import CSQLite
import SQL

/// A prepared statement, kept for as long as its connection.
///
/// Used by one thread at a time, as its connection is opened without SQLite's own mutexes.
@safe
final class SQLiteStatement {
    private let connection: OpaquePointer
    private let statement: OpaquePointer
    private var columns = Row.Columns(names: [])

    /// The value that each parameter takes, and how many values there must be.
    private let valuePositions: [Int]
    private let valueCount: Int

    /// Whether it leaves the database as it is, as far as SQLite can tell.
    let isReadOnly: Bool

    /// Prepares the first statement of `text`, UTF-8 with or without an end mark, and answers how many bytes it took.
    ///
    /// Nil where the text holds nothing but blanks and comments.
    static func prepare(
        _ text: UnsafeBufferPointer<UInt8>,
        isKept: Bool,
        on connection: OpaquePointer
    ) throws(StorageError) -> (statement: SQLiteStatement?, taken: Int) {
        var statement: OpaquePointer?
        var tail: UnsafePointer<CChar>?
        let result = unsafe text.withMemoryRebound(to: CChar.self) { text in
            unsafe sqlite3_prepare_v3(
                connection,
                text.baseAddress,
                Int32(text.count),
                isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0,
                &statement,
                &tail
            )
        }
        guard result == SQLITE_OK else {
            let failure = unsafe StorageError.last(on: connection)
            guard failure.code == .other else { throw failure }
            // The text is the program's own and holds placeholders instead of values, so the parser may quote it.
            throw unsafe StorageError(.other, String(cString: sqlite3_errmsg(connection)))
        }
        var taken = text.count
        if let tail = unsafe tail, let start = text.baseAddress {
            taken = unsafe UnsafeRawPointer(tail) - UnsafeRawPointer(start)
        }
        guard let statement = unsafe statement else { return (nil, taken) }
        return unsafe (try SQLiteStatement(statement, on: connection), taken)
    }

    private init(_ statement: OpaquePointer, on connection: OpaquePointer) throws(StorageError) {
        unsafe self.statement = statement
        unsafe self.connection = connection
        isReadOnly = unsafe sqlite3_stmt_readonly(statement) != 0
        let positions = unsafe Self.valuePositions(statement)
        valuePositions = positions ?? []
        valueCount = (positions?.max() ?? -1) + 1
        // A number left out would be a value that nothing uses.
        guard positions != nil, Set(valuePositions).count == valueCount else {
            throw StorageError(.other, "placeholders are $1, $2 and so on, without a gap")
        }
    }

    deinit {
        unsafe sqlite3_finalize(statement)
    }

    /// Which value each of SQLite's parameters takes.
    ///
    /// SQLite takes `$2` for a name and numbers names as they appear; PostgreSQL takes the number. Nil where a parameter is
    /// no `$` with a number from 1.
    private static func valuePositions(_ statement: OpaquePointer) -> [Int]? {
        var positions: [Int] = []
        for index in 0..<(unsafe sqlite3_bind_parameter_count(statement)) {
            guard let name = unsafe sqlite3_bind_parameter_name(statement, index + 1) else { return nil }
            let text = unsafe String(cString: name)
            guard text.first == "$", let number = Int(text.dropFirst()), number > 0 else { return nil }
            positions.append(number - 1)
        }
        return positions
    }

    /// Runs a statement without placeholders.
    func run(eachRow: (Row) -> Void) throws(StorageError) {
        guard valueCount == 0 else { throw StorageError(.other, "no values for \(valueCount) placeholders") }
        defer { unsafe sqlite3_reset(statement) }
        _ = try step(eachRow)
    }

    /// Binds the values, runs to the end and answers how many rows changed; afterwards it is ready for the next run.
    func run(_ values: SQLValues, eachRow: (Row) -> Void) throws(StorageError) -> Int {
        guard values.items.count == valueCount else {
            throw StorageError(.other, "\(values.items.count) values for \(valueCount) placeholders")
        }
        return try unsafe values.bytes.withUnsafeBufferPointer { bytes throws(StorageError) in
            // A statement is reset before it is bound anew, and its failure is read before the reset; what it was bound
            // to does not outlive this.
            defer {
                unsafe sqlite3_reset(statement)
                if valueCount > 0 { unsafe sqlite3_clear_bindings(statement) }
            }
            for (index, position) in valuePositions.enumerated() {
                guard unsafe bind(values.items[position], of: bytes, at: Int32(index + 1)) == SQLITE_OK else {
                    throw unsafe StorageError.last(on: connection)
                }
            }
            return try step(eachRow)
        }
    }

    private func step(_ eachRow: (Row) -> Void) throws(StorageError) -> Int {
        let before = unsafe sqlite3_total_changes64(connection)
        while true {
            switch unsafe sqlite3_step(statement) {
            case SQLITE_ROW:
                eachRow(row())
            case SQLITE_DONE:
                // The count of the last change stays when a statement changes nothing, such as one that makes a table.
                guard unsafe sqlite3_total_changes64(connection) != before else { return 0 }
                return unsafe Int(sqlite3_changes64(connection))
            default:
                throw unsafe StorageError.last(on: connection)
            }
        }
    }

    /// Binds one value, whose bytes stay where they are until the bindings are cleared.
    private func bind(_ value: SQLValues.Item, of bytes: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
        switch value {
        case .null:
            return unsafe sqlite3_bind_null(statement, index)
        case .integer(let integer):
            return unsafe sqlite3_bind_int64(statement, index, integer)
        case .real(let real):
            return unsafe sqlite3_bind_double(statement, index, real)
        // No destructor: the bytes are neither copied nor freed. A nil pointer would bind null.
        case .text(let start, let count):
            let text = unsafe bytes.baseAddress.map { unsafe $0 + start } ?? Self.emptyText.utf8Start
            return unsafe sqlite3_bind_text64(
                statement,
                index,
                UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self),
                UInt64(count),
                nil,
                UInt8(SQLITE_UTF8)
            )
        case .blob(let start, let count):
            guard count > 0, let base = bytes.baseAddress else {
                return unsafe sqlite3_bind_zeroblob(statement, index, 0)
            }
            return unsafe sqlite3_bind_blob64(statement, index, base + start, UInt64(count), nil)
        }
    }

    private static let emptyText: StaticString = ""

    private func row() -> Row {
        let count = unsafe Int(sqlite3_column_count(statement))
        // SQLite prepares again by itself when the schema changed, and `*` may then mean other columns.
        if columns.names.count != count {
            columns = Row.Columns(
                names: (0..<Int32(count)).map { unsafe String(cString: sqlite3_column_name(statement, $0)) }
            )
        }
        let values = (0..<Int32(count)).map { value($0) }
        return Row(columns: columns, values: values)
    }

    /// Copies a column: the pointers that SQLite gives are valid until the next step, and the length is asked after them.
    private func value(_ column: Int32) -> SQLValue {
        switch unsafe sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER:
            return .integer(unsafe sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT:
            return .real(unsafe sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            let start = unsafe sqlite3_column_text(statement, column)
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            return .text(unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(statement, column)
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            return .blob(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
        default:
            return .null
        }
    }
}
