import Linux
import SQL

/// Fills a region's search file from the features of its extract.
struct SearchMaker {
    private let tables: SearchTables
    private var map = AreaMap()
    private var book = StreetBook()
    private var numberedLines: [NumberedLine] = []

    /// Reads a file of features twice: first what makes towns, then what lies in them.
    ///
    /// - Throws: `FolderFailure` or `StorageError`.
    static func make(from path: String, in transaction: Transaction, progress: (Double) -> Void) throws {
        var maker = SearchMaker(tables: try SearchTables(transaction))
        let bytes = Double(max(1, try Folders.size(path)))
        var lines = try FeatureLines(path)
        while let line = try lines.next() {
            guard line.holds(#""boundary":"administrative""#) || line.holds(#""place":""#) else { continue }
            if let feature = MapFeature(line: line) { try maker.addArea(feature) }
        }
        progress(0.1)
        lines = try FeatureLines(path)
        var count = 0
        while let line = try lines.next() {
            if let feature = MapFeature(line: line) { try maker.add(feature) }
            count += 1
            if count % 2_000 == 0 { progress(0.1 + 0.6 * Double(lines.bytes) / bytes) }
        }
        try maker.addNumbersBetween()
        progress(0.75)
        try maker.addStreets()
        progress(0.85)
        try maker.tables.finish()
    }

    private mutating func addArea(_ feature: MapFeature) throws {
        map.add(feature)
        guard let name = feature.name else { return }
        if case .area(let outline) = feature.shape, feature.tags["boundary"] == "administrative",
            let level = feature.tags["admin_level"].flatMap({ Int($0) }), (2...11).contains(level)
        {
            try tables.addArea(name, level: level, outline)
        } else if let kind = PlaceKind(feature.tags), kind.isSettlement {
            try tables.addSettlement(name, kind, feature.middle)
        }
    }

    private mutating func add(_ feature: MapFeature) throws {
        if case .line(let points) = feature.shape, let scheme = feature.tags["addr:interpolation"] {
            numberedLines.append(NumberedLine(points: points, scheme: scheme))
            return
        }
        let tags = feature.tags
        let point = feature.middle
        let around = map.surroundings(of: point)
        let street = try addHouse(tags, point, around)
        guard let name = feature.name else { return }
        if case .line(let line) = feature.shape {
            try addWay(name, line, feature, around)
        } else if let level = tags["admin_level"], tags["boundary"] == "administrative" {
            try addAdministrative(name, Int(level) ?? 0, feature, around)
        } else if let kind = PlaceKind(tags) {
            try tables.add(place(name, kind, feature, around, street: street))
        }
    }

    /// The house that a feature's address tells of; answers its street's name and number.
    private mutating func addHouse(
        _ tags: [String: String],
        _ point: MapPoint,
        _ around: AreaMap.Surroundings
    ) throws -> String? {
        guard let number = tags["addr:housenumber"], HouseNumber.isNumber(number),
            let street = tags["addr:street"] ?? tags["addr:place"], !street.isEmpty, street.utf8.count <= 200,
            !WordForms.key(street).isEmpty
        else { return nil }
        let index = book.index(street, around, point)
        let postcode = tags["addr:postcode"].flatMap { $0.utf8.count <= 12 ? $0 : nil }
        book.addHouse(index, at: point, postcode: postcode)
        try tables.addHouse(street: index, number: number, postcode: postcode, at: point, isCertain: true)
        return "\(street) \(number)"
    }

    private mutating func addWay(
        _ name: String,
        _ line: [MapPoint],
        _ feature: MapFeature,
        _ around: AreaMap.Surroundings
    ) throws {
        let kind: PlaceKind
        if let highway = feature.tags["highway"] {
            guard !["proposed", "construction", "razed", "abandoned"].contains(highway) else { return }
            kind = .street
        } else if feature.tags["waterway"] != nil {
            kind = .nature
        } else {
            return
        }
        guard !WordForms.key(name).isEmpty, line.count >= 2 else { return }
        let index = book.index(name, kind: kind, kind == .street ? around : .none, feature.middle)
        book.addWay(index, middle: feature.middle, names: feature.names)
        if kind == .street { try tables.addLine(street: index, line) }
    }

    /// An area of its own is found where no settlement stands for it.
    private mutating func addAdministrative(
        _ name: String,
        _ level: Int,
        _ feature: MapFeature,
        _ around: AreaMap.Surroundings
    ) throws {
        guard case .area(let outline) = feature.shape, (2...11).contains(level),
            !map.hasSettlement(called: WordForms.key(name), in: outline)
        else { return }
        var place = place(name, level == 2 ? .country : .area, feature, around, street: nil)
        place.outline = nil
        if level > 2 { place.importance += max(0, 8 - level) * 3 }
        try tables.add(place)
    }

    private func place(
        _ name: String,
        _ kind: PlaceKind,
        _ feature: MapFeature,
        _ around: AreaMap.Surroundings,
        street: String?
    ) -> SearchTables.Place {
        let larger = ([around.townName] + around.larger).compactMap(\.self).filter { $0 != name }
        let isWide = [.city, .town, .village, .area, .country].contains(kind)
        let town = isWide ? around.larger.filter { $0 != name }.joined(separator: ", ") : larger.first
        let address = [street, town].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
        let postcodes = (feature.tags["postal_code"] ?? feature.tags["addr:postcode"]).map(WordForms.latin) ?? []
        var outline: Outline?
        if kind.namesAPoint, case .area(let edge) = feature.shape { outline = edge }
        return SearchTables.Place(
            name: name,
            names: feature.names,
            context: around.words + postcodes + (street.map { WordForms.all(of: $0).flatMap(\.self) } ?? []),
            address: address.isEmpty ? nil : address,
            kind: kind,
            importance: kind.importance + renown(feature.tags),
            point: feature.middle,
            street: nil,
            outline: outline
        )
    }

    /// What people know beyond their town is looked for more.
    private func renown(_ tags: [String: String]) -> Int {
        let isKnown = tags["wikipedia"] != nil || tags["wikidata"] != nil
        let people = tags["population"].flatMap { Int($0) } ?? 0
        return (isKnown ? 3 : 0) + (people > 1_000_000 ? 6 : people > 100_000 ? 4 : people > 10_000 ? 2 : 0)
    }

    /// The houses whose numbers follow from those at both ends.
    private mutating func addNumbersBetween() throws {
        for line in numberedLines {
            var last: (index: Int, street: Int, number: String)?
            for (index, point) in line.points.enumerated() {
                guard let house = try tables.houses(at: point).first else { continue }
                defer { last = (index, house.street, house.number) }
                guard let last, last.street == house.street else { continue }
                let numbers = HouseNumber.between(last.number, house.number, scheme: line.scheme)
                guard let (first, final) = Int(last.number).flatMap({ one in Int(house.number).map { (one, $0) } })
                else { continue }
                let piece = line.points[last.index...index]
                let places = NumberedLine.places(of: numbers, first: first, last: final, along: piece)
                for (number, place) in zip(numbers, places)
                where try !tables.hasHouse(number, street: house.street) {
                    try tables.addHouse(
                        street: house.street,
                        number: "\(number)",
                        postcode: nil,
                        at: place,
                        isCertain: false
                    )
                }
            }
        }
    }

    private func addStreets() throws {
        for (index, street) in book.streets.enumerated() {
            try tables.addStreet(index, street)
            let postcodes = street.postcodes.keys.sorted().prefix(5).flatMap { WordForms.latin($0) }
            try tables.add(
                SearchTables.Place(
                    name: street.name,
                    names: street.names,
                    context: street.surroundings.words + postcodes,
                    address: street.address,
                    kind: street.kind,
                    importance: street.kind.importance,
                    point: street.point,
                    street: street.kind == .street ? index : nil,
                    outline: nil
                )
            )
        }
    }
}

/// The lines of a file, one after the other.
private struct FeatureLines: ~Copyable {
    private var file: FileReader
    private var buffer: [UInt8] = []
    private var offset = 0
    /// How much of the file was read.
    private(set) var bytes = 0

    init(_ path: String) throws(FolderFailure) {
        file = try FileReader(path)
    }

    mutating func next() throws(FolderFailure) -> [UInt8]? {
        while true {
            if let end = buffer[offset...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { offset = end + 1 }
                return Array(buffer[offset..<end])
            }
            buffer.removeFirst(offset)
            offset = 0
            guard let piece = try file.next() else {
                defer { buffer = [] }
                return buffer.isEmpty ? nil : buffer
            }
            buffer += piece
            bytes += piece.count
        }
    }
}

extension [UInt8] {
    fileprivate func holds(_ text: StaticString) -> Bool {
        let needle = text.description.utf8
        guard let first = needle.first else { return true }
        var start = startIndex
        while let place = self[start...].firstIndex(of: first) {
            if self[place...].starts(with: needle) { return true }
            start = place + 1
        }
        return false
    }
}
