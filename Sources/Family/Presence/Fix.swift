/// One reported position.
///
/// A fix that exists is valid; unknown figures are nil, never -1 or 0.
public struct Fix: Hashable, Sendable {
    public var coordinate: Coordinate
    /// When the device says it was there.
    public var at: Timestamp
    /// The radius in metres that holds the true position 68 times in 100; positive.
    public var accuracyMetres: Double?
    public var altitudeMetres: Double?
    /// Speed over ground; not negative.
    public var speedMetresPerSecond: Double?
    /// Course over ground, 0..<360, clockwise from true north.
    public var courseDegrees: Double?
    /// 0...100.
    public var batteryPercent: Double?
    /// What the phone itself says its owner is doing.
    public var motion: Motion?

    public init(coordinate: Coordinate, at: Timestamp) {
        self.coordinate = coordinate
        self.at = at
    }
}

/// What a member is doing, as far as phone or movement tell.
public enum Motion: UInt8, CaseIterable, Sendable {
    case stationary = 1
    case walking = 2
    case running = 3
    case cycling = 4
    case automotive = 5
}
