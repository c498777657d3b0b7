/// A language in which the hub writes to people.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case chinese = "zh-Hans"

    /// The language of a tag such as `de-CH`; nil for one in which the hub has no words.
    ///
    /// Chinese counts by its script: who reads traditional characters is not written to in simplified ones.
    package init?(tag: some StringProtocol) {
        let parts = tag.lowercased().split(separator: "-")
        guard let base = parts.first else { return nil }
        if base == "zh" {
            let isTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) } && !parts.contains("hans")
            guard !isTraditional else { return nil }
            self = .chinese
            return
        }
        guard let known = Language.allCases.first(where: { $0.rawValue == base }) else { return nil }
        self = known
    }

    /// The tags of a header `Accept-Language` in its order, each with its weight (RFC 9110, 12.5.4).
    package static func wishes(of header: String) -> [(tag: String, weight: Double)] {
        // A header is as long as its sender likes: more wishes than these are not honest.
        header.split(separator: ",").prefix(16).compactMap { wish in
            let parts = wish.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = parts.first else { return nil }
            return (tag, parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1)
        }
    }

    /// The one that a header `Accept-Language` wants most; nil where it names none that the hub has.
    package init?(accepting header: String) {
        var best: (language: Language, weight: Double)?
        for (tag, weight) in Language.wishes(of: header) {
            guard let language = Language(tag: tag), weight > 0, weight > best?.weight ?? 0 else { continue }
            best = (language, weight)
        }
        guard let best else { return nil }
        self = best.language
    }
}
