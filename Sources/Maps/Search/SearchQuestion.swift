import TextNormalization

/// What somebody typed, taken apart.
struct SearchQuestion {
    /// A word as one of its letters' scripts has it.
    struct Word: Sendable, Equatable {
        var text: String
        /// Whether longer words that begin so are meant as well.
        var isBeginning: Bool
    }

    /// More words than these are left out.
    private static let wordsMax = 8
    /// A word of fewer letters is only itself, unless it is the last.
    private static let beginningMin = 3

    /// Without the house numbers.
    var words: [Word]
    /// House numbers, and whatever else is a number.
    var numbers: [String]
    /// Whether nothing but numbers was typed, which are words then.
    var isPostcode = false

    /// Takes a text apart in every script in which it may be meant, as it is written first.
    static func all(of text: String) -> [SearchQuestion] {
        var numbers: [String] = []
        var rest: [Substring] = []
        for piece in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
            let plain = compatibilityForm(of: String(piece))
            if let number = HouseNumber.key(plain) {
                numbers.append(number)
            } else if let last = numbers.last, last.utf8.allSatisfy({ (48...57).contains($0) }), plain.utf8.count == 1,
                let letter = plain.lowercased().unicodeScalars.first, ("a"..."h").contains(letter), !rest.isEmpty
            {
                // "4 b" is the number 4b.
                numbers[numbers.count - 1] = last + String(letter)
            } else {
                rest.append(piece)
            }
        }
        let words = rest.joined(separator: " ")
        let endsTyping = text.last?.isWhitespace ?? true
        let forms = [WordForms.beyondLatin(words), WordForms.latin(words)].compactMap(\.self)
        return forms.map { SearchQuestion(words: self.words($0, endsTyping), numbers: Array(numbers.prefix(4))) }
    }

    /// Where nothing but numbers was typed they are words: a postcode is looked for.
    var orNumbersAsWords: SearchQuestion {
        guard words.isEmpty else { return self }
        let words = numbers.map { Word(text: $0, isBeginning: $0.utf8.count >= 2) }
        return SearchQuestion(words: words, numbers: [], isPostcode: true)
    }

    private static func words(_ texts: [String], _ endsTyping: Bool) -> [Word] {
        let kept = texts.prefix(wordsMax)
        return kept.enumerated().map { index, text in
            let isLast = index == kept.count - 1
            return Word(text: text, isBeginning: text.unicodeScalars.count >= beginningMin || isLast && !endsTyping)
        }
    }
}

extension SearchQuestion.Word {
    /// As a full-text question writes it: in quotes, as it holds letters and digits alone.
    var term: String { isBeginning ? "\"\(text)\" *" : "\"\(text)\"" }
}
