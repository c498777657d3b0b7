package import Family

/// A made-up person's phone: what it measures at any moment, and when it reports.
///
/// Pure: the same person, seed and moment always give the same fix, however often and in whatever order it is asked.
package struct Phone: Sendable {
    /// How often a phone reports, in milliseconds of its own time.
    package struct Rhythm: Sendable, Equatable {
        /// On the move.
        package var moving: Int64
        /// In the two minutes after an arrival.
        package var settling: Int64
        /// At rest: the longest pause; most are up to a third shorter.
        package var still: Int64

        /// As the apps do it: every 5 s, 20 s and 4 min.
        package static let live = Rhythm(moving: 5_000, settling: 20_000, still: 240_000)
        /// The same where time runs faster: on the move no more than 20 reports in a real second.
        package static func live(speed: Double) -> Rhythm {
            Rhythm(moving: max(live.moving, Int64(speed * 50)), settling: live.settling, still: live.still)
        }
        /// For hours that are over: every 5 s, 40 s and 8 min.
        static let past = Rhythm(moving: 5_000, settling: 40_000, still: 480_000)

        /// Three pauses, each more than nothing.
        package init(moving: Int64, settling: Int64, still: Int64) {
            precondition(moving > 0 && settling > 0 && still > 0)
            (self.moving, self.settling, self.still) = (moving, settling, still)
        }
    }

    /// The largest error of a position in metres, north or east.
    package static let driftMetresMax = 5.0
    private static let settlingMilliseconds: Int64 = 120_000

    private let day: Day
    private let battery: Battery
    private let noise: Noise

    /// The phone of whoever lives this day; the seed decides its errors.
    package init(_ day: Day, _ battery: Battery, seed: UInt64) {
        (self.day, self.battery) = (day, battery)
        noise = Noise(seed: seed)
    }

    /// What it measures; nil while it is off.
    package func fix(at moment: Timestamp) -> Fix? {
        let millisecond = LocalTime(moment).millisecondOfDay
        guard battery.isOn(at: millisecond) else { return nil }
        let here = day.whereabouts(at: millisecond)
        let drift = Phone.driftMetresMax
        var fix = Fix(
            coordinate: here.coordinate.moved(
                northMetres: drift * noise.value(.north, at: moment),
                eastMetres: drift * noise.value(.east, at: moment)
            ),
            at: moment
        )
        // Under a roof the stated accuracy is worse.
        fix.accuracyMetres = (here.mode == nil ? 14 : 7) + 4 * noise.value(.accuracy, at: moment)
        fix.speedMetresPerSecond = here.metresPerSecond
        fix.courseDegrees = here.courseDegrees
        fix.batteryPercent = battery.percent(at: millisecond).rounded()
        fix.motion = here.mode?.motion ?? .stationary
        return fix
    }

    /// When it reports next after a report at `moment`, or after a moment when it was off.
    package func nextReport(after moment: Timestamp, _ rhythm: Rhythm) -> Timestamp {
        let millisecond = LocalTime(moment).millisecondOfDay
        let here = day.whereabouts(at: millisecond)
        if here.mode != nil { return moment.advanced(byMilliseconds: rhythm.moving) }
        let isSettling = here.arrivedAt.map { millisecond - $0 < Phone.settlingMilliseconds } ?? false
        // Phones at rest do not keep step with one another.
        let still = Double(rhythm.still) * (0.85 + 0.15 * noise.value(.rhythm, at: moment))
        let pause = isSettling ? rhythm.settling : Int64(still)
        // Setting out wakes the phone.
        let untilLeaving = here.leavesAt.map { $0 - millisecond + rhythm.moving } ?? pause
        return moment.advanced(byMilliseconds: min(pause, untilLeaving))
    }

    /// What it measured in a span of time that is over, thinned, and at the end of it.
    ///
    /// On the move every 15 s is enough, and every 5 s in bends.
    package func past(from start: Timestamp, until end: Timestamp) -> [Fix] {
        var kept: [Fix] = []
        for fix in reports(from: start, until: end, .past).fixes {
            guard let last = kept.last, fix.motion != .stationary, last.motion == fix.motion,
                fix.at.milliseconds(since: last.at) < 15_000, !Phone.isBend(last, fix)
            else {
                kept.append(fix)
                continue
            }
        }
        return kept + [fix(at: end)].compactMap { $0 }
    }

    /// All its reports in a span of time, the first at its start, and when the one after them is due.
    package func reports(
        from start: Timestamp,
        until end: Timestamp,
        _ rhythm: Rhythm
    ) -> (fixes: [Fix], next: Timestamp) {
        var fixes: [Fix] = []
        var moment = start
        while moment < end {
            if let fix = fix(at: moment) { fixes.append(fix) }
            moment = nextReport(after: moment, rhythm)
        }
        return (fixes, moment)
    }

    private static func isBend(_ from: Fix, _ to: Fix) -> Bool {
        guard let before = from.courseDegrees, let after = to.courseDegrees else { return false }
        let turn = abs(before - after)
        return min(turn, 360 - turn) > 15
    }
}
