import Family
import Foundation
import HTTP
import Maps
import SQL
import SQLite
import Synchronization
import Testing

/// Another server's tiles, fetched and kept over real sockets.
@Suite struct TileServerTests {
    private static let picture = [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 7, count: 1_000)
    private static let shapes: [UInt8] = [0x1F, 0x8B, 1, 2, 3]

    @Test(arguments: [
        "http://h/{z}/{x}/{y}.png", "https://h:8443/t/{z}/{x}/{-y}.pbf?key=1", "http://[::1]:9/{z}/{y}/{x}",
        "http://h/tile?z={z}&x={x}&y={y}",
    ])
    func `a template has each place once`(_ text: String) { #expect(TileTemplate(text) != nil) }

    @Test(arguments: [
        "", "h/{z}/{x}/{y}", "ftp://h/{z}/{x}/{y}", "http://h/{z}/{x}", "http://{z}/{x}/{y}", "http:///{z}/{x}/{y}",
        "http://h{z}/{z}/{x}/{y}", "http://me:secret@h/{z}/{x}/{y}", "http://h/{z}/{x}/{y}/{y}",
        "http://h/{z}/{x}/{y}/{s}",
        "http://h/{z}/{x}/{y} ", "http://h/{z}/{x}/{y}#a",
    ])
    func `rejects a tile template with a bad address or wrong placeholders`(_ text: String) {
        #expect(TileTemplate(text) == nil)
    }

    @Test func `S27: the server hears of a tile once, and nothing of who looks at it`() async throws {
        let house = try await TileHouse { path in path == "/3/4/2.png" ? (200, Self.picture) : (404, []) }
        for _ in 1...3 {
            let tile = await house.tiles.tile(zoom: 3, column: 4, row: 2)
            #expect(tile?.bytes == Self.picture && tile?.contentType == "image/png")
            #expect(await house.tiles.tile(zoom: 3, column: 4, row: 3)?.bytes.isEmpty == true)
        }
        #expect(house.asked == ["/3/4/2.png", "/3/4/3.png"])
        #expect(Set(house.agents) == ["Hearth"] && house.tales.isEmpty, "\(house.tales)")
        for (zoom, column, row) in [(3, 8, 0), (3, 0, -1), (23, 0, 0), (-1, 0, 0)] {
            #expect(await house.tiles.tile(zoom: zoom, column: column, row: row)?.bytes.isEmpty == true)
        }
        #expect(house.asked.count == 2, "what is off the map is not asked for")
        await house.close()
    }

    @Test func `many who want one tile at once are one question`() async throws {
        let house = try await TileHouse { _ in (200, Self.picture) }
        for column in 0..<100 {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<30 {
                    group.addTask { await house.tiles.tile(zoom: 7, column: column, row: 1)?.bytes == Self.picture }
                }
                for await isIt in group { #expect(isIt) }
            }
        }
        #expect(house.asked == (0..<100).map { "/7/\($0)/1.png" })
        await house.close()
    }

    @Test func `a kept tile is shown while the server fails, and is fetched again once it is old`() async throws {
        let house = try await TileHouse { _ in (200, Self.picture) }
        _ = await house.tiles.tile(zoom: 2, column: 1, row: 1)
        house.answer { _ in (500, []) }
        house.advance(days: 15)
        #expect(await house.tiles.tile(zoom: 2, column: 1, row: 1)?.bytes == Self.picture)
        #expect(house.asked.count == 2)
        #expect(await house.tiles.tile(zoom: 2, column: 1, row: 0) == nil, "it is left alone for a while")
        #expect(house.asked.count == 2)
        house.answer { _ in (200, Self.picture + [1]) }
        house.advance(days: 1)
        #expect(await house.tiles.tile(zoom: 2, column: 1, row: 1)?.bytes == Self.picture + [1])
        await house.close()
    }

    @Test(arguments: [301, 302, 401, 403, 429, 500, 503])
    func `a server that answers so is away, and a map is drawn without it`(_ status: Int) async throws {
        let house = try await TileHouse { _ in (status, Self.picture) }
        #expect(await house.tiles.currentLook() == nil)
        #expect(await house.tiles.tile(zoom: 1, column: 0, row: 0) == nil)
        let style = await InstalledMaps(InstalledMaps.Sheets(tiles: house.tiles)).style(.light, glyphVersion: "letters")
            .json
        #expect(style.contains(#""hearth:serverAway": true"#) && !style.contains(house.tiles.version))
        #expect(style.contains("?v=world-none"), "the world needs no server")
        house.answer { _ in (200, Self.picture) }
        house.advance(days: 1)
        #expect(await house.tiles.currentLook()?.form == .raster)
        await house.close()
    }

    @Test(arguments: [("<html>", 6), ("\u{1A}", 5), ("<html>", (4 << 20) + 1)])
    func `an answer that is not a picture gives no look, and is not kept`(_ start: String, _ count: Int) async throws {
        let body = Array(start.utf8) + [UInt8](repeating: 1, count: count - start.utf8.count)
        let house = try await TileHouse { _ in (200, body) }
        #expect(await house.tiles.currentLook() == nil)
        #expect(house.cache.byteCount == 0)
        await house.close()
    }

    @Test func `the look says what tiles are, how close they come and whom they are owed to`() async throws {
        for (ending, body, form, zoom) in [
            (".png", Self.picture, TileForm.raster, 19), (".pbf", Self.shapes, .vector, 14),
            ("", Self.picture, .raster, 19),
            ("", Self.shapes, .vector, 14),
        ] {
            let house = try await TileHouse(ending: ending) { _ in (200, body) }
            let look = try #require(await house.tiles.currentLook())
            #expect(look.form == form && look.zoomMax == zoom && look.attribution == "© \"Us\" & <them>")
            let atlas = InstalledMaps(InstalledMaps.Sheets(tiles: house.tiles))
            for theme in BasemapStyle.Theme.allCases {
                let json = await atlas.style(theme, glyphVersion: "letters").json
                let style = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
                let source = (style["sources"] as? [String: [String: Any]])?["basemap"]
                #expect(source?["type"] as? String == form.rawValue && source?["maxzoom"] as? Int == zoom)
                #expect(source?["tiles"] as? [String] == ["/api/v1/basemap/{z}/{x}/{y}?v=\(house.tiles.version)"])
                // The map library takes it for HTML.
                #expect(source?["attribution"] as? String == "© &quot;Us&quot; &amp; &lt;them&gt;")
                #expect((style["metadata"] as? [String: Bool])?["hearth:serverAway"] == false)
            }
            await house.close()
        }
    }
}

/// What is kept on disk.
@Suite struct TileCacheTests {
    @Test func `the tile cache stays within its room, and drops the least recently used tile first`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "tiles-\(UUID().uuidString)").path
        let (room, size) = (400_000, 10_000)
        let house = try await TileHouse(path: path, bytesMax: room) { _ in
            (200, [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 1, count: size - 4))
        }
        for column in 0..<32 {
            for row in 0..<4 {
                house.advance(minutes: 1)
                #expect(await house.tiles.tile(zoom: 5, column: column, row: row)?.bytes.count == size)
                #expect(house.cache.byteCount <= room)
            }
        }
        let asked = house.asked.count
        _ = await house.tiles.tile(zoom: 5, column: 31, row: 3)
        #expect(house.asked.count == asked, "what was looked at last is there")
        _ = await house.tiles.tile(zoom: 5, column: 0, row: 0)
        #expect(house.asked.count == asked + 1)
        let kept = house.cache.byteCount
        await house.close()
        let file = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(try #require(file) < 2 * room)

        let again = try await TileCache(try Database(SQLite(path: path)), of: "one", bytesMax: room)
        #expect(again.byteCount == kept, "a restart keeps it")
        await again.close()
        let other = try await TileCache(try Database(SQLite(path: path)), of: "another", bytesMax: room)
        #expect(other.byteCount == 0, "of another server nothing is shown")
        await other.close()
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + ending)  // a left-over file fails no test
        }
    }
}

/// A server of tiles, what it was asked, and the hub's side of it.
private final class TileHouse: Sendable {
    private struct State {
        var answer: @Sendable (String) -> (Int, [UInt8])
        var asked: [String] = []
        var agents: [String?] = []
        /// What would tell of somebody else than the hub.
        var tales: [String] = []
        var now = Timestamp(milliseconds: 1_772_406_000_000)
    }

    private final class Heard: Sendable {
        let state: Mutex<State>

        init(_ answer: @escaping @Sendable (String) -> (Int, [UInt8])) { state = Mutex(State(answer: answer)) }
    }

    let tiles: TileServer
    let cache: TileCache
    private let server: Server
    private let heard: Heard

    init(
        ending: String = ".png",
        path: String? = nil,
        bytesMax: Int = 1 << 20,
        _ answer: @escaping @Sendable (String) -> (Int, [UInt8])
    ) async throws {
        let heard = Heard(answer)
        self.heard = heard
        server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            let (status, body) = heard.state.withLock { state in
                state.asked.append(request.path)
                state.agents.append(request.headers["User-Agent"])
                let headers = request.headers
                state.tales += [
                    headers["Referer"], headers["Cookie"], headers["Authorization"], headers["X-Forwarded-For"],
                    headers["Forwarded"], headers["Origin"], headers["Accept-Language"], headers["Via"],
                ].compactMap(\.self)
                return state.answer(request.path)
            }
            responder.send(Response(status, [], body: body))
        }
        let template = try #require(TileTemplate("http://127.0.0.1:\(server.port)/{z}/{x}/{y}\(ending)"))
        let database = try Database(path.map { SQLite(path: $0) } ?? SQLite.inMemory())
        cache = try await TileCache(database, of: "one", bytesMax: bytesMax)
        tiles = TileServer(template, attribution: "© \"Us\" & <them>", zoomMax: nil, cache: cache) {
            heard.state.withLock { $0.now }
        }
    }

    var asked: [String] { heard.state.withLock { $0.asked } }
    var agents: [String?] { heard.state.withLock { $0.agents } }
    var tales: [String] { heard.state.withLock { $0.tales } }

    func answer(_ answer: @escaping @Sendable (String) -> (Int, [UInt8])) {
        heard.state.withLock { $0.answer = answer }
    }

    func advance(days: Int64 = 0, minutes: Int64 = 0) {
        heard.state.withLock { $0.now = $0.now.advanced(bySeconds: days * 86_400 + minutes * 60) }
    }

    func close() async {
        await tiles.close()
        await server.stop(within: .seconds(5))
    }
}
