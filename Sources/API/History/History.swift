public import Family

/// `GET /me/history`: what my fixes tell of a time.
public struct HistoryBody: Codable, Hashable, Sendable {
    public var from: Timestamp
    public var to: Timestamp
    /// In the order of time, without an overlap.
    public var entries: [HistoryEntryBody]
    /// Whether addresses and streets are still being looked up: asked again in a few seconds, more is known.
    public var isPreliminary: Bool

    public init(from: Timestamp, to: Timestamp, entries: [HistoryEntryBody], isPreliminary: Bool) {
        self.from = from
        self.to = to
        self.entries = entries
        self.isPreliminary = isPreliminary
    }
}

/// A stay, a journey, or a time of which nothing is known; what another kind has is absent.
public struct HistoryEntryBody: Codable, Hashable, Sendable {
    /// What an entry tells of.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        case stay
        case journey
        case unknown
    }

    public var kind: Kind
    public var from: Timestamp
    public var to: Timestamp
    /// Of a stay: what is told of it.
    public var stay: HistoryStayBody?
    /// Of a journey: what is told of it.
    public var journey: JourneyBody?

    public init(kind: Kind, from: Timestamp, to: Timestamp) {
        self.kind = kind
        self.from = from
        self.to = to
    }
}

/// Five minutes and more in one spot, or two in a place of my own.
public struct HistoryStayBody: Codable, Hashable, Sendable {
    /// The label of my place; absent where it was none.
    public var place: String?
    /// What stands there, where the hub knows.
    public var address: String?
    public var latitude: Double
    public var longitude: Double
    /// Whether it had begun before the time asked for.
    public var beganBefore: Bool
    /// Whether it went on after it.
    public var wentOn: Bool
    /// Whether its end is reckoned: the phone was silent until somewhere else.
    public var endsAbout: Bool

    public init(
        place: String?,
        address: String?,
        latitude: Double,
        longitude: Double,
        beganBefore: Bool,
        wentOn: Bool,
        endsAbout: Bool
    ) {
        self.place = place
        self.address = address
        self.latitude = latitude
        self.longitude = longitude
        self.beganBefore = beganBefore
        self.wentOn = wentOn
        self.endsAbout = endsAbout
    }
}

/// The way between two stays.
public struct JourneyBody: Codable, Hashable, Sendable {
    /// A part of it that was gone in one way.
    public struct Leg: Codable, Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        public var mode: JourneyModeName
        public var distanceMetres: Int64

        public init(from: Timestamp, to: Timestamp, mode: JourneyModeName, distanceMetres: Int64) {
            self.from = from
            self.to = to
            self.mode = mode
            self.distanceMetres = distanceMetres
        }
    }

    /// A halt on the way, too short for a stay.
    public struct Stop: Codable, Hashable, Sendable {
        public var from: Timestamp
        public var to: Timestamp
        public var latitude: Double
        public var longitude: Double

        public init(from: Timestamp, to: Timestamp, latitude: Double, longitude: Double) {
            self.from = from
            self.to = to
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// How most of the way was gone.
    public var mode: JourneyModeName
    /// Whole metres over the ground.
    public var distanceMetres: Int64
    public var legs: [Leg]
    public var stops: [Stop]
    /// The way as it is drawn: longitude and latitude of each point.
    public var line: [[Double]]
    /// Whether line and distances are those of the streets it led along, not of what the phone told.
    public var isOnStreets: Bool
    /// What stands where it began, where no stay before it says so and the hub knows.
    public var startAddress: String?
    /// The same where it ended.
    public var endAddress: String?

    public init(
        mode: JourneyModeName,
        distanceMetres: Int64,
        legs: [Leg],
        stops: [Stop],
        line: [[Double]],
        isOnStreets: Bool
    ) {
        self.mode = mode
        self.distanceMetres = distanceMetres
        self.legs = legs
        self.stops = stops
        self.line = line
        self.isOnStreets = isOnStreets
    }
}

/// A mode of travel as the API writes it.
public enum JourneyModeName: String, Codable, CaseIterable, Sendable {
    case unknown
    case walk
    case run
    case cycle
    case drive
    case train
    case fly

    /// The domain's mode in the API's word.
    public init(_ mode: JourneyMode) {
        self =
            switch mode {
            case .unknown: .unknown
            case .walk: .walk
            case .run: .run
            case .cycle: .cycle
            case .drive: .drive
            case .train: .train
            case .fly: .fly
            }
    }
}

/// A stretch of time with my fixes at both of its ends, within one day of UTC.
public struct HistorySpanBody: Codable, Hashable, Sendable {
    public var from: Timestamp
    public var to: Timestamp
    public var fixes: Int

    public init(from: Timestamp, to: Timestamp, fixes: Int) {
        self.from = from
        self.to = to
        self.fixes = fixes
    }
}

/// `DELETE /me/history`: how many fixes went.
public struct HistoryRemovedBody: Codable, Hashable, Sendable {
    public var removed: Int

    public init(removed: Int) {
        self.removed = removed
    }
}

/// `POST /me/imports`: a file that is to come.
public struct AddImportBody: Codable, Sendable {
    public var id: ID<ImportReference>
    /// How long it is.
    public var bytes: Int

    public init(id: ID<ImportReference>, bytes: Int) {
        self.id = id
        self.bytes = bytes
    }
}

/// How an import stands.
public struct ImportBody: Codable, Hashable, Sendable {
    /// What is being done.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// More of the file is to come.
        case receiving
        /// Its fixes are read and stored.
        case reading
        case done
        /// It is of no kind that the hub knows; nothing was imported.
        case unknownFormat
        /// The hub could not go on; what was added stays, and the same file again adds the rest.
        case failed
    }

    public var id: ID<ImportReference>
    public var state: State
    /// How long the file is.
    public var bytes: Int
    /// How much of it came.
    public var received: Int
    /// How much of it was read.
    public var read: Int
    /// What kind of file it is, once that is known.
    public var format: String?
    /// New fixes that were stored.
    public var added: Int
    /// Fixes that were there already.
    public var known: Int
    /// How many points were left out, and why.
    public var refused: [String: Int]
    /// False where the file breaks off or is damaged.
    public var isWhole: Bool
    /// The first and the last fix of the file that could be used.
    public var from: Timestamp?
    public var to: Timestamp?

    /// One that begins: a file of so many bytes, of which nothing has come.
    public init(id: ID<ImportReference>, bytes: Int) {
        self.id = id
        self.bytes = bytes
        state = .receiving
        (received, read, added, known) = (0, 0, 0, 0)
        refused = [:]
        isWhole = true
    }
}
