extension Amount {
    /// The amount in wholes with as many decimals as the asset has: 1 234 of scale 2 is `12.34`, whatever the language.
    public func decimalText(scale: UInt8) -> String {
        guard scale > 0 else { return text }
        var digits = Array(text.utf8)
        while digits.count <= Int(scale) { digits.insert(UInt8(ascii: "0"), at: 0) }
        digits.insert(UInt8(ascii: "."), at: digits.count - Int(scale))
        return String(decoding: digits, as: UTF8.self)
    }
}

/// Rows of comma-separated values (RFC 4180), which spreadsheets read.
public struct CSVText: Sendable {
    /// One value of a row.
    public enum Field: Sendable {
        /// What somebody wrote: it must not become a formula in whoever's spreadsheet.
        case words(String)
        /// What the program wrote, such as a number.
        case plain(String)
    }

    public private(set) var bytes: [UInt8] = []

    public init() {}

    /// Adds a row, with the end of line that the format asks for.
    public mutating func add(_ fields: [Field]) {
        for (position, field) in fields.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            switch field {
            case .words(let text): add(Array(text.utf8), isWords: true)
            case .plain(let text): add(Array(text.utf8), isWords: false)
            }
        }
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    /// An apostrophe before what a spreadsheet would reckon with makes it a text.
    private mutating func add(_ text: [UInt8], isWords: Bool) {
        let isFormula = isWords && CSVText.mayBeginFormula(text)
        let isQuoted = text.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 10 || byte == 13
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        if isFormula { bytes.append(UInt8(ascii: "'")) }
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    /// Whether a spreadsheet may take it for a formula; some look past spaces, and take the wide forms of the signs too.
    private static func mayBeginFormula(_ text: [UInt8]) -> Bool {
        guard let first = text.first(where: { $0 != UInt8(ascii: " ") }) else { return false }
        let signs = [UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 10, 13]
        if signs.contains(first) { return true }
        // Full-width signs lie between U+FF00 and U+FF3F.
        let rest = Array(text.drop { $0 == UInt8(ascii: " ") }.prefix(2))
        return rest.count == 2 && rest[0] == 0xEF && rest[1] == 0xBC
    }
}
