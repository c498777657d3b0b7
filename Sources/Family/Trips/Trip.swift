/// A way somebody goes while others watch that they arrive.
///
/// A state machine: `apply(_:now:fresh:)` in `Trip+Events.swift` takes every event in every phase, `deadline` names the
/// moment at which it must be asked again, and nothing happens but through these two. docs/why/0006-trips-and-alarms.md
/// has the whole table. It knows nothing of PINs: what needs one was checked by `SafetyWatch` before it comes here.
public struct Trip: Hashable, Sendable {
    /// How far the trip has come, as far as safety goes.
    public enum Phase: Hashable, Sendable {
        /// Nobody is asked before `dueAt`.
        case underWay
        /// It is due and its traveller was asked. The companions were promised an alarm at `promisedAt`; it goes off at
        /// `until`, which is later only where the hub could not ask in time.
        case asked(promisedAt: Timestamp, until: Timestamp)
        /// Nobody answered: an alarm is open.
        case overdue
        case ended(Ending, at: Timestamp)
    }

    /// Why a trip is over.
    public enum Ending: UInt8, Hashable, Sendable {
        case arrived = 1
        case cancelled = 2
        /// A day passed, or the hub came back so late that only a person can judge what is left of it.
        case lapsed = 3
    }

    public let id: ID<Trip>
    public internal(set) var startedAt: Timestamp
    public let settings: TripSettings
    public let destination: Coordinate
    /// The device that counts (F83); nil until one of several leaves where it was.
    public internal(set) var device: ID<Device>?
    /// When its traveller is asked, unless they arrive before it.
    public internal(set) var dueAt: Timestamp
    public internal(set) var phase: Phase
    /// How often the time was extended (F13).
    public internal(set) var extensionsCount: UInt8
    public internal(set) var signal: TripSignal
    /// What its traveller was asked on the way and has not answered yet.
    public internal(set) var question: TripQuestion?

    /// The alarm to open where nobody answers: fixed beforehand, so that to open it again opens the same one.
    var overdueAlarm: ID<Alarm>
    var longStop = LongStop()
    var offRoute = OffRoute()
    var arrival = ArrivalSigns()
    var isBatteryTold = false
    /// Countdowns after a shake that were called off (F25).
    var calledOffShakes: UInt8 = 0
    /// The newest fix that was taken: later ones must be newer (F53).
    var newestFixAt: Timestamp?

    /// Nobody is on one trip for longer, and no link shows one for longer (F50).
    public static let lengthMinutesMax: Int64 = 1_440
    public static let extensionsMax: UInt8 = 3
    public static let extensionMinutes: ClosedRange<Int64> = 1...60
    /// A deadline that is handled later than this was missed, and whoever hears of it is told so (F5).
    static let lateMilliseconds: Int64 = 60_000
    /// What should have been said longer ago than this is left to a person (F5).
    static let staleMilliseconds: Int64 = 6 * 3_600_000
}

/// What somebody sets out with.
public struct TripPlan: Hashable, Sendable {
    public var id: ID<Trip>
    public var destination: Coordinate
    /// When they expect to arrive; the grace of the settings comes on top.
    public var expectedAt: Timestamp
    public var settings: TripSettings
    /// The device that goes along; nil where that is to be seen.
    public var device: ID<Device>?
    /// How often the device that will be heard usually reports; nil where nobody knows.
    public var usualIntervalMilliseconds: Int64?

    public init(
        id: ID<Trip>,
        destination: Coordinate,
        expectedAt: Timestamp,
        settings: TripSettings = .usual,
        device: ID<Device>? = nil,
        usualIntervalMilliseconds: Int64? = nil
    ) {
        self.id = id
        self.destination = destination
        self.expectedAt = expectedAt
        self.settings = settings
        self.device = device
        self.usualIntervalMilliseconds = usualIntervalMilliseconds
    }
}

/// Why a trip does not do what its traveller asked for; it is as it was before.
public enum TripRefusal: Error, Hashable, Sendable {
    /// Another trip is under way.
    case alreadyOnTrip
    /// It would be due in the past.
    case alreadyDue
    /// It would be due later than a day after its start.
    case tooLong
    case notOnTrip
    /// The trip is over.
    case hasEnded
    /// An alarm is open: first say that you are safe.
    case alarmIsOpen
    /// The time was extended three times already.
    case noExtensionLeft
    /// Not 1 to 60 minutes.
    case wrongExtension
}

extension Trip {
    /// Sets out; `fresh` is the alarm that opens where nobody arrives or answers.
    ///
    /// Throws `alreadyDue` or `tooLong`.
    init(_ plan: TripPlan, now: Timestamp, fresh: ID<Alarm>) throws(TripRefusal) {
        let dueAt = plan.expectedAt.advanced(byMinutes: plan.settings.graceMinutes)
        guard dueAt > now else { throw .alreadyDue }
        id = plan.id
        startedAt = now
        settings = plan.settings
        destination = plan.destination
        device = plan.device
        self.dueAt = dueAt
        phase = .underWay
        extensionsCount = 0
        overdueAlarm = fresh
        signal = TripSignal(
            heardAt: now,
            patienceMilliseconds: TripSignal.patience(plan.settings, plan.usualIntervalMilliseconds)
        )
        guard dueAt <= dueAtMax else { throw .tooLong }
    }

    public var hasEnded: Bool {
        if case .ended = phase { return true }
        return false
    }

    /// The last moment at which it may be due: its alarm opens within the day for which companions see it.
    var dueAtMax: Timestamp {
        startedAt.advanced(byMinutes: Trip.lengthMinutesMax - settings.answerMinutes)
    }
}
