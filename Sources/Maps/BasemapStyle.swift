/// How the map is drawn, in Hearth's colours: a style of MapLibre, as JSON.
///
/// What is drawn stands in templates, with names such as `"@water"` where a colour or a fact of the map belongs: the world
/// in `World`, a region over it in `style.json`, another server's tiles in the rest.
package struct BasemapStyle: Sendable {
    /// Which colours: on white paper or on black.
    package enum Theme: String, CaseIterable, Sendable {
        case light, dark
    }

    /// What is drawn.
    package enum Ground: Sendable {
        /// The world from afar, and nothing closer.
        case world
        /// A region's tiles, in Hearth's own layout, over the world.
        case region(Basemap.Extent, _ version: String)
        /// Another server's tiles: pictures, or shapes in the layout of OpenMapTiles.
        case server(TileServer.Look)
    }

    /// The world has tiles of its own up to here; a map magnifies these.
    private static let worldZoomMax = 6

    private let theme: Theme
    private let ground: Ground
    private let glyphVersion: String
    private let worldVersion: String
    private let isServerAway: Bool

    /// The style of a map.
    ///
    /// - Parameters:
    ///   - ground: what is drawn.
    ///   - theme: in which colours.
    ///   - glyphVersion: becomes part of the address of letters, so that browsers keep them for good.
    ///   - worldVersion: becomes part of the address of the world's tiles, and tells them from a region's.
    ///   - isServerAway: whether another server's tiles were to be drawn, which does not answer.
    package init(
        _ ground: Ground,
        theme: Theme,
        glyphVersion: String,
        worldVersion: String,
        isServerAway: Bool = false
    ) {
        (self.ground, self.theme) = (ground, theme)
        (self.glyphVersion, self.worldVersion) = (glyphVersion, worldVersion)
        self.isServerAway = isServerAway
    }

    /// The style as JSON, its addresses paths on the hub; `hearth:serverAway` in its metadata says that it is not the
    /// one that the keeper chose.
    package var json: String {
        var facts = ["isServerAway": "\(isServerAway)"]
        for (name, colours) in palette { facts[name] = quoted(theme == .light ? colours.light : colours.dark) }
        facts["glyphs"] = quoted("/glyphs/{fontstack}/{range}.pbf?v=\(glyphVersion)")
        switch ground {
        case .world:
            addWorld(to: &facts, outside: "true")
            return Self.filled(Self.text(PackageResources.world_json), facts)
        case .region(let extent, let version):
            facts["tiles"] = Self.tiles(version)
            facts["bounds"] = "[\(extent.west),\(extent.south),\(extent.east),\(extent.north)]"
            facts["centre"] = "[\((extent.west + extent.east) / 2),\((extent.south + extent.north) / 2)]"
            facts["minzoom"] = "\(extent.zooms.lowerBound)"
            facts["maxzoom"] = "\(extent.zooms.upperBound)"
            facts["extent"] = extent.polygon
            // From there on the region has names of its own.
            addWorld(to: &facts, outside: #"["any",["<",["zoom"],6],["!",["within",\#(extent.polygon)]]]"#)
            return Self.filled(Self.text(PackageResources.style_json), facts)
        case .server(let look):
            facts["tiles"] = Self.tiles(look.version)
            facts["maxzoom"] = "\(look.zoomMax)"
            facts["attribution"] = Self.json(look.attribution)
            // Pictures are made for white paper: on black they are dimmed.
            facts["brightest"] = theme == .light ? "1" : "0.55"
            facts["saturation"] = theme == .light ? "0" : "-0.4"
            let template = look.form == .raster ? PackageResources.raster_json : PackageResources.openmaptiles_json
            return Self.filled(Self.text(template), facts)
        }
    }

    /// Adds where the world's tiles are, and the layers that draw them; `outside` is what says, as an expression, where
    /// the world's names stand.
    private func addWorld(to facts: inout [String: String], outside: String) {
        facts["world"] =
            #"{"type":"vector","tiles":\#(Self.tiles(worldVersion)),"minzoom":0,"maxzoom":\#(Self.worldZoomMax),"#
            + #""attribution":"Natural Earth, GeoNames (CC BY 4.0)"}"#
        facts["outside"] = outside
        facts["ground"] = Self.filled(Self.layers(PackageResources.ground_json), facts)
        facts["labels"] = Self.filled(Self.layers(PackageResources.labels_json), facts)
    }

    private static func tiles(_ version: String) -> String { #"["/api/v1/basemap/{z}/{x}/{y}?v=\#(version)"]"# }

    private static func text(_ template: [UInt8]) -> String { String(decoding: template, as: UTF8.self) }

    /// A list of layers without its brackets, to stand among others.
    private static func layers(_ template: [UInt8]) -> String {
        let text = text(template)
        guard let start = text.firstIndex(of: "["), let end = text.lastIndex(of: "]"), start < end else {
            preconditionFailure("a template of layers is no list")
        }
        return String(text[text.index(after: start)..<end])
    }

    /// A text in JSON whose reader takes it for HTML.
    private static func json(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { letter in
            switch letter {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "\"": "&quot;"
            case "\\": "&#92;"
            case _ where letter.value < 32: " "
            default: String(letter)
            }
        }
        return "\"" + escaped.joined() + "\""
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }

    /// The template with each `"@name"`, its quotes included, replaced by JSON.
    private static func filled(_ template: String, _ values: [String: String]) -> String {
        var parts = template.split(separator: "\"@", omittingEmptySubsequences: false)[...]
        var filled = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: "\""), let value = values[String(part[..<end])] else {
                preconditionFailure("style.json uses a name that nothing defines")
            }
            filled += value + part[part.index(after: end)...]
        }
        return filled
    }
}

extension Basemap.Extent {
    /// Its edge, as GeoJSON has it.
    fileprivate var polygon: String {
        let ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        let points = ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
        return #"{"type":"Polygon","coordinates":[[\#(points)]]}"#
    }
}
