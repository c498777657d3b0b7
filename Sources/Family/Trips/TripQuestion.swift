/// What a traveller is asked on the way, before anybody else hears of it (F15).
public struct TripQuestion: Hashable, Sendable {
    /// What made the hub ask.
    public enum Kind: UInt8, Hashable, Sendable {
        /// Nowhere that has a name, and hardly a step for five minutes.
        case longStop = 1
        /// Far from the route for two minutes.
        case offRoute = 2
    }

    public let kind: Kind
    /// Since when it has been so.
    public let since: Timestamp
    /// Unanswered until then, the companions are told as a piece of news, never as an alarm.
    public let until: Timestamp

    static let answerSeconds: Int64 = 30

    init(_ kind: Kind, since: Timestamp, now: Timestamp) {
        self.kind = kind
        self.since = since
        until = now.advanced(bySeconds: TripQuestion.answerSeconds)
    }

    init(_ kind: Kind, since: Timestamp, until: Timestamp) {
        self.kind = kind
        self.since = since
        self.until = until
    }
}

/// A fix of somebody on a trip, with what the hub knows of the spot.
public struct TripFix: Hashable, Sendable {
    public var fix: Fix
    /// How often its device usually reports; nil where nobody knows.
    public var usualIntervalMilliseconds: Int64?
    /// From the planned route; nil without one.
    public var offRouteMetres: Double?
    /// Within a place of the traveller's own.
    public var isAtSavedPlace = false
    /// Where the traveller said that no phone is heard.
    public var isInDeadZone = false
    /// An implausible jump (F54): only a sign of life.
    public var isSuspicious = false

    public init(_ fix: Fix) {
        self.fix = fix
    }
}
