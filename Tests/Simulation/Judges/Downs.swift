import SimulatedMachine

/// The times in which no hub answered, which allow what is due then to come later.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class Downs: Sendable {
    /// How long a provider may take for its answer, and the hub to write that down.
    private static let way: Int64 = 15_000_000_000

    private nonisolated(unsafe) var ends: [(at: Int64, isDiskFull: Bool)] = []  // one thread
    private nonisolated(unsafe) var all: [(from: Int64, to: Int64?)] = []  // one thread

    /// No hub answers from now on; what was to be written down on a full disk may be gone with it (F73).
    func hubEnded(isDiskFull: Bool) {
        ends.append((machine_now(), isDiskFull))
        // One that ends before it answers goes on with the same time without a hub.
        if let last = all.last, last.to == nil { return }
        all.append((machine_now(), nil))
    }

    /// A hub answers.
    func hubBegan() {
        if let last = all.indices.last, all[last].to == nil { all[last].to = machine_now() }
    }

    /// Whether one message went out again without a hub that ended while it was on its way (F4).
    func excuses(_ repeats: [SentText]) -> Bool {
        zip(repeats, repeats.dropFirst()).allSatisfy { one, next in
            ends.contains { end in
                (one.at...next.at).contains(end.at) && (end.at <= one.at + Self.way || end.isDiskFull)
            }
        }
    }

    /// When something is done at the latest that is due at `dueAt`, and done so long `after` a hub that was away is back.
    func latest(_ dueAt: Int64, since: Int64? = nil, after: Duration, slack: Int64) -> Int64 {
        let (seconds, attoseconds) = after.components
        let pause = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        var latest = dueAt
        for down in all where down.from <= latest + slack {
            guard let to = down.to, to > since ?? dueAt else { continue }
            // Whatever was under way begins again.
            latest = max(latest, to + pause)
        }
        return latest
    }
}
