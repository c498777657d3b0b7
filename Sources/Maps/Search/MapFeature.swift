import FoundationEssentials

/// One thing of an extract with its tags, as osmium writes it: a line of GeoJSON.
struct MapFeature: Decodable {
    enum Shape {
        case point(MapPoint)
        case line([MapPoint])
        case area(Outline)
    }

    let tags: [String: String]
    let shape: Shape

    private enum Keys: String, CodingKey {
        case geometry, properties
    }

    private enum GeometryKeys: String, CodingKey {
        case type, coordinates
    }

    /// Nil where a line is no such thing.
    init?(line: [UInt8]) {
        // Whatever osmium writes and this program does not know is left out.
        guard let feature = try? JSONDecoder().decode(MapFeature.self, from: Data(line)) else { return nil }
        self = feature
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        tags = try container.decode([String: String].self, forKey: .properties)
        let geometry = try container.nestedContainer(keyedBy: GeometryKeys.self, forKey: .geometry)
        switch try geometry.decode(String.self, forKey: .type) {
        case "Point":
            shape = .point(point(try geometry.decode([Double].self, forKey: .coordinates)))
        case "LineString":
            shape = .line(try geometry.decode([[Double]].self, forKey: .coordinates).map(point))
        case "MultiPolygon":
            let rings = try geometry.decode([[[[Double]]]].self, forKey: .coordinates).joined().map { $0.map(point) }
            guard let outline = Outline(Array(rings)) else { throw damaged(decoder) }
            shape = .area(outline)
        default:
            throw damaged(decoder)
        }
    }

    /// Where it is, in one point.
    var middle: MapPoint {
        switch shape {
        case .point(let point): point
        case .line(let line): line[line.count / 2]
        case .area(let outline): outline.middle
        }
    }

    /// The name that stands on the signs.
    var name: String? {
        guard let name = tags["name"], !name.isEmpty, name.utf8.count <= 200 else { return nil }
        return name
    }

    /// Every name it goes by, in whichever language; the first is ``name``.
    var names: [String] {
        var names: [String] = []
        for (key, value) in tags.sorted(by: { $0.key < $1.key }) where Self.isName(key) {
            // Several names in one tag stand between semicolons.
            names += value.split(separator: ";").map(String.init).filter { $0.utf8.count <= 200 }
        }
        return (name.map { [$0] } ?? []) + names
    }

    private static func isName(_ key: String) -> Bool {
        if ["alt_name", "old_name", "int_name", "loc_name", "official_name", "short_name", "nat_name"].contains(key) {
            return true
        }
        // "name:de" is a language, "name:etymology:wikidata" is not a name.
        guard key.hasPrefix("name:") || key.hasPrefix("alt_name:") else { return false }
        let language = key.drop { $0 != ":" }.dropFirst()
        return language.utf8.count <= 12 && !language.contains(":")
            && !["prefix", "suffix", "etymology", "source", "pronunciation"].contains(language)
    }
}

private func point(_ pair: [Double]) -> MapPoint {
    pair.count >= 2 ? MapPoint(longitude: pair[0], latitude: pair[1]) : MapPoint(x: 0, y: 0)
}

private func damaged(_ decoder: any Decoder) -> DecodingError {
    DecodingError.dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no shape"))
}
