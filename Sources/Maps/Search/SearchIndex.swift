package import Family
package import SQL
import Synchronization

/// A region's search file: finds places by their names, and names points.
package final class SearchIndex: Sendable {
    private let database: Database
    /// Read at the first question with a mistake in it.
    private let vocabulary = Mutex<Vocabulary?>(nil)

    /// Takes a file that an import wrote.
    ///
    /// - Throws: `StorageError` where the database is no search of this program's.
    package init(_ database: Database) async throws {
        let format = try await database.read { transaction in
            try transaction.first("SELECT value FROM fact WHERE name = 'format'")?.integer(0)
        }
        guard format == SearchTables.format else {
            throw StorageError(.mismatch, "the search has another layout; import the region again")
        }
        self.database = database
    }

    /// The places that a text means, the best first; those near a point before others.
    package func search(_ text: String, near: Coordinate?, limit: Int) async throws -> [FoundPlace] {
        try await database.read { transaction in
            try self.search(text, near, limit, transaction)
        }
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

    /// Closes the file; later questions throw `.closed`.
    package func close() async {
        await database.close()
    }

    private func search(
        _ text: String,
        _ near: Coordinate?,
        _ limit: Int,
        _ transaction: Transaction
    ) throws -> [FoundPlace] {
        let candidates = Candidates(transaction: transaction, near: near)
        for question in SearchQuestion.all(of: text) {
            let words = question.orNumbersAsWords
            guard !words.words.isEmpty else { continue }
            var ranking = Ranking(words, near: near)
            ranking.add(try candidates.asTyped(words, atLeast: limit))
            if ranking.isEmpty { ranking.add(try candidates.joined(words)) }
            if ranking.isEmpty {
                ranking.add(try candidates.mistyped(words, try knownWords(transaction)))
            }
            if ranking.isEmpty { ranking.add(try candidates.withoutAWord(words)) }
            guard !ranking.isEmpty else { continue }
            try ranking.findHouses(in: transaction)
            return ranking.best(limit)
        }
        return []
    }

    private func knownWords(_ transaction: Transaction) throws -> Vocabulary {
        if let known = vocabulary.withLock({ $0 }) { return known }
        let words = try transaction.first("SELECT words FROM vocabulary LIMIT 1")?.blob(0) ?? []
        let read = Vocabulary(words)
        vocabulary.withLock { $0 = read }
        return read
    }
}
