/// One statement: its text with numbered placeholders, and the values bound to them.
///
/// Written as a literal, `"SELECT name FROM member WHERE id = \(id)"`, every interpolation becomes a placeholder and
/// a bound value, so that no value can turn into text. Placeholders are `$1`, `$2` and so on, which SQLite and
/// PostgreSQL both read; a number may stand anywhere and more than once.
package struct SQL: Sendable {
    /// The text of a statement, told apart by how a driver may find what it prepared earlier.
    package enum Text: Sendable {
        /// Text that lives as long as the program: its address is its identity.
        case fixed(StaticString)
        /// Text put together at run time: compared by content.
        case built(String)
    }

    /// The statement's text.
    package let text: Text

    /// The values of `$1`, `$2` and so on, in that order.
    package let values: SQLValues

    /// A statement of a hot path: no text is built or compared, a driver finds it by its address.
    ///
    /// `text` numbers its placeholders itself: `SQL(prepared: "DELETE FROM fix WHERE member = $1", [.blob(id)])`.
    package init(prepared text: StaticString, _ values: [SQLValue] = []) {
        self.text = .fixed(text)
        self.values = SQLValues(values)
    }

    /// A statement of a copy of whole tables, whose text names tables and columns of the schema and nothing else.
    package init(copying text: String, _ values: [SQLValue]) {
        self.text = .built(text)
        self.values = SQLValues(values)
    }
}

extension SQL: ExpressibleByStringInterpolation {
    /// A literal without values.
    package init(stringLiteral text: StaticString) {
        self.init(prepared: text)
    }

    /// A literal with values.
    package init(stringInterpolation: StringInterpolation) {
        text = .built(stringInterpolation.text)
        values = stringInterpolation.values
    }

    /// Collects literal text and bound values.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var values = SQLValues()

        /// Makes room for as much as the literal has.
        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 3)
            values.reserve(interpolationCount, bytes: interpolationCount * 16)
        }

        /// Takes text that stands in the source; text made at run time has no way in.
        package mutating func appendLiteral(_ literal: StaticString) {
            text += literal.description
        }

        /// Binds one value, nil as null.
        package mutating func appendInterpolation(_ value: (some SQLBindable)?) {
            values.append(value?.sqlValue ?? .null)
            text += "$\(values.items.count)"
        }

        /// Binds several values with commas between them, for `IN (\(list: ids))`.
        ///
        /// Each length is a statement of its own to prepare, so lists are short; an empty list matches nothing.
        package mutating func appendInterpolation(list: [some SQLBindable]) {
            guard !list.isEmpty else {
                text += "NULL"
                return
            }
            for (position, value) in list.enumerated() {
                if position > 0 { text += ", " }
                appendInterpolation(value)
            }
        }

        /// Inserts text from the source that depends on a choice, such as a column or an order.
        package mutating func appendInterpolation(literal: StaticString) {
            text += literal.description
        }
    }
}
