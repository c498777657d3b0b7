package import Family
import Synchronization

/// What the hub knows of the world around its family: exchanged as a whole when a region was imported.
package final class InstalledMaps: Sendable {
    /// What is open together.
    package struct Sheets: Sendable {
        package var basemap: Basemap?
        /// What is drawn beneath it, and all around.
        package var world: Basemap?
        /// What the map is drawn of in place of the basemap, while its server answers.
        package var tiles: TileServer?
        package var router: Router?
        package var search: PlaceSearch?

        /// What there is of each.
        package init(
            basemap: Basemap? = nil,
            world: Basemap? = nil,
            tiles: TileServer? = nil,
            router: Router? = nil,
            search: PlaceSearch? = nil
        ) {
            (self.basemap, self.world, self.tiles) = (basemap, world, tiles)
            (self.router, self.search) = (router, search)
        }

        fileprivate func close() async {
            await router?.close()
            await search?.close()
            await basemap?.close()
            await world?.close()
            await tiles?.close()
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

    /// How the map is drawn now, in these colours.
    package func style(_ theme: BasemapStyle.Theme, glyphVersion: String) async -> BasemapStyle {
        let sheets = sheets
        let look = await sheets.tiles?.currentLook()
        let ground: BasemapStyle.Ground =
            if let look { .server(look) } else { sheets.basemap.map { .region($0.extent, $0.version) } ?? .world }
        return BasemapStyle(
            ground,
            theme: theme,
            glyphVersion: glyphVersion,
            worldVersion: worldVersion,
            isServerAway: sheets.tiles != nil && look == nil
        )
    }

    /// One tile of another server's, where an address of its version is asked for; nil where it does not answer.
    package func serverTile(zoom: Int, column: Int, row: Int) async -> TileServer.Tile? {
        await sheets.tiles?.tile(zoom: zoom, column: column, row: row)
    }

    /// What addresses of another server's tiles carry; nil where the map is the hub's own.
    package var tilesVersion: String? { sheets.tiles?.version }

    /// What addresses of the world's tiles carry; no region's do.
    package var worldVersion: String { "world-" + (sheets.world?.version ?? "none") }

    /// One tile of the region's map, as ``Basemap/tile(zoom:column:row:)`` gives it.
    package func tile(zoom: Int, column: Int, row: Int) async throws -> [UInt8]? {
        try await tile(of: { $0.basemap }, zoom, column, row)
    }

    /// One tile of the world's map, as ``Basemap/tile(zoom:column:row:)`` gives it.
    package func worldTile(zoom: Int, column: Int, row: Int) async throws -> [UInt8]? {
        try await tile(of: { $0.world }, zoom, column, row)
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

    /// What stands at some points, as ``PlaceSearch/addresses(of:within:)`` knows it; nothing where there is no search.
    package func addresses(
        of points: [Coordinate],
        within patience: Duration
    ) async -> (lines: [Coordinate: String], isWhole: Bool) {
        guard !points.isEmpty, let search = sheets.search else { return ([:], true) }
        return await search.addresses(of: points, within: patience)
    }

    /// A timeline with its journeys along the streets that they led along, where an engine knows these within
    /// `patience`; as it was elsewhere.
    ///
    /// `isWhole` is false where more is on its way: the same again, a little later, tells more.
    package func onStreets(
        _ timeline: Timeline,
        within patience: Duration
    ) async -> (timeline: Timeline, isWhole: Bool) {
        let traces = timeline.entries.flatMap { entry -> [StreetTrace] in
            if case .journey(let journey) = entry { journey.streetTraces } else { [] }
        }
        guard !traces.isEmpty, let router = sheets.router else { return (timeline, true) }
        let streets = await router.streets(along: traces, within: patience)
        var copy = timeline
        copy.entries = timeline.entries.map { entry in
            if case .journey(let journey) = entry { .journey(journey.onStreets(streets.found)) } else { entry }
        }
        return (copy, streets.isWhole)
    }

    /// Starts the router's process; returns at once.
    package func start() { sheets.router?.start() }

    /// Closes the maps and ends the router's process.
    package func close() async {
        await replace(Sheets())
    }

    private func tile(
        of map: (Sheets) -> Basemap?,
        _ zoom: Int,
        _ column: Int,
        _ row: Int
    ) async throws -> [UInt8]? {
        guard let asked = map(sheets) else { return nil }
        do {
            return try await asked.tile(zoom: zoom, column: column, row: row)
        } catch {
            // Another map came while this one was asked.
            guard let other = map(sheets), other !== asked else { throw error }
            return try await other.tile(zoom: zoom, column: column, row: row)
        }
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
