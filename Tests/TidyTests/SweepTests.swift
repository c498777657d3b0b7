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
}
