import Family
import SQL

/// Finds the town that a point outside every region is near.
struct TownReader {
    /// A town further away says little about a place.
    private static let metresMax = 30_000.0

    let transaction: Transaction
    /// The cells that the file's towns are found by.
    let cellSizes: [Int32]

    /// The name of the nearest town; nil where none is within 30 km.
    func nearest(to point: Coordinate) throws -> String? {
        guard let size = cellSizes.max() else { return nil }
        let here = MapPoint(point)
        let box = MapBox(around: point, metres: Self.metresMax)
        let cells = MapCell.around(here, size).map { "\"\($0)\"" }.joined(separator: " OR ")
        let rows = try transaction.rows(
            SQL(
                prepared: """
                    SELECT name, latitude, longitude FROM place
                    WHERE id IN (SELECT rowid FROM words WHERE words MATCH $1)
                    AND longitude <= $2 AND longitude >= $3 AND latitude <= $4 AND latitude >= $5
                    """,
                ["{cell} : (\(cells))".sqlValue] + [box.east, box.west, box.north, box.south].map { Int($0).sqlValue }
            )
        )
        let towns = try rows.map { row in
            let at = MapPoint(x: Int32(try row.integer(2)), y: Int32(try row.integer(1)))
            return (name: try row.text(0), metres: at.metres(to: here))
        }
        guard let nearest = towns.min(by: { $0.metres < $1.metres }), nearest.metres <= Self.metresMax else {
            return nil
        }
        return nearest.name
    }
}
