/// The streets of an extract while it is read: all ways of one name in one town are one street.
struct StreetBook {
    /// A street, or what has house numbers as one.
    struct Street {
        let name: String
        let kind: PlaceKind
        var names: [String]
        let surroundings: AreaMap.Surroundings
        /// The middle of each of its ways; houses where it has none.
        var middles: [MapPoint] = []
        var hasWays = false
        /// How many houses have which postcode.
        var postcodes: [String: Int] = [:]

        /// Where it is, in one point: of its ways' middles the one nearest to all.
        var point: MapPoint {
            let count = Double(max(1, middles.count))
            let middle = MapPoint(
                x: Int32(middles.reduce(0) { $0 + Double($1.x) } / count),
                y: Int32(middles.reduce(0) { $0 + Double($1.y) } / count)
            )
            return middles.min { $0.metres(to: middle) < $1.metres(to: middle) } ?? middle
        }

        /// The postcode that most of its houses have.
        var postcode: String? {
            postcodes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }

        /// Where it is, in words.
        var address: String? { Self.address(postcode, surroundings.townName) }

        static func address(_ postcode: String?, _ town: String?) -> String? {
            let words = [postcode, town].compactMap(\.self)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
    }

    private struct Key: Hashable {
        let name: String
        let town: Int
        let cell: Int32
    }

    private(set) var streets: [Street] = []
    private var indices: [Key: Int] = [:]

    /// The street of a name around a point; a new one where it is the first of it.
    mutating func index(
        _ name: String,
        kind: PlaceKind = .street,
        _ surroundings: AreaMap.Surroundings,
        _ point: MapPoint
    )
        -> Int
    {
        // Beyond all towns a street of the same name some kilometres away is another.
        let size: Int32 = kind == .street ? 500_000 : 20_000_000
        let cell = surroundings.townName == nil ? point.x / size &* 7_919 &+ point.y / size : 0
        let key = Key(name: WordForms.key(name) + kind.rawValue, town: surroundings.town, cell: cell)
        if let index = indices[key] { return index }
        indices[key] = streets.count
        streets.append(Street(name: name, kind: kind, names: [name], surroundings: surroundings))
        return streets.count - 1
    }

    /// One of its ways lies there.
    mutating func addWay(_ index: Int, middle: MapPoint, names: [String]) {
        if !streets[index].hasWays { streets[index].middles = [] }
        streets[index].hasWays = true
        // More say no better where the middle is.
        if streets[index].middles.count < 200 { streets[index].middles.append(middle) }
        for name in names where !streets[index].names.contains(name) && streets[index].names.count < 12 {
            streets[index].names.append(name)
        }
    }

    /// One of its houses stands there.
    mutating func addHouse(_ index: Int, at point: MapPoint, postcode: String?) {
        if !streets[index].hasWays, streets[index].middles.count < 200 { streets[index].middles.append(point) }
        if let postcode { streets[index].postcodes[postcode, default: 0] += 1 }
    }
}
