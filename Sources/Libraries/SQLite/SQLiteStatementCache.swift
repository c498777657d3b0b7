import SQL

/// The prepared statements of one connection.
struct SQLiteStatementCache {
    /// How many texts built at run time are kept; the one prepared first goes first.
    private static let builtLimit = 256

    /// By the address of the text, which lives as long as the program.
    private var fixed: [UInt: SQLiteStatement] = [:]
    private var built: [String: SQLiteStatement] = [:]
    private var builtTexts: [String] = []

    func find(_ text: SQL.Text) -> SQLiteStatement? {
        switch text {
        case .fixed(let text): fixed[address(of: text)]
        case .built(let text): built[text]
        }
    }

    mutating func keep(_ statement: SQLiteStatement, for text: SQL.Text) {
        switch text {
        case .fixed(let text):
            fixed[address(of: text)] = statement
        case .built(let text):
            if builtTexts.count == Self.builtLimit { built[builtTexts.removeFirst()] = nil }
            built[text] = statement
            builtTexts.append(text)
        }
    }

    private func address(of text: StaticString) -> UInt {
        UInt(bitPattern: unsafe text.utf8Start)
    }
}
