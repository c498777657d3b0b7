/// Whether a traveller has left the planned route (F15).
struct OffRoute: Hashable, Sendable {
    /// Since when the fixes have been far from it.
    var since: Timestamp?
    /// Asked about this departure already.
    var isAsked = false
    /// The companions were told of it.
    var isTold = false

    static let metres = 300.0
    static let milliseconds: Int64 = 2 * 60_000

    /// What a fix says of the route.
    enum Reading: Hashable {
        case nothing
        /// Far from it, since a moment, for so long that it is worth a question.
        case away(since: Timestamp)
        /// On it again, after the companions were told otherwise.
        case back
    }

    /// Takes a newer fix.
    mutating func observe(offMetres: Double, at: Timestamp) -> Reading {
        guard offMetres > OffRoute.metres else {
            let wasTold = isTold
            self = OffRoute()
            return wasTold ? .back : .nothing
        }
        guard let since else {
            since = at
            return .nothing
        }
        guard !isAsked, at.milliseconds(since: since) > OffRoute.milliseconds else { return .nothing }
        return .away(since: since)
    }
}
