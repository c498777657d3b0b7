import Crypto
import HTTP
import Hub
import Maps

extension HubService {
    /// How the map is drawn; asked for anew each time, so that a new region shows at once.
    func basemapStyle(_ request: Request) async throws -> Response {
        _ = try await hub.visitor(of: request, counts: false)
        guard let theme = BasemapStyle.Theme(rawValue: request.queryFields["theme"] ?? "light") else {
            throw Problem.invalid("theme", "A theme is light or dark.")
        }
        let style = Array(BasemapStyle(of: atlas.basemap, theme: theme, glyphVersion: web.version).json.utf8)
        return tagged(style, [.json, Header("Cache-Control", "private, no-cache")], request)
    }

    /// One tile, as the region's file has it.
    func basemapTile(_ zoom: Int, _ column: Int, _ row: Int, _ request: Request) async throws -> Response {
        _ = try await hub.visitor(of: request, counts: false)
        guard let tile = try await atlas.tile(zoom: zoom, column: column, row: row), !tile.isEmpty else {
            return Response(204, [.dayLong])
        }
        var headers = [Header("Content-Type", "application/vnd.mapbox-vector-tile"), .dayLong]
        // Every browser takes gzip, which is how tiles lie in the file.
        if tile.starts(with: [0x1F, 0x8B]) { headers.append(Header("Content-Encoding", "gzip")) }
        return tagged(tile, headers, request)
    }

    /// The body with its tag, or 304 where the asker has it.
    private func tagged(_ body: [UInt8], _ headers: [Header], _ request: Request) -> Response {
        let tag = "\"\(SHA256.hexadecimal(body).prefix(16))\""
        let all = headers + [Header("ETag", tag)]
        return request.has(tag: tag) ? Response(304, all) : Response(200, all, body: body)
    }
}
