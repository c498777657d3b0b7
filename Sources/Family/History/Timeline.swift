/// A stretch of somebody's time in hindsight: where they stayed, and how they went from one stay to the next.
///
/// Made from stored fixes by `Timeline(records:places:period:)`. What `Presence` says of a moment can only go by what
/// came before it; here the fixes after it are known as well. A journey is what product.md calls a trip of history; it
/// has nothing to do with a trip that companions watch over.
public struct Timeline: Hashable, Sendable {
    /// A part of it.
    public enum Entry: Hashable, Sendable {
        case stay(Stay)
        case journey(Journey)
        /// No fix tells what was done between two moments, and where from and where to do not either.
        case unknown(from: Timestamp, to: Timestamp)
    }

    /// At least five minutes in one spot, or two in a place of one's own.
    public struct Stay: Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        /// The member's own place that it was in; nil where it was in none.
        public var place: ID<Place>?
        /// The middle of its fixes.
        public var coordinate: Coordinate
        /// Whether it had begun before the period.
        public var beganBefore: Bool
        /// Whether it went on after the period.
        public var wentOn: Bool
        /// Whether its end is only reckoned, from when the next fix was sent and how far away that was.
        public var endsAbout: Bool
    }

    /// The way between two stays: at least 100 metres.
    public struct Journey: Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        /// How most of the way was gone.
        public var mode: JourneyMode
        /// Over the ground; a straight line where no fixes tell more.
        public var distanceMetres: Double
        /// In the order of time, without a gap or an overlap, two of one mode never side by side.
        public var legs: [Leg]
        /// Standing still on the way for a while that is too short for a stay.
        public var stops: [Stop]
        /// The way as it is drawn: as few points as show it to ten metres.
        public var line: [LinePoint]
        /// What was heard of it, for whoever looks for the streets that it led along.
        public var trace: [TracePoint] = []
        /// Whether line and distances are those of streets, not of what was heard.
        public var isOnStreets = false
    }

    /// A point of a line, and when it was passed.
    public struct LinePoint: Hashable, Sendable {
        public var at: Timestamp
        public var coordinate: Coordinate

        /// A point of a line.
        public init(at: Timestamp, coordinate: Coordinate) {
            (self.at, self.coordinate) = (at, coordinate)
        }
    }

    /// A point of what was heard of a journey: clearly apart from the one before, whatever their errors.
    public struct TracePoint: Hashable, Sendable {
        public var at: Timestamp
        public var coordinate: Coordinate
        /// 68 % radius.
        public var accuracyMetres: Float

        /// A point that was heard.
        public init(at: Timestamp, coordinate: Coordinate, accuracyMetres: Float) {
            (self.at, self.coordinate, self.accuracyMetres) = (at, coordinate, accuracyMetres)
        }
    }

    /// A part of a journey that was gone in one way.
    public struct Leg: Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        public var mode: JourneyMode
        public var distanceMetres: Double
    }

    /// Ninety seconds to five minutes in one spot on a journey.
    public struct Stop: Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        public var coordinate: Coordinate
    }

    /// In the order of time; they never overlap.
    public var entries: [Entry] = []
    /// From the first fix of the period, or its begin where fixes of before are known, to the last; nil without any.
    public var heard: ClosedRange<Timestamp>?
}

/// How somebody travels, as far as their speeds tell.
public enum JourneyMode: UInt8, CaseIterable, Sendable {
    /// Too few fixes to tell.
    case unknown = 0
    case walk = 1
    case run = 2
    case cycle = 3
    /// A car or a bus, or a train that is no faster.
    case drive = 4
    /// Faster over the ground than cars are.
    case train = 5
    case fly = 6
}

extension Timeline.Entry {
    /// When it begins.
    public var from: Timestamp {
        switch self {
        case .stay(let stay): stay.from
        case .journey(let journey): journey.from
        case .unknown(let from, _): from
        }
    }

    /// When it ends.
    public var to: Timestamp {
        switch self {
        case .stay(let stay): stay.to
        case .journey(let journey): journey.to
        case .unknown(_, let to): to
        }
    }
}
