/// The areas and settlements of an extract: what says in which town something is.
struct AreaMap {
    /// What is said of where something is.
    struct Surroundings: Sendable {
        /// Which town it is, as a number that two places of one town share.
        var town: Int
        /// The town's name.
        var townName: String?
        /// The names of the larger areas around it, the smaller first.
        var larger: [String]
        /// The words by which it may be asked for beside its own name.
        var words: [String]

        /// Of what lies in several towns, such as a river.
        static let none = Surroundings(town: -1, townName: nil, larger: [], words: [])
    }

    private struct Area {
        let name: String
        let names: [String]
        let level: Int
        let banded: BandedOutline
        let box: MapBox
    }

    private struct Settlement {
        let name: String
        let names: [String]
        let kind: PlaceKind
        let point: MapPoint
    }

    /// The levels of administration that make a town, the best first: most countries' municipalities have the eighth.
    static let townLevels = [8, 7, 9, 10, 6]

    private var areas: [Area] = []
    private var settlements: [Settlement] = []
    /// By the cell of the grid that they touch.
    private var areaCells: [Int64: [Int]] = [:]
    private var settlementCells: [Int64: [Int]] = [:]
    private var known: [[Int]: Surroundings] = [:]

    /// Takes what a feature adds to the map, if it adds something.
    mutating func add(_ feature: MapFeature) {
        guard let name = feature.name else { return }
        if case .area(let outline) = feature.shape, feature.tags["boundary"] == "administrative",
            let level = feature.tags["admin_level"].flatMap({ Int($0) }), (2...11).contains(level),
            let box = outline.box
        {
            let index = areas.count
            let names = Self.contextNames(feature, isWide: level <= 4)
            areas.append(
                Area(name: name, names: names, level: level, banded: BandedOutline(outline, box), box: box)
            )
            for cell in Self.cells(box) { areaCells[cell, default: []].append(index) }
        } else if let kind = PlaceKind(feature.tags), kind.isSettlement {
            let point = feature.middle
            settlementCells[Self.cell(point), default: []].append(settlements.count)
            settlements.append(
                Settlement(name: name, names: Self.contextNames(feature, isWide: false), kind: kind, point: point)
            )
        }
    }

    /// Whether a settlement inside this area has its name: then that one stands for both.
    func hasSettlement(called key: String, in outline: Outline) -> Bool {
        guard let box = outline.box else { return false }
        return Self.cells(box).contains { cell in
            (settlementCells[cell] ?? []).contains { index in
                let settlement = settlements[index]
                return WordForms.key(settlement.name) == key && outline.contains(settlement.point)
            }
        }
    }

    /// What is around a point.
    mutating func surroundings(of point: MapPoint) -> Surroundings {
        let around = (areaCells[Self.cell(point)] ?? []).filter {
            areas[$0].box.contains(point) && areas[$0].banded.contains(point)
        }
        let levels = around.map { areas[$0].level }
        let town = Self.townLevels.compactMap { levels.firstIndex(of: $0) }.first.map { around[$0] }
        let settlement = town == nil ? nearestSettlement(point) : nil
        let key = [town ?? -1, settlement ?? -1] + around
        if let found = known[key] { return found }
        let larger = around.filter { $0 != town && areas[$0].level <= 4 }.sorted { areas[$0].level > areas[$1].level }
        let names =
            around.flatMap { areas[$0].names } + (settlement.map { settlements[$0].names } ?? [])
        var seen: Set<String> = []
        let found = Surroundings(
            // Settlements are counted apart from areas.
            town: town ?? settlement.map { -2 - $0 } ?? -1,
            townName: town.map { areas[$0].name } ?? settlement.map { settlements[$0].name },
            larger: larger.map { areas[$0].name },
            words: names.flatMap { WordForms.all(of: $0).joined() }.filter { seen.insert($0).inserted }
        )
        known[key] = found
        return found
    }

    /// The settlement whose reach a point lies in deepest.
    private func nearestSettlement(_ point: MapPoint) -> Int? {
        var best: (index: Int, part: Double)?
        for cell in Self.cells(around: point) {
            for index in settlementCells[cell] ?? [] {
                let settlement = settlements[index]
                let part = settlement.point.metres(to: point) / settlement.kind.reachMetres
                if part < 1, part < best?.part ?? 1 { best = (index, part) }
            }
        }
        return best?.index
    }

    /// Names in the languages that a visitor may ask in; a country's few, because everything in it carries them.
    private static func contextNames(_ feature: MapFeature, isWide: Bool) -> [String] {
        let keys = isWide ? ["name", "name:en"] : ["name", "name:en", "name:de", "name:fr", "name:it", "name:sv"]
        var seen: Set<String> = []
        return keys.compactMap { feature.tags[$0] }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// A grid of a fifth of a degree.
    private static let cellSize: Int32 = 2_000_000

    private static func cell(_ point: MapPoint) -> Int64 {
        cell(column: Int(point.x / cellSize), row: Int(point.y / cellSize))
    }

    private static func cell(column: Int, row: Int) -> Int64 { Int64(column) << 16 ^ Int64(row & 0xFFFF) }

    private static func cells(_ box: MapBox) -> [Int64] {
        (Int(box.west / cellSize)...Int(box.east / cellSize)).flatMap { column in
            (Int(box.south / cellSize)...Int(box.north / cellSize)).map { cell(column: column, row: $0) }
        }
    }

    private static func cells(around point: MapPoint) -> [Int64] {
        let (column, row) = (Int(point.x / cellSize), Int(point.y / cellSize))
        return (column - 1...column + 1).flatMap { column in (row - 1...row + 1).map { cell(column: column, row: $0) } }
    }
}

/// An outline cut into bands from south to north, so that a point is compared with the edges of its band alone.
private struct BandedOutline {
    private static let count = 256

    private let south: Int32
    private let bandHeight: Double
    private var bands: [[(MapPoint, MapPoint)]]

    init(_ outline: Outline, _ box: MapBox) {
        south = box.south
        bandHeight = max(1, (Double(box.north) - Double(box.south) + 1) / Double(Self.count))
        bands = Array(repeating: [], count: Self.count)
        for ring in outline.rings {
            for (from, to) in zip(ring, ring.dropFirst()) where from.y != to.y {
                for band in self.band(min(from.y, to.y))...self.band(max(from.y, to.y)) {
                    bands[band].append((from, to))
                }
            }
        }
    }

    func contains(_ point: MapPoint) -> Bool {
        bands[band(point.y)].reduce(false) { Outline.crosses($1.0, $1.1, point) ? !$0 : $0 }
    }

    private func band(_ y: Int32) -> Int {
        min(Self.count - 1, max(0, Int((Double(y) - Double(south)) / bandHeight)))
    }
}
