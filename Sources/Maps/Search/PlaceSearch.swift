package import Family
import Synchronization

/// Finds places by what people call them, and says what is at a point.
package final class PlaceSearch: Sendable {
    /// Who is asked.
    package enum Source: Sendable {
        /// The hub's own region and the towns of the world, as far as each is there: nobody outside learns of it.
        case region(SearchIndex?, towns: SearchIndex? = nil)
        /// A Nominatim or Photon at an address such as `http://127.0.0.1:2322`.
        case address(String)
    }

    private let region: SearchIndex?
    private let towns: SearchIndex?
    private let engine: SearchEngine?
    private let counts = Mutex(SearchCounts())
    /// What stands at points that somebody's history asks for again and again.
    private let lines: CoalescingLoader<Coordinate, String?>

    private static let linesMax = 4_000
    private static let linesAtOnce = 64

    /// A search that asks this source.
    package init(_ source: Source) {
        switch source {
        case .region(let region, towns: let towns):
            (self.region, self.towns, engine) = (region, towns, nil)
            lines = CoalescingLoader(capacity: Self.linesMax, atOnce: Self.linesAtOnce) { points in
                try await region?.reverse(points).map(\.line) ?? points.map { _ in nil }
            }
        case .address(let address):
            let engine = SearchEngine(address)
            (region, towns, self.engine) = (nil, nil, engine)
            lines = CoalescingLoader(capacity: Self.linesMax, atOnce: 1) { points in
                var lines: [String?] = []
                for point in points { lines.append(try await engine.reverse(point).line) }
                return lines
            }
        }
    }

    /// The places that a text means, the best first, those near a point before others of their name.
    ///
    /// `text` is of 1 to 200 letters; `limit` is 1 to 20.
    ///
    /// - Throws: `.unavailable` where the engine does not answer.
    package func search(_ text: String, near: Coordinate?, limit: Int) async throws(SearchRefusal) -> [FoundPlace] {
        do {
            let found =
                if let engine { try await engine.search(text, near: near, limit: limit) } else {
                    try await searchOwn(text, near, limit)
                }
            counts.withLock { $0.answered += 1 }
            return found
        } catch {
            counts.withLock { $0.failed += 1 }
            throw .unavailable
        }
    }

    /// The names of a point, as far as they are known; outside a region the nearest town, empty where none is near.
    ///
    /// - Throws: `.noRegion` where nothing is known, `.unavailable` where the engine does not answer.
    package func reverse(_ point: Coordinate) async throws(SearchRefusal) -> PointAddress {
        guard engine != nil || region != nil || towns != nil else { throw .noRegion }
        do {
            let found = if let engine { try await engine.reverse(point) } else { try await reverseOwn(point) }
            counts.withLock { $0.answered += 1 }
            return found
        } catch {
            counts.withLock { $0.failed += 1 }
            throw .unavailable
        }
    }

    /// What stands at some points, to a metre, in a line each, kept until the search is another; of a point without an
    /// entry nothing is known, or not within `patience`.
    ///
    /// `isWhole` is false where more is on its way: the same again, a little later, tells more.
    package func addresses(
        of points: [Coordinate],
        within patience: Duration
    ) async -> (lines: [Coordinate: String], isWhole: Bool) {
        let rounded = points.map { ($0, $0.toTheMetre) }
        let answers = await lines.answers(to: rounded.map(\.1), within: patience)
        let named = rounded.compactMap { point, key in (answers.found[key] ?? nil).map { (point, $0) } }
        return (Dictionary(named) { first, _ in first }, answers.isWhole)
    }

    /// What was asked so far.
    package var status: SearchCounts { counts.withLock { $0 } }

    /// Closes the files.
    package func close() async {
        await region?.close()
        await towns?.close()
    }

    private func reverseOwn(_ point: Coordinate) async throws -> PointAddress {
        var address = try await region?.reverse(point) ?? PointAddress()
        if address.area == nil { address.area = try await towns?.nearestTown(to: point) }
        return address
    }

    private func searchOwn(_ text: String, _ near: Coordinate?, _ limit: Int) async throws -> [FoundPlace] {
        let own = try await region?.ranked(text, near: near, limit: limit) ?? .nothing
        // What is only like the question is not wanted where the region has what was typed.
        let freest: RankedPlaces.Reading = own.places.isEmpty ? .withoutAWord : own.reading
        let others = try await towns?.ranked(text, near: near, limit: limit, freest: freest) ?? .nothing
        return RankedPlaces.best(limit, region: own, towns: others)
    }
}

extension Coordinate {
    /// The same to five decimals, so that what hardly moved is asked for once.
    fileprivate var toTheMetre: Coordinate {
        func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
        return Coordinate(latitude: rounded(latitude), longitude: rounded(longitude)) ?? self
    }
}

/// Figures of a search.
package struct SearchCounts: Sendable {
    /// Questions that were answered, be it that nothing was found.
    package var answered = 0
    /// Questions that nobody answered.
    package var failed = 0
}
