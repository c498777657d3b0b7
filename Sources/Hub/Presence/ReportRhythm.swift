import Family

/// How often a device reports, by what it did lately (F11).
struct ReportRhythm: Sendable {
    private var last: Timestamp?
    private var milliseconds = 0.0
    private var count = 0

    /// Longer silences are no rhythm.
    private static let gapMillisecondsMax: Int64 = 20 * 60_000

    /// The usual time between two reports; nil while that is not known.
    var usual: Int64? { count >= 3 ? Int64(milliseconds) : nil }

    /// Takes a report, and answers the usual time between two.
    mutating func hear(at now: Timestamp) -> Int64? {
        defer { last = now }
        guard let last else { return nil }
        let gap = now.milliseconds(since: last)
        if gap > 0, gap <= Self.gapMillisecondsMax {
            count += 1
            milliseconds += (Double(gap) - milliseconds) / Double(min(count, 8))
        }
        return usual
    }
}
