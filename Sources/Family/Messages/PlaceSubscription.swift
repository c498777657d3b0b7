/// What a viewer asked to be told of one member, also while no page is open (B6, A10).
public struct PlaceSubscription: Hashable, Sendable {
    /// What is told of the places with one label.
    public struct PlaceWish: Hashable, Sendable {
        /// The slot of the clock; letters A to Z in either case are the same.
        public var label: String
        public var arrived: Bool
        public var left: Bool

        public init(label: String, arrived: Bool, left: Bool) {
            self.label = label
            self.arrived = arrived
            self.left = left
        }
    }

    /// More labels than a clock has slots for are of no use.
    public static let placesMax = 32

    public var places: [PlaceWish]
    /// Whether it is told that nothing was heard for too long.
    public var quiet: Bool
    /// Whether it is told that the phone's battery runs low; seen at `coarse` and above.
    public var lowBattery: Bool

    public init(places: [PlaceWish] = [], quiet: Bool = false, lowBattery: Bool = false) {
        self.places = places
        self.quiet = quiet
        self.lowBattery = lowBattery
    }

    /// Whether nothing at all is asked for.
    public var isEmpty: Bool {
        !quiet && !lowBattery && !places.contains { $0.arrived || $0.left }
    }

    /// Whether it is told of a crossing of a place with this label.
    public func asks(for kind: Crossing.Kind, of label: String) -> Bool {
        places.contains { wish in
            sameText(wish.label, label) && (kind == .arrived ? wish.arrived : wish.left)
        }
    }
}

/// That a member arrived at a place or left it, until those who asked are told.
public struct Crossing: Hashable, Sendable {
    /// Which way it went.
    public enum Kind: UInt8, Hashable, Sendable {
        case arrived = 1
        case left = 2
    }

    /// What is to be done with a crossing.
    public enum Verdict: Hashable, Sendable {
        /// Not yet: look again when it is due.
        case wait
        /// Now.
        case tell
        /// Never: it does not hold any more, or it is too late to be news.
        case drop
    }

    public var place: ID<Place>
    public var kind: Kind
    /// When it happened.
    public var at: Timestamp
    /// When it is told, should it still hold.
    public var dueAt: Timestamp

    /// What is taken back within this time never happened: a walk around the block, a phone's error at the edge.
    public static let dwellMilliseconds: Int64 = 60_000
    /// Elsewhere than at home somebody may only be passing.
    public static let passingMilliseconds: Int64 = 120_000

    public init(place: ID<Place>, kind: Kind, at: Timestamp, dueAt: Timestamp) {
        self.place = place
        self.kind = kind
        self.at = at
        self.dueAt = dueAt
    }

    /// The crossing that an event is; nil for what is none, and for a place that is no more.
    ///
    /// An arrival at home is told at once, elsewhere after two minutes; a leaving after one.
    public init?(_ event: PresenceEvent, places: PlaceSet) {
        switch event {
        case .arrived(let place, let at):
            guard let label = places[place]?.label else { return nil }
            let dwell = sameText(label, "Home") ? 0 : Crossing.passingMilliseconds
            self.init(place: place, kind: .arrived, at: at, dueAt: at.advanced(byMilliseconds: dwell))
        case .left(let place, let at):
            guard places[place] != nil else { return nil }
            let dueAt = at.advanced(byMilliseconds: Crossing.dwellMilliseconds)
            self.init(place: place, kind: .left, at: at, dueAt: dueAt)
        case .passed, .moved, .motionChanged: return nil
        }
    }

    /// Whether one of these undoes the other while neither was told.
    public func undoes(_ other: Crossing) -> Bool {
        place == other.place && kind != other.kind
    }

    /// What is to be done with it at a moment, by what is known then.
    ///
    /// Nothing that is older than ten minutes is news (F53), whatever held it up.
    public func verdict(_ presence: Presence, now: Timestamp) -> Verdict {
        guard now.milliseconds(since: at) <= Presence.eventAgeMillisecondsMax else { return .drop }
        let event: PresenceEvent = kind == .arrived ? .arrived(place, at: at) : .left(place, at: at)
        guard presence.stillTrue(event) else { return .drop }
        return now < dueAt ? .wait : .tell
    }
}
