package import Family
import Synchronization

/// Finds places by what people call them, and says what is at a point.
package final class PlaceSearch: Sendable {
    /// Who is asked.
    package enum Source: Sendable {
        /// The hub's own region: nobody outside learns of it.
        case region(SearchIndex)
        /// A Nominatim or Photon at an address such as `http://127.0.0.1:2322`.
        case address(String)
    }

    private let index: SearchIndex?
    private let engine: SearchEngine?
    private let counts = Mutex(SearchCounts())

    /// A search that asks this source.
    package init(_ source: Source) {
        switch source {
        case .region(let index): (self.index, engine) = (index, nil)
        case .address(let address): (index, engine) = (nil, SearchEngine(address))
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
                    try await index?.search(text, near: near, limit: limit) ?? []
                }
            counts.withLock { $0.answered += 1 }
            return found
        } catch {
            counts.withLock { $0.failed += 1 }
            throw .unavailable
        }
    }

    /// What is at a point, as far as it is known; empty where nothing is near.
    ///
    /// - Throws: `.unavailable` where the engine does not answer.
    package func reverse(_ point: Coordinate) async throws(SearchRefusal) -> PointAddress {
        do {
            let found =
                if let engine { try await engine.reverse(point) } else {
                    try await index?.reverse(point) ?? PointAddress()
                }
            counts.withLock { $0.answered += 1 }
            return found
        } catch {
            counts.withLock { $0.failed += 1 }
            throw .unavailable
        }
    }

    /// What was asked so far.
    package var status: SearchCounts { counts.withLock { $0 } }

    /// Closes the region's file.
    package func close() async {
        await index?.close()
    }
}

/// Figures of a search.
package struct SearchCounts: Sendable {
    /// Questions that were answered, be it that nothing was found.
    package var answered = 0
    /// Questions that nobody answered.
    package var failed = 0
}
