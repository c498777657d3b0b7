package import Family
package import SQL
import Synchronization

/// A search file, of a region or of the world's towns: finds places by their names, and names points.
package final class SearchIndex: Sendable {
    private let database: Database
    /// The cells of the map that its places are found by.
    private let cellSizes: [Int32]
    /// Read at the first question with a mistake in it.
    private let vocabulary = Mutex<Vocabulary?>(nil)

    /// Takes a file that an import wrote, or `Scripts/build-world`.
    ///
    /// - Throws: `StorageError` where the database is no search of this program's.
    package init(_ database: Database) async throws {
        let facts = try await database.read { transaction in
            try transaction.rows("SELECT name, value FROM fact").map { (try $0.text(0), try $0.integer(1)) }
        }
        guard facts.contains(where: { $0 == ("format", SearchTables.format) }) else {
            throw StorageError(.mismatch, "the search has another layout; import the region again")
        }
        let cells = facts.filter { $0.0 == "cell" }.map { Int32(clamping: $0.1) }
        (self.database, cellSizes) = (database, cells.isEmpty ? MapCell.sizes : cells)
    }

    /// The places that a text means, the best first; those near a point before others.
    package func search(_ text: String, near: Coordinate?, limit: Int) async throws -> [FoundPlace] {
        try await ranked(text, near: near, limit: limit).places.map(\.found)
    }

    /// The same, so that it can be put together with what another file has; the question is taken no more freely than
    /// `freest`.
    func ranked(
        _ text: String,
        near: Coordinate?,
        limit: Int,
        freest: RankedPlaces.Reading = .withoutAWord
    ) async throws -> RankedPlaces {
        try await database.read { try self.ranked(text, near, limit, freest, $0) }
    }

    /// What is at a point.
    package func reverse(_ point: Coordinate) async throws -> PointAddress {
        try await database.read { try PointReader(transaction: $0, point: point).read() }
    }

    /// What is at each of some points, in their order, read together.
    package func reverse(_ points: [Coordinate]) async throws -> [PointAddress] {
        try await database.read { transaction in
            try points.map { try PointReader(transaction: transaction, point: $0).read() }
        }
    }

    /// The nearest settlement to a point in a file of the world's towns; nil where none is within 30 km.
    func nearestTown(to point: Coordinate) async throws -> String? {
        try await database.read { try TownReader(transaction: $0, cellSizes: self.cellSizes).nearest(to: point) }
    }

    /// Closes the file; later questions throw `.closed`.
    package func close() async {
        await database.close()
    }

    private func ranked(
        _ text: String,
        _ near: Coordinate?,
        _ limit: Int,
        _ freest: RankedPlaces.Reading,
        _ transaction: Transaction
    ) throws -> RankedPlaces {
        let candidates = Candidates(transaction: transaction, near: near, cellSizes: cellSizes)
        for question in SearchQuestion.all(of: text) {
            let words = question.orNumbersAsWords
            guard !words.words.isEmpty else { continue }
            var ranking = Ranking(words, near: near)
            var reading = RankedPlaces.Reading.asTyped
            for next in RankedPlaces.Reading.allCases where ranking.isEmpty && next <= freest {
                reading = next
                ranking.add(try fetch(words, next, candidates, limit, transaction))
            }
            guard !ranking.isEmpty else { continue }
            try ranking.findHouses(in: transaction)
            return RankedPlaces(reading: reading, places: ranking.best(limit))
        }
        return .nothing
    }

    private func fetch(
        _ question: SearchQuestion,
        _ reading: RankedPlaces.Reading,
        _ candidates: Candidates,
        _ limit: Int,
        _ transaction: Transaction
    ) throws -> [Candidates.Candidate] {
        switch reading {
        case .asTyped: try candidates.asTyped(question, atLeast: limit)
        case .joined: try candidates.joined(question)
        case .mistyped: try candidates.mistyped(question, try knownWords(transaction), inPart: false)
        case .mistypedInPart: try candidates.mistyped(question, try knownWords(transaction), inPart: true)
        case .withoutAWord: try candidates.withoutAWord(question)
        }
    }

    private func knownWords(_ transaction: Transaction) throws -> Vocabulary {
        if let known = vocabulary.withLock({ $0 }) { return known }
        let words = try transaction.first("SELECT words FROM vocabulary LIMIT 1")?.blob(0) ?? []
        let read = Vocabulary(words)
        vocabulary.withLock { $0 = read }
        return read
    }
}
