/// Reads the string literals of a Swift file as keys of phrases: `"Hello \(name)"` is `Hello {0}`.
struct PhraseReader {
    private let text: [Character]
    private var place = 0

    init(_ source: String) {
        text = Array(source)
    }

    /// The next literal; nil behind the last.
    mutating func next() -> String? {
        while place < text.count {
            if starts("//") {
                while place < text.count, text[place] != "\n" { place += 1 }
            } else if starts("#\"") {
                // Raw ones hold no phrase.
                place += 2
                while place < text.count, !starts("\"#") { place += 1 }
                place += 2
            } else if text[place] == "\"" {
                return literal()
            } else {
                place += 1
            }
        }
        return nil
    }

    private func starts(_ word: String) -> Bool {
        let end = place + word.count
        return end <= text.count && text[place..<end].elementsEqual(word)
    }

    /// One literal, of whose beginning the first quote is next.
    private mutating func literal() -> String {
        let isLong = starts("\"\"\"")
        place += isLong ? 3 : 1
        if isLong { skipLine() }
        var key = ""
        var gaps = 0
        while place < text.count {
            if isLong ? starts("\"\"\"") : text[place] == "\"" { break }
            if starts("\\(") {
                skipInterpolation()
                key += "{\(gaps)}"
                gaps += 1
            } else if starts("\\\n") {
                place += 1
                skipLine()
            } else if text[place] == "\\" {
                let next = place + 1 < text.count ? text[place + 1] : " "
                key.append(next == "n" ? "\n" : next)
                place += 2
            } else if isLong, text[place] == "\n" {
                key.append("\n")
                skipLine()
            } else {
                key.append(text[place])
                place += 1
            }
        }
        place += isLong ? 3 : 1
        // The line of the closing quotes holds no text.
        return isLong && key.hasSuffix("\n") ? String(key.dropLast()) : key
    }

    /// The rest of a line, and the indent of the next.
    private mutating func skipLine() {
        while place < text.count, text[place] != "\n" { place += 1 }
        place += 1
        while place < text.count, text[place] == " " { place += 1 }
    }

    private mutating func skipInterpolation() {
        place += 2
        var depth = 1
        while place < text.count, depth > 0 {
            switch text[place] {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"":
                _ = literal()
                continue
            default: break
            }
            place += 1
        }
    }
}
