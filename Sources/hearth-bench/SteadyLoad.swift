import HearthProgram

/// Messages at a steady rate, and how long each took to its watcher.
///
/// A message leaves at its time whether those before it have arrived or not, as long as a connection is free.
final class SteadyLoad {
    private let side: any LiveSide
    private var poller: Poller
    /// When the newest message about each subject left; 0 once its watcher has it.
    private var sentAt: [Int64]
    /// The one that was free longest first, so that none is idle for long.
    private var freeSenders: [Int]
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)
    private var outcome = Outcome()

    /// What came of some seconds of load.
    struct Outcome {
        var posted = 0
        /// From the sending of each message to its arrival at the watcher.
        var nanoseconds: [Int64] = []
        /// Messages after which another about the same subject left before the watcher was told.
        var overtaken = 0
        /// Messages that left more than 5 ms after their time, for want of a free connection.
        var late = 0
        /// The same messages' watchers, at the end of a second's grace, who were told nothing.
        var missing = 0
    }

    init(_ side: any LiveSide) throws {
        self.side = side
        poller = try Poller()
        sentAt = Array(repeating: 0, count: side.watchers.count)
        freeSenders = Array(side.senders.indices)
        for (number, socket) in side.watchers.enumerated() { try poller.add(socket, number: number) }
        for (number, socket) in side.senders.enumerated() {
            try poller.add(socket, number: side.watchers.count + number)
        }
    }

    /// Posts for so long, about one subject after another.
    func run(seconds: Double, perSecond: Double) throws -> Outcome {
        outcome = Outcome()
        // What servers closed meanwhile is opened again before the first message.
        try hear(nanoseconds: 0)
        let start = monotonicNanoseconds()
        let total = Int(seconds * perSecond)
        while outcome.posted < total {
            let due = start + Int64(Double(outcome.posted) * 1_000_000_000 / perSecond)
            let now = monotonicNanoseconds()
            guard now >= due, !freeSenders.isEmpty else {
                try hear(nanoseconds: now >= due ? 1_000_000 : due - now)
                continue
            }
            let sender = freeSenders.removeFirst()
            if now - due > 5_000_000 { outcome.late += 1 }
            try post(from: sender)
            // What has come meanwhile is heard before the next leaves.
            try hear(nanoseconds: 0)
        }
        let end = monotonicNanoseconds() + 1_000_000_000
        while monotonicNanoseconds() < end, sentAt.contains(where: { $0 != 0 }) { try hear(nanoseconds: 1_000_000) }
        outcome.missing = sentAt.count { $0 != 0 }
        for subject in sentAt.indices { sentAt[subject] = 0 }
        return outcome
    }

    private func post(from sender: Int) throws {
        let subject = outcome.posted % sentAt.count
        let message = side.message(about: subject)
        if sentAt[subject] != 0 { outcome.overtaken += 1 }
        sentAt[subject] = monotonicNanoseconds()
        try side.senders[sender].send(message)
        outcome.posted += 1
    }

    private func hear(nanoseconds: Int64) throws {
        for number in try poller.wait(nanoseconds: nanoseconds).map(Int.init) {
            if number < sentAt.count { try hear(watcher: number) } else { try hear(sender: number - sentAt.count) }
        }
    }

    private func hear(watcher number: Int) throws {
        let count = try side.watchers[number].receive(into: &buffer)
        guard count > 0, try side.messages(watcher: number, buffer, count: count) > 0, sentAt[number] != 0 else {
            return
        }
        outcome.nanoseconds.append(monotonicNanoseconds() - sentAt[number])
        sentAt[number] = 0
    }

    private func hear(sender number: Int) throws {
        if freeSenders.contains(number), side.senders[number].isEnded {
            // Between two runs a connection is idle for longer than a server keeps it.
            try side.reopen(sender: number)
            return try poller.add(side.senders[number], number: side.watchers.count + number)
        }
        let count = try side.senders[number].receive(into: &buffer)
        guard count > 0, try side.isAnswered(sender: number, buffer, count: count) else { return }
        freeSenders.append(number)
    }
}
