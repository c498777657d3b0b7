/// Words to a person, written in English and read in their language.
///
/// A literal is one: `"\(name) needs \(minutes) more minutes"` has the key `"{0} needs {1} more minutes"`, under which each
/// language has its words. What is interpolated stands as it is; another phrase is read in the same language.
package struct Phrase: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The English words, with `{0}`, `{1}` … where something is filled in.
    package let key: String
    fileprivate let arguments: [Argument]

    fileprivate enum Argument: Hashable, Sendable {
        case text(String)
        indirect case phrase(Phrase)
        indirect case sentences([Phrase])

        func text(in language: Language) -> String {
            switch self {
            case .text(let text): text
            case .phrase(let phrase): phrase.text(in: language)
            case .sentences(let sentences):
                sentences.map { $0.text(in: language) }.joined(separator: language.betweenSentences)
            }
        }
    }

    package init(stringLiteral key: String) {
        self.key = key
        arguments = []
    }

    package init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
    }

    /// The words in a language; English ones where it has none.
    package func text(in language: Language) -> String {
        let words = language.translations[key] ?? key
        guard !arguments.isEmpty else { return words }
        var text = ""
        var rest = Substring(words)
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"),
                let number = Int(rest[rest.index(after: open)..<close]), arguments.indices.contains(number)
            else { break }
            text += arguments[number].text(in: language)
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }

    /// What a literal with something filled in is read into.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var arguments: [Argument] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + 3 * interpolationCount)
        }

        /// Words that stand as they are written.
        package mutating func appendLiteral(_ literal: String) { key += literal }

        /// Something that is the same in every language.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.text(value.description))
        }

        /// Words that are read in the same language as what surrounds them.
        package mutating func appendInterpolation(_ phrase: Phrase) { append(.phrase(phrase)) }

        /// Whole sentences, one after the other.
        package mutating func appendInterpolation(sentences: [Phrase]) { append(.sentences(sentences)) }

        private mutating func append(_ argument: Argument) {
            key += "{\(arguments.count)}"
            arguments.append(argument)
        }
    }
}

extension Language {
    /// Chinese sentences end with a mark that brings its own space.
    fileprivate var betweenSentences: String { self == .chinese ? "" : " " }
}

extension [Phrase] {
    /// The lines of a text or a mail, whose first line is a mail's subject.
    package func text(in language: Language) -> String {
        map { $0.text(in: language) }.joined(separator: "\n")
    }
}
