/// Which places a member is in: rules 2, 3, 5, 6 and 8.
///
/// Somebody seen moving enters and leaves on little evidence. Somebody who stands still enters and leaves on
/// much, because over hours a phone's error wanders further than anybody expects: twice the accuracy beyond the edge,
/// or the mean of all fixes since they stand; and every change without a movement makes the next one harder.
extension Presence {
    static let leaveConfirmMilliseconds: Int64 = 60_000
    /// A receiver's glitch lasts a second or two: two fixes of a far jump are two only where more lies between them.
    static let jumpConfirmMilliseconds: Int64 = 3_000
    static let passGapMilliseconds: Int64 = 300_000
    static let membershipsMax = 4

    /// Looks again at where the member is, after a place was made, changed or removed: silently (rule 7).
    public mutating func placesChanged(_ places: PlaceSet, now: Timestamp) {
        let wasOutside = memberships.isEmpty
        candidate = nil
        denied = nil
        unmovedChanges = 0
        isAssumed = true
        toldRegions.removeAll { places.index(of: $0.place) == nil }
        guard let last, let here = last.spot.coordinate else {
            memberships.removeAll { places.index(of: $0.place) == nil }
            return
        }
        let accuracy = Double(last.accuracy)
        memberships.removeAll { membership in
            guard let index = places.index(of: membership.place) else { return true }
            return places.circles[index].distance(to: here) - accuracy > places.circles[index].radius
        }
        for circle in places.circles where circle.canJudge(accuracy: accuracy) {
            guard circle.distance(to: here) <= circle.radius,
                !memberships.contains(where: { $0.place == circle.id })
            else { continue }
            memberships.append(Membership(place: circle.id, since: now))
            orderMemberships(places)
        }
        if memberships.isEmpty, !wasOutside { outsideSince = now }
    }

    mutating func updatePlaces(_ step: Step, places: PlaceSet, outcome: inout PresenceOutcome) {
        if outsideSince == nil { outsideSince = step.at }
        let doubt = Doubt(
            isSettled: isSettled(at: step.at),
            isAssumed: isAssumed,
            isFirst: isAssumed && step.previous == nil,
            unmovedChanges: Double(unmovedChanges)
        )
        if !memberships.isEmpty { leavePlaces(step, doubt, places: places, outcome: &outcome) }
        let isDecided = enterPlaces(step, doubt, places: places, outcome: &outcome)
        if isDecided { isAssumed = false }
    }

    private mutating func leavePlaces(
        _ step: Step,
        _ doubt: Doubt,
        places: PlaceSet,
        outcome: inout PresenceOutcome
    ) {
        for index in memberships.indices.reversed() {
            guard let position = places.index(of: memberships[index].place) else {
                memberships.remove(at: index)
                continue
            }
            let circle = places.circles[position]
            let distance = circle.distance(to: step.fix.coordinate)
            // No error is ten times what the phone says of it: so far off, a poor fix judges a small place too.
            guard circle.canJudge(accuracy: step.accuracy) || distance > circle.radius + 10 * step.accuracy else {
                continue
            }
            if mayLeave(index, circle, distance: distance, step, doubt) {
                leave(index, at: step.at, outcome: &outcome)
                if doubt.isSettled, !doubt.isAssumed { countUnmovedChange() }
            }
        }
    }

    /// Rule 3 for one place the member is in; remembers a first fix that speaks for leaving.
    private mutating func mayLeave(
        _ index: Int,
        _ circle: PlaceCircle,
        distance: Double,
        _ step: Step,
        _ doubt: Doubt
    ) -> Bool {
        let asserted = memberships[index].isAsserted
        if doubt.isAssumed, !asserted { return distance - step.accuracy > circle.radius }
        let isBeyond = distance > circle.leavingDistance(accuracy: step.accuracy, doubt)
        let isBeyondByMean = doubt.isSettled && meanDistance(to: circle) > circle.meanLeavingDistance(still, doubt)
        guard isBeyond || isBeyondByMean else {
            if asserted, distance + step.accuracy <= circle.radius { memberships[index].isAsserted = false }
            // Within the margin the first sign of leaving is kept; anything nearer takes it back.
            let keeps = distance > circle.radius + (doubt.isSettled ? step.accuracy : 0)
            if !keeps { memberships[index].leavingSince = nil }
            guard let since = memberships[index].leavingSince else { return false }
            return !asserted && !doubt.isSettled
                && step.at.milliseconds(since: since) >= Presence.leaveConfirmMilliseconds
        }
        if memberships[index].leavingSince != nil { return true }
        memberships[index].leavingSince = step.at
        if let held = step.confirmed { return isBeyond && saysLeft(held, circle, step, doubt) }
        guard !asserted else { return false }
        return step.accuracy <= 50 && distance > 2 * circle.radius
            && (!doubt.isSettled || distance > circle.radius + 3.5 * step.accuracy)
    }

    /// Whether the held fix of a far jump is the first of two that say the place was left.
    private func saysLeft(_ held: Waypoint, _ circle: PlaceCircle, _ step: Step, _ doubt: Doubt) -> Bool {
        guard step.at.milliseconds(since: held.at) >= Presence.jumpConfirmMilliseconds,
            let there = held.spot.coordinate
        else { return false }
        return circle.distance(to: there) > circle.leavingDistance(accuracy: Double(held.accuracy), doubt)
    }

    /// Rules 3, 5 and 8 for the places the member is not in; answers whether every place near is decided.
    private mutating func enterPlaces(
        _ step: Step,
        _ doubt: Doubt,
        places: PlaceSet,
        outcome: inout PresenceOutcome
    ) -> Bool {
        let coordinate = step.fix.coordinate
        let previous = doubt.isSettled ? nil : passingFrom(step)
        let reachNorth = previous.map { abs($0.0.latitude - coordinate.latitude) * 111_700 } ?? 2 * step.accuracy
        var isDecided = true
        var nominated: Membership?
        for circle in places.circles {
            guard abs(circle.metresNorth(of: coordinate)) <= circle.radius + reachNorth else { continue }
            let distance = circle.distance(to: coordinate)
            if let previous, distance - step.accuracy > circle.radius {
                pass(circle, from: previous, step, outcome: &outcome)
                continue
            }
            guard circle.canJudge(accuracy: step.accuracy), distance <= circle.radius + 2 * step.accuracy else {
                continue
            }
            isDecided = isDecided && circle.isSurelyInside(distance: distance, accuracy: step.accuracy)
            guard !memberships.contains(where: { $0.place == circle.id }) else { continue }
            switch entering(circle, distance: distance, step, doubt) {
            case .no: continue
            case .unclear:
                if nominated == nil { nominated = candidate }
                continue
            case .nominated where candidate?.place != circle.id:
                if nominated == nil { nominated = Membership(place: circle.id, since: step.at) }
                continue
            case .nominated, .yes: break
            }
            enter(circle, at: step.at, places: places, outcome: &outcome)
            if doubt.isSettled, !doubt.isAssumed { countUnmovedChange() }
        }
        if candidate != nil || nominated != nil { candidate = nominated }
        return isDecided
    }

    private enum Entering {
        case no
        /// The next fix must say so too.
        case nominated
        /// Neither for nor against a place that is nominated already.
        case unclear
        case yes
    }

    private func entering(_ circle: PlaceCircle, distance: Double, _ step: Step, _ doubt: Doubt) -> Entering {
        if doubt.isFirst { return distance <= circle.radius ? .yes : .no }
        let depth = (circle.radius - distance) / step.accuracy
        if doubt.isAssumed { return depth >= 1 ? .yes : .no }
        guard doubt.isSettled else {
            guard depth >= 1 else { return depth >= 0 && candidate?.place == circle.id ? .unclear : .no }
            let mustConfirm = step.relocated || denied == circle.id || (pace.isFast && step.isDense)
            return mustConfirm ? .nominated : .yes
        }
        if depth >= 3 + doubt.unmovedChanges, denied != circle.id { return .yes }
        if depth >= 2 + doubt.unmovedChanges { return .nominated }
        let isInsideByMean = meanDistance(to: circle) <= circle.meanEnteringDistance(still, doubt)
        return isInsideByMean && distance <= circle.radius ? .nominated : .no
    }

    private func meanDistance(to circle: PlaceCircle) -> Double {
        still?.spot.coordinate.map(circle.distance) ?? 0
    }

    private mutating func countUnmovedChange() {
        if unmovedChanges < 250 { unmovedChanges += 1 }
    }

    /// Adds a place, the shown one (rule 8) in front; of more than four nested ones the largest are forgotten.
    mutating func enter(_ circle: PlaceCircle, at: Timestamp, places: PlaceSet, outcome: inout PresenceOutcome) {
        memberships.append(Membership(place: circle.id, since: at))
        if memberships.count > 1 { orderMemberships(places) }
        if denied == circle.id { denied = nil }
        candidate = nil
        if !isAssumed { outcome.events.append(.arrived(circle.id, at: at)) }
    }

    mutating func leave(_ index: Int, at: Timestamp, outcome: inout PresenceOutcome) {
        let place = memberships.remove(at: index).place
        if memberships.isEmpty { outsideSince = at }
        if !isAssumed { outcome.events.append(.left(place, at: at)) }
    }

    /// Smallest radius, then nearest centre, then identity.
    mutating func orderMemberships(_ places: PlaceSet) {
        guard let here = current?.coordinate else { return }
        func rank(_ membership: Membership) -> (Double, Double) {
            guard let index = places.index(of: membership.place) else { return (.infinity, 0) }
            return (places.circles[index].radius, places.circles[index].distance(to: here))
        }
        memberships.sort { left, right in
            let (leftRank, rightRank) = (rank(left), rank(right))
            return leftRank != rightRank ? leftRank < rightRank : left.place < right.place
        }
        if memberships.count > Presence.membershipsMax { memberships.removeLast() }
    }
}

/// How sceptical one fix is met.
struct Doubt {
    /// No movement was seen for five minutes.
    let isSettled: Bool
    let isAssumed: Bool
    let isFirst: Bool
    let unmovedChanges: Double
}

extension PlaceCircle {
    /// Whether a first fix leaves no doubt: twice the accuracy inside, less in a place too small for that.
    func isSurelyInside(distance: Double, accuracy: Double) -> Bool {
        distance + min(2 * accuracy, max(accuracy, 0.75 * radius)) <= radius
    }

    /// Beyond this a fix speaks for having left.
    func leavingDistance(accuracy: Double, _ doubt: Doubt) -> Double {
        let usual = radius + accuracy + margin
        guard doubt.isSettled else { return usual }
        return max(usual, radius + (2 + doubt.unmovedChanges) * accuracy, (3.5 + doubt.unmovedChanges) * accuracy)
    }

    func meanLeavingDistance(_ still: StillPoint?, _ doubt: Doubt) -> Double {
        radius + margin + (1.5 + doubt.unmovedChanges) * Double(still?.accuracy ?? 200)
    }

    func meanEnteringDistance(_ still: StillPoint?, _ doubt: Doubt) -> Double {
        radius - (1.5 + doubt.unmovedChanges) * Double(still?.accuracy ?? 200)
    }
}
