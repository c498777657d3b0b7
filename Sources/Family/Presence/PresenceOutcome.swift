/// Where a member is, as a clock can say it.
public enum PresenceState: Hashable, Sendable {
    case place(ID<Place>)
    case travelling
    /// Somewhere that has no name.
    case unknown
    /// No fix for so long that the last one says nothing.
    case lost
    /// An alarm is open; never the answer of `Presence` itself, which knows of no alarms.
    case danger
}

/// A state and the moment it began.
public struct Whereabouts: Hashable, Sendable {
    public var state: PresenceState
    /// Nil where nothing was ever heard; for `lost` the time of the last fix.
    public var since: Timestamp?

    public init(state: PresenceState, since: Timestamp?) {
        self.state = state
        self.since = since
    }
}

/// Something that a fix or a phone's transition made happen.
///
/// States change at once and events tell of it at once; a notice with a dwell of `notifyAfter` waits that long after
/// the event and then asks `Presence.stillTrue(_:)`. Silent changes (first state, an edited place) and what is older
/// than 10 minutes on arrival give no events.
public enum PresenceEvent: Hashable, Sendable {
    case arrived(ID<Place>, at: Timestamp)
    case left(ID<Place>, at: Timestamp)
    /// Crossed a place between two fixes without one inside: never also an arrival or a leaving.
    case passed(ID<Place>, at: Timestamp)
    /// The clock's hand goes elsewhere.
    case moved(from: PresenceState, to: PresenceState, at: Timestamp)
    case motionChanged(from: Motion?, to: Motion, at: Timestamp)
}

/// What a fix turned out to be.
public enum FixStanding: UInt8, Hashable, Sendable {
    /// It is the newest and moved the presence.
    case current = 1
    /// The newest, but too imprecise (over 200 m) to change anything but "last heard".
    case imprecise = 2
    /// The newest, but a teleport (F54): kept, drawn dashed, held back until a second fix agrees.
    case suspicious = 3
    /// Not newer than what is known, or older than 7 days: history only.
    case late = 4
    /// The same time and point as the newest: nothing to keep.
    case duplicate = 5
}

/// What stands beside a stored fix.
public struct FixMarks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Its stamp lay over 5 minutes ahead; it is kept at its receipt time.
    public static let future = FixMarks(rawValue: 1)
    /// Over 300 km/h from the fix before it, both better than 100 m (F54).
    public static let suspicious = FixMarks(rawValue: 2)
    /// Over 1 000 km/h in and out again: hidden unless asked for.
    public static let discarded = FixMarks(rawValue: 4)
    /// Older than 7 days on arrival.
    public static let old = FixMarks(rawValue: 8)
    /// Not newer than what was known when it came: it moved nothing, then or when taken again.
    public static let late = FixMarks(rawValue: 16)
    /// Measured or sent while its member's sharing paused (F39), or imported: nobody else is ever shown it.
    public static let hidden = FixMarks(rawValue: 32)
}

/// Which parts of a presence a fix changed: what a stream has to tell, also where there is no event.
public struct PresenceChanges: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let position = PresenceChanges(rawValue: 1)
    public static let state = PresenceChanges(rawValue: 2)
    public static let motion = PresenceChanges(rawValue: 4)
    public static let cell = PresenceChanges(rawValue: 8)
    public static let battery = PresenceChanges(rawValue: 16)
    /// The newest fix is of another minute than the one before: ages start again, and whoever was lost is found.
    public static let age = PresenceChanges(rawValue: 32)
}

/// What became of one fix or transition.
public struct PresenceOutcome: Hashable, Sendable {
    public var standing: FixStanding
    public var marks: FixMarks = []
    /// The time to keep the fix under: its own, or its receipt where its own lay in the future.
    public var at: Timestamp
    public var changes: PresenceChanges = []
    /// In the order they happened; empty and free of allocation for nearly every fix.
    public var events: [PresenceEvent] = []
    /// The fix at this time, one before this one, is now known to be an outlier: mark it `discarded`.
    public var discards: Timestamp?
    /// The phone's own word about its regions was taken too: the fix alone does not lead here again.
    public var tookPhonesWord = false

    init(standing: FixStanding, at: Timestamp) {
        self.standing = standing
        self.at = at
    }
}
