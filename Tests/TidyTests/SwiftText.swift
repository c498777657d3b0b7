import Foundation

/// The lines of a Swift file with comments and the insides of string literals as spaces, column for column in ASCII.
///
/// Follows strings of several lines, raw strings, nested comments and interpolations; knows no regular expression
/// literals, which this project does not use.
func blankingCommentsAndStrings(_ text: String) -> [String] {
    var scanner = SwiftTextScanner(bytes: Array(text.utf8))
    return scanner.scan().split(separator: newline, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
}

private let newline = UInt8(ascii: "\n")

private struct SwiftTextScanner {
    private enum Mode {
        /// Code, and how many parentheses of the interpolation around it are open; nil at the top.
        case code(interpolationDepth: Int?)
        case string(quotes: Int, pounds: Int)
        case lineComment
        case blockComment(depth: Int)
        case rawIdentifier
    }

    let bytes: [UInt8]
    var position = 0
    var output: [UInt8] = []
    private var modes: [Mode] = [.code(interpolationDepth: nil)]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func scan() -> [UInt8] {
        output.reserveCapacity(bytes.count)
        while position < bytes.count, let mode = modes.last {
            switch mode {
            case .code(let depth): code(interpolationDepth: depth)
            case .string(let quotes, let pounds): string(quotes: quotes, pounds: pounds)
            case .lineComment: lineComment()
            case .blockComment(let depth): blockComment(depth: depth)
            case .rawIdentifier: rawIdentifier()
            }
        }
        return output
    }

    private mutating func code(interpolationDepth: Int?) {
        if starts(with: "//") { return enter(.lineComment, blanking: 2) }
        if starts(with: "/*") { return enter(.blockComment(depth: 1), blanking: 2) }
        if starts(with: "`") { return enter(.rawIdentifier, blanking: 1) }
        if let opening = stringOpening() {
            return enter(.string(quotes: opening.quotes, pounds: opening.pounds), blanking: opening.length)
        }
        if let depth = interpolationDepth {
            if bytes[position] == UInt8(ascii: "(") { modes[modes.count - 1] = .code(interpolationDepth: depth + 1) }
            if bytes[position] == UInt8(ascii: ")") {
                if depth == 1 {
                    modes.removeLast()
                } else {
                    modes[modes.count - 1] = .code(interpolationDepth: depth - 1)
                }
            }
        }
        output.append(bytes[position])
        position += 1
    }

    private mutating func string(quotes: Int, pounds: Int) {
        let marks = String(repeating: "#", count: pounds)
        if starts(with: String(repeating: "\"", count: quotes) + marks) {
            modes.removeLast()
            return blank(quotes + pounds)
        }
        guard starts(with: "\\" + marks) else {
            if quotes == 1, bytes[position] == newline { modes.removeLast() }
            return blank(1)
        }
        blank(1 + pounds)
        guard position < bytes.count else { return }
        if bytes[position] == UInt8(ascii: "(") { modes.append(.code(interpolationDepth: 0)) } else { blank(1) }
    }

    private mutating func lineComment() {
        if bytes[position] == newline { modes.removeLast() }
        blank(1)
    }

    private mutating func blockComment(depth: Int) {
        if starts(with: "/*") {
            modes[modes.count - 1] = .blockComment(depth: depth + 1)
            blank(2)
        } else if starts(with: "*/") {
            if depth == 1 { modes.removeLast() } else { modes[modes.count - 1] = .blockComment(depth: depth - 1) }
            blank(2)
        } else {
            blank(1)
        }
    }

    private mutating func rawIdentifier() {
        if bytes[position] == UInt8(ascii: "`") || bytes[position] == newline { modes.removeLast() }
        blank(1)
    }

    private func stringOpening() -> (quotes: Int, pounds: Int, length: Int)? {
        var pounds = 0
        while position + pounds < bytes.count, bytes[position + pounds] == UInt8(ascii: "#") { pounds += 1 }
        let quote = position + pounds
        guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") else { return nil }
        let triple = quote + 2 < bytes.count && bytes[quote + 1] == bytes[quote] && bytes[quote + 2] == bytes[quote]
        return (triple ? 3 : 1, pounds, pounds + (triple ? 3 : 1))
    }

    private mutating func enter(_ mode: Mode, blanking count: Int) {
        modes.append(mode)
        blank(count)
    }

    private mutating func blank(_ count: Int) {
        for _ in 0..<count where position < bytes.count {
            output.append(bytes[position] == newline ? newline : UInt8(ascii: " "))
            position += 1
        }
    }

    private func starts(with text: String) -> Bool {
        var index = position
        for byte in text.utf8 {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
        }
        return true
    }
}

/// Where a word stands in a line of code, not as a part of a longer word or after a dot.
func contains(word: String, in line: String) -> Bool {
    // Most lines have it nowhere.
    guard holds(word, in: line) else { return false }
    let line = Array(line.utf8)
    let word = Array(word.utf8)
    guard line.count >= word.count else { return false }
    return (0...line.count - word.count).contains { start in
        guard line[start..<start + word.count].elementsEqual(word) else { return false }
        let end = start + word.count
        let before = start == 0 || !(isWordByte(line[start - 1]) || line[start - 1] == UInt8(ascii: "."))
        let after = end == line.count || !isWordByte(line[end]) || !isWordByte(word[word.count - 1])
        return before && after
    }
}

/// Whether a line has a text anywhere.
///
/// The C library looks for it: a loop of a build for tests takes a hundred times as long, and so does the standard
/// library, which prepares each search anew.
func holds(_ text: String, in line: String) -> Bool {
    strstr(line, text) != nil
}

private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
    default: false
    }
}
