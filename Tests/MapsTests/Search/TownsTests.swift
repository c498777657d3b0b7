import Family
import Maps
import SQL
import SQLite
import Testing

/// The towns of the world, which are found before any region is imported.
@Suite struct TownsTests {
    @Test(arguments: [
        ("New York", "New York City | New York, United States | city"),
        ("new yo", "New York City | New York, United States | city"),
        ("Zürich", "Zürich | Switzerland | city"),
        ("zurich", "Zürich | Switzerland | city"),
        ("ZUERICH", "Zürich | Switzerland | city"),
        ("東京", "Tokyo | Japan | city"),
        ("Tokyo", "Tokyo | Japan | city"),
        ("Токио", "Tokyo | Japan | city"),
        ("القاهرة", "Cairo | Al Qahirah, Egypt | city"),
        ("Cologne", "Köln | Nordrhein-Westfalen, Germany | city"),
        ("Paris", "Paris | France | city"),
        ("Paris Texas", "Paris | Texas, United States | town"),
        ("springfield il", "Springfield | Illinois, United States | city"),
        ("Vaduz", "Vaduz | Liechtenstein | village"),
    ])
    func `a town is found by its own name, in English and in plain letters`(
        _ text: String,
        _ first: String
    ) async throws {
        let found = try await worldTowns().search(text, near: nil, limit: 5)
        #expect(found.first?.line == first)
    }

    @Test(arguments: [
        ("Zurihc", "Zürich | Switzerland | city"),
        ("Philadelhpia", "Philadelphia | Pennsylvania, United States | city"),
    ])
    func `a large town is found with some letters wrong`(_ text: String, _ first: String) async throws {
        let found = try await worldTowns().search(text, near: nil, limit: 5)
        #expect(found.first?.line == first)
    }

    @Test(
        arguments: [
            (nil, "Missouri, United States"), (WorldTown.boston, "Massachusetts, United States"),
            (WorldTown.eugene, "Oregon, United States"),
        ] as [(Coordinate?, String)]
    )
    func `of towns called alike the largest comes first, and of equal ones the near`(
        _ near: Coordinate?,
        _ first: String
    ) async throws {
        let found = try await worldTowns().search("Springfield", near: near, limit: 10)
        #expect(found.first?.name == "Springfield" && found.first?.address == first)
        #expect(found.count == 10 && Set(found.map(\.line)).count == 10, "each says which it is")
    }

    @Test func `a town near by is found among hundreds of its name`() async throws {
        let found = try await worldTowns().search("San Antonio", near: WorldTown.zambales, limit: 5)
        #expect(found.first?.line == "San Antonio | Zambales, Philippines | town")
    }

    @Test func `every town is found by the name that it has on the map`() async throws {
        let database = try Database(SQLite(reading: try await MadeSearches.only.townsFile()))
        let towns = try await database.read { transaction in
            try transaction.rows("SELECT name, latitude, longitude FROM place WHERE id % 1999 = 7").map { row in
                let degrees = (try Double(row.integer(1)) / 1e7, try Double(row.integer(2)) / 1e7)
                return (name: try row.text(0), at: try #require(Coordinate(latitude: degrees.0, longitude: degrees.1)))
            }
        }
        await database.close()
        #expect(towns.count == 86)
        let index = try await worldTowns()
        for town in towns {
            let found = try await index.search(town.name, near: town.at, limit: 5)
            #expect(found.contains { $0.name == town.name && $0.point.distanceMetres(to: town.at) < 1 }, "\(town)")
        }
    }
}

/// A region and the towns of the world, searched together.
@Suite struct RegionAndTownsTests {
    @Test(arguments: ["Vaduz", "Вадуц", "vad"])
    func `a town of the region is there once, as the region has it`(_ text: String) async throws {
        let search = PlaceSearch(.region(try await shippedSearch(), towns: try await worldTowns()))
        let found = try await search.search(text, near: nil, limit: 20)
        #expect(found.first?.line == "Vaduz | Liechtenstein | town")
        #expect(found.filter { $0.name == "Vaduz" && $0.address == "Liechtenstein" }.count == 1)
    }

    @Test(arguments: [
        ("Landstrasse Schaan", "Landstrasse | 9494 Schaan | street"),
        ("landstrase scha", "Landstrasse | 9494 Schaan | street"),
        ("Städtle 43", "Städtle 43 | 9490 Vaduz | house"),
        ("Triesnberg", "Triesenberg | Liechtenstein | village"),
        ("New York", "New York City | New York, United States | city"),
        ("Zürich", "Zürich | Switzerland | city"),
    ])
    func `the region's own comes first, and the world is there beside it`(
        _ text: String,
        _ first: String
    ) async throws {
        let search = PlaceSearch(.region(try await shippedSearch(), towns: try await worldTowns()))
        let found = try await search.search(text, near: Town.vaduz, limit: 8)
        #expect(found.first?.line == first && found.count <= 8)
    }

    /// The extract is made for this test: some names and numbers of Massachusetts, none of its map.
    @Test func `Harvard, and a house in Waltham, are found once their region is there`() async throws {
        let (address, towns) = ("175 South Street, Waltham", try await worldTowns())
        let before = PlaceSearch(.region(nil, towns: towns))
        let far = try await before.search("Harvard", near: WorldTown.waltham, limit: 5)
        #expect(!far.contains { $0.name == "Harvard University" })
        let houses = try await before.search(address, near: nil, limit: 5).filter { $0.kind == .house }
        #expect(houses.isEmpty)
        let region = try await madeUpSearch("waltham.opl")
        let search = PlaceSearch(.region(region, towns: towns))
        let found = try await search.search("Harvard", near: WorldTown.waltham, limit: 4)
        #expect(
            found.map(\.line) == [
                "Harvard |  | town", "Harvard University | Cambridge | school", "Harvard Street | Cambridge | street",
                "Harvard | Illinois, United States | town",
            ]
        )
        for near in [nil, WorldTown.boston] {
            let house = try #require(try await search.search(address, near: near, limit: 5).first)
            #expect(house.line == "South Street 175 | 02453 Waltham | house")
            let there = try #require(Coordinate(latitude: 42.365, longitude: -71.2585))
            #expect(house.point.distanceMetres(to: there) < 1)
        }
    }

    @Test func `without a region towns are found and name the points near them`() async throws {
        let atlas = InstalledMaps(
            InstalledMaps.Sheets(search: PlaceSearch(.region(nil, towns: try await worldTowns())))
        )
        #expect(try await atlas.search("Vaduz", near: nil, limit: 1).first?.name == "Vaduz")
        #expect(try await atlas.reverse(Town.vaduz) == PointAddress(area: "Vaduz"))
        let addresses = await atlas.addresses(of: [Town.vaduz], within: .seconds(60))
        #expect(addresses.lines.isEmpty && addresses.isWhole)
        #expect(atlas.searchStatus?.answered == 2 && atlas.searchStatus?.failed == 0)
        await atlas.close()
    }

    @Test(
        arguments: [
            (47.115, 9.53, "Triesen"), (47.155, 9.515, "Schaan"), (-33.8568, 151.2153, "The Rocks"), (0, -30, nil),
            (-23.5, 135, nil),
        ] as [(Double, Double, String?)]
    )
    func `a point outside every region is named by the nearest town, if one is near`(
        _ latitude: Double,
        _ longitude: Double,
        _ town: String?
    ) async throws {
        let search = PlaceSearch(.region(nil, towns: try await worldTowns()))
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(try await search.reverse(point).area == town)
    }
}

/// Where somebody asks from.
private enum WorldTown {
    static let boston = Coordinate(latitude: 42.36, longitude: -71.06)
    static let waltham = Coordinate(latitude: 42.3765, longitude: -71.2356)
    static let eugene = Coordinate(latitude: 44.05, longitude: -123.09)
    static let zambales = Coordinate(latitude: 14.95, longitude: 120.09)
}
