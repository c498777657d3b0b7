/// One reading of a phone's accelerometer.
public struct MotionSample: Hashable, Sendable {
    /// The event's own stamp, on any clock that only goes forward: its zero may lie elsewhere than in 1970.
    public var at: Timestamp
    public var acceleration: Acceleration
    /// Whether gravity is still in it, because the phone could not take it out.
    public var includesGravity: Bool

    public init(at: Timestamp, acceleration: Acceleration, includesGravity: Bool = false) {
        self.at = at
        self.acceleration = acceleration
        self.includesGravity = includesGravity
    }
}

/// An acceleration along the phone's three axes, in metres per second squared.
public struct Acceleration: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var z: Double

    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    var strength: Double { along(self).squareRoot() }

    /// Far beyond any sensor, and far from where a square overflows.
    var isFinite: Bool { abs(x) < 1e6 && abs(y) < 1e6 && abs(z) < 1e6 }

    func along(_ axis: Acceleration) -> Double {
        x * axis.x + y * axis.y + z * axis.z
    }

    static func + (left: Self, right: Self) -> Self {
        Acceleration(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    static func - (left: Self, right: Self) -> Self {
        Acceleration(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    static func * (left: Self, factor: Double) -> Self {
        Acceleration(x: left.x * factor, y: left.y * factor, z: left.z * factor)
    }
}

/// How hard a shake has to be.
public enum ShakeSensitivity: UInt8, CaseIterable, Sendable {
    case gentle = 0
    case normal = 1
    case hard = 2

    var metresPerSecondSquared: Double {
        switch self {
        case .gentle: 12
        case .normal: 14
        case .hard: 18
        }
    }
}

/// A stretch of time in which a phone was pushed one way along an axis.
struct HalfCycle: Hashable, Sendable {
    var startedAt: Timestamp
    var isForward: Bool
    /// The strongest push, in metres per second squared.
    var peak: Double
}
