/// Whether a traveller has stopped for long where nobody would expect it (F15).
struct LongStop: Hashable, Sendable {
    /// Where the traveller was when they last moved on.
    var anchor: Coordinate?
    var since = Timestamp(milliseconds: 0)
    /// Asked about this stop already.
    var isAsked = false

    static let metres = 50.0
    static let milliseconds: Int64 = 5 * 60_000

    /// Takes a newer fix; the answer is since when the traveller has stood still, where that is worth a question.
    mutating func observe(_ spot: Coordinate, at: Timestamp, isExpected: Bool) -> Timestamp? {
        guard !isExpected, let anchor, anchor.distanceMetres(to: spot) < LongStop.metres else {
            self = LongStop(anchor: spot, since: at)
            return nil
        }
        guard !isAsked, at.milliseconds(since: since) > LongStop.milliseconds else { return nil }
        return since
    }
}
