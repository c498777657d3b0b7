/// How the map is drawn, in Hearth's colours: a style of MapLibre, as JSON.
///
/// What is drawn stands in `style.json`, with names such as `"@water"` where a colour or a fact of the region belongs.
package struct BasemapStyle: Sendable {
    /// Which colours: on white paper or on black.
    package enum Theme: String, CaseIterable, Sendable {
        case light, dark
    }

    /// What is drawn.
    package enum Ground: Sendable {
        /// Nothing but paper.
        case paper
        /// A region's tiles, in Hearth's own layout.
        case region(Basemap.Extent, _ version: String)
        /// Another server's tiles: pictures, or shapes in the layout of OpenMapTiles.
        case server(TileServer.Look)
    }

    private let theme: Theme
    private let ground: Ground
    private let glyphVersion: String
    private let isServerAway: Bool

    /// The style of a map.
    ///
    /// - Parameters:
    ///   - ground: what is drawn.
    ///   - theme: in which colours.
    ///   - glyphVersion: becomes part of the address of letters, so that browsers keep them for good.
    ///   - isServerAway: whether another server's tiles were to be drawn, which does not answer.
    package init(_ ground: Ground, theme: Theme, glyphVersion: String, isServerAway: Bool = false) {
        (self.ground, self.theme, self.glyphVersion) = (ground, theme, glyphVersion)
        self.isServerAway = isServerAway
    }

    /// The style as JSON, its addresses paths on the hub; `hearth:serverAway` in its metadata says that it is not the
    /// one that the keeper chose.
    package var json: String {
        var facts = ["isServerAway": "\(isServerAway)"]
        for (name, colours) in palette { facts[name] = quoted(theme == .light ? colours.light : colours.dark) }
        facts["glyphs"] = quoted("/glyphs/{fontstack}/{range}.pbf?v=\(glyphVersion)")
        switch ground {
        case .paper:
            return Self.filled(Self.paper, facts)
        case .region(let extent, let version):
            facts["tiles"] = Self.tiles(version)
            facts["bounds"] = "[\(extent.west),\(extent.south),\(extent.east),\(extent.north)]"
            facts["centre"] = "[\((extent.west + extent.east) / 2),\((extent.south + extent.north) / 2)]"
            facts["minzoom"] = "\(extent.zooms.lowerBound)"
            facts["maxzoom"] = "\(extent.zooms.upperBound)"
            return Self.filled(String(decoding: PackageResources.style_json, as: UTF8.self), facts)
        case .server(let look):
            facts["tiles"] = Self.tiles(look.version)
            facts["maxzoom"] = "\(look.zoomMax)"
            facts["attribution"] = Self.json(look.attribution)
            // Pictures are made for white paper: on black they are dimmed.
            facts["brightest"] = theme == .light ? "1" : "0.55"
            facts["saturation"] = theme == .light ? "0" : "-0.4"
            let template = look.form == .raster ? PackageResources.raster_json : PackageResources.openmaptiles_json
            return Self.filled(String(decoding: template, as: UTF8.self), facts)
        }
    }

    private static let paper =
        #"{"version":8,"name":"Hearth","metadata":{"hearth:serverAway":"@isServerAway"},"sources":{},"layers":["#
        + #"{"id":"paper","type":"background","paint":{"background-color":"@paper"}}]}"#

    private static func tiles(_ version: String) -> String { #"["/api/v1/basemap/{z}/{x}/{y}?v=\#(version)"]"# }

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
