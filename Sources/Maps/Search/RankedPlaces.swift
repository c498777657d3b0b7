import Family

/// What one search file found, so that it can be put together with what another did.
struct RankedPlaces: Sendable {
    /// How freely the question was taken, the most faithful first.
    enum Reading: CaseIterable, Comparable {
        case asTyped, joined, mistyped, mistypedInPart, withoutAWord
    }

    /// A place with what it was ranked by.
    struct Place: Sendable {
        var found: FoundPlace
        /// The words of each of its names.
        var names: [[String]]
        var importance: Int
        var score: Double
    }

    /// A town's middle lies elsewhere in another map.
    fileprivate static let sameMetresMin = 5_000.0

    /// Of a file that is not there.
    static let nothing = RankedPlaces(reading: .asTyped, places: [])

    var reading: Reading
    /// The best first.
    var places: [Place]

    /// The best of a region's places and of the world's towns, each town once, as its region has it.
    ///
    /// A village far away comes after a street of the region, a great city before it. What of the region lacks a word is left
    /// out where towns have all.
    static func best(_ limit: Int, region: RankedPlaces, towns: RankedPlaces) -> [FoundPlace] {
        let lacksWords = region.reading > .mistyped && towns.reading <= .mistyped && !towns.places.isEmpty
        guard !region.places.isEmpty, !lacksWords else { return towns.places.prefix(limit).map(\.found) }
        var rest = towns.places.filter { town in !region.places.contains { $0.isSame(as: town) } }
        for index in rest.indices { rest[index].score -= rest[index].remoteness }
        let all = (region.places + rest).enumerated()
        let best = all.sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }
        return best.prefix(limit).map(\.element.found)
    }
}

extension RankedPlaces.Place {
    /// How much less it counts because it is none of the region: 0 of more than some 3 million people, 0.3 of 1 000.
    fileprivate var remoteness: Double { 0.3 * min(1, max(0, Double(95 - importance) / 25)) }

    /// Whether a town of the world is this place: by any of its names, and about where it is.
    fileprivate func isSame(as town: RankedPlaces.Place) -> Bool {
        guard found.kind.isSettlement || found.kind == .area else { return false }
        let metres = max(RankedPlaces.sameMetresMin, found.kind.reachMetres)
        return found.point.distanceMetres(to: town.found.point) < metres && !Set(names).isDisjoint(with: town.names)
    }
}
