/// Tells a phone that is shaken on purpose from one that is carried, dropped or knocked.
///
/// A shake swings to and fro along one line, equally hard both ways. A body that walks, runs or jumps cannot do that:
/// in the air a phone feels no more than gravity missing. So a shake is six half-swings along one axis, each opposite
/// to the one before, within 1.5 seconds. Only the times of the samples count, never their number, so that the rule is
/// the same at any rate from 20 samples a second upwards.
public struct ShakeDetector: Hashable, Sendable {
    public var sensitivity: ShakeSensitivity
    /// When the last sample was taken.
    var lastAt: Timestamp?
    /// What of the samples with gravity has stayed the same: gravity, as far as the phone kept still.
    var gravity: Acceleration?
    /// Along which line the swings go: the direction of the first strong sample.
    var axis: Acceleration?
    /// The newest half-swings, `swingsCount` at most, the oldest first.
    var swings: [HalfCycle] = []
    /// Whether the newest swing still goes on.
    var isSwinging = false
    /// No shake is told before this moment.
    var quietUntil: Timestamp?

    static let swingsCount = 6
    static let windowMilliseconds: Int64 = 1_500
    /// Half-swings start so far apart: an arm swings at 2 to 10 Hz.
    static let swingMilliseconds: ClosedRange<Int64> = 50...300
    static let coolDownMilliseconds: Int64 = 5_000
    static let coolDownAfterCancelMilliseconds: Int64 = 60_000
    /// Time constant of the filter that takes gravity out.
    static let gravityMilliseconds = 800.0

    public init(sensitivity: ShakeSensitivity = .normal) {
        self.sensitivity = sensitivity
    }

    /// Takes the next sample and says whether the phone has now been shaken.
    ///
    /// A sample that is not newer than the one before, or not a number, is passed over.
    public mutating func observe(_ sample: MotionSample) -> Bool {
        guard sample.acceleration.isFinite else { return false }
        let elapsed = lastAt.map { sample.at.milliseconds(since: $0) }
        if let elapsed, elapsed <= 0 { return false }
        if let elapsed, elapsed > ShakeDetector.swingMilliseconds.upperBound {
            gravity = nil
            forgetSwings()
        }
        lastAt = sample.at
        let acceleration =
            sample.includesGravity ? withoutGravity(sample.acceleration, elapsed: elapsed) : sample.acceleration
        if let quietUntil, sample.at < quietUntil { return false }
        follow(acceleration, at: sample.at)
        guard isShake else { return false }
        quiet(for: ShakeDetector.coolDownMilliseconds, from: sample.at)
        return true
    }

    /// Keeps quiet for a minute, because what was told was called off (F25).
    public mutating func cancel(at now: Timestamp) {
        quiet(for: ShakeDetector.coolDownAfterCancelMilliseconds, from: now)
    }
}

extension ShakeDetector {
    private mutating func quiet(for milliseconds: Int64, from now: Timestamp) {
        forgetSwings()
        let end = now.advanced(byMilliseconds: milliseconds)
        quietUntil = max(end, quietUntil ?? end)
    }

    private mutating func forgetSwings() {
        axis = nil
        swings = []
        isSwinging = false
    }

    /// A high-pass filter of the first order.
    private mutating func withoutGravity(_ acceleration: Acceleration, elapsed: Int64?) -> Acceleration {
        guard let steady = gravity, let elapsed else {
            gravity = acceleration
            return Acceleration(x: 0, y: 0, z: 0)
        }
        let share = Double(elapsed) / (ShakeDetector.gravityMilliseconds + Double(elapsed))
        let moved = steady + (acceleration - steady) * share
        gravity = moved
        return acceleration - moved
    }

    /// Finds where a half-swing starts and how hard it gets.
    private mutating func follow(_ acceleration: Acceleration, at now: Timestamp) {
        if let last = swings.last, !isSwinging,
            now.milliseconds(since: last.startedAt) > ShakeDetector.swingMilliseconds.upperBound
        {
            forgetSwings()
        }
        let threshold = sensitivity.metresPerSecondSquared
        guard let axis else {
            let strength = acceleration.strength
            guard strength >= threshold else { return }
            axis = acceleration * (1 / strength)
            start(isForward: true, strength: strength, at: now)
            return
        }
        let along = acceleration.along(axis)
        guard abs(along) >= threshold else {
            isSwinging = false
            return
        }
        if let last = swings.last, last.isForward == (along > 0) {
            // Weak swings dip below the threshold for a sample: it is still the same one.
            isSwinging = true
            swings[swings.count - 1].peak = max(last.peak, abs(along))
        } else {
            turn(isForward: along > 0, strength: abs(along), acceleration, at: now)
        }
    }

    /// Takes the start of a swing in the other direction, which counts only at an arm's pace.
    private mutating func turn(isForward: Bool, strength: Double, _ acceleration: Acceleration, at now: Timestamp) {
        guard let last = swings.last,
            ShakeDetector.swingMilliseconds.contains(now.milliseconds(since: last.startedAt))
        else {
            forgetSwings()
            axis = acceleration * (1 / acceleration.strength)
            start(isForward: true, strength: acceleration.strength, at: now)
            return
        }
        start(isForward: isForward, strength: strength, at: now)
    }

    private mutating func start(isForward: Bool, strength: Double, at now: Timestamp) {
        if swings.count == ShakeDetector.swingsCount { swings.removeFirst() }
        swings.append(HalfCycle(startedAt: now, isForward: isForward, peak: strength))
        isSwinging = true
    }

    private var isShake: Bool {
        guard swings.count == ShakeDetector.swingsCount, let first = swings.first, let last = swings.last,
            last.startedAt.milliseconds(since: first.startedAt) <= ShakeDetector.windowMilliseconds
        else { return false }
        var (forward, backward) = (0.0, 0.0)
        // Directions alternate, so that as many go one way as the other and sums compare like means.
        for swing in swings {
            if swing.isForward { forward += swing.peak } else { backward += swing.peak }
        }
        return forward <= 2 * backward && backward <= 2 * forward
    }
}
