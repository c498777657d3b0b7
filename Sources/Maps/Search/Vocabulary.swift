/// All words of a region's names, for questions with mistakes.
struct Vocabulary: Sendable {
    /// A word that may have been meant.
    struct Alternative: Sendable, Equatable {
        var word: String
        var mistakes: Int
    }

    /// More are not tried.
    private static let alternativesMax = 16

    /// In ascending order of their bytes, each with a line feed.
    private let text: [UInt8]

    /// Takes the words as `write(_:)` wrote them.
    init(_ text: [UInt8]) {
        self.text = text
    }

    /// Words in the form that is kept.
    static func write(_ words: some Sequence<String>) -> [UInt8] {
        var text: [UInt8] = []
        for word in words.map({ Array($0.utf8) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            text += word
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }

    /// The words that are most like this one, best first; also those of which it is the beginning, while it is typed.
    func alternatives(to word: String, isTyped: Bool) -> [Alternative] {
        let most = EditDistance.forgiven(word.utf8.count)
        var found: [(alternative: Alternative, length: Int)] = []
        var distance = EditDistance(from: word)
        var last = text[0..<0]
        // What begins like a word that gave up so early has no better end.
        var dead = Int.max
        var start = 0
        while start < text.count, let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let next = text[start..<end]
            start = end + 1
            let shared = zip(last, next).prefix { $0 == $1 }.count
            guard shared < dead else { continue }
            let mistakes = distance.compare(next, shared: shared, most: most)
            last = next.prefix(distance.looked)
            let isAlive = min(mistakes.whole, mistakes.beginning) <= most
            dead = isAlive || distance.looked == next.count ? Int.max : distance.looked
            let count = isTyped ? min(mistakes.whole, mistakes.beginning) : mistakes.whole
            guard count <= most else { continue }
            found.append((Alternative(word: String(decoding: next, as: UTF8.self), mistakes: count), next.count))
        }
        let length = word.utf8.count
        found.sort {
            ($0.alternative.mistakes, abs($0.length - length)) < ($1.alternative.mistakes, abs($1.length - length))
        }
        return found.prefix(Self.alternativesMax).map(\.alternative)
    }
}
