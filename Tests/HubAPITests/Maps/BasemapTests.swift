import Family
import Foundation
import HTTP
import HubAPI
import Maps
import SQL
import SQLite
import Synchronization
import Testing
import WireClient

/// The map's tiles and style over real sockets.
@Suite struct BasemapTests {
    @Test func `a tile goes out as the file has it, and only once`() async throws {
        try await withMap { test, member in
            let answer = try await test.call("GET", "/api/v1/basemap/1/0/0", token: member.token)
            let stored = try gzipped([1, 2, 3])
            #expect(answer.status == 200 && answer.body == stored)
            #expect(answer["content-encoding"] == "gzip")
            #expect(answer["content-type"] == "application/vnd.mapbox-vector-tile")
            #expect(answer["cache-control"] == "private, max-age=86400")
            let tag = try #require(answer["etag"])
            let headers = ["If-None-Match: \(tag)"]
            let again = try await test.call("GET", "/api/v1/basemap/1/0/0", token: member.token, headers: headers)
            #expect(again.status == 304 && again.body.isEmpty)
            let plain = try await test.call("GET", "/api/v1/basemap/1/1/0", token: member.token)
            #expect(plain.body == [4] && plain["content-encoding"] == nil)
        }
    }

    @Test func `where nothing is drawn the answer is empty`() async throws {
        try await withMap { test, member in
            let none = try await test.call("GET", "/api/v1/basemap/1/0/1", token: member.token)
            #expect(none.status == 204 && none.body.isEmpty)
            #expect(try await test.call("GET", "/api/v1/basemap/1/2/0", token: member.token).status == 404)
        }
    }

    @Test func `F35: the map is for who is logged in`() async throws {
        try await withMap { test, _ in
            for path in ["/api/v1/basemap/1/0/0", "/api/v1/basemap/style.json"] {
                let answer = try await test.call("GET", path)
                #expect(answer.status == 401 && answer.code == "notLoggedIn")
            }
        }
    }

    @Test func `the style names this map's tiles and is asked for again`() async throws {
        try await withMap { test, member in
            let answer = try await test.call("GET", "/api/v1/basemap/style.json?theme=dark", token: member.token)
            #expect(answer.status == 200 && answer["content-type"] == "application/json")
            #expect(answer["cache-control"] == "private, no-cache")
            #expect(answer.text.contains("/api/v1/basemap/{z}/{x}/{y}?v=tiles"))
            let headers = ["If-None-Match: \(try #require(answer["etag"]))"]
            let again = try await test.call(
                "GET",
                "/api/v1/basemap/style.json?theme=dark",
                token: member.token,
                headers: headers
            )
            #expect(again.status == 304)
            let light = try await test.call("GET", "/api/v1/basemap/style.json", token: member.token, headers: headers)
            #expect(light.status == 200 && light.body != answer.body)
            let neither = try await test.call("GET", "/api/v1/basemap/style.json?theme=blue", token: member.token)
            #expect(neither.status == 422 && neither.json["field"] as? String == "theme")
        }
    }

    @Test func `without a region there is the world, and no tile of a region`() async throws {
        let world = try await map(version: "sea")
        try await TestService.run({ $0.world = world }) { test in
            let member = try await test.member(1)
            let style = try await test.call("GET", "/api/v1/basemap/style.json", token: member.token)
            #expect(style.status == 200 && style.text.contains("/api/v1/basemap/{z}/{x}/{y}?v=world-sea"))
            #expect(try await test.call("GET", "/api/v1/basemap/1/0/0", token: member.token).status == 204)
            let path = "/api/v1/basemap/1/0/0?v=world-sea"
            #expect(try await test.call("GET", path).status == 401)
            let tile = try await test.call("GET", path, token: member.token)
            let stored = try gzipped([1, 2, 3])
            #expect(tile.status == 200 && tile.body == stored && tile["content-encoding"] == "gzip")
        }
        await world.close()
    }

    @Test func `where the world's map is missing nothing is drawn outside a region`() async throws {
        try await withMap { test, member in
            let style = try await test.call("GET", "/api/v1/basemap/style.json", token: member.token)
            #expect(style.text.contains("?v=world-none") && style.text.contains("?v=tiles"))
            let none = try await test.call("GET", "/api/v1/basemap/1/0/0?v=world-none", token: member.token)
            #expect(none.status == 204 && none.body.isEmpty)
        }
    }

    @Test func `S27: another server's tiles come through the hub, and the log has no coordinates of a tile`()
        async throws
    {
        let picture = [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 7, count: 100)
        let isAway = Mutex(false)
        let server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { request, responder in
            let found = request.path.hasSuffix("/0.png") || request.path == "/14/8625/5750.png"
            responder.send(Response(isAway.withLock { $0 } ? 500 : found ? 200 : 404, [], body: found ? picture : []))
        }
        let template = try #require(TileTemplate("http://127.0.0.1:\(server.port)/{z}/{x}/{y}.png"))
        let cache = try await TileCache(try Database(SQLite.inMemory()), of: template.text, bytesMax: 1 << 20)
        let tiles = TileServer(template, attribution: "Us", zoomMax: nil, cache: cache) { Timestamp(milliseconds: 0) }
        try await TestService.run({ $0.tiles = tiles }) { test in
            let member = try await test.member(1)
            let style = try await test.call("GET", "/api/v1/basemap/style.json", token: member.token)
            #expect(style.text.contains("?v=\(tiles.version)") && style.text.contains(#""type": "raster""#))
            let path = "/api/v1/basemap/14/8625/5750?v=\(tiles.version)"
            #expect(try await test.call("GET", path).status == 401)
            let tile = try await test.call("GET", path, token: member.token)
            #expect(tile.status == 200 && tile.body == picture && tile["content-type"] == "image/png")
            #expect(tile["cache-control"] == "private, max-age=86400" && tile["content-encoding"] == nil)
            let none = try await test.call("GET", "/api/v1/basemap/3/1/1?v=\(tiles.version)", token: member.token)
            #expect(none.status == 204)
            #expect(try await test.call("GET", "/api/v1/basemap/14/8625/5750", token: member.token).status == 204)
            isAway.withLock { $0 = true }
            let away = try await test.call("GET", "/api/v1/basemap/5/1/1?v=\(tiles.version)", token: member.token)
            #expect(away.status == 503 && away.code == "noTiles" && away["retry-after"] == "30")
            #expect(try await test.call("GET", path, token: member.token).status == 200, "what is kept stays")
            let without = try await test.call("GET", "/api/v1/basemap/style.json", token: member.token)
            #expect((without.json["metadata"] as? [String: Bool])?["hearth:serverAway"] == true)
            #expect(!test.log.text.contains("8625") && !test.log.text.contains("5750"))
        }
        await tiles.close()
        await server.stop(within: .seconds(5))
    }
}

/// A map of two tiles, one of them compressed.
private func map(version: String) async throws -> Basemap {
    let database = try Database(SQLite.inMemory())
    let compressed = try gzipped([1, 2, 3])
    try await database.transaction { transaction in
        try transaction.run("CREATE TABLE metadata (name TEXT, value TEXT)")
        try transaction.run(
            "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)"
        )
        try transaction.run("INSERT INTO tiles VALUES (1, 0, 1, \(compressed)), (1, 1, 1, \([UInt8(4)]))")
    }
    return try await Basemap(database, version: version)
}

/// Runs `body` on a hub with such a map, and a member.
private func withMap(_ body: (TestService, TestMember) async throws -> Void) async throws {
    let basemap = try await map(version: "tiles")
    try await TestService.run({ $0.basemap = basemap }) { test in
        try await body(test, try await test.member(1))
    }
    await basemap.close()
}
