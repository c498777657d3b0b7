import TextNormalization

/// The words of names and questions, in the forms in which they are compared.
///
/// Words hold letters and digits alone: whatever else a text has parts them.
enum WordForms {
    /// The words of every way to write a text: as it is written, in plain letters, and with ä as ae.
    ///
    /// Ways that come to the same are one; the first is in plain letters.
    static func all(of text: String) -> [[String]] {
        guard !isPlain(text) else { return [words(text.lowercased())].filter { !$0.isEmpty } }
        let written = caselessForm(of: text)
        var forms = [words(LatinWriter.only.latin(written))]
        if written.unicodeScalars.contains(where: { spelledOut[$0] != nil }) {
            forms.append(words(LatinWriter.only.latin(spellOut(written))))
        }
        if written.unicodeScalars.contains(where: isBeyondLatin) { forms.append(words(written)) }
        var seen: Set<[String]> = []
        return forms.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The words of a text in plain letters.
    static func latin(_ text: String) -> [String] {
        words(isPlain(text) ? text.lowercased() : LatinWriter.only.latin(caselessForm(of: text)))
    }

    /// The words of a text as it is written, without upper case; nil where that is Latin script.
    static func beyondLatin(_ text: String) -> [String]? {
        guard !isPlain(text) else { return nil }
        let written = caselessForm(of: text)
        return written.unicodeScalars.contains(where: isBeyondLatin) ? words(written) : nil
    }

    /// The name by which two are one: its words in plain letters.
    static func key(_ name: String) -> String {
        latin(name).joined(separator: " ")
    }

    private static let spelledOut: [Unicode.Scalar: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"]

    private static func spellOut(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += spelledOut[$1] ?? String($1) }
    }

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    /// Letters of Latin script end before U+0370, and go on in two later blocks.
    private static func isBeyondLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x370 && !(0x1E00...0x1EFF).contains(scalar.value) && scalar.value < 0x2000
            || (0x2C00...0xA71F).contains(scalar.value) || (0xA800...0xFAFF).contains(scalar.value)
            || scalar.value >= 0xFB50 && scalar.properties.isAlphabetic
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for scalar in text.unicodeScalars {
            guard isPart(scalar) else {
                end()
                continue
            }
            // Scripts that leave no gaps: each sign is a word.
            if isIdeograph(scalar) {
                end()
                words.append(String(scalar))
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        end()
        return words
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 {
            return (0x61...0x7A).contains(scalar.value) || (0x30...0x39).contains(scalar.value)
                || (0x41...0x5A).contains(scalar.value)
        }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }

    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        (0x3040...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
            || (0xF900...0xFAFF).contains(scalar.value) || scalar.value >= 0x20000 && scalar.value < 0x32000
    }
}
