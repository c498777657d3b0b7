import HTTP
import Languages

extension WebAssets {
    /// The page or one of its files; nil where the path is none.
    ///
    /// A path without an extension that a browser opens is one of the page's own views, which index.html shows.
    func answer(_ request: Request, path: String) -> Response? {
        if let asset = self[path] { return answer(request, asset, path: path) }
        // One missing range of letters would cost a map the whole tile; an empty one only the letters.
        if path.hasPrefix("/glyphs/"), path.hasSuffix(".pbf") { return Response(204, [.dayLong]) }
        guard path == "/" || isView(path, of: request) else { return nil }
        guard let index = self["/index.html"] else {
            return request.isSafe ? .unbuilt : Problem.methodNotAllowed(["GET"], in: request.language)
        }
        return answer(request, index, path: "/index.html")
    }

    private func isView(_ path: String, of request: Request) -> Bool {
        let isOfPrograms = ["/api/", "/in/"].contains { path.hasPrefix($0) }
        let last = path.split(separator: "/").last ?? ""
        return request.isSafe && !isOfPrograms && !last.contains(".")
            && request.headers["Accept"]?.contains("text/html") ?? false
    }

    private func answer(_ request: Request, _ asset: WebAsset, path: String) -> Response {
        guard request.isSafe else { return Problem.methodNotAllowed(["GET"], in: request.language) }
        let coding = ContentCoding.allCases.first { asset.coded[$0] != nil && request.takes($0) }
        // The forms are different bytes, which a strong tag tells apart.
        let tag = "\"\(asset.hash)\(coding.map { "-\($0.rawValue)" } ?? "")\""
        var headers = [Header("ETag", tag), Header("Cache-Control", caching(of: asset, request, path: path))]
        if !asset.coded.isEmpty { headers.append(Header("Vary", "Accept-Encoding")) }
        if path == "/service-worker.js" { headers.append(Header("Service-Worker-Allowed", "/")) }
        guard !request.has(tag: tag) else { return Response(304, headers) }
        headers.append(Header("Content-Type", asset.mediaType))
        if let coding { headers.append(Header("Content-Encoding", coding.rawValue)) }
        return Response(200, headers, body: coding.flatMap { asset.coded[$0] } ?? asset.content)
    }

    /// A browser asks again each time, unless the address names the very content.
    private func caching(of asset: WebAsset, _ request: Request, path: String) -> String {
        guard path != "/service-worker.js", let asked = request.queryFields["v"],
            asked == asset.hash || asked == version
        else { return "no-cache" }
        return "public, max-age=31536000, immutable"
    }
}

extension Response {
    /// What stands in the page's place where it was not built.
    fileprivate static let unbuilt = Response(
        200,
        [Header("Content-Type", WebAsset.mediaType(of: "/index.html")), Header("Cache-Control", "no-cache")],
        body: Array(
            """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Hearth</title>
            <h1>This hub is running</h1>
            <p>Its web page is not built yet. On the hub's machine, <code>make web</code> builds it; start the hub again
            afterwards. A page that lies elsewhere is named by <code>hearth serve --web FOLDER</code>.</p>
            <p>Phone apps can send their fixes already.</p>
            </html>

            """
            .utf8
        )
    )
}

extension Request {
    /// Whether the asker holds the answer with this tag already (RFC 9110, 13.1.2).
    func has(tag: String) -> Bool {
        guard let held = headers["If-None-Match"] else { return false }
        return held.split(separator: ",").contains { entry in
            let one = entry.drop { $0 == " " }.prefix { $0 != " " }
            return one == "*" || one == tag || one == "W/" + tag
        }
    }

    /// Whether the asker takes a coding (RFC 9110, 12.5.3).
    func takes(_ coding: ContentCoding) -> Bool {
        (headers["Accept-Encoding"] ?? "").lowercased().split(separator: ",").contains { entry in
            let parts = entry.filter { $0 != " " }.split(separator: ";")
            let isRefused = parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) ?? 0 == 0 }
            return parts.first.map(String.init) == coding.rawValue && !isRefused
        }
    }
}

extension Header {
    /// For this asker's browser, for a day.
    static let dayLong = Header("Cache-Control", "private, max-age=86400")
}
