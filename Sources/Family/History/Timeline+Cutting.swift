extension UncutEntry {
    /// The part of it that lies in a period; nil where none does.
    func cut(to period: Range<Timestamp>) -> Timeline.Entry? {
        let from = max(entry.from, period.lowerBound)
        let to = min(entry.to, period.upperBound)
        guard from < to else { return nil }
        switch entry {
        case .unknown: return .unknown(from: from, to: to)
        case .stay(var stay):
            stay.beganBefore = stay.from < from
            stay.wentOn = stay.to > to
            stay.endsAbout = stay.endsAbout && !stay.wentOn
            (stay.from, stay.to) = (from, to)
            return .stay(stay)
        case .journey(let journey):
            guard from > journey.from || to < journey.to else { return entry }
            return cut(journey, from, to).map { .journey($0) }
        }
    }

    /// The way is cut as the time is: between two points evenly.
    private func cut(_ journey: Timeline.Journey, _ from: Timestamp, _ to: Timestamp) -> Timeline.Journey? {
        var part = journey
        (part.from, part.to) = (from, to)
        part.distanceMetres = metres(at: to) - metres(at: from)
        // A few steps over midnight are nothing to tell of.
        guard part.distanceMetres >= TimelineReading.journeyMetresMin else { return nil }
        part.legs = journey.legs.compactMap { leg in
            var leg = leg
            (leg.from, leg.to) = (max(leg.from, from), min(leg.to, to))
            guard leg.from < leg.to else { return nil }
            leg.distanceMetres = metres(at: leg.to) - metres(at: leg.from)
            return leg
        }
        part.stops = journey.stops.compactMap { stop in
            var stop = stop
            (stop.from, stop.to) = (max(stop.from, from), min(stop.to, to))
            return stop.from < stop.to ? stop : nil
        }
        part.line = journey.line.filter { from <= $0.at && $0.at <= to }
        part.trace = journey.trace.filter { from <= $0.at && $0.at <= to }
        return part
    }

    private func metres(at time: Timestamp) -> Double {
        guard let after = way.firstIndex(where: { $0.at >= time }) else { return way.last?.metres ?? 0 }
        guard after > 0 else { return way[0].metres }
        let (start, end) = (way[after - 1], way[after])
        let share = time.seconds(since: start.at) / max(end.at.seconds(since: start.at), 0.001)
        return start.metres + (end.metres - start.metres) * min(max(share, 0), 1)
    }
}
