import SimulatedMachine

/// The complaints of the judges.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class Findings: Sendable {
    static let only = Findings()

    private(set) nonisolated(unsafe) var all: [String] = []  // one thread

    /// Takes a complaint: who complains, and in words what is not as it must be.
    func add(_ judge: String, _ words: String) {
        let line = "\(judge): \(words) (after \(machine_now() / 1_000_000_000) s, step \(World.only.steps))"
        all.append(line)
        World.only.say("FINDING \(line)")
    }
}
