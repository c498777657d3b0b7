/// How long those who acknowledged an alarm may hold its escalation back, and how much of that is used up (F69).
///
/// Each recipient holds it once. Otherwise one who means harm, with the link or as a recipient, would keep everybody
/// else from being called for as long as they like.
struct AlarmHold: Hashable, Sendable {
    /// Recipients whose one hold is used up.
    private(set) var holders: [ID<Companion>] = []
    /// For how long it was held, in all.
    private(set) var grantedMilliseconds: Int64 = 0

    static let eachMilliseconds: Int64 = 10 * 60_000
    static let allMilliseconds: Int64 = 30 * 60_000
    /// More hold nothing.
    static let holdersMax = 32

    init() {}

    /// Reads one back; `nil` for values that `grant` never leaves.
    init?(holders: [ID<Companion>], grantedMilliseconds: Int64) {
        guard holders.count <= AlarmHold.holdersMax, (0...AlarmHold.allMilliseconds).contains(grantedMilliseconds)
        else { return nil }
        self.holders = holders
        self.grantedMilliseconds = grantedMilliseconds
    }

    /// Takes a recipient's acknowledgement of an alarm that is held until `held` already, if at all.
    ///
    /// - Returns: Until when it is held now; `nil` where this adds nothing.
    mutating func grant(to recipient: ID<Companion>, heldUntil held: Timestamp?, now: Timestamp) -> Timestamp? {
        guard !holders.contains(recipient), holders.count < AlarmHold.holdersMax else { return nil }
        holders.append(recipient)
        let from = held.map { max($0, now) } ?? now
        let left = AlarmHold.allMilliseconds - grantedMilliseconds
        let until = min(now.advanced(byMilliseconds: AlarmHold.eachMilliseconds), from.advanced(byMilliseconds: left))
        guard until > from else { return nil }
        grantedMilliseconds += until.milliseconds(since: from)
        return until
    }
}
