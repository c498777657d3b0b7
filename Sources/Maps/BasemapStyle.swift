/// How the map is drawn, in Hearth's colours: a style of MapLibre, as JSON.
///
/// What is drawn stands in `style.json`, with names such as `"@water"` where a colour or a fact of the region belongs.
package struct BasemapStyle: Sendable {
    /// Which colours: on white paper or on black.
    package enum Theme: String, CaseIterable, Sendable {
        case light, dark
    }

    private let theme: Theme
    private let tiles: (extent: Basemap.Extent, version: String)?
    private let glyphVersion: String

    /// The style of a map; without one it is empty paper.
    ///
    /// `glyphVersion` becomes part of the address of letters, so that browsers keep them for good.
    package init(of basemap: Basemap?, theme: Theme, glyphVersion: String) {
        self.init(extent: basemap.map { ($0.extent, $0.version) }, theme: theme, glyphVersion: glyphVersion)
    }

    private init(extent: (Basemap.Extent, String)?, theme: Theme, glyphVersion: String) {
        tiles = extent
        self.theme = theme
        self.glyphVersion = glyphVersion
    }

    /// The style as JSON, its addresses paths on the hub.
    package var json: String {
        guard let tiles else {
            return #"{"version":8,"name":"Hearth","sources":{},"layers":[{"id":"paper","type":"background","#
                + #""paint":{"background-color":\#(quoted(colour("paper")))}}]}"#
        }
        let (extent, version) = tiles
        var facts = [
            "tiles": #"["/api/v1/basemap/{z}/{x}/{y}?v=\#(version)"]"#,
            "glyphs": quoted("/glyphs/{fontstack}/{range}.pbf?v=\(glyphVersion)"),
            "bounds": "[\(extent.west),\(extent.south),\(extent.east),\(extent.north)]",
            "centre": "[\((extent.west + extent.east) / 2),\((extent.south + extent.north) / 2)]",
            "minzoom": "\(extent.zooms.lowerBound)",
            "maxzoom": "\(extent.zooms.upperBound)",
        ]
        for (name, colours) in palette { facts[name] = quoted(theme == .light ? colours.light : colours.dark) }
        return Self.filled(String(decoding: PackageResources.style_json, as: UTF8.self), facts)
    }

    private func colour(_ name: String) -> String {
        guard let colours = palette[name] else { preconditionFailure("no colour is called \(name)") }
        return theme == .light ? colours.light : colours.dark
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
