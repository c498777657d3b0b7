import Foundation
import Testing
import WireClient

/// The measurements of docs/performance.md, kept short: that they come to an end, never how fast.
@Suite(.sweep) struct BenchTests {
    private struct Figure: Decodable {
        struct Value: Decodable {
            let name: String
            let value: Double
        }

        let id: String
        let values: [Value]
    }

    @Test func `bench live ends well after five runs, with its figures`() async throws {
        try await HubFolder.run { folder in
            // It writes to the folder in which it runs.
            let words = ["-C", folder.path, HubFolder.binary + "-bench", "live", "--json"]
            let short = ["--watchers", "40", "--rate", "200", "--seconds", "0.5", "--runs", "5"]
            let ended = try await Program("env", words + short).end()
            #expect(ended.status == 0, "\(ended.errors)")
            for run in 1...5 { #expect(ended.errors.contains("run \(run): hub p50 ")) }
            let figure = try JSONDecoder().decode(Figure.self, from: Data(ended.output.utf8))
            #expect(figure.id == "P3")
            let values = Dictionary(figure.values.map { ($0.name, $0.value) }) { first, _ in first }
            for name in ["at the watcher after, hub, p50", "at the watcher after, hub, p99", "told one by one, hub"] {
                #expect((values[name] ?? 0) > 0, "\(name) in \(ended.output)")
            }
            #expect(values["messages posted, hub"] == 500, "100 in each run")
            let results = try String(contentsOfFile: folder.path + "/bench-results.json", encoding: .utf8)
            #expect(results.contains(#""id":"P3""#))
        }
    }
}
