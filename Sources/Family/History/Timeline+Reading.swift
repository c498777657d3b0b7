extension Timeline {
    /// What fixes tell of a period, a member's local day as a rule.
    ///
    /// - Parameters:
    ///   - records: the fixes in the order of time; also some of before and after, so that what begins or ends at
    ///     midnight only because the day does is told apart.
    ///   - places: the member's own places.
    ///   - period: what is told of; entries are cut at its ends.
    public init(records: [FixRecord], places: PlaceSet, period: Range<Timestamp>) {
        let points = [HistoryPoint](records)
        guard points.count > 1 else { return }
        entries = TimelineReading(points: points, places: places).entries.compactMap { $0.cut(to: period) }
        let unusable: FixMarks = [.discarded, .future]
        guard let first = records.first(where: { $0.marks.isDisjoint(with: unusable) })?.fix.at,
            let last = records.last(where: { $0.marks.isDisjoint(with: unusable) })?.fix.at,
            first < period.upperBound, last >= period.lowerBound
        else { return }
        heard = max(first, period.lowerBound)...min(last, period.upperBound)
    }
}

/// An entry that is not cut yet, with the way along it.
struct UncutEntry {
    var entry: Timeline.Entry
    /// Of a journey: metres gone at each of these moments.
    var way: [(at: Timestamp, metres: Double)] = []
}

/// Points on their way to a timeline.
struct TimelineReading {
    let points: [HistoryPoint]
    let finder: StayFinder
    let modes: ModeFinder

    static let journeyMetresMin = 100.0

    init(points: [HistoryPoint], places: PlaceSet) {
        self.points = points
        finder = StayFinder(points: points, places: places)
        modes = ModeFinder(points: points, isSparse: finder.isSparse)
    }

    /// Everything that the points tell, in the order of time.
    var entries: [UncutEntry] {
        let spells = finder.spells()
        var entries: [UncutEntry] = []
        var before: StayFinder.DwellPeriod?
        for stay in spells where finder.isStay(stay) {
            let way = between(before, stay, spells)
            if way.isEmpty, let last = before, extend(&entries, last, by: stay) {
                before = merged(last, stay)
                continue
            }
            entries += way
            entries.append(entry(stay))
            before = stay
        }
        return entries + between(before, nil, spells)
    }

    private func entry(_ spell: StayFinder.DwellPeriod) -> UncutEntry {
        guard let coordinate = spell.spot.coordinate else {
            return UncutEntry(entry: .unknown(from: points[spell.first].at, to: finder.end(spell)))
        }
        return UncutEntry(
            entry: .stay(
                Timeline.Stay(
                    from: points[spell.first].at,
                    to: finder.end(spell),
                    place: spell.place.map { finder.places.places[$0].id },
                    coordinate: coordinate,
                    beganBefore: false,
                    wentOn: false,
                    endsAbout: spell.isInferred
                )
            )
        )
    }

    /// Two stays in one spot with no way between them are one.
    private func extend(_ entries: inout [UncutEntry], _ last: StayFinder.DwellPeriod, by stay: StayFinder.DwellPeriod)
        -> Bool
    {
        let apart = last.spot.metres(to: stay.spot, scale: points[stay.first].scale).length
        let isSamePlace = last.place != nil && last.place == stay.place
        guard apart <= TimelineReading.journeyMetresMin || isSamePlace, !entries.isEmpty,
            case .stay(var whole) = entries[entries.count - 1].entry
        else { return false }
        whole.to = finder.end(stay)
        whole.endsAbout = stay.isInferred
        if finder.duration(stay) > finder.duration(last), let coordinate = stay.spot.coordinate {
            whole.coordinate = coordinate
        }
        whole.place = whole.place ?? stay.place.map { finder.places.places[$0].id }
        entries[entries.count - 1].entry = .stay(whole)
        return true
    }

    private func merged(_ before: StayFinder.DwellPeriod, _ after: StayFinder.DwellPeriod) -> StayFinder.DwellPeriod {
        var spell = finder.duration(after) > finder.duration(before) ? after : before
        (spell.first, spell.last, spell.until) = (before.first, after.last, after.until)
        spell.place = before.place ?? after.place
        return spell
    }

    /// The journeys, and the times of which nothing is known, between two stays, before the first or after the last.
    private func between(
        _ before: StayFinder.DwellPeriod?,
        _ after: StayFinder.DwellPeriod?,
        _ spells: [StayFinder.DwellPeriod]
    ) -> [UncutEntry] {
        let first = before?.last ?? 0
        let last = after?.first ?? points.count - 1
        guard last > first else { return [] }
        var found: [UncutEntry] = []
        var start = first
        let left = before.map(finder.end) ?? points[first].at
        for index in first + 1...last {
            let isEnd = index == last
            let isUnknown = modes.isUnknown(before: index) && !(index == first + 1 && before?.isInferred == true)
            guard isUnknown || isEnd else { continue }
            let end = isUnknown ? index - 1 : index
            if end > start {
                let stretch = JourneyReading(
                    self,
                    start...end,
                    from: start == first ? left : points[start].at,
                    start: start == first ? before?.spot : nil,
                    end: end == last ? after?.spot : nil,
                    stops: spells.filter { start...end ~= $0.first && start...end ~= $0.last }
                )
                if let journey = stretch.entry { found.append(journey) }
            }
            if isUnknown {
                let from = index - 1 == first ? left : points[index - 1].at
                found.append(UncutEntry(entry: .unknown(from: from, to: points[index].at)))
                start = index
            }
        }
        return found
    }
}
