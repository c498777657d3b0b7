/// Where another server has its tiles: an address with `{z}`, `{x}` and `{y}` in it.
package struct TileTemplate: Sendable, Hashable {
    package let text: String

    /// The template in a text; nil where it is none.
    ///
    /// It begins with http:// or https://, names its host plainly, and has each of the three places once, behind the
    /// host; `{-y}` counts rows from the south.
    package init?(_ text: String) {
        let start = ["http://", "https://"].first { text.hasPrefix($0) }
        guard let start, !text.contains(where: { $0.isWhitespace || $0 == "\\" || $0 == "#" }) else { return nil }
        let rest = text.dropFirst(start.count)
        guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex,
            !rest[..<slash].contains(where: { "{}@".contains($0) })
        else { return nil }
        let path = String(rest[slash...])
        let counts = ["{z}", "{x}", "{y}", "{-y}"].map {
            path.split(separator: $0, omittingEmptySubsequences: false).count - 1
        }
        guard counts[0] == 1, counts[1] == 1, counts[2] + counts[3] == 1, path.count(where: { $0 == "{" }) == 3 else {
            return nil
        }
        self.text = text
    }

    /// The address of a tile.
    func address(_ tile: TilePlace) -> String {
        let values = [
            "{z}": tile.zoom, "{x}": tile.column, "{y}": tile.row, "{-y}": (1 << tile.zoom) - 1 - tile.row,
        ]
        var address = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            address += rest[..<open]
            address += values[String(rest[open...close])].map { "\($0)" } ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return address + rest
    }

    /// What the name of the tiles says of their form; nil where it says nothing.
    var namedForm: TileForm? {
        let path = text.split(separator: "?", maxSplits: 1).first.map { $0.lowercased() } ?? ""
        if [".png", ".jpg", ".jpeg", ".webp"].contains(where: { path.hasSuffix($0) }) { return .raster }
        return [".pbf", ".mvt", ".vector.pbf"].contains(where: { path.hasSuffix($0) }) ? .vector : nil
    }
}

/// A tile's place: column and row counted from the north-west.
package struct TilePlace: Sendable, Hashable {
    package let zoom, column, row: Int

    /// The place; nil off the map.
    package init?(zoom: Int, column: Int, row: Int) {
        guard (0...22).contains(zoom), (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row) else {
            return nil
        }
        (self.zoom, self.column, self.row) = (zoom, column, row)
    }

    static let whole = Self(zoom: 0, column: 0, row: 0)
}

/// What tiles are.
package enum TileForm: String, Sendable {
    /// Shapes, drawn in the page.
    case vector
    /// Pictures.
    case raster
}

/// What a tile's own bytes say that it is.
enum TileBytes {
    case none
    case picture(contentType: String)
    /// Shapes, as they are or compressed by gzip.
    case shapes
    case neither

    init(_ bytes: [UInt8]) {
        func begins(_ start: [UInt8], at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: start)
        }
        self =
            if bytes.isEmpty {
                .none
            } else if begins([0x89, 0x50, 0x4E, 0x47]) {
                .picture(contentType: "image/png")
            } else if begins([0xFF, 0xD8, 0xFF]) {
                .picture(contentType: "image/jpeg")
            } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
                .picture(contentType: "image/webp")
            } else if begins([0x1F, 0x8B]) || begins([0x1A]) {
                // A layer is field 3 of a vector tile.
                .shapes
            } else {
                .neither
            }
    }

    var form: TileForm? {
        switch self {
        case .picture: .raster
        case .shapes: .vector
        case .none, .neither: nil
        }
    }
}
