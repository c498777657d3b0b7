/// What protects a trip, so that its traveller is told the truth before setting out (F6, F20).
///
/// Words come from the catalogue of texts: here is only what they have to say.
public struct ProtectionStatus: Hashable, Sendable {
    /// What goes on telling where the traveller is.
    public enum Source: UInt8, CaseIterable, Hashable, Sendable {
        /// The page, as long as the screen is on.
        case screen = 1
        /// A phone app, also in a pocket.
        case phoneApp = 2
        /// Nothing: only the hub's timer notices.
        case timerOnly = 3
    }

    /// What is missing, the gravest first.
    public enum Gap: UInt8, CaseIterable, Hashable, Sendable {
        /// Nobody would be told.
        case noCompanion = 1
        /// Without one nobody can end a trip, and no one could tell a friend from a thief.
        case noPIN = 2
        /// Nobody would notice that the hub itself is down (F6).
        case noWatchdog = 3
        /// No companion has confirmed a test alarm in the last 90 days (F20).
        case noDrill = 4
        /// A deputy would notify the recipients if the hub died, and it is not heard.
        case silentDeputy = 5
    }

    /// What the keeper decided about a hub that falls silent (F6).
    public enum Watchdog: UInt8, CaseIterable, Hashable, Sendable {
        case unset = 0
        case set = 1
        /// The keeper knows, and wants none.
        case declined = 2
    }

    public let source: Source
    public let gaps: [Gap]

    static let drillMilliseconds: Int64 = 90 * 86_400_000
    static let pushMilliseconds: Int64 = 7 * 86_400_000

    /// Judges a trip; each companion comes with when they last confirmed a drill, nil for never.
    public init(
        source: Source,
        hasPIN: Bool,
        watchdog: Watchdog,
        companionsDrilledAt: [Timestamp?],
        isDeputySilent: Bool = false,
        now: Timestamp
    ) {
        self.source = source
        var gaps: [Gap] = []
        if companionsDrilledAt.isEmpty { gaps.append(.noCompanion) }
        if !hasPIN { gaps.append(.noPIN) }
        if watchdog == .unset { gaps.append(.noWatchdog) }
        var isDrilled = false
        for case .some(let at) in companionsDrilledAt
        where now.milliseconds(since: at) <= ProtectionStatus.drillMilliseconds {
            isDrilled = true
        }
        if !isDrilled, !companionsDrilledAt.isEmpty { gaps.append(.noDrill) }
        if isDeputySilent { gaps.append(.silentDeputy) }
        self.gaps = gaps
    }

    /// Whether a trip may be called protected.
    public var isProtected: Bool { gaps.isEmpty }

    /// Whether a companion may miss an alarm: their push was last confirmed over a week ago, or never (F19).
    public static func mayMissAlarms(pushConfirmedAt: Timestamp?, now: Timestamp) -> Bool {
        guard let pushConfirmedAt else { return true }
        return now.milliseconds(since: pushConfirmedAt) > pushMilliseconds
    }
}
