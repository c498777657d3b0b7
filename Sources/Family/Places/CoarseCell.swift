import CDomainMath

/// A square of about one kilometre on a grid that is the same for everybody and for ever (F36).
///
/// No noise is added, so that reading it often tells no more than reading it once.
public struct CoarseCell: Hashable, Sendable {
    /// Counted from the south pole in steps of 0.009 degrees.
    public let row: Int32
    /// Counted eastwards from longitude -180 in steps that divide the row's circle evenly.
    public let column: Int32

    static let rowDegrees = 0.009
    static let rowsCount: Int32 = 20_000

    /// The cell, or nil where the grid has none so numbered.
    init?(row: Int32, column: Int32) {
        guard row >= 0, row < CoarseCell.rowsCount, column >= 0, column < CoarseCell.columnsCount(row: row) else {
            return nil
        }
        self.row = row
        self.column = column
    }

    /// The cell that a point lies in.
    public init(_ coordinate: Coordinate) {
        let row = Int32(min(max((coordinate.latitude + 90) / CoarseCell.rowDegrees, 0), 19_999))
        let columns = CoarseCell.columnsCount(row: row)
        let column = Int32(min(max((coordinate.longitude + 180) / 360 * Double(columns), 0), Double(columns - 1)))
        self.row = row
        self.column = column
    }

    /// The cell to show for a fix: the one shown before, until the fix lies clearly outside it.
    init?(holding spot: Spot, accuracyMetres: Double, scale: LocalScale, previous: CoarseCell?) {
        guard let coordinate = spot.coordinate else { return nil }
        if let previous, previous.metresOutside(coordinate, scale: scale) <= 100 + 2 * accuracyMetres {
            self = previous
        } else {
            self.init(coordinate)
        }
    }

    /// The middle of the cell: what is sent instead of a position.
    public var centre: Coordinate {
        let latitude = (Double(row) + 0.5) * CoarseCell.rowDegrees - 90
        let longitude = (Double(column) + 0.5) * columnDegrees - 180
        guard let centre = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("a cell that exists lies on the globe")
        }
        return centre
    }

    private var columnDegrees: Double { 360 / Double(CoarseCell.columnsCount(row: row)) }

    /// How far a point lies beyond the cell's border; 0 or less inside.
    private func metresOutside(_ coordinate: Coordinate, scale: LocalScale) -> Double {
        let columnDegrees = columnDegrees
        let middleNorth = (Double(row) + 0.5) * CoarseCell.rowDegrees - 90
        let middleEast = (Double(column) + 0.5) * columnDegrees - 180
        let north = abs(coordinate.latitude - middleNorth) - CoarseCell.rowDegrees / 2
        let east = abs(wrappedDegrees(coordinate.longitude - middleEast)) - columnDegrees / 2
        return max(north * scale.metresPerDegreeNorth, east * scale.metresPerDegreeEast)
    }

    private static func columnsCount(row: Int32) -> Int32 {
        let latitude = (Double(row) + 0.5) * rowDegrees - 90
        return max(1, Int32(cos(latitude * radiansPerDegree) * 360 / rowDegrees))
    }
}
