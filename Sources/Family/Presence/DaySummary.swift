/// What somebody's fixes of a day add up to: where they stayed, how they went from one stay to the next, and what they
/// did when.
///
/// Made of a `Timeline`. Times run from the first fix to the last; what lies before and after them is not known.
public struct DaySummary: Hashable, Sendable {
    /// At least five minutes in one spot, or two in a place of one's own.
    public struct Stay: Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        /// The member's own place that it was in for most of its time; nil where it was in none.
        public var place: ID<Place>?
        /// The middle of its fixes.
        public var coordinate: Coordinate
    }

    /// The way between two stays, or before the first, or after the last: at least 100 metres.
    public struct Trip: Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        /// How most of the way was gone; nil where that is not known.
        public var motion: Motion?
        /// Over the ground; a straight line where no fixes tell more.
        public var distanceMetres: Double
    }

    /// One motion, all of its times together.
    public struct Activity: Hashable, Sendable {
        /// Nil for the time of which nothing is known.
        public var motion: Motion?
        /// 0 while stationary, however much the fixes wander.
        public var distanceMetres: Double
        public var seconds: Int64
    }

    /// A time of one motion.
    public struct Segment: Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        /// Nil where nothing is known, as over ten minutes and more without a fix, on the move.
        public var motion: Motion?
    }

    /// In the order of time; they never overlap.
    public var stays: [Stay] = []
    /// In the order of time; they never overlap, nor do trips and stays.
    public var trips: [Trip] = []
    /// In the order of `Motion`, what is not known last; what did not happen is left out.
    public var activities: [Activity] = []
    /// From the first fix to the last without a gap, two of one motion never side by side, each of a minute at least
    /// unless it is a journey of its own, or the only one.
    public var strip: [Segment] = []
}
