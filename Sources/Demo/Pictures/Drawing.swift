/// A small square picture that is painted shape by shape, each with a smooth edge.
///
/// Places and lengths are shares of a side, from the upper left corner.
package struct Drawing: Sendable {
    /// Pixels along a side.
    package static let side = 256

    /// Red, green and blue of each pixel, row by row.
    private(set) var pixels: [UInt8]

    /// A colour as 0xRRGGBB.
    struct Colour: Hashable, Sendable, ExpressibleByIntegerLiteral {
        let bytes: [UInt8]

        init(integerLiteral value: UInt32) {
            bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
    }

    /// A place in the picture.
    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double

        init(_ x: Double, _ y: Double) {
            (self.x, self.y) = (x, y)
        }

        func distance(to other: Point) -> Double {
            ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
        }
    }

    init(background: Colour) {
        pixels = []
        pixels.reserveCapacity(3 * Drawing.side * Drawing.side)
        for _ in 0..<Drawing.side * Drawing.side { pixels += background.bytes }
    }

    /// An ellipse, of which nothing is painted outside of some rows.
    mutating func ellipse(
        _ centre: Point,
        _ width: Double,
        _ height: Double,
        _ colour: Colour,
        rows: ClosedRange<Double> = 0...1,
        opacity: Double = 1
    ) {
        let top = max(rows.lowerBound, centre.y - height)
        let bottom = min(rows.upperBound, centre.y + height)
        paint(colour, centre.x - width...centre.x + width, top, bottom, opacity) { point in
            let (x, y) = ((point.x - centre.x) / width, (point.y - centre.y) / height)
            let reach = (x * x + y * y).squareRoot()
            let slope = (x * x / (width * width) + y * y / (height * height)).squareRoot()
            return slope == 0 ? -1 : reach * (reach - 1) / slope
        }
    }

    /// A line with round ends.
    mutating func line(_ start: Point, _ end: Point, width: Double, _ colour: Colour) {
        let half = width / 2
        let across = min(start.x, end.x) - half...max(start.x, end.x) + half
        let length = max(start.distance(to: end), 1e-9)
        paint(colour, across, min(start.y, end.y) - half, max(start.y, end.y) + half, 1) { point in
            let along = (point.x - start.x) * (end.x - start.x) + (point.y - start.y) * (end.y - start.y)
            let share = min(max(along / (length * length), 0), 1)
            let nearest = Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
            return point.distance(to: nearest) - half
        }
    }

    /// A circle's line, of which nothing is painted outside of some rows.
    mutating func ring(
        _ centre: Point,
        radius: Double,
        width: Double,
        _ colour: Colour,
        rows: ClosedRange<Double> = 0...1
    ) {
        let reach = radius + width / 2
        let top = max(rows.lowerBound, centre.y - reach)
        let bottom = min(rows.upperBound, centre.y + reach)
        paint(colour, centre.x - reach...centre.x + reach, top, bottom, 1) { point in
            abs(point.distance(to: centre) - radius) - width / 2
        }
    }

    /// A rectangle with round corners.
    mutating func box(_ from: Point, _ to: Point, corner: Double, _ colour: Colour) {
        let centre = Point((from.x + to.x) / 2, (from.y + to.y) / 2)
        let (width, height) = ((to.x - from.x) / 2 - corner, (to.y - from.y) / 2 - corner)
        paint(colour, from.x...to.x, from.y, to.y, 1) { point in
            let (x, y) = (abs(point.x - centre.x) - width, abs(point.y - centre.y) - height)
            let outside = Point(max(x, 0), max(y, 0)).distance(to: Point(0, 0))
            return outside + min(max(x, y), 0) - corner
        }
    }

    /// Paints what lies inside: `distance` is how far outside of the shape's edge a place is, below 0 inside.
    private mutating func paint(
        _ colour: Colour,
        _ across: ClosedRange<Double>,
        _ top: Double,
        _ bottom: Double,
        _ opacity: Double,
        _ distance: (Point) -> Double
    ) {
        let side = Double(Drawing.side)
        let columns = Drawing.pixels(across.lowerBound, across.upperBound)
        for row in Drawing.pixels(top, bottom) {
            for column in columns {
                let point = Point((Double(column) + 0.5) / side, (Double(row) + 0.5) / side)
                let cover = opacity * min(max(0.5 - distance(point) * side, 0), 1)
                guard cover > 0 else { continue }
                let start = 3 * (row * Drawing.side + column)
                for channel in 0..<3 {
                    let (old, new) = (Double(pixels[start + channel]), Double(colour.bytes[channel]))
                    pixels[start + channel] = UInt8((old + cover * (new - old)).rounded())
                }
            }
        }
    }

    /// The pixels that a stretch touches.
    private static func pixels(_ from: Double, _ to: Double) -> Range<Int> {
        let side = Double(Drawing.side)
        let first = Int(min(max((from * side).rounded(.down), 0), side))
        let end = Int(min(max((to * side).rounded(.up), 0), side))
        return first..<max(first, end)
    }
}
