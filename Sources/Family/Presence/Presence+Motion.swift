/// What a member is doing, and whether that is travelling (rule 9).
extension Presence {
    static let stopMilliseconds: Int64 = 60_000
    /// A walk so long is travelling.
    static let walkMilliseconds: Int64 = 60_000
    /// A child who dawdles: slower than this is standing about.
    static let strollMetresPerSecond = 0.5
    static let phoneMotionMilliseconds: Int64 = 120_000

    /// The phone's own activity first; speed with hysteresis where it says nothing for two minutes.
    mutating func updateMotion(_ step: Step, outcome: inout PresenceOutcome) {
        pace.observe(step)
        if let told = step.fix.motion {
            phoneMotionAt = step.at
            motionCandidate = nil
            become(told, since: step.at, outcome: &outcome)
            return
        }
        if let phoneMotionAt, step.at.milliseconds(since: phoneMotionAt) <= Presence.phoneMotionMilliseconds { return }
        guard step.previous != nil || step.fix.speedMetresPerSecond != nil else { return }
        let isStill = step.fix.speedMetresPerSecond == nil && isSettled(at: step.at)
        let likely = isStill ? .stationary : Motion(speedMetresPerSecond: Double(pace.speed), before: motion)
        guard likely != motion else {
            motionCandidate = nil
            return
        }
        guard let candidate = motionCandidate, candidate.motion == likely else {
            let since = likely == .stationary ? pace.slowSince ?? step.at : step.at
            motionCandidate = MotionCandidate(motion: likely, since: since)
            if motion == nil { become(likely, since: since, outcome: &outcome) }
            return
        }
        guard step.at.milliseconds(since: candidate.since) >= holdMilliseconds(before: likely) else { return }
        become(likely, since: candidate.since, outcome: &outcome)
    }

    /// Rule 9, with the old state held until the new one is confirmed: a minute of slowness ends a journey.
    mutating func updateTravelling(_ step: Step) {
        // Whoever has not left the spot for minutes does not travel, whatever phone or noise say.
        let isOff = !isSettled(at: step.at)
        let isTold = step.fix.motion == .automotive || step.fix.motion == .cycling
        let isNews = motionSince.map { step.at.milliseconds(since: $0) <= Presence.movementMilliseconds } ?? false
        let phoneSays = isTold && (isOff || isNews)
        let isFast = pace.isFast && (isOff || step.fix.speedMetresPerSecond != nil)
        let isFar = isOff && memberships.isEmpty && pace.hasGoneFar(step)
        let isWalk = isOff && memberships.isEmpty && hasWalked(step)
        if isTravelling {
            // A speed that the phone measures shows a stop at once; one made of fixes may be a stroller's.
            let isUnderWay = isWalk || (step.fix.speedMetresPerSecond == nil && isOnTheMove(step))
            guard !isFast, !phoneSays, !isUnderWay, let slowSince = pace.slowSince,
                step.at.milliseconds(since: slowSince) >= Presence.stopMilliseconds
            else { return }
            isTravelling = false
            pace.restart(at: step.waypoint)
            if memberships.isEmpty { outsideSince = max(slowSince, outsideSince ?? slowSince) }
        } else if isFast || phoneSays || isFar || isWalk {
            isTravelling = true
            if memberships.isEmpty { outsideSince = max(step.at, outsideSince ?? step.at) }
        }
    }

    /// Adds the time of the way from where the member last stood, unless they paused there: that begins it anew.
    mutating func countWay(from stood: StillPoint, _ step: Step) {
        let seconds = step.at.seconds(since: stood.since)
        let way = stood.spot.metres(to: step.waypoint.spot, scale: step.scale).length
        let isWay = !step.relocated && way >= Presence.strollMetresPerSecond * seconds
        wayMadeSeconds = isWay ? UInt8(max(0, min(255, Double(wayMadeSeconds) + seconds))) : 0
    }

    /// Whether the member has gone on foot, or faster, for a minute: by their motion, or by the way they made.
    private func hasWalked(_ step: Step) -> Bool {
        guard isOnTheMove(step) else { return false }
        if let motion, motion != .stationary, let motionSince,
            step.at.milliseconds(since: motionSince) >= Presence.walkMilliseconds
        {
            return true
        }
        let stands = step.fix.speedMetresPerSecond.map { $0 < Presence.strollMetresPerSecond } ?? false
        return Int64(wayMadeSeconds) * 1_000 >= Presence.walkMilliseconds && !stands
    }

    /// Whether the last movement is no further back than a stroller needs to make the next one plain.
    ///
    /// A recorder that states no accuracy writes smooth tracks, whose speed says it sooner.
    private func isOnTheMove(_ step: Step) -> Bool {
        guard let movedAt, step.fix.accuracyMetres != nil else { return false }
        let reach = StillPoint.reach(step.accuracy, step.accuracy, isStated: true)
        return step.at.seconds(since: movedAt) <= max(60, min(180, reach / Presence.strollMetresPerSecond))
    }

    private mutating func become(_ next: Motion, since: Timestamp, outcome: inout PresenceOutcome) {
        motionCandidate = nil
        guard next != motion else { return }
        if !isAssumed, motion != nil { outcome.events.append(.motionChanged(from: motion, to: next, at: since)) }
        outcome.changes.insert(.motion)
        motion = next
        motionSince = since
    }

    /// Through running and cycling a car speeds up and slows down, and it waits at lights.
    private func holdMilliseconds(before next: Motion) -> Int64 {
        switch (motion, next) {
        case (.automotive, .stationary), (.automotive, .walking): 45_000
        case (.automotive, _): 300_000
        case (_, .running), (_, .cycling): 30_000
        default: 10_000
        }
    }
}

/// A motion that must last before it is believed.
struct MotionCandidate: Hashable, Sendable {
    var motion: Motion
    var since: Timestamp
}

extension Motion {
    /// The motion that a speed means; between two of them the one before stays.
    init(speedMetresPerSecond speed: Double, before: Motion?) {
        let before = before?.rawValue ?? 0
        // Into each motion at the first figure, back out of it at the second.
        func reaches(_ motion: Motion, into: Double, out: Double) -> Bool {
            speed >= into || (speed >= out && before >= motion.rawValue)
        }
        self =
            if reaches(.automotive, into: 8.3, out: 6.5) {
                .automotive
            } else if reaches(.cycling, into: 4.4, out: 3.4) {
                .cycling
            } else if reaches(.running, into: 2.3, out: 1.9) {
                .running
            } else if reaches(.walking, into: 0.7, out: 0.4) {
                .walking
            } else {
                .stationary
            }
    }
}
