import Maps
import SQL
import SQLite
import Testing

@Suite struct BasemapTests {
    @Test func `a tile is counted from the north, though the file counts from the south`() async throws {
        try await withBasemap(tiles: [(2, 1, 3, [1]), (2, 1, 0, [2])]) { basemap in
            let north = try await basemap.tile(zoom: 2, column: 1, row: 0)
            let south = try await basemap.tile(zoom: 2, column: 1, row: 3)
            #expect(north == [1] && south == [2])
        }
    }

    @Test(arguments: [
        (2, 2, 0), (2, 1, 1), (3, 1, 0), (2, 1, -1), (2, 1, 4), (2, -1, 0), (-1, 0, 0), (23, 0, 0), (99, 0, 0),
    ])
    func `a request for a tile that the basemap does not have returns no tile`(_ zoom: Int, _ column: Int, _ row: Int)
        async throws
    {
        try await withBasemap(tiles: [(2, 1, 3, [1])]) { basemap in
            let tile = try await basemap.tile(zoom: zoom, column: column, row: row)
            #expect(tile == nil)
        }
    }

    @Test func `the file says what it covers`() async throws {
        let facts = ["bounds": "9.47, 47.04,9.63,47.27", "minzoom": "6", "maxzoom": "14", "name": "somewhere"]
        try await withBasemap(facts) { basemap in
            let extent = basemap.extent
            #expect([extent.west, extent.south, extent.east, extent.north] == [9.47, 47.04, 9.63, 47.27])
            #expect(extent.zooms == 6...14)
            #expect(basemap.version == "one")
        }
    }

    @Test(arguments: [
        [:], ["bounds": "9,47,10"], ["bounds": "9,47,10,46"], ["bounds": "a,b,c,d"], ["bounds": "nan,0,inf,1"],
        ["minzoom": "9", "maxzoom": "6"], ["minzoom": "-1"], ["maxzoom": "99"],
    ])
    func `a file that says nothing sensible covers the world`(_ facts: [String: String]) async throws {
        try await withBasemap(facts) { basemap in
            #expect(basemap.extent.west == -180 && basemap.extent.east == 180)
            #expect(basemap.extent.zooms == 0...14)
        }
    }

    @Test func `a database without tiles is no map`() async throws {
        let database = try Database(SQLite.inMemory())
        await #expect(throws: StorageError.self) { try await Basemap(database, version: "one") }
        await database.close()
    }
}

/// Runs `body` on a map in memory with these facts and tiles, the rows counted as the file does.
func withBasemap(
    _ facts: [String: String] = [:],
    tiles: [(zoom: Int64, column: Int64, row: Int64, data: [UInt8])] = [],
    _ body: (Basemap) async throws -> Void
) async throws {
    let database = try Database(SQLite.inMemory())
    try await database.transaction { transaction in
        try transaction.run("CREATE TABLE metadata (name TEXT, value TEXT)")
        try transaction.run(
            "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)"
        )
        for (name, value) in facts { try transaction.run("INSERT INTO metadata VALUES (\(name), \(value))") }
        for tile in tiles {
            try transaction.run("INSERT INTO tiles VALUES (\(tile.zoom), \(tile.column), \(tile.row), \(tile.data))")
        }
    }
    let basemap = try await Basemap(database, version: "one")
    do {
        try await body(basemap)
    } catch {
        await basemap.close()
        throw error
    }
    await basemap.close()
}
