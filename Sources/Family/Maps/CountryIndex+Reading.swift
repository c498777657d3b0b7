extension CountryIndex {
    private static let mark: [UInt8] = Array("HCI1".utf8)

    /// Reads what `Scripts/build-world` wrote; nil for anything else.
    public init?(bytes: [UInt8]) {
        var row = ByteRowReader(bytes)
        guard let mark = row.take(4), Array(mark) == CountryIndex.mark, let areas = row.areas(),
            let runs = row.runs(CountryIndex.rows * CountryIndex.columns, areas: areas.count),
            let arcs = row.unsigned()
        else { return nil }
        var lines = Lines(areas: areas.count)
        for _ in 0..<arcs {
            guard lines.read(&row) else { return nil }
        }
        guard row.atEnd else { return nil }
        self.areas = areas
        self.runs = runs
        (xs, ys, chunks) = (lines.xs, lines.ys, lines.chunks)
    }

    /// The borders as they are read.
    private struct Lines {
        let areas: Int
        var xs: [Int32] = []
        var ys: [Int32] = []
        var chunks: [Chunk] = []
        private var x: Int64 = 0
        private var y: Int64 = 0

        init(areas: Int) {
            self.areas = areas
        }

        /// One border: its sides, then its points, each as the way from the one before.
        mutating func read(_ row: inout ByteRowReader) -> Bool {
            guard let left = row.unsigned(), let right = row.unsigned(), left < areas, right < areas,
                let count = row.unsigned(), count >= 2, count <= 1_000_000
            else { return false }
            let first = xs.count
            for _ in 0..<count {
                guard let east = row.signed(), let north = row.signed() else { return false }
                x &+= east
                y &+= north
                guard abs(x) <= 900_000, abs(y) <= 450_000 else { return false }
                xs.append(Int32(x))
                ys.append(Int32(y))
            }
            for start in stride(from: first, to: xs.count - 1, by: CountryIndex.edgesMax) {
                add(from: start, to: min(start + CountryIndex.edgesMax, xs.count - 1), UInt16(left), UInt16(right))
            }
            return true
        }

        private mutating func add(from start: Int, to end: Int, _ left: UInt16, _ right: UInt16) {
            var chunk = Chunk(
                first: Int32(start),
                count: Int32(end - start),
                left: left,
                right: right,
                minX: xs[start],
                maxX: xs[start],
                minY: ys[start],
                maxY: ys[start]
            )
            for point in start...end {
                (chunk.minX, chunk.maxX) = (min(chunk.minX, xs[point]), max(chunk.maxX, xs[point]))
                (chunk.minY, chunk.maxY) = (min(chunk.minY, ys[point]), max(chunk.maxY, ys[point]))
            }
            chunks.append(chunk)
        }
    }
}

extension ByteRowReader {
    /// The countries of each kind of ground, two letters each.
    fileprivate mutating func areas() -> [[String]]? {
        guard let count = unsigned(), (1...1_000).contains(count) else { return nil }
        var areas: [[String]] = []
        for _ in 0..<count {
            guard let length = unsigned(), length <= 8, length % 2 == 0, let letters = take(Int(length)) else {
                return nil
            }
            let all = Array(letters)
            guard all.allSatisfy({ (65...90).contains($0) }) else { return nil }
            areas.append(
                stride(from: 0, to: all.count, by: 2).map { String(decoding: all[$0..<$0 + 2], as: UTF8.self) }
            )
        }
        return areas
    }

    /// Runs of cells of the same ground, `count` cells in all.
    fileprivate mutating func runs(_ count: Int, areas: Int) -> [CountryIndex.Run]? {
        var (runs, end) = ([CountryIndex.Run](), 0)
        while end < count {
            guard let length = unsigned(), let area = unsigned(), length > 0, length <= count - end, area < areas
            else { return nil }
            end += Int(length)
            runs.append(CountryIndex.Run(end: end, area: Int(area)))
        }
        return runs
    }
}
