import Family
import SQL

/// Fetches the places whose names have the words of a question: the most important and the near ones, in no order.
struct Candidates {
    /// A place as its row tells of it.
    struct Candidate: Sendable {
        var id: Int64
        var name: String
        /// The words of each of its names.
        var names: [[String]]
        var address: String?
        var kind: PlaceKind
        var importance: Int
        var point: MapPoint
        var street: Int64?
        /// Whether it lies where a postcode of the question does.
        var hasPostcode = false
    }

    /// So many of one fetch are compared.
    private static let fetchMax = 60

    let transaction: Transaction
    let near: Coordinate?
    /// The cells around it that the file knows.
    let cellSizes: [Int32]

    /// Places that have every word, one at least in their names.
    func asTyped(_ question: SearchQuestion, atLeast enough: Int) throws -> [Candidate] {
        let terms = question.words.map(\.term)
        if question.isPostcode { return try fetch(terms.joined(separator: " AND ")) }
        var found: [Candidate] = []
        // A long number may be a postcode, which then tells apart what is called alike.
        let postcodes = question.numbers.filter { $0.utf8.count >= 4 && $0.utf8.allSatisfy { (48...57).contains($0) } }
        if !postcodes.isEmpty {
            found = try fetch(Self.anywhere(terms) + postcodes.map { " AND \"\($0)\"" }.joined())
            for index in found.indices { found[index].hasPostcode = true }
        }
        found += try fetch("{name} : (\(terms.joined(separator: " AND ")))")
        if terms.count > 1, found.count < enough { found += try fetch(Self.anywhere(terms)) }
        return found
    }

    /// Places whose names have two words as one: "Bahnhof Strasse".
    func joined(_ question: SearchQuestion) throws -> [Candidate] {
        let words = question.words
        guard words.count > 1 else { return [] }
        var found: [Candidate] = []
        for index in words.indices.dropLast() {
            let one = SearchQuestion.Word(text: words[index].text + words[index + 1].text, isBeginning: true)
            let rest = words[..<index] + [one] + words[(index + 2)...]
            found += try fetch(Self.anywhere(rest.map(\.term)))
        }
        return found
    }

    /// Places that have words like those that were typed; with `inPart` a word that is like none is left out.
    func mistyped(_ question: SearchQuestion, _ vocabulary: Vocabulary, inPart: Bool) throws -> [Candidate] {
        let terms = question.words.compactMap { word -> String? in
            let like = vocabulary.alternatives(to: word.text, isTyped: word.isBeginning)
            guard !like.isEmpty else { return nil }
            return "(" + like.map { "\"\($0.word)\"" }.joined(separator: " OR ") + ")"
        }
        let enough = inPart ? (question.words.count + 1) / 2 : question.words.count
        guard !terms.isEmpty, terms.count >= enough else { return [] }
        return try fetch(Self.anywhere(terms))
    }

    /// Places that have all words but one.
    func withoutAWord(_ question: SearchQuestion) throws -> [Candidate] {
        guard question.words.count > 1 else { return [] }
        var found: [Candidate] = []
        for index in question.words.indices {
            var rest = question.words
            rest.remove(at: index)
            found += try fetch(Self.anywhere(rest.map(\.term)))
        }
        return found
    }

    private static func anywhere(_ terms: [String]) -> String {
        guard terms.count > 1 else { return "{name} : (\(terms.joined()))" }
        return "{name} : (\(terms.joined(separator: " OR "))) AND " + terms.joined(separator: " AND ")
    }

    /// The most important of what matches, and of what matches near.
    private func fetch(_ match: String) throws -> [Candidate] {
        var found = try rows(match)
        guard found.count == Self.fetchMax, let near else { return found }
        for size in cellSizes {
            let cells = MapCell.around(MapPoint(near), size).map { "\"\($0)\"" }.joined(separator: " OR ")
            found += try rows("{cell} : (\(cells)) AND (\(match))")
        }
        return found
    }

    private func rows(_ match: String) throws -> [Candidate] {
        try transaction.rows(
            SQL(
                prepared: """
                    SELECT place.id, name, names, address, kind, importance, latitude, longitude, street
                    FROM (SELECT rowid AS found FROM words WHERE words MATCH $1 ORDER BY rowid LIMIT $2)
                    JOIN place ON place.id = found
                    """,
                [match.sqlValue, Self.fetchMax.sqlValue]
            )
        )
        .compactMap { row in
            guard let kind = PlaceKind(rawValue: try row.text(4)) else { return nil }
            return Candidate(
                id: try row.integer(0),
                name: try row.text(1),
                names: try row.text(2).split(separator: "\n").map { $0.split(separator: " ").map(String.init) },
                address: try row.textOrNull(3),
                kind: kind,
                importance: Int(try row.integer(5)),
                point: MapPoint(x: Int32(try row.integer(7)), y: Int32(try row.integer(6))),
                street: try row.integerOrNull(8)
            )
        }
    }
}
