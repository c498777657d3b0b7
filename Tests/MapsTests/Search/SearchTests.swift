import Family
import Maps
import Testing

/// The search of the shipped extract, asked for streets and towns that are known.
@Suite struct SearchTests {
    @Test(arguments: [
        ("Vaduz", "Vaduz | Liechtenstein | town"),
        ("vad", "Vaduz | Liechtenstein | town"),
        ("Liechtenstein", "Liechtenstein |  | country"),
        ("Landstrasse Schaan", "Landstrasse | 9494 Schaan | street"),
        ("schaan landstrasse", "Landstrasse | 9494 Schaan | street"),
        ("landstr scha", "Landstrasse | 9494 Schaan | street"),
        ("malbun", "Malbun | Triesenberg | hamlet"),
        ("Kunstmuseum", "Kunstmuseum Liechtenstein | Städtle 32, Vaduz | sight"),
        ("universität liechtenstein", "Universität Liechtenstein | Vaduz | school"),
    ])
    func `a name is found while it is typed, with its town`(_ text: String, _ first: String) async throws {
        let found = try await shippedSearch().search(text, near: nil, limit: 5)
        #expect(found.first?.line == first)
    }

    @Test(arguments: [
        ("Landstrase Schaan", "Landstrasse | 9494 Schaan | street"),
        ("Ladnstrasse Schan", "Landstrasse | 9494 Schaan | street"),
        ("Triesnberg", "Triesenberg | Liechtenstein | village"),
        ("Bahnhof Strasse", "Bahnhofstrasse | 9494 Schaan | street"),
        ("Vaduzz", "Vaduz | Liechtenstein | town"),
        ("Landstrasse Schaan Hinterhaus", "Landstrasse | 9494 Schaan | street"),
    ])
    func `a name is found with some letters wrong`(_ text: String, _ first: String) async throws {
        let found = try await shippedSearch().search(text, near: nil, limit: 5)
        #expect(found.first?.line == first)
    }

    @Test(arguments: ["Städtle", "staedtle", "STADTLE", "Sta\u{308}dtle"])
    func `an umlaut is found however it is typed`(_ text: String) async throws {
        let found = try await shippedSearch().search(text, near: nil, limit: 5)
        #expect(found.first?.line == "Städtle | 9490 Vaduz | street")
    }

    @Test(arguments: ["Вадуц", "ვადუცი", "バドゥーツ", "Βαντούζ", "파두츠"])
    func `a town is found in other scripts`(_ text: String) async throws {
        let found = try await shippedSearch().search(text, near: nil, limit: 5)
        #expect(found.first?.line == "Vaduz | Liechtenstein | town")
    }

    @Test(arguments: ["Städtle 43", "43 Städtle Vaduz", "staedtle 43, 9490 Vaduz"])
    func `a house number is found`(_ text: String) async throws {
        let found = try await shippedSearch().search(text, near: nil, limit: 5)
        let house = try #require(found.first)
        #expect(house.line == "Städtle 43 | 9490 Vaduz | house")
        #expect(house.point.distanceMetres(to: try point(47.1381654, 9.5227332)) < 1)
    }

    @Test func `a house number that is not there leaves the street in its town`() async throws {
        let found = try await shippedSearch().search("Landstrasse 4711 Schaan", near: nil, limit: 5)
        #expect(found.first?.line == "Landstrasse | 9494 Schaan | street")
    }

    @Test(arguments: [
        (Town.vaduz, "Vaduz"), (Town.balzers, "LI-9496 Balzers"), (Town.ruggell, "Ruggell"),
    ])
    func `of streets of one name the near one comes first`(_ near: Coordinate, _ address: String) async throws {
        let found = try await shippedSearch().search("Landstrasse", near: near, limit: 10)
        #expect(found.first?.name == "Landstrasse" && found.first?.address == address)
        let streets = found.filter { $0.name == "Landstrasse" }
        #expect(streets.count == Set(streets.map(\.address)).count, "each town's street is there once")
        #expect(streets.count >= 5)
    }

    @Test func `a postcode finds what lies there`() async throws {
        let found = try await shippedSearch().search("9494", near: nil, limit: 10)
        #expect(!found.isEmpty && found.allSatisfy { $0.address?.contains("Schaan") ?? true })
    }

    @Test(arguments: [
        "", " ", "-", "*", "\"", "'; DROP TABLE place; --", "name : x", "(", "NEAR(a b)", "AND", "~8x95y471",
    ])
    func `whatever is typed is a text and nothing else`(_ text: String) async throws {
        let found = try await shippedSearch().search(text, near: Town.vaduz, limit: 10)
        #expect(found.count <= 10)
    }

    @Test func `a search for a name that is not on the map finds no place`() async throws {
        #expect(try await shippedSearch().search("Xyzzyqwert", near: nil, limit: 10).isEmpty)
    }

    @Test func `a search returns as many places as asked for, and no place twice`() async throws {
        let found = try await shippedSearch().search("s", near: Town.vaduz, limit: 7)
        #expect(found.count == 7)
        #expect(Set(found.map { "\($0.line) \($0.point)" }).count == 7)
    }
}

/// What the shipped extract does not have, in a town made for the tests.
@Suite struct MadeUpSearchTests {
    @Test(arguments: [
        ("Altenhaven", "Hafenstadt"), ("schipstede", "Hafenstadt"), ("гавань", "Hafenstadt"), ("港町", "Hafenstadt"),
        ("港", "Hafenstadt"), ("moskva", "Кафе Москва"), ("кафе", "Кафе Москва"), ("МОСКВА", "Кафе Москва"),
        ("poseidon", "Ποσειδών"), ("ποσειδων", "Ποσειδών"), ("東京", "東京ラーメン"), ("lange strasse", "Lange Straße"),
        ("LANGE STRASSE", "Lange Straße"), ("Chaussee", "Lange Straße"), ("chausee", "Lange Straße"),
    ])
    func `each of its names finds a place, in letters of every kind`(_ text: String, _ name: String) async throws {
        let found = try await madeUpSearch().search(text, near: nil, limit: 5)
        #expect(found.first?.name == name)
    }

    @Test(arguments: [
        ("Lange Straße 2 Hafenstadt", "Lange Straße 2 | 12345 Hafenstadt | house", 10.001),
        ("2 lange str 12345", "Lange Straße 2 | 12345 Hafenstadt | house", 10.001),
        ("Lange Straße 2 Neudorf", "Lange Straße 2 | 54321 Neudorf | house", 10.301),
        ("lange strasse 54321 2", "Lange Straße 2 | 54321 Neudorf | house", 10.301),
        ("Lange Straße 6", "Lange Straße 6 | 12345 Hafenstadt | house", 10.003),
        ("Lange Straße 14", "Lange Straße 12-14 | 12345 Hafenstadt | house", 10.008),
        ("Lange Straße 7 A", "Lange Straße 7a | 12399 Hafenstadt | house", 10.009),
        ("lange straße 7a,", "Lange Straße 7a | 12399 Hafenstadt | house", 10.009),
        ("Hof Lindenau 3", "Hof Lindenau 3 | Neudorf | house", 10.310),
    ])
    func `house numbers are found as signs and maps have them`(
        _ text: String,
        _ line: String,
        _ longitude: Double
    ) async throws {
        let found = try await madeUpSearch().search(text, near: nil, limit: 5)
        #expect(found.first?.line == line)
        #expect(abs((found.first?.point.longitude ?? 0) - longitude) < 1e-6)
    }

    @Test func `a number on the other side of the street is not made up`() async throws {
        let found = try await madeUpSearch().search("Lange Straße 5 Hafenstadt", near: nil, limit: 5)
        #expect(found.first?.kind == .street)
    }

    @Test func `stops on both sides of a street are one`() async throws {
        let found = try await madeUpSearch().search("Markt", near: nil, limit: 5)
        #expect(found.map(\.line) == ["Markt | Hafenstadt | stop"])
    }
}

/// What is at a point.
@Suite struct ReverseTests {
    @Test(arguments: [
        (Town.vaduz, PointAddress(street: "Städtle", area: "Vaduz")),
        (Town.balzers, PointAddress(street: "Fürstenstrasse", area: "Balzers")),
        (Town.zurich, PointAddress()),
    ])
    func `a point has a street and a town, or nothing`(_ at: Coordinate, _ expected: PointAddress) async throws {
        #expect(try await shippedSearch().reverse(at) == expected)
    }

    @Test func `a point at a house has its number`() async throws {
        let address = try await shippedSearch().reverse(try point(47.13818, 9.52275))
        #expect(address.street == "Städtle" && address.houseNumber == "43" && address.area == "Vaduz")
    }

    @Test func `a point inside a building is named by it, and next to it is not`() async throws {
        let index = try await madeUpSearch()
        #expect(try await index.reverse(try point(54.0015, 10.012)).name == "Schule am Hafen")
        #expect(try await index.reverse(try point(54.0015, 10.0135)).name == nil)
    }

    @Test func `a number that was reckoned answers where no sign is near`() async throws {
        let index = try await madeUpSearch()
        let between = try await index.reverse(try point(54.0001, 10.003))
        #expect(between == PointAddress(street: "Lange Straße", houseNumber: "6", area: "Hafenstadt"))
        #expect(between.line == "Lange Straße 6, Hafenstadt")
        let far = try await index.reverse(try point(54.001, 10.005))
        #expect(far == PointAddress(street: "Lange Straße", area: "Hafenstadt"))
    }

    @Test func `the middle of nowhere still has its town`() async throws {
        let index = try await madeUpSearch()
        #expect(try await index.reverse(try point(54.02, 10.02)) == PointAddress(area: "Hafenstadt"))
        #expect(try await index.reverse(try point(-54, -170)) == PointAddress())
    }
}

private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
}
