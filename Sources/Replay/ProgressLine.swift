/// How far a replay is, as one line of text.
package struct ProgressLine: Sendable, Equatable {
    package var done: Int
    package var total: Int
    /// Until the replay is done, as far as that can be told.
    package var leftMilliseconds: Int64

    package init(done: Int, total: Int, leftMilliseconds: Int64) {
        self.done = done
        self.total = total
        self.leftMilliseconds = leftMilliseconds
    }

    /// For a terminal: a bar of 30 characters, the count, the time left.
    package var bar: String {
        let filled = total == 0 ? 30 : 30 * done / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        return "\(bar) \(counted), \(durationText(leftMilliseconds)) left"
    }

    /// For a log, nil but for each further tenth of the way since `before` were done.
    package func plain(before: Int) -> String? {
        guard total > 0, done == total || 10 * done / total > 10 * before / total else { return nil }
        return "sent \(counted)"
    }

    private var counted: String { "\(done) of \(total)" }
}

/// A length of time for people: `8.6 s` under a minute, then `3:05` or `1:02:03`.
package func durationText(_ milliseconds: Int64) -> String {
    let held = max(0, milliseconds)
    guard held >= 60_000 else { return "\(held / 1_000).\(held % 1_000 / 100) s" }
    let (hours, minutes, seconds) = (held / 3_600_000, held / 60_000 % 60, held / 1_000 % 60)
    let padded = seconds < 10 ? "0\(seconds)" : "\(seconds)"
    guard hours > 0 else { return "\(minutes):\(padded)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(padded)"
}
