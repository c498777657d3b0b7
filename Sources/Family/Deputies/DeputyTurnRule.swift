/// What a hub keeps of a deputy's turns, so that a recorded one changes nothing.
public struct DeputyTurnRule: Hashable, Sendable {
    /// The highest turn that was taken.
    public private(set) var last: UInt64

    public init(last: UInt64) {
        self.last = last
    }

    /// Takes a turn; false where it, or a later one, was taken before.
    public mutating func accept(_ turn: UInt64) -> Bool {
        guard turn > last else { return false }
        last = turn
        return true
    }
}

/// How long a hub waits before it lets a deputy know that a guarded incident is over.
///
/// The same for both PINs: who watches the traffic, and the deputy itself, learn nothing from the delay. A hub that dies in
/// between leaves the incident guarded, which is right under duress.
public enum DeputyEnd {
    public static let delayMillisecondsMin: Int64 = 20_000
    public static let delayMillisecondsMax: Int64 = 40_000

    /// Draws a delay: each whole millisecond of the range is as likely as the others but for one part in 2^50.
    public static func delayMilliseconds(random: UInt64) -> Int64 {
        let count = UInt64(delayMillisecondsMax - delayMillisecondsMin + 1)
        return delayMillisecondsMin + Int64(random % count)
    }
}
