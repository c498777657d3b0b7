/// Judges 9 and 10: the hub answers as its contract says, its log has no secret, and it is well once faults have ended.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class ConductJudge: Sendable {
    /// What no line of the log may have: tokens, numbers, positions.
    private nonisolated(unsafe) var secrets: [String] = ["47.3", "8.54"]  // one thread
    /// How many answers and lines of the log were looked at.
    private(set) nonisolated(unsafe) var answers = 0  // one thread
    private(set) nonisolated(unsafe) var lines = 0  // one thread

    /// Something that only its owner, and the hub, may know.
    func knows(_ secret: String) {
        secrets.append(secret)
    }

    /// An answer: no fault of the hub's own but that it cannot do it now.
    func answered(_ method: String, _ path: String, _ status: Int) {
        answers += 1
        guard status >= 500, status != 503 else { return }
        Findings.only.add("conduct", "\(method) \(path) was answered \(status)")
    }

    /// A line of the hub's log.
    func logged(_ line: String) {
        lines += 1
        // Not with the secret itself: findings are printed.
        guard let found = secrets.firstIndex(where: line.contains) else { return }
        Findings.only.add("conduct", "secret \(found) is in the log, in a line of \(line.count) characters")
    }

    /// Looks at the hub a minute after faults ended.
    func look(_ wire: Wire) async {
        let answer = await wire.ask("GET", "/readyz", token: nil)
        guard answer?.status != 200 else { return }
        Findings.only.add("conduct", "the hub is not ready a minute after faults ended: \(answer?.status ?? 0)")
    }
}
