package import Family

extension Timeline.Journey {
    /// The traces of its legs, where streets may tell more of them.
    package var streetTraces: [StreetTrace] {
        legs.compactMap { StreetTrace($0, of: self) }
    }

    /// The journey along the streets of its legs, as far as they are known; its own line elsewhere.
    package func onStreets(_ streets: [StreetTrace: [Coordinate]?]) -> Timeline.Journey {
        var journey = self
        journey.line = []
        var isOnStreet = false
        for index in legs.indices {
            let (leg, isLast) = (legs[index], index == legs.count - 1)
            var piece = line.filter { leg.from <= $0.at && (isLast ? $0.at <= leg.to : $0.at < leg.to) }
            // What a leg of its own line is long goes up to where the next begins.
            let before = isOnStreet ? journey.line.suffix(1) : []
            isOnStreet = false
            if let trace = StreetTrace(leg, of: self), let known = streets[trace], let street = known {
                // Its ends are where somebody stayed, beside the street.
                let first = index == 0 ? piece.first.map { [$0] } ?? [] : []
                let last = isLast ? piece.last.map { [$0] } ?? [] : []
                piece = first + leg.timed(street) + last
                journey.legs[index].distanceMetres = (before + piece).metres
                (isOnStreet, journey.isOnStreets) = (true, true)
            }
            journey.line += piece
        }
        guard journey.isOnStreets else { return self }
        journey.distanceMetres = journey.legs.reduce(0) { $0 + $1.distanceMetres }
        return journey
    }
}

extension Timeline.Leg {
    /// A line whose points are passed evenly between the leg's ends.
    fileprivate func timed(_ line: [Coordinate]) -> [Timeline.LinePoint] {
        let whole = Double(to.milliseconds(since: from))
        let metres = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
        var gone = 0.0
        return line.indices.map { index in
            if index > 0 { gone += line[index - 1].distanceMetres(to: line[index]) }
            let part = metres > 0 ? gone / metres : 0
            return Timeline.LinePoint(
                at: from.advanced(byMilliseconds: Int64(whole * part)),
                coordinate: line[index]
            )
        }
    }
}

extension [Timeline.LinePoint] {
    fileprivate var metres: Double {
        zip(self, dropFirst()).reduce(0) { $0 + $1.0.coordinate.distanceMetres(to: $1.1.coordinate) }
    }
}
