import Foundation
import Testing

/// The tables of docs/mission.md: a row for every line of the five apps and every text quoted in one, and a test for every
/// name in it.
@Suite struct MissionTests {
    private static let lines = [("A", 13), ("B", 8), ("C", 9), ("D", 5), ("E", 8)].flatMap { letter, last in
        (1...last).map { "\(letter)\($0)" }
    }
    private static let texts = [
        "who looked at me", "Where are you now?", "Set", "here", "alert my companions", "I'm safe", "in danger",
        "I've arrived safely", "Please enter your phone number.", "Your phone number is invalid.", "Account N", "Done!",
    ].map { "\"\($0)\"" }

    @Test func `every promise has its row, every test that is named exists, and what is missing is called open`()
        throws
    {
        let page = try #require(SourceTree.files.first { $0.path == "docs/mission.md" })
        let rows = MissionRow.rows(of: page.lines)
        #expect(rows.map(\.promise).sorted() == (Self.lines + Self.texts).sorted(), "each once")
        let tests = Set(SourceTree.files.flatMap(\.testNames))
        #expect(rows.flatMap(\.tests).filter { !tests.contains($0) } == [], "no such tests")
        #expect(rows.filter { !$0.isAnswered }.map(\.promise) == [], "neither a test nor what is missing")
    }

    @Test func `a text that the page says is one of its catalogue`() throws {
        let page = try #require(SourceTree.files.first { $0.path == "docs/mission.md" })
        let catalogue = SourceTree.files.filter { $0.path.hasPrefix("Web/texts/en/") }.flatMap(\.lines)
        // The hub numbers an account, and no text of the page does.
        let said = MissionRow.rows(of: page.lines).flatMap(\.said).filter { $0 != "Account 1" }
        #expect(said.count > 8)
        #expect(said.filter { text in !catalogue.contains { $0.contains("\"\(text)") } } == [])
    }

    @Test func `a promise without proof and a name in it are seen`() {
        let rows = MissionRow.rows(of: [
            "| line | in short | where | shown by |", "|---|---|---|---|",
            "| A1 | words | `/` | `a`, `test_b`; open: c |",
            "| A2 | words | `/` | |", "| A3 | words | none | open: all of it |", "| A4 | words | `/` | coming |",
            "| \"Set\" | B4 | \"Set\", \"Put\" | `a` |", "| three | cells | only |",
        ])
        #expect(rows.map(\.promise) == ["A1", "A2", "A3", "A4", "\"Set\""])
        #expect(rows[0].tests == ["a", "test_b"])
        #expect(rows.map(\.isAnswered) == [true, false, true, false, true])
        #expect(rows.map(\.said) == [[], [], [], [], ["Set", "Put"]])
    }
}

/// One row of a table with four columns.
private struct MissionRow {
    /// A line's number, or a text in quotation marks.
    let promise: String
    let place: String
    let proof: String

    static func rows(of lines: [String]) -> [MissionRow] {
        lines.compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| "), cells.count == 6, !["line", "text"].contains(cells[1]) else { return nil }
            return MissionRow(promise: cells[1], place: cells[3], proof: cells[4])
        }
    }

    /// The names in the last column.
    var tests: [String] { parts(of: proof, between: "`") }

    /// What the product says instead of a quoted text.
    var said: [String] { promise.hasPrefix("\"") ? parts(of: place, between: "\"") : [] }

    var isAnswered: Bool { !tests.isEmpty || proof.hasPrefix("open: ") }

    private func parts(of text: String, between mark: Character) -> [String] {
        text.split(separator: mark, omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
