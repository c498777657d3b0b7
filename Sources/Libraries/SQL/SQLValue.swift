/// A value bound to a statement or read from a column.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// Something that a statement can carry as a bound value.
///
/// Storage adds identifiers and timestamps of the domain; nothing ever becomes statement text.
package protocol SQLBindable {
    /// The value as the database keeps it.
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
    /// Itself.
    package var sqlValue: SQLValue { self }
}

extension Int64: SQLBindable {
    /// Kept as an integer.
    package var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLBindable {
    /// Kept as an integer.
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLBindable {
    /// Kept as 0 or 1.
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLBindable {
    /// Kept as a real; not a number becomes null in SQLite.
    package var sqlValue: SQLValue { .real(self) }
}

extension String: SQLBindable {
    /// Kept as UTF-8.
    package var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLBindable {
    /// Kept byte for byte.
    package var sqlValue: SQLValue { .blob(self) }
}

extension Optional where Wrapped: SQLBindable {
    /// The value as the database keeps it, nil as null.
    package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
