public import Family

/// One person as the viewer may see them: an item of `GET /presence` and the data of a `presence` event.
public struct PresenceBody: Codable, Hashable, Sendable {
    /// Where a clock's hand points.
    public enum State: String, Codable, Sendable {
        case place
        case travelling
        case unknown
        case lost
        case danger
    }

    public var member: ID<Member>
    /// The label of the place, null anywhere else.
    public var place: String?
    public var state: State
    public var motion: MotionName?
    /// Since when the motion is what it is; with `motion`.
    public var motionSince: Timestamp?
    public var since: Timestamp?
    /// How old the newest news of this person are, as the server counts it; absent when nothing was ever heard.
    public var ageSeconds: Int64?
    /// The 1 km cell, from level coarse.
    public var cell: CellBody?
    /// From level coarse.
    public var batteryPercent: Double?
    /// Only at level exact.
    public var fix: PresenceFixBody?

    public init(member: ID<Member>, state: State) {
        self.member = member
        self.state = state
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(member, forKey: .member)
        // Null rather than absent: the contract names `place` as always there.
        try container.encode(place, forKey: .place)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(motion, forKey: .motion)
        try container.encodeIfPresent(motionSince, forKey: .motionSince)
        try container.encodeIfPresent(since, forKey: .since)
        try container.encodeIfPresent(ageSeconds, forKey: .ageSeconds)
        try container.encodeIfPresent(cell, forKey: .cell)
        try container.encodeIfPresent(batteryPercent, forKey: .batteryPercent)
        try container.encodeIfPresent(fix, forKey: .fix)
    }
}

/// The middle of a cell of about one kilometre.
public struct CellBody: Codable, Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double
    public var sizeMetres: Double

    public init(latitude: Double, longitude: Double, sizeMetres: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.sizeMetres = sizeMetres
    }
}

/// The newest position, with its age as the server counts it.
public struct PresenceFixBody: Codable, Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double
    public var accuracyMetres: Double?
    public var speedMetresPerSecond: Double?
    public var courseDegrees: Double?
    public var batteryPercent: Double?
    public var at: Timestamp
    public var ageSeconds: Int64
    /// Whether it may be drawn as live (safety F51).
    public var live: Bool

    public init(latitude: Double, longitude: Double, at: Timestamp, ageSeconds: Int64, live: Bool) {
        self.latitude = latitude
        self.longitude = longitude
        self.at = at
        self.ageSeconds = ageSeconds
        self.live = live
    }
}

/// One fix of a track.
public struct TrackFixBody: Codable, Hashable, Sendable {
    public var at: Timestamp
    public var receivedAt: Timestamp
    public var latitude: Double
    public var longitude: Double
    public var accuracyMetres: Double?
    public var altitudeMetres: Double?
    public var speedMetresPerSecond: Double?
    public var courseDegrees: Double?
    public var batteryPercent: Double?
    public var motion: MotionName?
    /// True where the way from the fix before it would have taken over 300 km/h (safety F54); absent otherwise.
    public var suspicious: Bool?

    /// What is kept of a fix, as its viewer reads it.
    public init(_ record: FixRecord) {
        let fix = record.fix
        at = fix.at
        receivedAt = record.receivedAt
        suspicious = record.marks.contains(.suspicious) ? true : nil
        latitude = fix.coordinate.latitude
        longitude = fix.coordinate.longitude
        accuracyMetres = fix.accuracyMetres
        altitudeMetres = fix.altitudeMetres
        speedMetresPerSecond = fix.speedMetresPerSecond
        courseDegrees = fix.courseDegrees
        batteryPercent = fix.batteryPercent
        motion = fix.motion.map { MotionName($0) }
    }
}

/// `GET /members/{id}/track`.
public struct TrackBody: Codable, Sendable {
    public var fixes: [TrackFixBody]
    /// What to send as `after` for the rest; absent at the end.
    public var next: String?

    public init(fixes: [TrackFixBody], next: String? = nil) {
        self.fixes = fixes
        self.next = next
    }
}

/// One of the page's own fixes, an element of `POST /fixes`.
public struct FixBody: Codable, Sendable {
    public var at: Timestamp
    public var latitude: Double
    public var longitude: Double
    public var accuracyMetres: Double?
    public var altitudeMetres: Double?
    public var speedMetresPerSecond: Double?
    public var courseDegrees: Double?
    public var batteryPercent: Double?
    public var motion: MotionName?

    public init(at: Timestamp, latitude: Double, longitude: Double) {
        self.at = at
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// How many of the sent fixes were kept, were there already, or were refused.
public struct FixesStoredBody: Codable, Hashable, Sendable {
    public var stored: Int
    public var repeated: Int
    public var refused: Int

    public init(stored: Int, repeated: Int, refused: Int) {
        self.stored = stored
        self.repeated = repeated
        self.refused = refused
    }
}
