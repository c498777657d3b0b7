import API
import HTTP
import Hub
import Maps

extension Response {
    /// The process answers.
    static let health = Response(200, [Header("Content-Type", "text/plain; charset=utf-8")], body: Array("ok\n".utf8))

    /// The contract, public (decisions on S44).
    static let openAPI = Response(
        PreparedResponse(
            200,
            [Header("Content-Type", "application/yaml"), Header("Cache-Control", "max-age=300")],
            body: Contract.bytes
        )
    )
}

extension HubService {
    /// Whether the database answers.
    func ready() async throws -> Response {
        do {
            try await hub.checkDatabase()
            return .health
        } catch {
            return Problem(503, "notReady", "The hub's database does not answer.").retry(afterSeconds: 5).response
        }
    }

    /// Figures for the keeper, as Prometheus reads them.
    func metrics(_ request: Request) async throws -> Response {
        _ = try await hub.keeper(of: request)
        let tally = hub.tally
        var lines: [(name: String, kind: String, help: String, value: Int)] = [
            ("hearth_ingest_requests_total", "counter", "Requests of phones that were stored.", tally.requests),
            ("hearth_fixes_stored_total", "counter", "Fixes stored.", tally.fixesStored),
            ("hearth_fixes_repeated_total", "counter", "Fixes that were there already.", tally.fixesRepeated),
            ("hearth_event_streams", "gauge", "Open event streams.", feed.streamCount),
        ]
        if let router = atlas.routerStatus {
            lines += [
                ("hearth_routes_found_total", "counter", "Routes found.", router.found),
                ("hearth_routes_refused_total", "counter", "Routes asked for where there is no way.", router.refused),
                ("hearth_routes_failed_total", "counter", "Routes that no engine answered.", router.failed),
                ("hearth_router_starts_total", "counter", "Starts of the hub's own engine.", router.starts),
            ]
            let up = router.isUp.map { $0 ? 1 : 0 }
            if let up { lines.append(("hearth_router_up", "gauge", "Whether the hub's own engine answers.", up)) }
        }
        if let search = atlas.searchStatus {
            lines += [
                ("hearth_searches_total", "counter", "Searches that were answered.", search.answered),
                ("hearth_searches_failed_total", "counter", "Searches that nobody answered.", search.failed),
            ]
        }
        let text = lines.map { line in
            """
            # HELP \(line.name) \(line.help)
            # TYPE \(line.name) \(line.kind)
            \(line.name) \(line.value)

            """
        }
        return Response(
            200,
            [Header("Content-Type", "text/plain; version=0.0.4; charset=utf-8"), .noStore],
            body: Array(text.joined().utf8)
        )
    }
}
