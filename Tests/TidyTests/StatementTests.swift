import Foundation
import Testing

/// The tables of docs/security.md and docs/safety.md: a row for every statement, and a test for every name in it.
@Suite struct StatementTests {
    private static let security =
        ["password rule"] + (2...63).map { "S\($0)" } + (33...46).map { "F\($0)" } + ["F57", "F58"]
    private static let safety =
        (1...32).map { "F\($0)" } + (47...56).map { "F\($0)" }
        + (59...82).map { "F\($0)" } + (84...94).map { "F\($0)" } + ["F96"]
        + (1...10).map { "G\($0)" }

    @Test(arguments: [("docs/security.md", security), ("docs/safety.md", safety)])
    func `S45: every statement has its row, and every test that is named exists`(
        path: String,
        statements: [String]
    ) throws {
        let page = try #require(SourceTree.files.first { $0.path == path })
        let rows = StatementRow.rows(of: page.lines)
        #expect(rows.map(\.statement).sorted() == statements.sorted(), "each once")
        let tests = Set(SourceTree.files.flatMap(\.testNames))
        #expect(rows.flatMap(\.tests).filter { !tests.contains($0) } == [], "no such tests")
        #expect(rows.filter { !$0.isAnswered }.map(\.statement) == [], "neither a test nor a reason")
        #expect(rows.filter(\.isPutOff).map(\.statement) == [], "no word of later: a test, or why there is none here")
    }

    @Test func `S58: every test that is named after a statement stands in its row`() throws {
        let rows = StatementRow.all
        let named = Dictionary(rows.map { ($0.statement, Set($0.tests)) }, uniquingKeysWith: { $0.union($1) })
        var missing: [String] = []
        for test in Set(SourceTree.files.flatMap(\.testNames)) {
            for statement in Self.statements(of: test) where named[statement]?.contains(test) == false {
                missing.append("\(statement) of \(test)")
            }
        }
        #expect(missing.sorted() == [])
    }

    @Test func `a test's name says which statements it shows`() {
        #expect(Self.statements(of: "F3, S46: a cut loses nothing") == ["F3", "S46"])
        #expect(Self.statements(of: "test_f39_a_pause_is_begun") == ["F39"])
        #expect(Self.statements(of: "C4, what is F5: nothing") == [] && Self.statements(of: "F5 is named") == [])
    }

    /// The statements that a test's name begins with.
    private static func statements(of test: String) -> [String] {
        if test.hasPrefix("test_") {
            return test.matches(of: /_([fsg][0-9]+)(?=_)/).map { $0.1.uppercased() }
        }
        guard let head = test.firstMatch(of: /^[FSG][0-9]+(?:, [FSG][0-9]+)*(?=: )/) else { return [] }
        return String(head.0).components(separatedBy: ", ")
    }

    @Test func `a row without proof, a wrong name and an unknown state are seen`() {
        let rows = StatementRow.rows(of: [
            "| statement | in short | proved by |", "|---|---|---|", "| S2 | words | `a`, `test_b`; later: more |",
            "| S3 | words | |", "| S4 | words | coming |", "| S5 | words | not here: no such thing |",
            "| S6 | words | some day |", "| S7 | words | later: words |", "| S8 | words | `c`; not here: a reason |",
        ])
        #expect(rows.map(\.statement) == ["S2", "S3", "S4", "S5", "S6", "S7", "S8"])
        #expect(rows[0].tests == ["a", "test_b"])
        #expect(rows.map(\.isAnswered) == [true, false, false, true, false, false, true])
        #expect(rows.map(\.isPutOff) == [true, false, false, false, false, true, false])
    }

    @Test func `a test's name is found in each language`() {
        let swift = SourceFile(path: "Tests/A.swift", text: "    @Test func `a: a`() {\n    func `b`(_ c: Int) {\n")
        #expect(swift.testNames == ["a: a", "b"])
        let python = SourceFile(path: "Tests/test_a.py", text: "def test_c(house):\n    def test_d():\n")
        #expect(python.testNames == ["test_c"])
        let page = SourceFile(path: "Web/tests/a.test.js", text: "test(\"e\", () => {\n")
        #expect(page.testNames == ["e"])
        #expect(SourceFile(path: "Sources/A.swift", text: "func `f`() {}").testNames == [])
    }
}

/// One row of the table.
struct StatementRow {
    let statement: String
    let proof: String

    /// The rows of docs/security.md and docs/safety.md.
    static var all: [StatementRow] {
        SourceTree.files.filter { ["docs/security.md", "docs/safety.md"].contains($0.path) }.flatMap {
            rows(of: $0.lines)
        }
    }

    static func rows(of lines: [String]) -> [StatementRow] {
        lines.compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("| "), cells.count == 5, cells[1] != "statement" else { return nil }
            return StatementRow(statement: cells[1], proof: cells[3])
        }
    }

    /// The names in the last column.
    var tests: [String] {
        proof.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    var isAnswered: Bool { !tests.isEmpty || proof.hasPrefix("not here: ") }

    /// Whether a part of the proof is put off; what stands in a test's name is none.
    var isPutOff: Bool {
        proof.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .contains { $0.offset % 2 == 0 && $0.element.contains("later:") }
    }
}

extension SourceFile {
    /// The tests in a file, by their names.
    var testNames: [String] {
        lines.compactMap { line in
            if isSwift, path.hasPrefix("Tests/") {
                guard holds("func `", in: line) else { return nil }
                return line.firstMatch(of: /func `([^`]+)`/).map { String($0.1) }
            }
            if path.hasSuffix(".py") { return line.firstMatch(of: /^def (test_\w+)/).map { String($0.1) } }
            if path.hasSuffix(".test.js") { return line.firstMatch(of: /^\s*test\("([^"]+)"/).map { String($0.1) } }
            return nil
        }
    }
}
