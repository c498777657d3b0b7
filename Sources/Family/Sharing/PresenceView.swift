/// What one viewer sees of one member at one moment: already stripped, fit to be sent as it is.
public struct PresenceView: Hashable, Sendable {
    public var state: PresenceState
    /// The label of the place, where the state is one; never its description or where it lies.
    public var placeLabel: String?
    public var since: Timestamp?
    /// How old the newest fix is, in whole seconds; nil where there was none.
    public var ageSeconds: Int64?
    /// From `coarse` upwards.
    public var cell: CoarseCell?
    public var motion: Motion?
    public var motionSince: Timestamp?
    public var batteryPercent: Double?
    /// At `exact` only.
    public var position: PositionView?

    init(state: PresenceState, since: Timestamp?) {
        self.state = state
        self.since = since
    }
}

extension PresenceView {
    /// Somebody of whom nothing was heard since a moment, and nothing more is known.
    public static func lost(since: Timestamp, now: Timestamp) -> PresenceView {
        var view = PresenceView(state: .lost, since: since)
        view.ageSeconds = max(0, now.milliseconds(since: since) / 1_000)
        return view
    }
}

/// A position with its own age: part of a view at `exact`.
public struct PositionView: Hashable, Sendable {
    public var coordinate: Coordinate
    public var at: Timestamp
    public var accuracyMetres: Double?
    public var altitudeMetres: Double?
    public var speedMetresPerSecond: Double?
    public var courseDegrees: Double?
    public var batteryPercent: Double?
    public var ageSeconds: Int64
    /// Fit to be drawn as live (F51): at most 5 minutes old and exact to 100 m.
    public var isLive: Bool
}

extension Presence {
    /// What a viewer sees through a connection of this `precision` (F35).
    ///
    /// Nil at `off`. Beyond `lostAfterMilliseconds` no level holds a position, a cell, a motion or a battery. Nothing
    /// in it depends on when a device was last heard, so that a paused phone looks like a silent one (F39). Members
    /// see themselves at `exact`. A member who is hidden from the viewer since a moment looks like one whose phone fell
    /// silent so long before it that they were lost then.
    public func visible(
        to precision: Precision,
        now: Timestamp,
        places: PlaceSet,
        lostAfterMilliseconds: Int64 = Presence.lostAfterMilliseconds,
        hiddenSince: Timestamp? = nil
    ) -> PresenceView? {
        guard precision > .off else { return nil }
        if let hiddenSince, let newestAt {
            let silentSince = min(newestAt, hiddenSince.advanced(byMilliseconds: -lostAfterMilliseconds - 1))
            var view = PresenceView(state: .lost, since: silentSince)
            view.ageSeconds = ageSeconds(of: silentSince, now: now)
            return view
        }
        let whereabouts = state(now: now, lostAfterMilliseconds: lostAfterMilliseconds)
        var view = PresenceView(state: whereabouts.state, since: whereabouts.since)
        view.ageSeconds = newestAt.map { ageSeconds(of: $0, now: now) }
        guard whereabouts.state != .lost else { return view }
        if case .place(let place) = whereabouts.state { view.placeLabel = places[place]?.label }
        guard precision >= .coarse else { return view }
        view.motion = motion
        view.motionSince = motionSince
        view.batteryPercent = batteryPercent
        guard let current, now.milliseconds(since: current.at) <= lostAfterMilliseconds else { return view }
        view.cell = cell
        if precision >= .exact { view.position = PositionView(current, now: now) }
        return view
    }

    private func ageSeconds(of at: Timestamp, now: Timestamp) -> Int64 {
        max(0, now.milliseconds(since: at) / 1_000)
    }
}

extension PositionView {
    /// The position as of now; on a trip it is live for a shorter time.
    public init(_ fix: Fix, now: Timestamp, isOnTrip: Bool = false) {
        coordinate = fix.coordinate
        at = fix.at
        accuracyMetres = fix.accuracyMetres
        altitudeMetres = fix.altitudeMetres
        speedMetresPerSecond = fix.speedMetresPerSecond
        courseDegrees = fix.courseDegrees
        batteryPercent = fix.batteryPercent
        ageSeconds = max(0, now.milliseconds(since: fix.at) / 1_000)
        isLive = Liveness.isLive(
            ageSeconds: Double(ageSeconds),
            accuracyMetres: fix.accuracyMetres,
            isOnTrip: isOnTrip
        )
    }
}

extension Precision {
    /// The part of a member's track that a viewer may read, the newest 24 hours at `exact`; nil at every other level.
    public func visibleTrack(now: Timestamp) -> ClosedRange<Timestamp>? {
        self == .exact ? now.advanced(bySeconds: -86_400)...now : nil
    }

    /// Whether a viewer may hear of an event.
    public func mayHear(of event: PresenceEvent) -> Bool {
        switch event {
        case .arrived, .left, .passed, .moved: self >= .place
        case .motionChanged: self >= .coarse
        }
    }

    /// Whether a viewer's stream has anything to say after such a change.
    public func maySee(_ changes: PresenceChanges) -> Bool {
        switch self {
        case .off: false
        case .place: !changes.isDisjoint(with: [.state, .age])
        case .coarse: !changes.isDisjoint(with: [.state, .age, .motion, .cell, .battery])
        case .exact: !changes.isEmpty
        }
    }
}
