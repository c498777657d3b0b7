import SimulatedMachine

/// Judge 4, of who follows a trip by its link: they see it end as the traveller's own page says it ended, whichever PIN ended it
/// (F67), and nothing a quarter of an hour later (F50).
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class LinkJudge: Sendable {
    private static let second: Int64 = 1_000_000_000

    /// Since when the hub has said that each trip is over.
    private nonisolated(unsafe) var endedAt: [Int: Int64] = [:]  // one thread
    /// How many answers were looked at, and how many of them of trips that were over.
    private(set) nonisolated(unsafe) var seen = 0  // one thread
    private(set) nonisolated(unsafe) var seenEnded = 0  // one thread

    /// The hub has told the traveller that the trip is over.
    func ended(_ trip: Int) {
        endedAt[trip] = endedAt[trip] ?? machine_now()
    }

    /// A guest's answer.
    func saw(_ status: Int, _ body: String, of trip: Int) {
        seen += 1
        if body.contains(#""underDuress":true"#) { complain("a guest saw that the second PIN was given") }
        guard let ended = endedAt[trip], status == 200 else { return }
        // Asked before it ended, perhaps, and answered after.
        let age = machine_now() - ended - 10 * Self.second
        guard age > 0 else { return }
        seenEnded += 1
        if body.contains(#""state":"underWay""#) { complain("a guest saw a trip go on that was over") }
        if body.contains(#""closedAt":null"#) { complain("a guest saw an open alarm of a trip that was over") }
        if age > 900 * Self.second, body.contains(#""latitude""#) {
            complain("a guest saw a place \(age / Self.second) s after the end")
        }
    }

    private func complain(_ words: String) {
        Findings.only.add("guest", words)
    }
}
