/// One row of a result, read by type.
///
/// Columns are named by position or name: `try row.integer(0)`, `try row.textOrNull("name")`. Asking for another type
/// than the column holds throws `StorageError` with `.mismatch`.
package struct Row: Sendable {
    /// The names of a result's columns, shared by its rows.
    package final class Columns: Sendable {
        /// In the order of the statement.
        package let names: [String]

        /// Takes the names, which need not differ.
        package init(names: [String]) {
            self.names = names
        }
    }

    /// Where in the row a value stands.
    package enum Column: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, Sendable {
        case position(Int)
        case name(String)

        /// A position, from 0.
        package init(integerLiteral value: Int) { self = .position(value) }
        /// A name as the statement gives it.
        package init(stringLiteral value: String) { self = .name(value) }
    }

    /// The names of the columns.
    package let columns: Columns

    /// The values, one per column.
    package let values: [SQLValue]

    /// Takes as many values as there are columns.
    package init(columns: Columns, values: [SQLValue]) {
        precondition(columns.names.count == values.count)
        self.columns = columns
        self.values = values
    }

    /// The value of a column, null included.
    package func value(_ column: Column) throws(StorageError) -> SQLValue {
        switch column {
        case .position(let position):
            guard values.indices.contains(position) else {
                throw StorageError(.mismatch, "no column \(position) among \(values.count)")
            }
            return values[position]
        case .name(let name):
            guard let position = columns.names.firstIndex(of: name) else {
                throw StorageError(.mismatch, "no column named \(name)")
            }
            return values[position]
        }
    }

    /// The integer in a column that holds one.
    package func integer(_ column: Column) throws(StorageError) -> Int64 {
        try required(integerOrNull(column), column, "an integer")
    }

    /// The real number in a column that holds one.
    package func real(_ column: Column) throws(StorageError) -> Double {
        try required(realOrNull(column), column, "a real")
    }

    /// The text in a column that holds one.
    package func text(_ column: Column) throws(StorageError) -> String {
        try required(textOrNull(column), column, "a text")
    }

    /// The bytes in a column that holds one.
    package func blob(_ column: Column) throws(StorageError) -> [UInt8] {
        try required(blobOrNull(column), column, "a blob")
    }

    /// An integer column read as yes or no: zero is no.
    package func bool(_ column: Column) throws(StorageError) -> Bool {
        try integer(column) != 0
    }

    /// The integer in a column, or nil where it is null.
    package func integerOrNull(_ column: Column) throws(StorageError) -> Int64? {
        switch try value(column) {
        case .integer(let integer): integer
        case .null: nil
        default: throw mismatch(column, "an integer")
        }
    }

    /// A real, or an integer read as one: a database may keep 3.0 as 3.
    package func realOrNull(_ column: Column) throws(StorageError) -> Double? {
        switch try value(column) {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        case .null: nil
        default: throw mismatch(column, "a real")
        }
    }

    /// The text in a column, or nil where it is null.
    package func textOrNull(_ column: Column) throws(StorageError) -> String? {
        switch try value(column) {
        case .text(let text): text
        case .null: nil
        default: throw mismatch(column, "a text")
        }
    }

    /// The bytes in a column, or nil where it is null.
    package func blobOrNull(_ column: Column) throws(StorageError) -> [UInt8]? {
        switch try value(column) {
        case .blob(let blob): blob
        case .null: nil
        default: throw mismatch(column, "a blob")
        }
    }

    private func required<Value>(_ value: Value?, _ column: Column, _ kind: String) throws(StorageError) -> Value {
        guard let value else { throw mismatch(column, kind) }
        return value
    }

    private func mismatch(_ column: Column, _ kind: String) -> StorageError {
        switch column {
        case .position(let position):
            StorageError(.mismatch, "column \(columns.names[position]) (\(position)) is not \(kind)")
        case .name(let name):
            StorageError(.mismatch, "column \(name) is not \(kind)")
        }
    }
}
