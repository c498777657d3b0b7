import Family
import SQL

/// Puts candidates in the order in which somebody wants them.
struct Ranking {
    private struct Entry {
        var candidate: Candidates.Candidate
        var score: Double
    }

    /// Houses are looked for on so many streets.
    private static let streetsMax = 20
    /// The likeness of what is called just so, but for how numbers round.
    private static let wholeName = 1.349
    /// Things of one name so near to each other are one, such as the stops on both sides of a street.
    private static let sameMetres = 300.0

    private let question: SearchQuestion
    private let near: Coordinate?
    private var entries: [Entry] = []
    private var seen: Set<Int64> = []

    init(_ question: SearchQuestion, near: Coordinate?) {
        (self.question, self.near) = (question, near)
    }

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ candidates: [Candidates.Candidate]) {
        for candidate in candidates where seen.insert(candidate.id).inserted {
            entries.append(Entry(candidate: candidate, score: score(candidate)))
        }
    }

    /// Puts houses in the place of their streets, where a number was asked for that is there.
    mutating func findHouses(in transaction: Transaction) throws {
        guard !question.numbers.isEmpty else { return }
        entries.sort { $0.score > $1.score }
        var left = Self.streetsMax
        for index in entries.indices {
            guard left > 0, let street = entries[index].candidate.street else { continue }
            left -= 1
            for number in question.numbers {
                guard let row = try Self.house(number, street, transaction) else { continue }
                let candidate = entries[index].candidate
                entries[index].candidate.name = "\(candidate.name) \(try row.text(0))"
                entries[index].candidate.kind = .house
                if let postcode = try row.textOrNull(1), let address = candidate.address {
                    // The street's own is that of most of its houses.
                    let town =
                        address.split(separator: " ").first?.contains(where: \.isNumber) == true
                        ? address.drop { $0 != " " }.dropFirst() : Substring(address)
                    entries[index].candidate.address = "\(postcode) \(town)"
                }
                entries[index].candidate.point = MapPoint(
                    x: Int32(try row.integer(3)),
                    y: Int32(try row.integer(2))
                )
                entries[index].score += 0.5
                break
            }
        }
    }

    /// The best, each once.
    func best(_ limit: Int) -> [RankedPlaces.Place] {
        var kept: [Entry] = []
        for entry in entries.sorted(by: { ($0.score, $1.candidate.id) > ($1.score, $0.candidate.id) }) {
            let candidate = entry.candidate
            let isAgain = kept.map(\.candidate).contains { other in
                other.name == candidate.name && Self.isAlike(other.kind, candidate.kind)
                    && other.point.metres(to: candidate.point) < Self.sameMetres
            }
            if !isAgain { kept.append(entry) }
            if kept.count == limit { break }
        }
        return kept.compactMap { entry in
            let candidate = entry.candidate
            guard let point = candidate.point.coordinate else { return nil }
            return RankedPlaces.Place(
                found: FoundPlace(
                    name: candidate.name,
                    address: candidate.address,
                    kind: candidate.kind,
                    point: point
                ),
                names: candidate.names,
                importance: candidate.importance,
                score: entry.score
            )
        }
    }

    /// One stop may be in the map as a stop, a platform and a station; one house as a shop and a building.
    private static func isAlike(_ one: PlaceKind, _ other: PlaceKind) -> Bool {
        let moving: Set<PlaceKind> = [.stop, .station]
        return one == other || one == .place || other == .place || moving.contains(one) && moving.contains(other)
            || (one == .building || other == .building) && one.namesAPoint && other.namesAPoint
    }

    private static func house(_ number: String, _ street: Int64, _ transaction: Transaction) throws -> Row? {
        try transaction.first(
            SQL(
                prepared: """
                    SELECT house.number, house.postcode, house.latitude, house.longitude
                    FROM house_key JOIN house ON house.id = house_key.house
                    WHERE house_key.street = $1 AND house_key.number = $2
                    ORDER BY house.is_certain DESC, length(house.number), house.id LIMIT 1
                    """,
                [.integer(street), number.sqlValue]
            )
        )
    }

    /// How well the name answers the question, how important the place is, and how near.
    private func score(_ candidate: Candidates.Candidate) -> Double {
        bestLikeness(candidate.names) + 0.35 * Double(candidate.importance) / 100 + (candidate.hasPostcode ? 0.3 : 0)
            + nearness(candidate)
    }

    /// Half a point here, half of that at three kilometres.
    private func nearness(_ candidate: Candidates.Candidate) -> Double {
        guard let near, let there = candidate.point.coordinate else { return 0 }
        return 0.5 / (1 + near.distanceMetres(to: there) / 3_000)
    }

    /// That of the best of its names, of which the first stands on the map: of any other a part alone counts less.
    private func bestLikeness(_ names: [[String]]) -> Double {
        let other = names.dropFirst().map(likeness).max() ?? 0
        return max(names.first.map(likeness) ?? 0, other < Self.wholeName ? other - 0.1 : other)
    }

    /// 0 to 1.35: how much of the question is in a name, how much of the name is asked for, and whether it begins so.
    private func likeness(_ name: [String]) -> Double {
        var found: Set<Int> = []
        var sum = 0.0
        for word in question.words {
            let best = name.indices.map { (index: $0, part: Self.likeness(word, name[$0])) }.max { $0.part < $1.part }
            guard let best, best.part > 0 else {
                // It is in the words around the name, or in none.
                sum += 0.4
                continue
            }
            sum += best.part
            found.insert(best.index)
        }
        let numbers = name.indices.filter { question.numbers.contains(name[$0]) }
        let covered = Double(found.union(numbers).count) / Double(max(1, name.count))
        return sum / Double(max(1, question.words.count)) + 0.25 * covered + (found.contains(0) ? 0.1 : 0)
    }

    /// 1 for the same word, less for a longer one, less again for one with mistakes.
    private static func likeness(_ word: SearchQuestion.Word, _ other: String) -> Double {
        if other == word.text { return 1 }
        let length = word.text.utf8.count
        if word.isBeginning, other.hasPrefix(word.text) {
            return 0.6 + 0.3 * Double(length) / Double(other.utf8.count)
        }
        let most = EditDistance.forgiven(length)
        guard most > 0 else { return 0 }
        let mistakes = EditDistance.between(word.text, and: other, most: most)
        if mistakes.whole <= most { return 0.8 - 0.12 * Double(mistakes.whole) }
        guard word.isBeginning, mistakes.beginning <= most else { return 0 }
        return 0.7 - 0.12 * Double(mistakes.beginning)
    }
}
