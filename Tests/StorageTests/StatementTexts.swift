import Foundation

/// The statements in Storage's sources: each literal that begins like one, with its placeholders numbered.
struct StatementTexts {
    /// A statement, and where it is.
    struct Statement {
        let place: String
        let text: String
    }

    private(set) var all: [Statement] = []
    /// What could not be read: a text that is put together of others which are named nowhere.
    private(set) var unread: [String] = []
    /// Texts that are named, by the type they are of and their name, and by their file and name.
    private var named: [String: String] = [:]

    /// Reads every source in a folder.
    init(of folder: URL) throws {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let files = try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            (
                path: path,
                literals: SwiftLiteral.all(in: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
            )
        }
        for (path, literals) in files {
            for literal in literals {
                guard let name = literal.name else { continue }
                named["\(path) \(name)"] = literal.plain
                named["\(literal.type).\(name)"] = literal.plain
            }
        }
        for (path, literals) in files {
            for literal in literals where literal.isStatement {
                let place = "\(path):\(literal.line)"
                if let text = text(of: literal, in: path) {
                    all.append(Statement(place: place, text: text))
                } else {
                    unread.append(place)
                }
            }
        }
    }

    private func text(of literal: SwiftLiteral, in path: String) -> String? {
        var (text, count) = ("", 0)
        for part in literal.parts {
            switch part {
            case .text(let part): text += part
            case .value(let value) where value.hasPrefix("literal:"):
                let name = value.dropFirst("literal:".count).trimmingCharacters(in: .whitespaces)
                let last = name.split(separator: ".").last.map(String.init) ?? name
                guard let found = named[name] ?? named["\(path) \(last)"] else { return nil }
                text += found
            case .value:
                count += 1
                text += "$\(count)"
            }
        }
        return text
    }
}

/// A text between quotes in a source of Swift.
struct SwiftLiteral {
    enum Part {
        case text(String), value(String)
    }

    let parts: [Part]
    let line: Int
    /// As what it is declared, where it is a `static let` or a `static var`; and the type around it.
    let name: String?
    let type: String

    /// The text without what is put into it.
    var plain: String {
        parts.reduce("") { text, part in if case .text(let part) = part { text + part } else { text } }
    }

    /// Whether it is more than a part of a statement: one in parentheses stands in another.
    var isStatement: Bool {
        let first = plain.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        return ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "PRAGMA", "REPLACE"].contains(first)
    }

    static func all(in source: String) -> [SwiftLiteral] {
        var reader = LiteralReader(bytes: Array(source.utf8))
        var literals: [SwiftLiteral] = []
        while let literal = reader.next() { literals.append(literal) }
        return literals
    }
}

/// Goes through a source from literal to literal.
private struct LiteralReader {
    let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> SwiftLiteral? {
        while position < bytes.count {
            if has("//") {
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            } else if has("\"") {
                let (start, line) = (position, line)
                return SwiftLiteral(parts: literal(), line: line, name: name(before: start), type: type(before: start))
            } else {
                step()
            }
        }
        return nil
    }

    private func has(_ text: StaticString) -> Bool {
        bytes[position...].starts(with: text.description.utf8)
    }

    private mutating func step() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    private mutating func literal() -> [SwiftLiteral.Part] {
        let quote: StaticString = has("\"\"\"") ? "\"\"\"" : "\""
        position += quote.utf8CodeUnitCount
        var (parts, text) = ([SwiftLiteral.Part](), [UInt8]())
        while !has(quote) {
            if has("\\(") {
                parts.append(.text(String(decoding: text, as: UTF8.self)))
                text = []
                parts.append(.value(value()))
            } else if has("\\\n") {
                // The line goes on.
                step()
                step()
            } else {
                if has("\\") { step() }
                text.append(bytes[position])
                step()
            }
        }
        position += quote.utf8CodeUnitCount
        return parts + [.text(String(decoding: text, as: UTF8.self))]
    }

    private mutating func value() -> String {
        position += 2
        let start = position
        var depth = 1
        while true {
            if has("(") { depth += 1 }
            if has(")") { depth -= 1 }
            defer { step() }
            guard depth > 0 else { return String(decoding: bytes[start..<position], as: UTF8.self) }
        }
    }

    private func name(before start: Int) -> String? {
        String(decoding: bytes[max(0, start - 120)..<start], as: UTF8.self)
            .firstMatch(of: /static (?:let|var) (\w+)(?:: StaticString)?\s*[={]\s*$/).map { String($0.1) }
    }

    private func type(before start: Int) -> String {
        String(decoding: bytes[..<start], as: UTF8.self)
            .matches(of: /(?:struct|extension|enum|class) ([\w.]+)/).last.map { String($0.1) } ?? ""
    }
}
