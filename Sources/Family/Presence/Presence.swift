/// One member's presence: what all their fixes add up to now.
///
/// A small value that takes one fix or transition after another and says what changed. Every decision is taken on the
/// times given, so that the same fixes always end in the same presence. The row made of it (`bytes`) stays under
/// 400 bytes. What others see of it is decided by `visible`, and on trips and in alarms by `TripVisibility`.
public struct Presence: Hashable, Sendable {
    /// The newest fix that may be shown; never a suspicious one.
    public internal(set) var current: Fix?
    /// When anything was last received from the member's devices.
    ///
    /// For the member alone: viewers must not tell a paused phone from a silent one (F39).
    public internal(set) var lastHeardAt: Timestamp?
    /// What the member is doing, and since when.
    public internal(set) var motion: Motion?
    public internal(set) var motionSince: Timestamp?
    /// 0...100, from the newest fix that told it.
    public internal(set) var batteryPercent: Double?
    /// The square of about 1 km that viewers at `coarse` see.
    public internal(set) var cell: CoarseCell?

    /// The newest fix of any quality: later ones must be newer.
    var newest: Waypoint?
    /// The newest fix that was believed.
    var last: Waypoint?
    /// A teleport that waits for a second fix to agree.
    var doubted: Waypoint?
    var still: StillPoint?
    /// When the last movement was seen that no error explains.
    var movedAt: Timestamp?
    var pace = Pace()
    var motionCandidate: MotionCandidate?
    /// How long the member has gone from one movement to the next without a longer pause, 255 at most.
    var wayMadeSeconds: UInt8 = 0
    var phoneMotionAt: Timestamp?
    /// The newest transition that the phone told by itself.
    var toldAt: Timestamp?
    /// What the lists of the member's phones last said, the oldest first.
    var toldRegions: [ToldRegion] = []
    /// The places the member is in, the shown one first.
    var memberships: [Membership] = []
    /// A place that one fix spoke for and a second must confirm.
    var candidate: Membership?
    /// The place that the phone itself said was left: two fixes must contradict it.
    var denied: ID<Place>?
    /// Changes of place without a movement seen: each makes the next one harder.
    var unmovedChanges: UInt8 = 0
    /// Nothing decisive was heard yet: changes are corrections of a first guess, and silent.
    var isAssumed = true
    var isTravelling = false
    /// Since when the member has been travelling or somewhere unknown.
    var outsideSince: Timestamp?

    /// The presence of somebody never heard of.
    public init() {}

    /// Fixes older than this on arrival give no events (F53).
    public static let eventAgeMillisecondsMax: Int64 = 600_000
    /// Without a fix for this long a member is lost, unless the family set another time.
    public static let lostAfterMilliseconds: Int64 = 3_600_000
    /// How long a movement that was seen explains what follows.
    static let movementMilliseconds: Int64 = 300_000
    public static let historyOnlyMilliseconds: Int64 = 7 * 86_400_000
    public static let futureMillisecondsMax: Int64 = 300_000

    /// Takes a fix as it came in.
    ///
    /// - Parameters:
    ///   - reported: the fix, its time as the device said it.
    ///   - receivedAt: the hub's time.
    ///   - places: the member's places.
    ///   - regions: the regions that the phone said it was in; nil where it did not say.
    /// - Returns: what the fix is, what it changed, and the events.
    public mutating func apply(
        _ reported: Fix,
        receivedAt: Timestamp,
        places: PlaceSet,
        regions: PhoneRegions? = nil
    ) -> PresenceOutcome {
        hear(at: receivedAt)
        var fix = reported.rounded
        fix.at = Presence.timeKept(of: reported, receivedAt: receivedAt)
        let marks: FixMarks = fix.at != reported.at ? .future : []
        var outcome = PresenceOutcome(standing: .current, at: fix.at)
        outcome.marks = marks
        guard receivedAt.milliseconds(since: fix.at) <= Presence.historyOnlyMilliseconds else {
            outcome.standing = .late
            outcome.marks.insert(.old)
            return outcome
        }
        let waypoint = Waypoint(fix)
        if let newest, waypoint.at <= newest.at {
            outcome.standing = waypoint.at == newest.at && waypoint.spot == newest.spot ? .duplicate : .late
            outcome.marks.insert(.late)
            return outcome
        }
        if newest.map({ $0.at.milliseconds / 60_000 != fix.at.milliseconds / 60_000 }) ?? true {
            outcome.changes.insert(.age)
        }
        newest = waypoint
        let (before, wasAssumed) = (whereabouts.state, isAssumed)
        apply(fix, waypoint, places: places, regions: regions, outcome: &outcome)
        note(stateBefore: before, isSilent: wasAssumed && movedAt != fix.at, at: fix.at, in: &outcome)
        if receivedAt.milliseconds(since: fix.at) > Presence.eventAgeMillisecondsMax, !outcome.events.isEmpty {
            outcome.events = []
        }
        return outcome
    }

    /// Takes a batch in the order of its times, whatever order it came in; answers in the order it came.
    ///
    /// Between two fixes of one time the one further south, then further west, is taken.
    public mutating func apply(batch: [Fix], receivedAt: Timestamp, places: PlaceSet) -> [PresenceOutcome] {
        let order = batch.indices.sorted { left, right in
            let (left, right) = (batch[left], batch[right])
            if left.at != right.at { return left.at < right.at }
            if left.coordinate.latitude != right.coordinate.latitude {
                return left.coordinate.latitude < right.coordinate.latitude
            }
            return left.coordinate.longitude < right.coordinate.longitude
        }
        var outcomes = batch.map { PresenceOutcome(standing: .late, at: $0.at) }
        for index in order { outcomes[index] = apply(batch[index], receivedAt: receivedAt, places: places) }
        return outcomes
    }

    /// The time under which a fix is kept: its own, or that of its receipt where its own lies too far ahead (F52).
    public static func timeKept(of fix: Fix, receivedAt: Timestamp) -> Timestamp {
        fix.at.milliseconds(since: receivedAt) > futureMillisecondsMax ? receivedAt : fix.at
    }

    /// Takes a message without a position: it moves "last heard" and nothing else.
    public mutating func hear(at receivedAt: Timestamp) {
        guard let lastHeardAt, receivedAt <= lastHeardAt else {
            lastHeardAt = receivedAt
            return
        }
    }

    /// Where the member is at `now`.
    public func state(
        now: Timestamp,
        lostAfterMilliseconds: Int64 = Presence.lostAfterMilliseconds
    ) -> Whereabouts {
        guard let newestAt else { return Whereabouts(state: .unknown, since: nil) }
        guard now.milliseconds(since: newestAt) <= lostAfterMilliseconds else {
            return Whereabouts(state: .lost, since: newestAt)
        }
        return whereabouts
    }

    /// When the member will be lost if nothing more is heard: the next moment at which the state changes by itself.
    public func becomesLost(lostAfterMilliseconds: Int64 = Presence.lostAfterMilliseconds) -> Timestamp? {
        newestAt?.advanced(byMilliseconds: lostAfterMilliseconds + 1)
    }

    /// Whether an event still holds: what a notice asks after its dwell.
    public func stillTrue(_ event: PresenceEvent) -> Bool {
        switch event {
        case .arrived(let place, let at): memberships.contains { $0.place == place && $0.since <= at }
        case .left(let place, _): !memberships.contains { $0.place == place }
        case .passed: true
        case .moved(_, let to, _): whereabouts.state == to
        case .motionChanged(_, let to, _): motion == to
        }
    }

    /// The time of the newest fix taken, of whatever quality: what is not newer is history.
    public var newestFixAt: Timestamp? { newest?.at }

    /// The time of the newest thing known of where the member is.
    var newestAt: Timestamp? {
        guard let newest else { return toldAt }
        return toldAt.map { max($0, newest.at) } ?? newest.at
    }

    /// The state by the fixes alone, however old.
    var whereabouts: Whereabouts {
        if let first = memberships.first { return Whereabouts(state: .place(first.place), since: first.since) }
        return Whereabouts(state: isTravelling ? .travelling : .unknown, since: outsideSince)
    }

    private mutating func apply(
        _ fix: Fix,
        _ waypoint: Waypoint,
        places: PlaceSet,
        regions: PhoneRegions?,
        outcome: inout PresenceOutcome
    ) {
        let scale = LocalScale(latitude: fix.coordinate.latitude)
        let held = doubted
        let arrival = judge(waypoint, scale: scale, outcome: &outcome)
        guard arrival != .held else { return }
        if let battery = fix.batteryPercent, battery != batteryPercent {
            batteryPercent = battery
            outcome.changes.insert(.battery)
        }
        show(fix, outcome: &outcome)
        guard waypoint.accuracy <= 200 else {
            outcome.standing = .imprecise
            if let regions { hear(regions, fix, places: places, outcome: &outcome) }
            return
        }
        let confirmed = arrival == .relocated ? held : nil
        let step = Step(fix: fix, waypoint: waypoint, previous: last, scale: scale, confirmed: confirmed)
        last = waypoint
        let stood = still
        if still?.observe(waypoint, isStated: fix.accuracyMetres != nil, scale: scale) ?? false {
            if let stood { countWay(from: stood, step) }
            noteMovement(at: fix.at)
            forgetFarRegions(waypoint, places: places)
        }
        if still == nil { still = StillPoint(waypoint) }
        updateCell(waypoint, scale: scale, outcome: &outcome)
        updateMotion(step, outcome: &outcome)
        if let regions { hear(regions, fix, places: places, outcome: &outcome) }
        updatePlaces(step, places: places, outcome: &outcome)
        updateTravelling(step)
    }

    private mutating func noteMovement(at: Timestamp) {
        movedAt = at
        unmovedChanges = 0
        isAssumed = false
    }

    /// Whether no movement was seen for so long that the member counts as standing still.
    func isSettled(at: Timestamp) -> Bool {
        guard let movedAt else { return true }
        return at.milliseconds(since: movedAt) > Presence.movementMilliseconds
    }

    private enum Arrival {
        case believed
        /// The second fix that agrees on a far-away point.
        case relocated
        /// A teleport, kept for the next fix to confirm or refute.
        case held
    }

    /// Rule 10 and F54: whether the fix may be believed now.
    private mutating func judge(_ waypoint: Waypoint, scale: LocalScale, outcome: inout PresenceOutcome) -> Arrival {
        guard let last else { return .believed }
        let jumped = last.teleports(to: waypoint, scale: scale)
        if let doubted {
            let isNearer = doubted.metres(to: waypoint, scale: scale) < last.metres(to: waypoint, scale: scale)
            if isNearer, !doubted.teleports(to: waypoint, scale: scale) {
                self.doubted = nil
                return .relocated
            }
            if last.isImpossible(to: doubted, scale: scale), doubted.isImpossible(to: waypoint, scale: scale) {
                outcome.discards = doubted.at
            }
        }
        doubted = jumped ? waypoint : nil
        guard jumped else { return .believed }
        outcome.standing = .suspicious
        outcome.marks.insert(.suspicious)
        return .held
    }

    /// An imprecise fix replaces what is shown only where that is older than five minutes.
    private mutating func show(_ fix: Fix, outcome: inout PresenceOutcome) {
        if fix.assumedAccuracyMetres > 200, let current, fix.at.milliseconds(since: current.at) < 300_000 { return }
        current = fix
        outcome.changes.insert(.position)
    }

    private mutating func updateCell(_ waypoint: Waypoint, scale: LocalScale, outcome: inout PresenceOutcome) {
        let accuracy = Double(waypoint.accuracy)
        let held = CoarseCell(holding: waypoint.spot, accuracyMetres: accuracy, scale: scale, previous: cell)
        guard held != cell else { return }
        cell = held
        outcome.changes.insert(.cell)
    }

    /// Compares the state with the one before and tells of the difference.
    func note(
        stateBefore before: PresenceState,
        isSilent: Bool,
        at: Timestamp,
        in outcome: inout PresenceOutcome
    ) {
        let after = whereabouts.state
        guard after != before else { return }
        outcome.changes.insert(.state)
        if !isSilent { outcome.events.append(.moved(from: before, to: after, at: at)) }
    }
}
