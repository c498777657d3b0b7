package import Family
import HTTPClient
import Synchronization

/// Another server's tiles, fetched by the hub and kept (S27): that server hears which tiles a hub wants, and nothing of
/// who looks at them.
package final class TileServer: Sendable {
    /// How a map of these tiles is drawn.
    package struct Look: Sendable, Hashable {
        package var form: TileForm
        /// The closest zoom that has tiles of its own; a map magnifies these.
        package var zoomMax: Int
        /// Whom the map is owed to, as the keeper says it.
        package var attribution: String
        /// Changes with the server.
        package var version: String
    }

    /// A tile as it goes out.
    package struct Tile: Sendable {
        /// Empty where there is none.
        package var bytes: [UInt8]
        package var contentType: String
    }

    private struct State {
        var form: TileForm?
        /// When it last answered, and when it last did not; milliseconds since 1970.
        var answeredAt: Int64?
        var failedAt: Int64?
        var fetching: [TilePlace: Task<[UInt8]?, Never>] = [:]
    }

    /// So long a tile is taken as it is; then it is asked for again, and kept where the server does not answer.
    private static let freshMilliseconds: Int64 = 14 * 86_400_000
    /// So long a server that failed is left alone.
    private static let restMilliseconds: Int64 = 30_000
    /// So long an answer stands for the server being there.
    private static let trustMilliseconds: Int64 = 60_000
    private static let answerMilliseconds = 6_000
    private static let tileBytesMax = 4 << 20

    private let template: TileTemplate
    private let look: Look
    private let cache: TileCache
    private let clients: EngineClients
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    /// - Parameters:
    ///   - template: where its tiles are.
    ///   - attribution: whom the map is owed to.
    ///   - zoomMax: the closest zoom that has tiles; what is usual for the form where nil.
    ///   - cache: what is kept of it, which it closes.
    ///   - now: the time.
    package init(
        _ template: TileTemplate,
        attribution: String,
        zoomMax: Int?,
        cache: TileCache,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.template, self.cache, self.now) = (template, cache, now)
        let form = template.namedForm
        look = Look(
            form: form ?? .vector,
            zoomMax: zoomMax ?? -1,
            attribution: attribution,
            version: "tiles-" + Self.digest(template.text)
        )
        state.withLock { $0.form = form }
        clients = EngineClients(
            answerMilliseconds: Self.answerMilliseconds,
            answerBytesMax: Self.tileBytesMax + 1,
            isLoopback: ["http://127.", "http://localhost", "http://[::1]"].contains { template.text.hasPrefix($0) }
        )
    }

    /// What addresses of its tiles carry, so that no browser takes another map's for them.
    package var version: String { look.version }

    /// How its map is drawn; nil while it does not answer, which is found out where it is not known.
    package func currentLook() async -> Look? {
        let now = now().milliseconds
        let (answered, failed) = state.withLock { ($0.answeredAt ?? .min, $0.failedAt ?? .min) }
        if answered < failed {
            guard failed < now - Self.restMilliseconds else { return nil }
        }
        if answered <= failed || answered < now - Self.trustMilliseconds, let whole = TilePlace.whole {
            guard await fetched(whole) != nil else { return nil }
        }
        var look = look
        look.form = state.withLock { $0.form } ?? look.form
        if look.zoomMax < 0 { look.zoomMax = look.form == .raster ? 19 : 14 }
        return look
    }

    /// A tile: as it is kept, else as the server has it now.
    ///
    /// Nil where it is not kept and the server does not answer.
    package func tile(zoom: Int, column: Int, row: Int) async -> Tile? {
        guard let place = TilePlace(zoom: zoom, column: column, row: row) else {
            return Tile(bytes: [], contentType: "")
        }
        let now = now().milliseconds
        // A cache that cannot be read is as good as none: the server is asked.
        let kept = try? await cache.tile(place, now: now)
        if let kept, now - kept.fetchedAt < Self.freshMilliseconds { return Tile(kept.bytes) }
        let isResting = state.withLock { $0.failedAt ?? .min > now - Self.restMilliseconds }
        guard !isResting, let bytes = await fetched(place, unlessKeptSince: now - Self.freshMilliseconds) else {
            return kept.map { Tile($0.bytes) }
        }
        return Tile(bytes)
    }

    /// Closes what is kept.
    package func close() async {
        await cache.close()
    }

    /// A tile from the server, asked for once however many want it; nil where it does not answer as one should.
    private func fetched(_ place: TilePlace, unlessKeptSince keptSince: Int64 = .max) async -> [UInt8]? {
        let task = state.withLock { state in
            if let known = state.fetching[place] { return known }
            let task = Task { await self.fetch(place, unlessKeptSince: keptSince) }
            state.fetching[place] = task
            return task
        }
        return await task.value
    }

    private func fetch(_ place: TilePlace, unlessKeptSince keptSince: Int64) async -> [UInt8]? {
        // Another task may have kept it after its caller looked and before this one began.
        if let kept = try? await cache.tile(place, now: now().milliseconds), kept.fetchedAt > keptSince {
            state.withLock { $0.fetching[place] = nil }
            return kept.bytes
        }
        let bytes = await answer(place)
        let now = now().milliseconds
        // Where it cannot be kept it is fetched again.
        if let bytes { try? await cache.keep(bytes, at: place, now: now) }
        state.withLock { state in
            state.fetching[place] = nil
            if bytes == nil { state.failedAt = now } else { state.answeredAt = max(now, (state.failedAt ?? .min) + 1) }
            if let form = bytes.flatMap({ TileBytes($0).form }) { state.form = form }
        }
        return bytes
    }

    /// The bytes of a tile, none where there is none; nil for anything that is neither.
    ///
    /// Nothing leaves the hub with the question but the tile's place: no cookie, no referrer, no address of who looks.
    private func answer(_ place: TilePlace) async -> [UInt8]? {
        guard let answer = await clients.answer(.get(template.address(place))) else { return nil }
        switch answer.status {
        case 204, 404: return []
        case 200:
            guard answer.body.count <= Self.tileBytesMax else { return nil }
            if case .neither = TileBytes(answer.body) { return nil }
            let form = TileBytes(answer.body).form
            // Half a map of pictures and half of shapes is none.
            guard let known = state.withLock({ $0.form }), let form, known != form, template.namedForm != nil else {
                return answer.body
            }
            return nil
        // Redirects lead to somebody whom the keeper did not name.
        default: return nil
        }
    }

    /// A short name of a text, the same at every start (FNV-1a).
    private static func digest(_ text: String) -> String {
        let value = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(value, radix: 36)
    }
}

extension TileServer.Tile {
    fileprivate init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if case .picture(let contentType) = TileBytes(bytes) {
            self.contentType = contentType
        } else {
            contentType = "application/vnd.mapbox-vector-tile"
        }
    }
}
