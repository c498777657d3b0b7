extension Trip {
    private static let batteryPercentMax = 15.0

    /// What a fix says of the way; one that is late, reordered or a teleport says nothing (F53, F54).
    mutating func follow(_ step: TripFix, now: Timestamp) -> [TripEffect] {
        let fix = step.fix
        guard !step.isSuspicious, fix.at >= startedAt, newestFixAt.map({ fix.at > $0 }) ?? true,
            now.milliseconds(since: fix.at) <= Presence.eventAgeMillisecondsMax
        else { return [] }
        newestFixAt = fix.at
        signal.note(isInDeadZone: step.isInDeadZone)
        return noteBattery(fix) + proposeArrival(fix) + watchRoute(step, now: now) + watchStop(step, now: now)
    }

    /// Once a trip (F14).
    private mutating func noteBattery(_ fix: Fix) -> [TripEffect] {
        guard !isBatteryTold, let percent = fix.batteryPercent, percent <= Trip.batteryPercentMax else { return [] }
        isBatteryTold = true
        return [.tell(.batteryLow(percent: percent))]
    }

    private mutating func proposeArrival(_ fix: Fix) -> [TripEffect] {
        let isThere = arrival.observe(
            metresAway: fix.coordinate.distanceMetres(to: destination),
            accuracyMetres: fix.assumedAccuracyMetres,
            at: fix.at
        )
        return isThere ? [.ask(.arrival)] : []
    }

    private mutating func watchRoute(_ step: TripFix, now: Timestamp) -> [TripEffect] {
        guard let metres = step.offRouteMetres else { return [] }
        switch offRoute.observe(offMetres: metres, at: step.fix.at) {
        case .nothing:
            return []
        case .away(let since):
            guard let effects = ask(.offRoute, since: since, now: now) else { return [] }
            offRoute.isAsked = true
            return effects
        case .back:
            return [.tell(.backOnRoute)]
        }
    }

    private mutating func watchStop(_ step: TripFix, now: Timestamp) -> [TripEffect] {
        let isNear = step.fix.coordinate.distanceMetres(to: destination) <= 2 * ArrivalSigns.metres
        let since = longStop.observe(
            step.fix.coordinate,
            at: step.fix.at,
            isExpected: step.isAtSavedPlace || isNear
        )
        guard let since, let effects = ask(.longStop, since: since, now: now) else { return [] }
        longStop.isAsked = true
        return effects
    }

    /// One question at a time, and none beside the one that matters more; nil where it has to wait.
    private mutating func ask(_ kind: TripQuestion.Kind, since: Timestamp, now: Timestamp) -> [TripEffect]? {
        guard phase == .underWay, question == nil else { return nil }
        let asked = TripQuestion(kind, since: since, now: now)
        question = asked
        return [.ask(.onTheWay(asked))]
    }
}
