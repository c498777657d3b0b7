/// Finds among points where somebody did not leave the spot.
struct StayFinder {
    /// Points between which the spot was not left.
    struct DwellPeriod {
        var first: Int
        var last: Int
        var spot: Spot
        /// 68 % radius in metres of its middle.
        var accuracy: Double
        /// Until when it lasted where that is after its last point, by reckoning.
        var until: Timestamp?
        /// The index of the member's place that it is in.
        var place: Int?

        var isInferred: Bool { until != nil }
    }

    let points: [HistoryPoint]
    let places: PlaceSet
    let isSparse: Bool

    static let stayMilliseconds: Int64 = 300_000
    static let placeStayMilliseconds: Int64 = 120_000
    static let stopMilliseconds: Int64 = 90_000
    private static let sameSpotMetres = 100.0
    /// Who walks leaves a stay at this speed, and who leaves without being heard at the other one.
    private static let walkMetresPerSecond = 1.2
    private static let travelMetresPerSecond = 7.0

    init(points: [HistoryPoint], places: PlaceSet) {
        (self.points, self.places) = (points, places)
        isSparse = points.isSparse
    }

    /// Every spell, however short, in the order of time.
    func spells() -> [DwellPeriod] {
        var spells: [DwellPeriod] = []
        var still: StillPoint?
        for (index, point) in points.enumerated() {
            let hasLeft = still?.observe(point.waypoint, isStated: true, scale: point.scale) ?? true
            if hasLeft {
                still = StillPoint(point.waypoint)
                spells.append(
                    DwellPeriod(first: index, last: index, spot: point.spot, accuracy: point.accuracy)
                )
            } else if let still {
                spells[spells.count - 1].last = index
                spells[spells.count - 1].spot = still.spot
                spells[spells.count - 1].accuracy = Double(still.accuracy)
            }
        }
        return joined(spells).map { spell in
            var spell = spell
            spell.until = inferredEnd(spell)
            spell.place = place(of: spell)
            return spell
        }
    }

    /// How long a spell lasted, in milliseconds.
    func duration(_ spell: DwellPeriod) -> Int64 {
        end(spell).milliseconds(since: points[spell.first].at)
    }

    /// When a spell ended.
    func end(_ spell: DwellPeriod) -> Timestamp {
        spell.until ?? points[spell.last].at
    }

    /// Whether a spell is long enough for a stay.
    func isStay(_ spell: DwellPeriod) -> Bool {
        let least = spell.place == nil ? StayFinder.stayMilliseconds : StayFinder.placeStayMilliseconds
        return duration(spell) >= least && (spell.last > spell.first || spell.isInferred)
    }

    /// Spells together that only an error parts: a long one with the short ones beside it in the same spot, and two
    /// long ones where nobody went far or for long in between.
    private func joined(_ spells: [DwellPeriod]) -> [DwellPeriod] {
        var joined: [DwellPeriod] = []
        for spell in spells {
            var spell = spell
            while let before = nearest(joined, to: spell) {
                let isLonger = duration(spell) > duration(joined[before])
                if !isLonger { (spell.spot, spell.accuracy) = (joined[before].spot, joined[before].accuracy) }
                spell.first = joined[before].first
                joined.removeSubrange(before...)
            }
            joined.append(spell)
        }
        return joined
    }

    /// The spell before that is one with this: the one beside it, or one that was left for less than five minutes.
    private func nearest(_ before: [DwellPeriod], to spell: DwellPeriod) -> Int? {
        var index = before.count - 1
        while index >= 0 {
            let other = before[index]
            guard points[spell.first].at.milliseconds(since: points[other.last].at) < StayFinder.stayMilliseconds
            else { return nil }
            let isLong = max(duration(other), duration(spell)) >= StayFinder.stayMilliseconds
            if isLong, isOne(other, spell, areBeside: index == before.count - 1) { return index }
            index -= 1
        }
        return nil
    }

    private func isOne(_ before: DwellPeriod, _ after: DwellPeriod, areBeside: Bool) -> Bool {
        let scale = points[before.first].scale
        let apart = before.spot.metres(to: after.spot, scale: scale).length
        let areBothLong = min(duration(before), duration(after)) >= StayFinder.stopMilliseconds
        if areBeside, !areBothLong { return apart <= max(40, 2.5 * max(before.accuracy, after.accuracy)) }
        guard apart <= StayFinder.sameSpotMetres else { return false }
        return (before.last...after.first).allSatisfy { index in
            before.spot.metres(to: points[index].spot, scale: scale).length
                <= max(2 * StayFinder.sameSpotMetres, 3.5 * points[index].accuracy)
        }
    }

    /// Until when somebody stayed of whom nothing was heard for a while, and who then was not far away.
    ///
    /// Apps that send on movement are silent in one spot: what is heard next is the leaving. Of a phone that is heard
    /// all the time, silence says less: there only a hundred paces are bridged.
    private func inferredEnd(_ spell: DwellPeriod) -> Timestamp? {
        guard spell.last + 1 < points.count else { return nil }
        let (last, next) = (points[spell.last], points[spell.last + 1])
        let silence = last.seconds(to: next)
        let metres = last.metres(to: next)
        guard silence >= 300 else { return nil }
        if metres <= 300 {
            return last.at.advanced(bySeconds: Int64(silence - metres / StayFinder.walkMetresPerSecond))
        }
        guard isSparse, metres <= 20_000 else { return nil }
        let stayed = silence - metres / StayFinder.travelMetresPerSecond
        guard stayed >= max(600, silence / 2) else { return nil }
        return last.at.advanced(bySeconds: Int64(stayed))
    }

    /// The member's place that a spell is in, the smallest of several.
    private func place(of spell: DwellPeriod) -> Int? {
        guard let coordinate = spell.spot.coordinate else { return nil }
        // A phone that is heard rarely was last heard somewhere before the door.
        let slack = isSparse && spell.isInferred ? 150 : min(50, spell.accuracy)
        return places.places.firstIndex { $0.centre.distanceMetres(to: coordinate) <= $0.radiusMetres + slack }
    }
}
