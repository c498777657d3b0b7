extension Presence {
    /// Takes a phone's own word that it entered or left a region (rule 6).
    ///
    /// Believed at once where the region is one of the member's places and nothing newer is known; from then on only
    /// two good fixes say otherwise. A region that is no place changes nothing but "last heard".
    public mutating func apply(
        _ transition: RegionTransition,
        receivedAt: Timestamp,
        places: PlaceSet
    ) -> PresenceOutcome {
        hear(at: receivedAt)
        var at = transition.at
        var outcome = PresenceOutcome(standing: .current, at: at)
        if at.milliseconds(since: receivedAt) > Presence.futureMillisecondsMax {
            at = receivedAt
            outcome.at = at
            outcome.marks.insert(.future)
        }
        if let newestAt, at < newestAt {
            outcome.standing = .late
            return outcome
        }
        guard receivedAt.milliseconds(since: at) <= Presence.historyOnlyMilliseconds,
            let circle = place(of: transition, places: places)
        else {
            outcome.standing = .late
            return outcome
        }
        toldAt = at
        let before = whereabouts.state
        switch transition.event {
        case .enter: enterByPhone(circle, at: at, places: places, outcome: &outcome)
        case .leave: leaveByPhone(circle, at: at, outcome: &outcome)
        }
        note(stateBefore: before, isSilent: isAssumed, at: at, in: &outcome)
        if receivedAt.milliseconds(since: at) > Presence.eventAgeMillisecondsMax { outcome.events = [] }
        return outcome
    }

    /// The place meant: by identity, name or age, unless the phone was clearly elsewhere; an entering without any of
    /// them by where it happened.
    private func place(of transition: RegionTransition, places: PlaceSet) -> PlaceCircle? {
        let accuracy = transition.accuracyMetres ?? 50
        if let circle = places.place(of: transition) {
            guard transition.event == .enter, let coordinate = transition.coordinate else { return circle }
            return circle.isFar(from: coordinate, accuracy: accuracy) ? nil : circle
        }
        guard transition.event == .enter, let coordinate = transition.coordinate else { return nil }
        return places.circles.first {
            $0.canJudge(accuracy: accuracy) && $0.distance(to: coordinate) + accuracy / 2 <= $0.radius
        }
    }

    mutating func enterByPhone(
        _ circle: PlaceCircle,
        at: Timestamp,
        places: PlaceSet,
        outcome: inout PresenceOutcome
    ) {
        denied = nil
        if let index = memberships.firstIndex(where: { $0.place == circle.id }) {
            memberships[index].leavingSince = nil
            memberships[index].isAsserted = true
            return
        }
        enter(circle, at: at, places: places, outcome: &outcome)
        if let index = memberships.firstIndex(where: { $0.place == circle.id }) {
            memberships[index].isAsserted = true
        }
    }

    mutating func leaveByPhone(_ circle: PlaceCircle, at: Timestamp, outcome: inout PresenceOutcome) {
        denied = circle.id
        guard let index = memberships.firstIndex(where: { $0.place == circle.id }) else { return }
        leave(index, at: at, outcome: &outcome)
    }
}
