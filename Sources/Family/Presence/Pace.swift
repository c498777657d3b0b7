/// How fast somebody moves, by their fixes, and for how long they have been fast or slow.
///
/// Fixes are compared with ones far enough back that their errors matter little against the way between them.
struct Pace: Hashable, Sendable {
    /// Two believed fixes of a while ago, the older one first.
    var older: Waypoint?
    var newer: Waypoint?
    /// The same for displacement in five minutes.
    var farOlder: Waypoint?
    var farNewer: Waypoint?
    /// Smoothed, in metres per second.
    var speed: Float = 0
    /// Fixes in a row faster than 15 km/h, 3 at most.
    var fastFixes: UInt8 = 0
    /// Since when every fix was slower than a walk.
    var slowSince: Timestamp?

    static let fastMetresPerSecond = 15 / 3.6
    /// Below a walk: whoever waits at a crossing for less than a minute is still on the way.
    static let slowMetresPerSecond = 0.7
    private static let memoryMilliseconds: Int64 = 1_800_000

    /// Whether two fixes in a row were faster than 15 km/h.
    var isFast: Bool { fastFixes >= 2 }

    /// Takes the next believed fix.
    mutating func observe(_ step: Step) {
        guard let previous = step.previous,
            step.at.milliseconds(since: previous.at) <= Pace.memoryMilliseconds, !step.relocated
        else {
            self = Pace()
            restart(at: step.waypoint)
            return
        }
        let base = comparison(step, previous: previous)
        let implied = Pace.speed(from: base, step)
        let now = step.fix.speedMetresPerSecond ?? implied
        let seconds = step.at.seconds(since: previous.at)
        let steady = step.fix.speedMetresPerSecond ?? max(implied, strolled(step))
        speed += (Float(steady) - speed) * Float(seconds / (seconds + 10))
        countFast(now, isLongApart: step.fix.speedMetresPerSecond == nil && seconds >= 60)
        if (isOfNow(older, step) ? steady : now) >= Pace.slowMetresPerSecond {
            slowSince = nil
        } else if slowSince == nil {
            slowSince = implied < Pace.slowMetresPerSecond ? base.at : step.at
        }
        rotate(step)
    }

    /// A walk's speed over a longer while, which errors would hide over a short one; never more than a walk's.
    private func strolled(_ step: Step) -> Double {
        older.map { min(Pace.speed(from: $0, step), 1.8) } ?? 0
    }

    /// Whether the way since a fix says something of the pace now: after a longer gap it is that of a way long ended.
    private func isOfNow(_ base: Waypoint?, _ step: Step) -> Bool {
        base.map { step.at.milliseconds(since: $0.at) <= 180_000 } ?? false
    }

    /// The newest fix that lies far enough back, a second for each metre of error.
    private func comparison(_ step: Step, previous: Waypoint) -> Waypoint {
        let milliseconds = Int64(max(5, Pace.accuracy(of: step)) * 1_000)
        if step.at.milliseconds(since: previous.at) >= milliseconds { return previous }
        if let newer, step.at.milliseconds(since: newer.at) >= milliseconds { return newer }
        return older ?? previous
    }

    /// Whether the way from some fix of the last five minutes is longer than 500 m, whatever the errors.
    func hasGoneFar(_ step: Step) -> Bool {
        isFar(farOlder, step) || isFar(farNewer, step)
    }

    /// Forgets the way that led here.
    mutating func restart(at waypoint: Waypoint) {
        (older, newer, farOlder, farNewer) = (waypoint, waypoint, waypoint, waypoint)
    }

    private mutating func countFast(_ now: Double, isLongApart: Bool) {
        guard now > Pace.fastMetresPerSecond else {
            fastFixes = 0
            return
        }
        // A speed between two fixes over a minute apart is already an observation of both.
        fastFixes = min(3, fastFixes + (isLongApart ? 2 : 1))
    }

    private mutating func rotate(_ step: Step) {
        let window = Int64(min(max(1.5 * Pace.accuracy(of: step), 8), 90) * 1_000)
        if let newer, step.at.milliseconds(since: newer.at) >= window {
            older = newer
            self.newer = step.waypoint
        }
        if let farNewer, step.at.milliseconds(since: farNewer.at) >= 150_000 {
            farOlder = farNewer
            self.farNewer = step.waypoint
        }
    }

    private func isFar(_ base: Waypoint?, _ step: Step) -> Bool {
        guard let base, step.at.milliseconds(since: base.at) <= 300_000 else { return false }
        let way = base.spot.metres(to: step.waypoint.spot, scale: step.scale).length
        return way - 2 * (Double(base.accuracy) + step.accuracy) > 500
    }

    /// The speed since `base` as far as errors do not explain the way.
    private static func speed(from base: Waypoint, _ step: Step) -> Double {
        let seconds = step.at.seconds(since: base.at)
        guard seconds > 0 else { return 0 }
        let squared = base.spot.metres(to: step.waypoint.spot, scale: step.scale).lengthSquared
        let isStated = step.fix.accuracyMetres != nil
        let errors = accuracy(of: step) + (isStated ? Double(base.accuracy) : unstatedAccuracy)
        return max(0, squared - errors * errors).squareRoot() / seconds
    }

    /// A recorder that states no accuracy writes a smooth track: from fix to fix it errs less than 50 m.
    private static let unstatedAccuracy = 8.0

    private static func accuracy(of step: Step) -> Double {
        step.fix.accuracyMetres ?? unstatedAccuracy
    }
}
