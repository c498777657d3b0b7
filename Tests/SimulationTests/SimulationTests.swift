import Foundation
import Programs
import Testing

/// The whole hub in seeded stories: `make simulate` lives fresh ones.
@Suite(.serialized) struct SimulationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Stories of the suite: as many as fit into its time.
    private static let stories = 24

    @Test func `tasks of all kinds run in the order of the seed, and an hour's sleep takes no time`() throws {
        var orders: Set<String> = []
        for seed in 1...20 {
            let began = ContinuousClock.now
            let (first, again) = (try check(seed), try check(seed))
            #expect(first == again, "seed \(seed) in two processes")
            #expect(first.hasSuffix("; 3600 s\n"), "\(first)")
            #expect(ContinuousClock.now - began < .seconds(3_600))
            orders.insert(first)
        }
        #expect(orders.count > 10, "each seed tries another order")
    }

    @Test func `the same seed gives the same story to the last byte, in two processes`() throws {
        var stories: Set<String> = []
        for seed in Self.seeds(3) {
            let words = ["--seed", "\(seed)", "--minutes", "6", "--trace"]
            let (first, again) = (try simulate(words), try simulate(words))
            #expect(first.status == 0, "\(first.output.suffix(2_000))")
            #expect(first.output == again.output, "seed \(seed)")
            #expect(first.output.split(separator: "\n").count > 50)
            stories.insert(first.output)
        }
        #expect(stories.count == 3, "other seeds give other stories")
    }

    @Test func `faults of machine, disk, clock and network lose nothing that was acknowledged, and no alarm`() throws {
        let first = try #require(Self.seeds(1).first)
        let lived = try simulate(["--seed", "\(first)", "--count", "\(Self.stories)", "--minutes", "30"])
        #expect(lived.status == 0, "\(lived.output.suffix(8_000))")
        let figures = lived.output.split(separator: "\n")
        func sum(_ word: String) -> Int {
            figures.reduce(0) { sum, line in
                let part = line.split(separator: ",").first { $0.hasSuffix(" " + word) }
                return sum + (part.flatMap { Int($0.split(separator: " ").first ?? "") } ?? 0)
            }
        }
        // What no story did was not judged.
        #expect(sum("kills") > 10 && sum("cuts") > 10, "\(lived.output)")
        #expect(sum("full disks") > 0 && sum("clock steps") > 0 && sum("forced") > 10, "\(lived.output)")
        #expect(sum("calls for help") > 10 && sum("taken back") > 10 && sum("after the end") > 10, "\(lived.output)")
        #expect(sum("movements") > 200 && sum("compared") > 1_000, "\(lived.output)")
        #expect(sum("looked for") > 10_000 && sum("alarms due") > 10 && sum("called off") > 10, "\(lived.output)")
    }

    @Test(arguments: [("disk", "are gone"), ("texts", "never heard of")])
    func `a disk that lies, and alarms that are lost on their way, are found`(_ fault: String, _ words: String) throws {
        let first = try #require(Self.seeds(1).first)
        let lived = try simulate(["--seed", "\(first)", "--count", "8", "--minutes", "30", "--break", fault])
        #expect(lived.status == 1)
        let isFound = lived.output.contains(words) || lived.output.contains("does not start")
        #expect(isFound, "\(lived.output.suffix(2_000))")
    }

    @Test func `every seeded defect still fits the sources that it breaks`() throws {
        let folder = Self.root.appending(path: "Tests/SimulationDefects")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let patches = files.filter { $0.pathExtension == "patch" }
        #expect(patches.count >= 18)
        for patch in patches {
            let words = [
                "patch", "--directory", Self.root.path, "--strip", "1", "--dry-run", "--silent", "--fuzz", "0",
                "--input", patch.path,
            ]
            #expect(try StartedProgram(words).wait() == 0, "\(patch.lastPathComponent)")
            // Switched by its own name, without which it would be tried and never be on.
            let name = patch.deletingPathExtension().lastPathComponent
            #expect(try String(contentsOf: patch, encoding: .utf8).contains(#"Defect.isOn("\#(name)")"#))
        }
    }

    private func check(_ seed: Int) throws -> String {
        try simulate(["--check-executors", "--seed", "\(seed)"]).output
    }

    private func simulate(_ words: [String]) throws -> (status: Int32, output: String) {
        let program = Self.root.appending(path: ".build/debug/hearth-simulate").path
        let (status, output) = try StartedProgram.output(of: [program] + words)
        return (status, String(decoding: output, as: UTF8.self))
    }

    /// Seeds in a row, the same in each run.
    ///
    /// A new one may find what was always there: `make simulate` draws those.
    private static func seeds(_ count: Int) -> [UInt64] {
        let first = ProcessInfo.processInfo.environment["HEARTH_SEED"].flatMap { UInt64($0) } ?? 1
        return (0..<UInt64(count)).map { first + $0 }
    }
}
