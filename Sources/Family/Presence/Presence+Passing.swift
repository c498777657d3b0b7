/// Rule 5: a small place crossed at speed between two fixes.
extension Presence {
    /// The fix before, where the way from it to this one may tell of a place passed: both good, 5 minutes at most
    /// between them, and further apart than their errors.
    func passingFrom(_ step: Step) -> (Coordinate, Waypoint)? {
        guard !step.relocated, let previous = step.previous, step.accuracy <= 50, previous.accuracy <= 50,
            step.at.milliseconds(since: previous.at) <= Presence.passGapMilliseconds,
            let from = previous.spot.coordinate
        else { return nil }
        let way = previous.spot.metres(to: step.waypoint.spot, scale: step.scale).lengthSquared
        let errors = 2 * (step.accuracy + Double(previous.accuracy))
        return way > errors * errors ? (from, previous) : nil
    }

    func pass(
        _ circle: PlaceCircle,
        from previous: (Coordinate, Waypoint),
        _ step: Step,
        outcome: inout PresenceOutcome
    ) {
        let start = circle.offset(of: previous.0)
        guard start.length - Double(previous.1.accuracy) > circle.radius,
            circle.canJudge(accuracy: max(step.accuracy, Double(previous.1.accuracy))),
            !memberships.contains(where: { $0.place == circle.id })
        else { return }
        let end = circle.offset(of: step.fix.coordinate)
        let way = Offset(north: end.north - start.north, east: end.east - start.east)
        let share = -(start.north * way.north + start.east * way.east) / way.lengthSquared
        guard share > 0, share < 1 else { return }
        let nearest = Offset(north: start.north + share * way.north, east: start.east + share * way.east)
        guard nearest.length <= circle.radius else { return }
        let gap = Double(step.at.milliseconds(since: previous.1.at))
        let at = previous.1.at.advanced(byMilliseconds: Int64(gap * share))
        if !isAssumed { outcome.events.append(.passed(circle.id, at: at)) }
    }
}

extension PlaceCircle {
    /// Where a point lies from the centre.
    func offset(of coordinate: Coordinate) -> Offset {
        Offset(north: metresNorth(of: coordinate), east: metresEast(of: coordinate))
    }
}
