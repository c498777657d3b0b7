/// When an alarm that nobody takes up is sent again (F18).
enum Escalation {
    /// From the first message, in seconds: the whole hour, widened to the backup contacts at five minutes.
    static let seconds: [Int64] = [0, 60, 180] + (1...12).map { 300 * Int64($0) }
    /// The first step that also goes to the backup contacts.
    static let widensAt: UInt8 = 3
    static let widensAtMilliseconds = seconds[Int(widensAt)] * 1_000
    /// The others are told of a responder who shows no sign for so long.
    static let silentMilliseconds: Int64 = 10 * 60_000
    static let last = UInt8(seconds.count - 1)

    /// From one step to the next; nil after the last.
    static func gapMilliseconds(after step: UInt8) -> Int64? {
        step < last ? (seconds[Int(step) + 1] - seconds[Int(step)]) * 1_000 : nil
    }
}

/// One sending of an alarm, to everybody it is for and over every channel they have, at once (F16).
public struct NotificationRound: Hashable, Sendable {
    /// The same in every repeat, so that a page shows one alarm (F4).
    public let alarm: ID<Alarm>
    public let trip: ID<Trip>?
    /// What is known so far, oldest first.
    public let facts: [AlarmFact]
    /// 0 for the first sending; begins again where something worse became known.
    public let step: UInt8
    /// Also for the backup contacts.
    public let isForBackups: Bool
    /// Whoever reads it must neither call nor text the traveller.
    public let isUnderDuress: Bool
    /// Somebody is shown as responding, and it is sent all the same (F69).
    public let isAnswered: Bool
}
