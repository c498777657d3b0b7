package import SQL

/// The tiles of a region's map, read from an MBTiles file.
package final class Basemap: Sendable {
    /// The part of the world that the tiles show, and how closely.
    package struct Extent: Hashable, Sendable {
        /// Degrees.
        package var west, south, east, north: Double
        /// The zooms that have tiles of their own; a map magnifies the last.
        package var zooms: ClosedRange<Int>
    }

    /// What the file says it covers; the whole world where it does not say.
    package let extent: Extent
    /// Changes with the tiles.
    package let version: String
    private let database: Database

    /// Reads what the file says of itself.
    ///
    /// `version` is any short text that changes with the file: letters, digits and hyphens.
    ///
    /// - Throws: `StorageError` where the database holds no tiles.
    package init(_ database: Database, version: String) async throws {
        let facts = try await database.read { transaction in
            _ = try transaction.first("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles LIMIT 1")
            return try transaction.rows("SELECT name, value FROM metadata LIMIT 100").map {
                (name: try $0.text("name"), value: try $0.textOrNull("value") ?? "")
            }
        }
        extent = Extent(Dictionary(facts.map { ($0.name, $0.value) }) { first, _ in first })
        self.version = version
        self.database = database
    }

    /// The tile in this column and row, counted from the north-west, as the file has it, mostly compressed by gzip; nil
    /// where there is none.
    package func tile(zoom: Int, column: Int, row: Int) async throws -> [UInt8]? {
        guard (0...22).contains(zoom), (0..<1 << zoom).contains(row) else { return nil }
        // MBTiles counts rows from the south, as the Tile Map Service does.
        let rowFromSouth = (1 << zoom) - 1 - row
        return try await database.read { transaction in
            try transaction.first(
                SQL(
                    prepared: """
                        SELECT tile_data FROM tiles WHERE zoom_level = $1 AND tile_column = $2 AND tile_row = $3
                        """,
                    [.integer(Int64(zoom)), .integer(Int64(column)), .integer(Int64(rowFromSouth))]
                )
            )?
            .blobOrNull(0)
        }
    }

    /// Closes the file; later tiles throw `.closed`.
    package func close() async {
        await database.close()
    }
}

extension Basemap.Extent {
    /// The whole world, as MBTiles means it where nothing is said.
    static let world = Self(west: -180, south: -85.051129, east: 180, north: 85.051129, zooms: 0...14)

    /// What the rows of `metadata` say.
    init(_ facts: [String: String]) {
        self = .world
        let first = facts["minzoom"].flatMap { Int($0) } ?? zooms.lowerBound
        let last = facts["maxzoom"].flatMap { Int($0) } ?? zooms.upperBound
        if (0...22).contains(first), (first...22).contains(last) { zooms = first...last }
        let edges = (facts["bounds"] ?? "").split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
        guard edges.count == 4, edges.allSatisfy({ abs($0) <= 180 }), edges[1] < edges[3] else { return }
        (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
    }
}
