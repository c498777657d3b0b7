public import Family

/// Where a trip goes.
public struct DestinationBody: Codable, Hashable, Sendable {
    /// One line of 1 to 120 characters.
    public var name: String
    public var latitude: Double
    public var longitude: Double

    public init(name: String, latitude: Double, longitude: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// `POST /trips`.
public struct StartTripBody: Codable, Sendable {
    public var id: ID<Trip>
    public var destination: DestinationBody
    public var origin: PointBody?
    public var mode: TravelModeName
    public var companions: [ID<Member>]
    public var dueAt: Timestamp?
    public var source: ProtectionSourceName?
    /// The phone that goes along; absent for the only one, or the first of several that moves.
    public var device: ID<Device>?
    public var graceMinutes: Int64?
    public var answerMinutes: Int64?
    public var silenceMinutes: Int64?

    public init(
        id: ID<Trip>,
        destination: DestinationBody,
        origin: PointBody? = nil,
        mode: TravelModeName,
        companions: [ID<Member>] = [],
        dueAt: Timestamp? = nil,
        source: ProtectionSourceName? = nil,
        device: ID<Device>? = nil,
        graceMinutes: Int64? = nil,
        answerMinutes: Int64? = nil,
        silenceMinutes: Int64? = nil
    ) {
        self.id = id
        self.destination = destination
        self.origin = origin
        self.mode = mode
        self.companions = companions
        self.dueAt = dueAt
        self.source = source
        self.device = device
        self.graceMinutes = graceMinutes
        self.answerMinutes = answerMinutes
        self.silenceMinutes = silenceMinutes
    }
}

/// What tells where somebody is, as the API writes it.
public enum ProtectionSourceName: String, Codable, Sendable {
    case screen
    case phoneApp
    case timerOnly

    /// The name of a source.
    public init(_ source: ProtectionStatus.Source) {
        self =
            switch source {
            case .screen: .screen
            case .phoneApp: .phoneApp
            case .timerOnly: .timerOnly
            }
    }

    /// The source that it names.
    public var source: ProtectionStatus.Source {
        switch self {
        case .screen: .screen
        case .phoneApp: .phoneApp
        case .timerOnly: .timerOnly
        }
    }
}

/// What protects a trip, and what is missing.
public struct ProtectionBody: Codable, Hashable, Sendable {
    public var source: ProtectionSourceName
    public var protected: Bool
    /// The gravest first.
    public var gaps: [String]
    /// Machines elsewhere that notify the recipients if the hub is silent; absent without any.
    public var deputies: [GuardingDeputyBody]?

    /// The same as the domain says it.
    public init(_ protection: ProtectionStatus) {
        source = ProtectionSourceName(protection.source)
        protected = protection.isProtected
        gaps = protection.gaps.map { gap in
            switch gap {
            case .noCompanion: "noCompanion"
            case .noPIN: "noPin"
            case .noWatchdog: "noWatchdog"
            case .noDrill: "noDrill"
            case .silentDeputy: "silentDeputy"
            }
        }
    }
}

/// The way that was planned.
public struct TripRouteBody: Codable, Hashable, Sendable {
    /// A part of it, and how long that takes.
    public struct Leg: Codable, Hashable, Sendable {
        public var lineIndex: Int
        public var durationSeconds: Double

        public init(lineIndex: Int, durationSeconds: Double) {
            self.lineIndex = lineIndex
            self.durationSeconds = durationSeconds
        }
    }

    public var distanceMetres: Double
    public var durationSeconds: Double?
    /// Longitude and latitude of each point.
    public var line: [[Double]]
    public var legs: [Leg]
    public var straightLine: Bool

    public init(distanceMetres: Double, durationSeconds: Double?, line: [[Double]], legs: [Leg], straightLine: Bool) {
        self.distanceMetres = distanceMetres
        self.durationSeconds = durationSeconds
        self.line = line
        self.legs = legs
        self.straightLine = straightLine
    }
}

/// What I am asked on the way.
public struct TripQuestionBody: Codable, Hashable, Sendable {
    /// `longStop` or `offRoute`.
    public var kind: String
    public var since: Timestamp
    public var answerBy: Timestamp

    /// The same as the domain says it.
    public init(_ question: TripQuestion) {
        kind = question.kind == .longStop ? "longStop" : "offRoute"
        since = question.since
        answerBy = question.until
    }
}

/// What companions were told.
public struct TripNewsBody: Codable, Hashable, Sendable {
    public var kind: String
    public var at: Timestamp
    public var since: Timestamp?
    public var dueAt: Timestamp?
    public var minutes: Int64?
    public var batteryPercent: Double?

    public init(kind: String, at: Timestamp) {
        self.kind = kind
        self.at = at
    }
}

/// Somebody who watches over a trip.
public struct TripCompanionBody: Codable, Hashable, Sendable {
    public var member: ID<Member>
    public var name: String
    public var colour: Int
    public var picture: String?
    public var mayMissAlarms: Bool
    public var drilledAt: Timestamp?
    /// When they said that they watch over this trip.
    public var acceptedAt: Timestamp?

    public init(
        member: ID<Member>,
        name: String,
        colour: Int,
        picture: String?,
        mayMissAlarms: Bool,
        drilledAt: Timestamp?,
        acceptedAt: Timestamp?
    ) {
        self.member = member
        self.name = name
        self.colour = colour
        self.picture = picture
        self.mayMissAlarms = mayMissAlarms
        self.drilledAt = drilledAt
        self.acceptedAt = acceptedAt
    }
}

/// A browser that was let in.
public struct TripViewerBody: Codable, Hashable, Sendable {
    public var id: ID<LinkViewers.Viewer>
    public var openedAt: Timestamp
    public var browser: String

    public init(id: ID<LinkViewers.Viewer>, openedAt: Timestamp, browser: String) {
        self.id = id
        self.openedAt = openedAt
        self.browser = browser
    }
}

/// `POST /trips/{id}/extend`.
public struct ExtendTripBody: Codable, Sendable {
    /// 1 to 60.
    public var minutes: Int64
    public var pin: String

    public init(minutes: Int64, pin: String) {
        self.minutes = minutes
        self.pin = pin
    }
}

/// `POST /trips/{id}/device`.
public struct ChooseDeviceBody: Codable, Sendable {
    /// Absent for the browser that asks.
    public var device: ID<Device>?
    public var pin: String

    public init(device: ID<Device>? = nil, pin: String) {
        self.device = device
        self.pin = pin
    }
}

/// `POST /trips/{id}/companions`.
public struct AddCompanionBody: Codable, Sendable {
    public var member: ID<Member>

    public init(member: ID<Member>) {
        self.member = member
    }
}
