import Foundation
import Testing

/// Plain English: hard rules for the words of the page, a ratchet for comments and test names.
///
/// A line that needs such a word all the same ends with `// language:ok` and the reason.
@Suite struct LanguageTests {
    @Test func `the page speaks plain English`() {
        let catalogue = SourceTree.files.filter { $0.path.hasPrefix("Web/texts/en/") }
        #expect(catalogue.count > 20)
        #expect(catalogue.flatMap { $0.unplainTexts() } == [])
    }

    @Test func `a word that the page does not use is seen in a text, and only there`() {
        let text = """
            // somebody
            "notices.somebody": "Someone",
            "a": "Please wait.",
            "b": "Please wait.", // language:ok a quotation
            "c":
              "It gives the gold back",
            "d": { one: "one Slot", other: "{slot}s, no more" },
            "e": "Nobodyish and translots",
            """
        #expect(
            SourceFile(path: "a.js", text: text).unplainTexts() == [
                "a.js:3 please", "a.js:6 gives … back", "a.js:7 no more", "a.js:7 slot",
            ]
        )
    }

    /// Counts only fall: lower the number in `Language.txt` with the sentences.
    @Test func `comments and test names use at most as many unplain words as allowed`() throws {
        let allowed = try allowances()
        var counts: [String: Int] = [:]
        for file in SourceTree.files {
            guard let module = file.languageModule else { continue }
            counts[module, default: 0] += file.unplainComments()
        }
        let risen = counts.filter { $0.value > allowed[$0.key] ?? 0 }
        #expect(risen.map { "\($0.key): \($0.value), at most \(allowed[$0.key] ?? 0)" }.sorted() == [])
    }

    @Test func `unplain words are counted in comments and test names, not in code`() {
        let text = """
            /// What is somebody's, and nobody else's.
            let whoever = "somebody"  // anew
            @Test func `whoever asks`() {}
            /// Whose turn it is.
            // language:ok somebody
            """
        #expect(SourceFile(path: "Sources/Hub/A.swift", text: text).unplainComments() == 6)
    }

    private func allowances() throws -> [String: Int] {
        let list = try #require(SourceTree.files.first { $0.path == "Tests/TidyTests/Language.txt" })
        return list.lines.reduce(into: [:]) { counts, line in
            let parts = line.split(separator: " ")
            if parts.count == 2 { counts[String(parts[0])] = Int(parts[1]) }
        }
    }
}

private let everywhere = [
    "somebody", "nobody", "whoever", "anew", "of whom", "so many", "no more", "any more", "is none",
]
private let onThePage = [
    "please", "slot", "slots", "called off", "call off", "call it off", "left empty", "nothing yet", "everybody",
    "anybody",
    "stands", "lies", "comes to", "put away", "runs out", "good until", "good for", "log-in",
]
private let openings = ["What is ", "What was ", "What came ", "What became ", "Who ", "Whose ", "That a "]

extension SourceFile {
    /// Where a text of the page uses a word that it has another one for.
    fileprivate func unplainTexts() -> [String] {
        lines.enumerated().flatMap { index, line -> [String] in
            guard !line.contains("language:ok"), let text = line.catalogueTexts?.lowercased() else { return [] }
            var found = (everywhere + onThePage).filter { contains(word: $0, in: text) }
            if text.contains(/\bgives\b.*\bback\b/) { found.append("gives … back") }
            return found.map { "\(path):\(index + 1) \($0)" }
        }
    }

    /// How often its comments and test names use such a word or opening.
    fileprivate func unplainComments() -> Int {
        lines.reduce(0) { sum, line in
            guard let words = line.commentOrTestName, !words.contains("language:ok") else { return sum }
            let lower = words.lowercased()
            return sum + everywhere.count { contains(word: $0, in: lower) }
                + (openings.contains { words.hasPrefix($0) } ? 1 : 0)
        }
    }

    /// What its count belongs to: a folder of `Sources`, `Tests` or `Web`.
    fileprivate var languageModule: String? {
        guard path.hasSuffix(".swift") || path.hasSuffix(".js"), folders.count > 0 else { return nil }
        guard ["Sources", "Tests", "Web"].contains(folders[0]) else { return nil }
        return target.map { "Sources/\($0)" } ?? folders.prefix(2).joined(separator: "/")
    }
}

extension String {
    /// What stands between quotation marks after the key, without names in braces.
    fileprivate var catalogueTexts: String? {
        let line = drop { $0 == " " }
        guard line.hasPrefix("\"") || line.hasPrefix("one:") || line.hasPrefix("other:") else { return nil }
        let value = line.firstRange(of: "\": ").map { line[$0.upperBound...] } ?? line
        guard !line.hasSuffix("\":") else { return nil }
        return String(value).replacing(/\{\w+\}/, with: "…")
    }

    fileprivate var commentOrTestName: Substring? {
        if let start = firstRange(of: "func `")?.upperBound { return self[start...].prefix { $0 != "`" } }
        guard holds("//", in: self), let start = firstRange(of: "//")?.upperBound else {
            return drop { $0 == " " }.hasPrefix("* ") ? drop { $0 == " " || $0 == "*" } : nil
        }
        return self[start...].drop { $0 == "/" || $0 == " " }
    }
}
