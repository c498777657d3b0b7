extension Amount {
    /// The amount in wholes with as many decimals as the asset has: 1 234 of scale 2 is `12.34`, or `12,34`.
    public func decimalText(scale: UInt8, with form: CSVText.Form = .english) -> String {
        guard scale > 0 else { return text }
        var digits = Array(text.utf8)
        while digits.count <= Int(scale) { digits.insert(UInt8(ascii: "0"), at: 0) }
        digits.insert(form.decimalSign, at: digits.count - Int(scale))
        return String(decoding: digits, as: UTF8.self)
    }
}

/// Rows of values with separators between them (RFC 4180), which spreadsheets read.
public struct CSVText: Sendable {
    /// The signs that a spreadsheet expects where it runs.
    public enum Form: Sendable {
        /// As RFC 4180 has it, and what programs are given.
        case english
        /// Where the comma stands before the decimals, so that it cannot stand between values.
        case continental
        /// A semicolon between values, and a point before the decimals.
        case swiss

        var separator: UInt8 { self == .english ? UInt8(ascii: ",") : UInt8(ascii: ";") }
        var decimalSign: UInt8 { self == .continental ? UInt8(ascii: ",") : UInt8(ascii: ".") }
        /// What spreadsheets in other languages split a row at, quoted or not.
        fileprivate var othersSeparators: [UInt8] {
            [9, self == .english ? UInt8(ascii: ";") : UInt8(ascii: ",")]
        }
    }

    /// One value of a row.
    public enum Field: Sendable {
        /// A member's text, which must not become a formula in a spreadsheet.
        case words(String)
        /// What the program wrote, such as a number.
        case plain(String)
    }

    public private(set) var bytes: [UInt8] = []
    private let form: Form

    public init(_ form: Form = .english) {
        self.form = form
    }

    /// Adds a row, with the end of line that the format asks for.
    public mutating func add(_ fields: [Field]) {
        for (position, field) in fields.enumerated() {
            if position > 0 { bytes.append(form.separator) }
            switch field {
            case .words(let text): add(Array(text.utf8), isWords: true)
            case .plain(let text): add(Array(text.utf8), isWords: false)
            }
        }
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    private mutating func add(_ given: [UInt8], isWords: Bool) {
        let text = isWords ? withoutFormulas(given) : given
        let isQuoted = text.contains { byte in
            byte == form.separator || byte == UInt8(ascii: "\"") || byte == 10 || byte == 13
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    }

    /// The text with an apostrophe before each part that a spreadsheet would reckon with, which makes it a text.
    ///
    /// A spreadsheet of another language begins a value after its own separator, whatever stands around it.
    private func withoutFormulas(_ text: [UInt8]) -> [UInt8] {
        var safe: [UInt8] = []
        for (index, byte) in text.enumerated() {
            let isStart = index == 0 || form.othersSeparators.contains(text[index - 1])
            if isStart, CSVText.mayBeginFormula(text[index...]) { safe.append(UInt8(ascii: "'")) }
            safe.append(byte)
        }
        return safe
    }

    /// Whether a spreadsheet may take it for a formula.
    ///
    /// Some look past spaces and quotation marks, and take the wide forms of the signs too.
    private static func mayBeginFormula(_ text: ArraySlice<UInt8>) -> Bool {
        let text = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") }
        guard let first = text.first else { return false }
        let signs = [UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 10, 13]
        if signs.contains(first) { return true }
        // Full-width signs lie between U+FF00 and U+FF3F.
        let rest = Array(text.prefix(2))
        return rest.count == 2 && rest[0] == 0xEF && rest[1] == 0xBC
    }
}
