import Foundation
import Testing

/// The two lanes of docs/testing.md: what the gate leaves out, a part of the sweep runs.
@Suite struct SweepTests {
    @Test func `every suite with a test of the sweep is in a part of it`() throws {
        let script = try #require(SourceTree.files.first { $0.path == "Scripts/sweep" })
        let suites = SourceTree.swift.filter { $0.path.hasPrefix("Tests/") }.flatMap { $0.sweepSuites() }
        #expect(suites.count > 10)
        #expect(suites.filter { script.rawLines(containing: $0).isEmpty } == [])
    }

    /// The lane of a statement follows from its tests.
    @Test func `the statements whose only proof is in the sweep are few, and docs/testing.md gives each a reason`()
        throws
    {
        let page = try #require(SourceTree.files.first { $0.path == "docs/testing.md" })
        let section = page.lines.drop { $0 != "## Proved in the sweep alone" }.dropFirst().prefix {
            !$0.hasPrefix("## ")
        }
        let listed = section.compactMap { $0.firstMatch(of: /^\| ([SFGC][0-9]+) \| [^|]+ \|$/).map { String($0.1) } }
        let swept = Set(SourceTree.files.flatMap { $0.sweepTests() })
        let rows = StatementRow.all.filter { !$0.tests.isEmpty && Set($0.tests).isSubset(of: swept) }
        #expect(rows.map(\.statement).sorted() == listed.sorted())
        #expect(listed.count < 15)
    }

    @Test func `a test of the sweep is seen`() {
        let swift = """
            @Suite struct ATests {
                @Test(.sweep, arguments: [1])
                func `a`(_ b: Int) {}
                @Test func `c`() {}
            }
            """
        #expect(SourceFile(path: "Tests/A.swift", text: swift).sweepTests() == ["a"])
        let whole = SourceFile(path: "Tests/A.swift", text: swift.replacing("@Suite", with: "@Suite(.sweep)"))
        #expect(whole.sweepTests() == ["a", "c"])
        let python = "@pytest.mark.sweep\n@pytest.mark.parametrize(\"a\", [1])\ndef test_a(a):\n\n\ndef test_b():\n"
        #expect(SourceFile(path: "Tests/test_a.py", text: python).sweepTests() == ["test_a"])
        let file = SourceFile(path: "Tests/test_a.py", text: "pytestmark = pytest.mark.sweep\n\n" + python)
        #expect(file.sweepTests() == ["test_a", "test_b"])
    }

    @Test func `a suite with a test of the sweep is seen`() {
        let whole = SourceFile(path: "Tests/A.swift", text: "@Suite(.serialized, .sweep) struct ATests {\n}\n")
        #expect(whole.sweepSuites() == ["ATests"])
        let one = SourceFile(
            path: "Tests/B.swift",
            text: "@Suite struct BTests {\n    @Test(.sweep) func `b`() {}\n}\n"
        )
        #expect(one.sweepSuites() == ["BTests"])
        let none = SourceFile(path: "Tests/C.swift", text: "@Suite struct CTests {\n    // @Test(.sweep)\n}\n")
        #expect(none.sweepSuites() == [])
    }
}

extension SourceFile {
    /// The suites of a file in which a test, or all of them, is marked for the sweep.
    fileprivate func sweepSuites() -> [String] {
        guard code.contains(where: { $0.contains(/@(Test|Suite)\(.*\.sweep\b/) }) else { return [] }
        return code.compactMap { $0.firstMatch(of: /struct (\w+Tests)\b/).map { String($0.1) } }
    }

    /// The names of the tests that the gate leaves out.
    fileprivate func sweepTests() -> [String] {
        if path.hasPrefix("Tests/PackageTests/") { return testNames }
        guard path.hasPrefix("Tests/") else { return [] }
        let (test, mark) = isSwift ? ("@Test", ".sweep") : ("@", "mark.sweep")
        // A suite's attribute or a file's marks, which may take several lines.
        let head = code.drop { !$0.hasPrefix(isSwift ? "@Suite(" : "pytestmark = ") }.prefix { !$0.isEmpty }
        let marks =
            isSwift ? head.prefix { !$0.contains("struct ") } + head.filter { $0.hasPrefix("@Suite(") } : Array(head)
        if marks.contains(where: { $0.contains(mark) }) { return testNames }
        // What stands between a test's first attribute and its name.
        var attributes = ""
        var found: [String] = []
        for line in lines {
            if line.contains(test), isSwift || attributes.isEmpty { attributes = "" }
            attributes += line
            let names = SourceFile(path: path, text: line).testNames
            if !names.isEmpty, attributes.contains(mark) { found += names }
            if !names.isEmpty || line.isEmpty { attributes = "" }
        }
        return found
    }
}
