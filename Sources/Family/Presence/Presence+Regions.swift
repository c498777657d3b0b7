/// What a phone's list of the regions it is in adds to a fix (rule 6).
///
/// A list says the same with each fix, so only what changes in it is news: a place that appears is an entering, one
/// that goes is a leaving, believed as if the phone had told of it by itself and contradicted by two good fixes alone.
/// A place that one phone never listed is none it knows, and not listing it says nothing. About one place a phone is
/// believed once; again only after a movement, so that whoever stays on the edge of its region does not come and go.
extension Presence {
    static let toldRegionsMax = 4

    /// Takes the list that came with the newest fix; older than a transition already taken, it says nothing.
    mutating func hear(_ regions: PhoneRegions, _ fix: Fix, places: PlaceSet, outcome: inout PresenceOutcome) {
        if let toldAt, fix.at < toldAt { return }
        let phone = UInt32(truncatingIfNeeded: regions.phone.low)
        let listed = places.listed(in: regions)
        for region in toldRegions where region.phone == phone && region.isInside {
            guard !listed.contains(where: { $0.id == region.place }), mayChange(region),
                let index = places.index(of: region.place), !places.circles[index].surelyHolds(fix)
            else { continue }
            note(ToldRegion(place: region.place, phone: phone, isInside: false, at: fix.at), in: &outcome)
            let isMember = memberships.contains { $0.place == region.place }
            if isMember { leaveByPhone(places.circles[index], at: fix.at, outcome: &outcome) }
        }
        for circle in listed where !circle.isFar(from: fix.coordinate, accuracy: fix.assumedAccuracyMetres) {
            let before = toldRegions.first { $0.place == circle.id && $0.phone == phone }
            guard before.map({ !$0.isInside && mayChange($0) }) ?? true else { continue }
            note(ToldRegion(place: circle.id, phone: phone, isInside: true, at: fix.at), in: &outcome)
            enterByPhone(circle, at: fix.at, places: places, outcome: &outcome)
        }
    }

    /// Forgets what was listed of places that a movement led far away from: some phones leave an empty list out, and
    /// are believed again when they come back.
    mutating func forgetFarRegions(_ waypoint: Waypoint, places: PlaceSet) {
        guard !toldRegions.isEmpty, let here = waypoint.spot.coordinate else { return }
        toldRegions.removeAll { region in
            guard let index = places.index(of: region.place) else { return true }
            return places.circles[index].isFar(from: here, accuracy: Double(waypoint.accuracy))
        }
    }

    private func mayChange(_ region: ToldRegion) -> Bool {
        movedAt.map { $0 > region.at } ?? false
    }

    private mutating func note(_ region: ToldRegion, in outcome: inout PresenceOutcome) {
        toldRegions.removeAll { $0.place == region.place && $0.phone == region.phone }
        if toldRegions.count == Presence.toldRegionsMax { toldRegions.removeFirst() }
        toldRegions.append(region)
        outcome.tookPhonesWord = true
    }
}

extension PlaceCircle {
    /// Whether a position is so far off that a phone cannot mean this place, whatever region it has of it.
    func isFar(from coordinate: Coordinate, accuracy: Double) -> Bool {
        distance(to: coordinate) - 3 * accuracy > radius + 500
    }

    /// Rule 3: whether a fix alone says that its member is inside.
    fileprivate func surelyHolds(_ fix: Fix) -> Bool {
        let accuracy = fix.assumedAccuracyMetres
        return canJudge(accuracy: accuracy) && distance(to: fix.coordinate) + accuracy <= radius
    }
}
