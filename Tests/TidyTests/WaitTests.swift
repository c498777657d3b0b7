import Foundation
import Testing

/// What makes a verdict depend on the machine: sleeps, wall clocks, short limits, chance without a seed.
///
/// A test waits for an event, with `eventually` and its like in the files that are named here.
@Suite struct WaitTests {
    /// Counts only fall: lower the number in `Waits.txt` with the waits.
    @Test func `tests wait for time at most as often as before`() throws {
        let list = try #require(SourceTree.files.first { $0.path == "Tests/TidyTests/Waits.txt" })
        let allowed = list.lines.reduce(into: [String: Int]()) { counts, line in
            let parts = line.split(separator: " ")
            if parts.count == 2 { counts[String(parts[0])] = Int(parts[1]) }
        }
        let found = SourceTree.files.filter { !waiting.contains($0.path) }
            .map { (path: $0.path, count: $0.waits()) }.filter { $0.count > 0 }
        let risen = found.filter { $0.count > allowed[$0.path] ?? 0 }
        #expect(risen.map { "\($0.path): \($0.count), at most \(allowed[$0.path] ?? 0)" } == [])
    }

    @Test func `a wait for time is seen in each language`() {
        func waits(_ path: String, _ line: String) -> Int { SourceFile(path: path, text: line).waits() }
        for line in [
            "try await Task.sleep(for: .seconds(1))", "usleep(5)", "let now = ContinuousClock.now", "let now = Date()",
            "Int.random(in: 1...6)", "names.shuffled()", "stop(within: .seconds(5))",
        ] { #expect(waits("Tests/ATests/A.swift", line) == 1, "\(line)") }
        for line in [
            "Int.random(in: 1...6, using: &chance)", "names.shuffled(using: &chance)", "// Task.sleep(for: a)",
            "stop(within: .seconds(60))", "let date = Date(timeIntervalSince1970: 0)",
        ] { #expect(waits("Tests/ATests/A.swift", line) == 0, "\(line)") }
        #expect(waits("Sources/Hub/A.swift", "usleep(5)") == 0, "tests alone")
        for line in ["time.sleep(1)", "page.wait_for_timeout(300)", "click(timeout=30_000)", "datetime.now()"] {
            #expect(waits("Tests/BrowserTests/test_a.py", "    " + line) == 1, "\(line)")
        }
        #expect(waits("Tests/BrowserTests/test_a.py", "click(timeout=120_000)") == 0)
        #expect(waits("Web/tests/a.test.js", "setTimeout(done, 5);") == 1)
    }
}

/// The files whose work it is to wait.
private let waiting: Set<String> = [
    "Tests/WireClient/Waiting.swift", "Tests/HTTPTests/StandingTime.swift", "Tests/BrowserTests/waiting.py",
    "Tests/TidyTests/WaitTests.swift",
]

extension SourceFile {
    /// In how many lines a test waits for time, or asks the machine for time or chance.
    fileprivate func waits() -> Int {
        guard path.hasPrefix("Tests/") || path.hasPrefix("Web/tests/") else { return 0 }
        return code.count { line in
            if isSwift { return waitsInSwift(line) }
            if path.hasSuffix(".py") { return waitsInPython(line) }
            return path.hasSuffix(".js") && line.contains("setTimeout(")
        }
    }

    private func waitsInSwift(_ line: String) -> Bool {
        ["Task.sleep(", "usleep(", "asyncAfter(", "ContinuousClock.now", " Date()", ".shuffled()"].contains {
            holds($0, in: line)
        }
            || holds(".random(in:", in: line) && line.contains(/\.random\(in: [^,]*\)/)
            || holds("within:", in: line) && line.contains(/within: \.seconds\([1-5]?[0-9]\)/)
    }

    /// Whether a limit is below a minute, in seconds or milliseconds.
    private func isShort(_ limit: Int) -> Bool { limit < 60 || (1_000..<60_000).contains(limit) }

    private func waitsInPython(_ line: String) -> Bool {
        guard !line.drop(while: { $0 == " " }).hasPrefix("#") else { return false }
        return ["time.sleep(", "wait_for_timeout(", "datetime.now("].contains { holds($0, in: line) }
            || holds("timeout=", in: line)
                && line.matches(of: /timeout=([0-9_]+)/).contains { isShort(Int($0.1.replacing("_", with: "")) ?? 0) }
    }
}
