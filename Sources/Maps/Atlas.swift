package import Family
import Synchronization

/// What the hub knows of the world around its family: exchanged as a whole when a region was imported.
package final class Atlas: Sendable {
    /// What is open together.
    package struct Sheets: Sendable {
        package var basemap: Basemap?
        package var router: Router?
        package var search: PlaceSearch?

        /// What there is of each.
        package init(basemap: Basemap? = nil, router: Router? = nil, search: PlaceSearch? = nil) {
            (self.basemap, self.router, self.search) = (basemap, router, search)
        }

        fileprivate func close() async {
            await router?.close()
            await search?.close()
            await basemap?.close()
        }
    }

    private let state: Mutex<Sheets>
    private let open: @Sendable () async throws -> Sheets

    /// An atlas with these sheets, which stay the caller's idea of the world until ``reopen()``.
    package init(_ sheets: Sheets = Sheets(), open: @escaping @Sendable () async throws -> Sheets = { Sheets() }) {
        state = Mutex(sheets)
        self.open = open
    }

    /// The map behind everything; nil where there is none.
    package var basemap: Basemap? { sheets.basemap }

    /// How ways are found, for figures; nil where none are.
    package var routerStatus: RouterCounts? { sheets.router?.status }

    /// What was searched, for figures; nil where nothing can be.
    package var searchStatus: SearchCounts? { sheets.search?.status }

    private var sheets: Sheets { state.withLock { $0 } }

    /// Opens what is there now, and closes what was open.
    ///
    /// - Throws: what opening throws; then everything stays as it was.
    package func reopen() async throws {
        await replace(try await open())
    }

    /// One tile of the map, as ``Basemap/tile(zoom:column:row:)`` gives it.
    package func tile(zoom: Int, column: Int, row: Int) async throws -> [UInt8]? {
        guard let basemap else { return nil }
        do {
            return try await basemap.tile(zoom: zoom, column: column, row: row)
        } catch {
            // Another map came while this one was asked.
            guard let other = self.basemap, other !== basemap else { throw error }
            return try await other.tile(zoom: zoom, column: column, row: row)
        }
    }

    /// The way between two points; the straight line where nobody can find one just now (F56).
    ///
    /// - Throws: why there is no way; never `.unavailable`.
    package func route(
        from start: Coordinate,
        to end: Coordinate,
        by mode: TravelMode
    ) async throws(RoutingRefusal) -> FoundRoute {
        guard let router = sheets.router else {
            // No straight line stands for a bus.
            guard mode != .transit else { throw .noTransit }
            return .straightLine(from: start, to: end)
        }
        do {
            return try await router.route(from: start, to: end, by: mode)
        } catch {
            guard error == .unavailable else { throw error }
            return .straightLine(from: start, to: end)
        }
    }

    /// The places that a text means, as ``PlaceSearch/search(_:near:limit:)`` finds them.
    ///
    /// - Throws: `.noRegion` where there is nothing to search in.
    package func search(_ text: String, near: Coordinate?, limit: Int) async throws(SearchRefusal) -> [FoundPlace] {
        try await ask { search throws(SearchRefusal) in
            try await search.search(text, near: near, limit: limit)
        }
    }

    /// What is at a point, as far as it is known.
    ///
    /// - Throws: `.noRegion` where there is nothing to look it up in.
    package func reverse(_ point: Coordinate) async throws(SearchRefusal) -> PointAddress {
        try await ask { search throws(SearchRefusal) in try await search.reverse(point) }
    }

    /// Starts what runs beside the hub; returns at once.
    package func start() { sheets.router?.start() }

    /// Closes everything.
    package func close() async {
        await replace(Sheets())
    }

    private func ask<Answer: Sendable>(
        _ question: (PlaceSearch) async throws(SearchRefusal) -> Answer
    ) async throws(SearchRefusal) -> Answer {
        guard let search = sheets.search else { throw .noRegion }
        do {
            return try await question(search)
        } catch {
            // Another region came while this one was asked.
            guard let other = sheets.search, other !== search else { throw error }
            return try await question(other)
        }
    }

    private func replace(_ sheets: Sheets) async {
        let old = state.withLock { state in
            defer { state = sheets }
            return state
        }
        await old.close()
        // Only now, so that there is never a second engine in the folder.
        sheets.router?.start()
    }
}
