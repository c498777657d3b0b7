import Crypto
import HTTP
import Hub
import Languages
import Maps

extension HubService {
    /// How the map is drawn; asked for anew each time, so that a new region shows at once.
    func basemapStyle(_ reader: MapReader, _ request: Request) async throws -> Response {
        guard let theme = BasemapStyle.Theme(rawValue: request.queryFields["theme"] ?? "light") else {
            throw Problem.invalid("theme", "Choose light or dark.")
        }
        let style = Array(await atlas.style(theme, glyphVersion: web.version).json.utf8)
        return tagged(style, [.json, Header("Cache-Control", "private, no-cache")], request)
    }

    /// One tile: of the region, of the world where a style of ours names it, or of another server where one names that.
    func basemapTile(
        _ zoom: Int,
        _ column: Int,
        _ row: Int,
        _ reader: MapReader,
        _ request: Request
    ) async throws -> Response {
        if let version = request.queryFields["v"], version == atlas.tilesVersion {
            guard let tile = await atlas.serverTile(zoom: zoom, column: column, row: row) else {
                throw Problem.noTiles
            }
            return drawn(tile.bytes, tile.contentType, request)
        }
        let isWorld = request.queryFields["v"] == atlas.worldVersion
        let tile =
            if isWorld { try await atlas.worldTile(zoom: zoom, column: column, row: row) } else {
                try await atlas.tile(zoom: zoom, column: column, row: row)
            }
        return drawn(tile ?? [], "application/vnd.mapbox-vector-tile", request)
    }

    private func drawn(_ tile: [UInt8], _ contentType: String, _ request: Request) -> Response {
        guard !tile.isEmpty else { return Response(204, [.dayLong]) }
        var headers = [Header("Content-Type", contentType), .dayLong]
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

extension Problem {
    /// Another server's tile that is neither kept nor to be had just now.
    fileprivate static let noTiles = Problem(503, "noTiles", "Map server not reachable.")
        .retry(afterSeconds: 30)
}
