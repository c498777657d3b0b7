public import Family

/// `POST /routes`: between which points somebody wants to go, and how.
public struct RouteQuestionBody: Codable, Hashable, Sendable {
    public var from: PointBody
    public var to: PointBody
    public var mode: TravelModeName

    /// A question; the points are checked when it is read.
    public init(from: PointBody, to: PointBody, mode: TravelModeName) {
        (self.from, self.to, self.mode) = (from, to, mode)
    }
}

/// A point on the globe, in degrees.
public struct PointBody: Codable, Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double

    /// The point as the API writes it.
    public init(_ point: Coordinate) {
        (latitude, longitude) = (point.latitude, point.longitude)
    }

    /// The point; nil where it lies off the globe.
    public var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}

/// A mode of travel as the API writes it.
public enum TravelModeName: String, Codable, Sendable, CaseIterable {
    case walk
    case cycle
    case drive
    case transit

    /// The mode this name stands for.
    public var mode: TravelMode {
        switch self {
        case .walk: .walk
        case .cycle: .cycle
        case .drive: .drive
        case .transit: .transit
        }
    }
}

/// A way from one point to another.
public struct RouteBody: Codable, Hashable, Sendable {
    /// One thing to do on the way.
    public struct Step: Codable, Hashable, Sendable {
        /// What the turn looks like.
        public var turn: String
        public var text: String
        public var street: String?
        public var distanceMetres: Double
        public var durationSeconds: Double
        /// Where on the line, as an index into it.
        public var lineIndex: Int

        /// A step as the API writes it.
        public init(
            turn: String,
            text: String,
            street: String?,
            distanceMetres: Double,
            durationSeconds: Double,
            lineIndex: Int
        ) {
            (self.turn, self.text, self.street) = (turn, text, street)
            (self.distanceMetres, self.durationSeconds) = (distanceMetres, durationSeconds)
            self.lineIndex = lineIndex
        }
    }

    public var distanceMetres: Double
    /// Absent for a straight line (F56).
    public var durationSeconds: Double?
    /// Longitude and latitude of each point, in degrees.
    public var line: [[Double]]
    public var steps: [Step]
    /// `valhalla`, `osrm`, or `straightLine` where none answered.
    public var engine: String
    /// When it was found: figures that follow from it are as old (F56).
    public var at: Timestamp

    /// A way as the API writes it.
    public init(
        distanceMetres: Double,
        durationSeconds: Double?,
        line: [[Double]],
        steps: [Step],
        engine: String,
        at: Timestamp
    ) {
        (self.distanceMetres, self.durationSeconds) = (distanceMetres, durationSeconds)
        (self.line, self.steps, self.engine, self.at) = (line, steps, engine, at)
    }
}
