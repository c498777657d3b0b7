import CPostgres
import SQL

/// A statement that the server has prepared under a name.
struct PostgresStatement {
    let name: String
    let parameterTypes: [Oid]
    let columnTypes: [Oid]
    let columns: Row.Columns
    /// Whether it leaves the database as it is, as far as its text says.
    let isQuery: Bool

    /// Reads the description of a prepared statement.
    init(name: String, isQuery: Bool, _ description: PostgresResult) {
        self.name = name
        self.isQuery = isQuery
        parameterTypes = description.parameterTypes
        let (names, types) = description.columns
        columnTypes = types
        columns = Row.Columns(names: names)
    }

    /// Hands over the rows of an answer.
    func read(_ result: PostgresResult, _ eachRow: (Row) -> Void) throws(StorageError) {
        for row in 0..<result.rowCount {
            var values: [SQLValue] = []
            values.reserveCapacity(columnTypes.count)
            for (column, type) in columnTypes.enumerated() {
                guard let bytes = unsafe result.bytes(row: row, column: Int32(column)) else {
                    values.append(.null)
                    continue
                }
                guard let value = unsafe SQLValue(bytes, type: type) else {
                    throw StorageError(.mismatch, "column \(columns.names[column]) is of no type that is read")
                }
                values.append(value)
            }
            eachRow(Row(columns: columns, values: values))
        }
    }
}

/// The prepared statements of one connection.
struct PostgresStatementCache {
    /// How many texts built at run time are kept; the one prepared first goes first.
    private static let builtLimit = 1_024

    /// By the address of the text, which lives as long as the program.
    private var fixed: [UInt: PostgresStatement] = [:]
    private var built: [String: PostgresStatement] = [:]
    private var builtTexts: [String] = []
    private var count = 0

    func find(_ text: SQL.Text) -> PostgresStatement? {
        switch text {
        case .fixed(let text): fixed[address(of: text)]
        case .built(let text): built[text]
        }
    }

    /// A name that no other statement of this connection has.
    mutating func newName() -> String {
        count += 1
        return "s\(count)"
    }

    /// Keeps a statement, and answers the name of the one that goes for it.
    mutating func keep(_ statement: PostgresStatement, for text: SQL.Text) -> String? {
        switch text {
        case .fixed(let text):
            fixed[address(of: text)] = statement
            return nil
        case .built(let text):
            let oldest = builtTexts.count == Self.builtLimit ? built.removeValue(forKey: builtTexts.removeFirst()) : nil
            built[text] = statement
            builtTexts.append(text)
            return oldest?.name
        }
    }

    private func address(of text: StaticString) -> UInt {
        UInt(bitPattern: unsafe text.utf8Start)
    }
}
