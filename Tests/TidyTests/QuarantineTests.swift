import Foundation
import Programs
import Testing

/// The rules of Tests/quarantine.tsv: few tests, for a short time, none that a statement needs.
@Suite struct QuarantineTests {
    private static let most = 8
    private static let days = 14

    @Test func `few tests are in quarantine, each exists, and none for longer than two weeks`() throws {
        let entries = try Self.entries()
        #expect(entries.count <= Self.most)
        let tests = Set(SourceTree.files.flatMap(\.testNames))
        #expect(entries.map(\.test).filter { !tests.contains($0) } == [], "no such tests")
        // By the date of the commit, not by today: the same commit always has the same verdict.
        let git = try Conversation(["git", "-C", SourceTree.top.path, "log", "-1", "--format=%cs"])
        let commit = String(decoding: try git.rest(), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        // Outside a checkout nothing says of when the tree is.
        guard let now = Self.day(commit) else { return }
        for entry in entries {
            let entered = try #require(Self.day(entry.entered), "\(entry.test): a date as 2026-11-28")
            #expect(
                now.timeIntervalSince(entered) <= Double(Self.days) * 86_400,
                "\(entry.test) since \(entry.entered)"
            )
        }
    }

    @Test func `no statement is left without a test that decides`() throws {
        let quarantined = Set(try Self.entries().map(\.test))
        let rows = StatementRow.all.filter { !$0.tests.isEmpty }
        #expect(rows.count > 100)
        #expect(rows.filter { Set($0.tests).isSubset(of: quarantined) }.map(\.statement) == [])
    }

    @Test func `a line of the list is read`() throws {
        let lines = ["# words", "", "test_a\tpage race\t1/20\t0a1b2c3d\t2026-11-28\twords\t36", "broken"]
        let entries = lines.compactMap(Entry.init)
        #expect(entries.map(\.test) == ["test_a"] && entries.first?.entered == "2026-11-28")
        #expect(Self.day("2026-11-28") != nil && Self.day("yesterday") == nil)
    }

    private struct Entry {
        let test: String
        let entered: String

        init?(_ line: String) {
            let cells = line.components(separatedBy: "\t")
            guard !line.hasPrefix("#"), cells.count == 7 else { return nil }
            (test, entered) = (cells[0], cells[4])
        }
    }

    private static func entries() throws -> [Entry] {
        let list = try #require(SourceTree.files.first { $0.path == "Tests/quarantine.tsv" })
        let lines = list.lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        #expect(lines.filter { Entry($0) == nil } == [], "seven cells with tabs between")
        return lines.compactMap(Entry.init)
    }

    private static func day(_ text: String) -> Date? {
        try? Date(text, strategy: .iso8601.year().month().day())  // no date, which the caller says
    }
}
