/// The borders of the world's countries, and the country of any position.
///
/// Read from bytes that `Scripts/build-world` makes; Sources/CLibraries/CCountries/README.md has the format and how exact it is.
/// Pure, and used by the hub alone.
public struct CountryIndex: Sendable {
    /// A run of at most `edgesMax` edges of one border, with the box around them.
    struct Chunk: Sendable {
        var first: Int32
        var count: Int32
        /// Places in `areas`: what is to the left and to the right of each edge.
        var left: UInt16
        var right: UInt16
        var minX: Int32
        var maxX: Int32
        var minY: Int32
        var maxY: Int32
    }

    /// Cells of the same area, up to the one before `end`.
    struct Run: Sendable {
        var end: Int
        var area: Int
    }

    /// A point in units of the grid.
    struct Point: Sendable {
        var x: Double
        var y: Double
    }

    /// The countries of each kind of ground; the first is the open sea, disputed ground has several.
    let areas: [[String]]
    /// The area at one point of each cell of half a degree, row by row from the south-west: runs of cells of the same.
    let runs: [Run]
    let xs: [Int32]
    let ys: [Int32]
    let chunks: [Chunk]

    /// Units in a degree.
    static let unitsPerDegree = 5_000.0
    /// Units in a cell, and where in it the point is whose area is known: on no border that follows a meridian.
    static let cellUnits = 2_500
    static let knownX = 1_237
    static let knownY = 1_171
    static let columns = 720
    static let rows = 360
    static let edgesMax = 32
    static let metresPerDegree = 111_320.0
    /// A position further out at sea is in no country's reach.
    static let seaMetres = 25_000.0

    /// The countries of a position that is known to so many metres: nearer to a border than that, both sides.
    public func countries(of coordinate: Coordinate, within metres: Double) -> CountryAnswer {
        let here = Point(
            x: coordinate.longitude * CountryIndex.unitsPerDegree,
            y: coordinate.latitude * CountryIndex.unitsPerDegree
        )
        let own = areas[area(at: here)]
        let reach = max(0, metres)
        let near = neighbours(of: coordinate, within: max(CountryIndex.seaMetres, reach))
        var limit = reach
        if own.isEmpty {
            guard let nearest = near.countries.first, nearest.metres <= CountryIndex.seaMetres else {
                return CountryAnswer(countries: [], metresToBorder: near.metresToBorder)
            }
            limit = nearest.metres + reach
        }
        var countries = own
        for country in near.countries where country.metres <= limit && !countries.contains(country.code) {
            countries.append(country.code)
        }
        return CountryAnswer(countries: countries, metresToBorder: near.metresToBorder)
    }

    /// The area of a point: from the known point of its cell, the last border that is crossed on the way decides.
    ///
    /// So an error elsewhere, such as two simplified borders that cross, does not spread.
    private func area(at here: Point) -> Int {
        let column = cell(here.x, 180, CountryIndex.columns)
        let row = cell(here.y, 90, CountryIndex.rows)
        let start = Point(
            x: Double(column * CountryIndex.cellUnits - 900_000 + CountryIndex.knownX),
            y: Double(row * CountryIndex.cellUnits - 450_000 + CountryIndex.knownY)
        )
        var area = knownArea(ofCell: row * CountryIndex.columns + column)
        var last = 0.0
        let (minX, maxX) = (min(start.x, here.x), max(start.x, here.x))
        let (minY, maxY) = (min(start.y, here.y), max(start.y, here.y))
        for chunk in chunks where chunk.touches(minX, maxX, minY, maxY) {
            for edge in Int(chunk.first)..<Int(chunk.first + chunk.count) {
                guard let crossing = crossing(of: edge, from: start, to: here), crossing.share > last else { continue }
                last = crossing.share
                area = Int(crossing.endsLeft ? chunk.left : chunk.right)
            }
        }
        return area
    }

    private func knownArea(ofCell cell: Int) -> Int {
        var (low, high) = (0, runs.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].end > cell { high = middle } else { low = middle + 1 }
        }
        return runs[low].area
    }

    private func cell(_ units: Double, _ degrees: Int, _ count: Int) -> Int {
        let shifted = Int(units.rounded(.down)) + degrees * Int(CountryIndex.unitsPerDegree)
        return max(0, min(count - 1, shifted / CountryIndex.cellUnits))
    }

    /// How far along the way an edge is crossed, and whether the way ends on its left side.
    private func crossing(of edge: Int, from start: Point, to end: Point) -> (share: Double, endsLeft: Bool)? {
        let (ax, ay) = (Double(xs[edge]) - start.x, Double(ys[edge]) - start.y)
        let (bx, by) = (Double(xs[edge + 1]) - start.x, Double(ys[edge + 1]) - start.y)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        // An end that is on the way counts for one side, so a way through a corner crosses once.
        guard (dx * ay - dy * ax >= 0) != (dx * by - dy * bx >= 0) else { return nil }
        let ofStart = (by - ay) * ax - (bx - ax) * ay
        let ofEnd = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
        guard ofStart != ofEnd else { return nil }
        let share = ofStart / (ofStart - ofEnd)
        return share > 0 && share <= 1 ? (share, ofEnd > 0) : nil
    }
}

extension CountryIndex.Chunk {
    /// Whether its box meets another one.
    func touches(_ minX: Double, _ maxX: Double, _ minY: Double, _ maxY: Double) -> Bool {
        Double(self.minX) <= maxX && Double(self.maxX) >= minX && Double(self.minY) <= maxY
            && Double(self.maxY) >= minY
    }
}
