public import Family

/// `GET /members/{id}/day`.
public struct DayBody: Codable, Hashable, Sendable {
    /// The day asked for, as it was named.
    public var date: String
    /// What is summed up: the day, cut where a viewer may not see further back.
    public var from: Timestamp
    public var to: Timestamp
    public var stays: [StayBody]
    public var trips: [TripBody]
    public var motion: DayMotionBody

    public init(
        date: String,
        from: Timestamp,
        to: Timestamp,
        stays: [StayBody],
        trips: [TripBody],
        motion: DayMotionBody
    ) {
        self.date = date
        self.from = from
        self.to = to
        self.stays = stays
        self.trips = trips
        self.motion = motion
    }
}

/// At least five minutes in one spot.
public struct StayBody: Codable, Hashable, Sendable {
    public var from: Timestamp
    public var to: Timestamp
    /// The label of the member's own place, null where it is none.
    public var place: String?
    public var latitude: Double
    public var longitude: Double

    public init(from: Timestamp, to: Timestamp, place: String?, latitude: Double, longitude: Double) {
        self.from = from
        self.to = to
        self.place = place
        self.latitude = latitude
        self.longitude = longitude
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        // Null rather than absent, as in a presence.
        try container.encode(place, forKey: .place)
        try container.encode(latitude, forKey: .latitude)
        try container.encode(longitude, forKey: .longitude)
    }
}

/// The way between two stays.
public struct TripBody: Codable, Hashable, Sendable {
    public var from: Timestamp
    public var to: Timestamp
    /// How most of the way was gone.
    public var motion: MotionName
    /// Whole metres over the ground.
    public var distanceMetres: Int64

    public init(from: Timestamp, to: Timestamp, motion: MotionName, distanceMetres: Int64) {
        self.from = from
        self.to = to
        self.motion = motion
        self.distanceMetres = distanceMetres
    }
}

/// What was done on a day, in sum and in turn.
public struct DayMotionBody: Codable, Hashable, Sendable {
    /// One motion, all of its times together; whole metres.
    public struct Activity: Codable, Hashable, Sendable {
        public var motion: MotionName
        public var distanceMetres: Int64
        public var seconds: Int64

        public init(motion: MotionName, distanceMetres: Int64, seconds: Int64) {
            self.motion = motion
            self.distanceMetres = distanceMetres
            self.seconds = seconds
        }
    }

    /// A time of one motion.
    public struct Segment: Codable, Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        public var motion: MotionName

        public init(from: Timestamp, to: Timestamp, motion: MotionName) {
            self.from = from
            self.to = to
            self.motion = motion
        }
    }

    /// What did not happen is left out.
    public var activities: [Activity]
    /// From the first fix to the last, without a gap or an overlap.
    public var strip: [Segment]

    public init(activities: [Activity], strip: [Segment]) {
        self.activities = activities
        self.strip = strip
    }
}
