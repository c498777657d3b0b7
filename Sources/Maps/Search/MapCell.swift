import Family

/// Cells of the map as words that a text never holds, so that one index answers what is called so and near.
enum MapCell {
    /// About 1.4 and 11 kilometres of latitude.
    static let sizes: [Int32] = [125_000, 1_000_000]

    /// The cells that a point lies in.
    static func words(of point: MapPoint) -> String {
        sizes.map { word($0, column: floor(point.x, $0), row: floor(point.y, $0)) }.joined(separator: " ")
    }

    /// The nine cells of a size around a point.
    static func around(_ point: MapPoint, _ size: Int32) -> [String] {
        let (column, row) = (floor(point.x, size), floor(point.y, size))
        return (column - 1...column + 1).flatMap { column in
            (row - 1...row + 1).map { word(size, column: column, row: $0) }
        }
    }

    private static func word(_ size: Int32, column: Int32, row: Int32) -> String {
        "~\(size / 125_000)x\(column < 0 ? "w" : "")\(abs(column))y\(row < 0 ? "s" : "")\(abs(row))"
    }

    private static func floor(_ value: Int32, _ size: Int32) -> Int32 {
        value >= 0 ? value / size : -((-value + size - 1) / size)
    }
}
