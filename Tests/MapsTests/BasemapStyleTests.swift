import Foundation
import Maps
import Testing

@Suite struct BasemapStyleTests {
    @Test(arguments: BasemapStyle.Theme.allCases)
    func `every layer draws something that the tiles hold`(_ theme: BasemapStyle.Theme) async throws {
        let held = try tileLayers().union(worldLayers())
        try await withBasemap { basemap in
            let layers = try read(basemap, theme).layers
            let drawn = layers.compactMap { $0["source-layer"] as? String }
            #expect(Set(drawn) == held)
            let sources = Set(layers.compactMap { $0["source"] as? String })
            #expect(sources == ["basemap", "world", "extent"])
            #expect(layers.allSatisfy { $0["type"] as? String == "background" || $0["source"] != nil })
            #expect(Set(layers.compactMap { $0["id"] as? String }).count == layers.count)
        }
    }

    @Test func `both themes draw the same in other colours`() async throws {
        try await withBasemap { basemap in
            let (light, dark) = (style(basemap, .light), style(basemap, .dark))
            #expect(light != dark && !light.contains("@") && !dark.contains("@"))
            let colour = /"#[0-9a-f]{6}"/
            #expect(light.replacing(colour, with: "") == dark.replacing(colour, with: ""))
            #expect(light.matches(of: colour).count > 20)
        }
    }

    @Test func `the source says where tiles come from and whom they are owed to`() async throws {
        let facts = ["bounds": "9.47,47.04,9.63,47.28", "minzoom": "6", "maxzoom": "14"]
        try await withBasemap(facts) { basemap in
            let style = try read(basemap, .light)
            let source = try #require((style.all["sources"] as? [String: [String: Any]])?["basemap"])
            #expect(source["tiles"] as? [String] == ["/api/v1/basemap/{z}/{x}/{y}?v=one"])
            #expect(source["bounds"] as? [Double] == [9.47, 47.04, 9.63, 47.28])
            #expect(source["minzoom"] as? Int == 6 && source["maxzoom"] as? Int == 14)
            #expect(source["attribution"] as? String == "© OpenStreetMap contributors")
            #expect(style.all["glyphs"] as? String == "/glyphs/{fontstack}/{range}.pbf?v=letters")
        }
    }

    @Test func `texts use the letters that the build makes`() async throws {
        let generator = try String(contentsOf: top.appending(path: "Scripts/webbuild/glyphs.py"), encoding: .utf8)
        try await withBasemap { basemap in
            let layouts = try read(basemap, .light).layers.compactMap { $0["layout"] as? [String: Any] }
            let fonts = Set(layouts.compactMap { $0["text-font"] as? [String] }.flatMap { $0 })
            #expect(!fonts.isEmpty && fonts.allSatisfy { generator.contains("\"\($0)\":") })
            #expect(layouts.allSatisfy { $0["text-field"] == nil || $0["text-font"] != nil })
        }
    }

    @Test(arguments: BasemapStyle.Theme.allCases)
    func `without a region the map is the world from afar`(_ theme: BasemapStyle.Theme) throws {
        let style = try read(nil, theme)
        let sources = try #require(style.all["sources"] as? [String: [String: Any]])
        #expect(Set(sources.keys) == ["world"])
        #expect(sources["world"]?["tiles"] as? [String] == ["/api/v1/basemap/{z}/{x}/{y}?v=world-one"])
        #expect(sources["world"]?["maxzoom"] as? Int == 6)
        #expect((sources["world"]?["attribution"] as? String)?.contains("GeoNames") ?? false)
        #expect(style.layers.first?["type"] as? String == "background")
        let held = try worldLayers()
        #expect(Set(style.layers.compactMap { $0["source-layer"] as? String }) == held)
    }

    @Test func `a region lies over the world, whose names end where the region has its own`() async throws {
        try await withBasemap(["bounds": "9.47,47.04,9.63,47.28"]) { basemap in
            let style = try read(basemap, .dark)
            let order = style.layers.compactMap { $0["id"] as? String }
            let expected = ["paper", "world-border", "world-water", "world-end", "land", "world-town", "place-name"]
            let places = expected.map { order.firstIndex(of: $0) ?? -1 }
            #expect(places == places.sorted() && !places.contains(-1))
            let ring = [[9.47, 47.04], [9.63, 47.04], [9.63, 47.28], [9.47, 47.28], [9.47, 47.04]]
            let source = (style.all["sources"] as? [String: [String: Any]])?["extent"]?["data"] as? [String: Any]
            #expect(source?["coordinates"] as? [[[Double]]] == [ring])
            let towns = style.layers.first { $0["id"] as? String == "world-town" }
            let outside = try #require((towns?["filter"] as? [Any])?.last as? [Any])
            #expect(outside.first as? String == "any" && outside.count == 3)
        }
    }
}

private let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

/// The layers that tilemaker is told to make.
private func tileLayers() throws -> Set<String> {
    let data = try Data(contentsOf: top.appending(path: "Sources/Maps/Tilemaker/config.json"))
    let configuration = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return Set(try #require(configuration?["layers"] as? [String: Any]).keys)
}

/// The layers that the world's tiles hold.
private func worldLayers() throws -> Set<String> {
    let data = try Data(contentsOf: top.appending(path: "Scripts/worldbuild/tilemaker.json"))
    let configuration = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let layers = try #require(configuration?["layers"] as? [String: [String: Any]])
    return Set(layers.filter { $0.value["write_to"] == nil }.keys)
}

private func style(_ basemap: Basemap?, _ theme: BasemapStyle.Theme) -> String {
    let ground = basemap.map { BasemapStyle.Ground.region($0.extent, $0.version) } ?? .world
    return BasemapStyle(ground, theme: theme, glyphVersion: "letters", worldVersion: "world-one").json
}

private func read(
    _ basemap: Basemap?,
    _ theme: BasemapStyle.Theme
) throws -> (all: [String: Any], layers: [[String: Any]]) {
    let parsed = try JSONSerialization.jsonObject(with: Data(style(basemap, theme).utf8)) as? [String: Any]
    let all = try #require(parsed)
    #expect(all["version"] as? Int == 8)
    return (all, try #require(all["layers"] as? [[String: Any]]))
}
