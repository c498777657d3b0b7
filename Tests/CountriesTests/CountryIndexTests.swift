import Countries
import Family
import Foundation
import Testing

/// The countries of positions, held against the zones that the borders were simplified from.
@Suite struct CountryIndexTests {
    private func world() throws -> CountryIndex {
        try #require(CountryIndex.world, "the file in the program reads back")
    }

    private func at(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test func `F71: each point of the fixture is in its country, and within 500 m both sides are answered`() throws {
        let world = try world()
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../Fixtures/countries/points.txt")
        let lines = try String(contentsOf: file.standardized, encoding: .utf8).split(separator: "\n")
        var points = 0
        for line in lines where !line.hasPrefix("#") {
            let parts = line.split(separator: " ").map(String.init)
            let (longitude, latitude) = (try #require(Double(parts[0])), try #require(Double(parts[1])))
            let coordinate = try at(latitude, longitude)
            let answer = world.countries(of: coordinate, within: 0).countries
            let wanted =
                parts[2] == "-"
                ? []
                : stride(from: 0, to: parts[2].count, by: 2).map { place in
                    String(parts[2].dropFirst(place).prefix(2))
                }
            // Disputed ground has both; the zones name one.
            #expect(Set(wanted).isSubset(of: answer) && (wanted.isEmpty == answer.isEmpty), "\(line): \(answer)")
            let near = world.countries(of: coordinate, within: 500).countries
            #expect(Set(answer).isSubset(of: near))
            points += 1
        }
        #expect(points >= 400)
    }

    @Test func `F71: nearer to a border than the fix is exact, both countries are answered, the own one first`() throws
    {
        let world = try world()
        // The east bank of the Rhine at Vaduz, and the middle of the town.
        let bank = try at(47.1385, 9.5110)
        #expect(world.countries(of: bank, within: 0).countries == ["LI"])
        #expect(world.countries(of: bank, within: 508).countries == ["LI", "CH"])
        let town = try at(47.1410, 9.5209)
        #expect(world.countries(of: town, within: 400).countries == ["LI"])
        let metres = try #require(world.countries(of: town, within: 0).metresToBorder)
        #expect((400...1_500).contains(metres), "\(metres)")
    }

    @Test func `F71: territories have codes of their own, Kosovo is known, and Crimea has both`() throws {
        let world = try world()
        let cases: [(Double, Double, [String])] = [
            (60.10, 19.95, ["AX"]), (64.18, -51.70, ["GL"]), (22.28, 114.16, ["HK"]), (18.40, -66.10, ["PR"]),
            (42.66, 21.16, ["XK"]), (45.00, 34.10, ["RU", "UA"]),
        ]
        for (latitude, longitude, countries) in cases {
            let answer = world.countries(of: try at(latitude, longitude), within: 0).countries
            #expect(answer == countries, "\(latitude) \(longitude)")
        }
    }

    @Test func `F71: at sea the nearest country within 25 km answers, and none farther out`() throws {
        let world = try world()
        // The Gulf of Finland inside Finnish waters, beyond the limits of Liverpool Bay, and the middle of an ocean.
        #expect(world.countries(of: try at(60.05, 24.95), within: 0).countries == ["FI"])
        #expect(world.countries(of: try at(0, -30), within: 0).countries.isEmpty)
        // 30 km off Portugal: beyond the twelve miles, within their reach.
        #expect(world.countries(of: try at(38.70, -9.87), within: 0).countries == ["PT"])
        #expect(world.countries(of: try at(38.70, -12.5), within: 0).countries.isEmpty)
    }

    @Test func `F71: where no border is near nothing else is answered, at the edges of the map either`() throws {
        let world = try world()
        for (latitude, longitude) in [(90.0, 0.0), (-90, 180), (-90, -180), (0, 180), (0, -180), (66.0, 179.99)] {
            _ = world.countries(of: try at(latitude, longitude), within: 1_000)
        }
        #expect(world.countries(of: try at(52.52, 13.41), within: 1_000).countries == ["DE"])
        #expect(world.countries(of: try at(66.5, -175), within: 0).countries == ["RU"], "beyond the meridian of 180")
    }

    @Test func `bytes that are damaged are refused`() {
        #expect(CountryIndex(bytes: []) == nil)
        #expect(CountryIndex(bytes: Array("HCI1".utf8)) == nil)
        #expect(CountryIndex(bytes: Array("HCI1".utf8) + [1, 0, 0x80]) == nil)
    }
}
