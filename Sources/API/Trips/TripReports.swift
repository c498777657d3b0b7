public import Family

/// A trip as its traveller sees it, or, without what is theirs alone, as they see it who watch.
public struct SafeTripBody: Codable, Sendable {
    public var id: ID<Trip>
    public var state: String
    public var destination: DestinationBody
    public var origin: PointBody?
    public var mode: String
    public var startedAt: Timestamp
    public var dueAt: Timestamp
    /// When the traveller means to arrive; while the trip is under way.
    public var arrivesAt: Timestamp?
    public var answerBy: Timestamp?
    public var endedAt: Timestamp?
    public var route: TripRouteBody?
    public var remainingMetres: Double?
    public var remainingSeconds: Double?
    /// The time of the fix that both follow from (F56).
    public var remainingAsOf: Timestamp?
    public var straightLine: Bool?
    public var signal: String?
    public var heardAt: Timestamp?

    // The traveller's alone.
    public var extensionsLeft: Int?
    /// The device that counts; absent until one of several moves.
    public var device: ID<Device>?
    /// Whether that is the session that asks.
    public var here: Bool?
    public var question: TripQuestionBody?
    public var arrivalProposed: Bool?
    public var protection: ProtectionBody?
    public var companions: [TripCompanionBody]?
    public var viewers: [TripViewerBody]?
    public var accessCode: String?
    public var link: String?

    // Theirs who watch.
    public var member: ID<Member>?
    public var name: String?
    public var colour: Int?
    public var picture: String?
    public var phone: String?
    public var sight: String?
    public var offRouteMetres: Double?
    /// After an arrival: how far from the destination the last position was, and when that was.
    public var endMetres: Double?
    public var endFixAt: Timestamp?
    public var fix: PresenceFixBody?
    public var otherDevice: OtherDeviceBody?
    public var news: [TripNewsBody]?
    /// Whether I said that I watch; absent for those without an account.
    public var accepted: Bool?
    /// What to dial where the traveller is.
    public var emergency: EmergencyBody?

    public init(
        id: ID<Trip>,
        state: String,
        destination: DestinationBody,
        mode: String,
        startedAt: Timestamp,
        dueAt: Timestamp
    ) {
        self.id = id
        self.state = state
        self.destination = destination
        self.mode = mode
        self.startedAt = startedAt
        self.dueAt = dueAt
    }
}

/// Another device of the traveller's, which says nothing of the trip.
public struct OtherDeviceBody: Codable, Sendable {
    /// Absent for a browser.
    public var name: String?
    public var place: String?
    public var fix: PresenceFixBody

    public init(name: String?, place: String?, fix: PresenceFixBody) {
        self.name = name
        self.place = place
        self.fix = fix
    }
}

/// A phone that may go along on a trip.
public struct TripPhoneBody: Codable, Sendable {
    public var id: ID<Device>
    public var name: String

    public init(id: ID<Device>, name: String) {
        self.id = id
        self.name = name
    }
}

/// One point of a way.
public struct TripPositionBody: Codable, Hashable, Sendable {
    public var at: Timestamp
    public var latitude: Double
    public var longitude: Double
    public var accuracyMetres: Double?
    /// Present where the way from the one before it would have been a leap.
    public var suspicious: Bool?

    public init(at: Timestamp, latitude: Double, longitude: Double) {
        self.at = at
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Points of a way, the oldest first.
public struct TripPositionsBody: Codable, Sendable {
    public var items: [TripPositionBody]
    /// What to send as `after` for the rest.
    public var next: Timestamp?

    public init(items: [TripPositionBody], next: Timestamp?) {
        self.items = items
        self.next = next
    }
}

/// `GET /me/safety`.
public struct SafetyBody: Codable, Sendable {
    public var pinsSet: Bool
    public var needsPin: Bool
    public var lockedUntil: Timestamp?
    public var trip: SafeTripBody?
    public var countdowns: [HelpCountdownBody]
    public var alarms: [AlarmBody]
    /// What to dial where I am.
    public var emergency: EmergencyBody
    public var protection: ProtectionBody
    /// My phones.
    public var phones: [TripPhoneBody]
    /// Those who may be asked to watch over a trip and whom no push, text or mail reaches.
    public var unreachable: [ID<Member>]
    /// Those who would get no text of a trip that began now.
    public var notTexted: [ID<Member>]
    /// Nobody would be told of an alarm now.
    public var reachesNobody: Bool
    /// Adults whom a child's hidden hours leave out now, unless they are chosen as companions.
    public var notReached: [ID<Member>]

    public init(
        pinsSet: Bool,
        needsPin: Bool,
        countdowns: [HelpCountdownBody],
        alarms: [AlarmBody],
        emergency: EmergencyBody,
        protection: ProtectionBody,
        phones: [TripPhoneBody],
        unreachable: [ID<Member>],
        notTexted: [ID<Member>],
        reachesNobody: Bool,
        notReached: [ID<Member>]
    ) {
        self.reachesNobody = reachesNobody
        self.notReached = notReached
        self.pinsSet = pinsSet
        self.needsPin = needsPin
        self.countdowns = countdowns
        self.alarms = alarms
        self.emergency = emergency
        self.protection = protection
        self.phones = phones
        self.unreachable = unreachable
        self.notTexted = notTexted
    }
}

/// `POST /trip-views`.
public struct OpenTripViewBody: Codable, Sendable {
    public var token: String?
    public var code: String?
    public var traveller: String?
}

/// `GET /trip-view`.
public struct TripViewBody: Codable, Sendable {
    public var viewer: ID<LinkViewers.Viewer>
    public var trip: SafeTripBody?
    public var alarms: [AlarmBody]

    public init(viewer: ID<LinkViewers.Viewer>, trip: SafeTripBody?, alarms: [AlarmBody]) {
        self.viewer = viewer
        self.trip = trip
        self.alarms = alarms
    }
}

/// `POST /trip-view/acknowledge`.
public struct AcknowledgeByViewBody: Codable, Sendable {
    public var alarm: ID<Alarm>

    public init(alarm: ID<Alarm>) {
        self.alarm = alarm
    }
}

/// A place of mine without reception.
public struct DeadZoneBody: Codable, Hashable, Sendable {
    /// One line of 1 to 80 characters.
    public var name: String
    public var latitude: Double
    public var longitude: Double
    /// 20 to 10 000.
    public var radiusMetres: Double

    public init(name: String, latitude: Double, longitude: Double, radiusMetres: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMetres = radiusMetres
    }
}
