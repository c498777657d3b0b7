import API
import HTTP
import Hub

extension Response {
    /// The process answers.
    static let health = Response(200, [Header("Content-Type", "text/plain; charset=utf-8")], body: Array("ok\n".utf8))

    /// The contract, public (decisions on S44).
    static let openAPI = Response(
        PreparedResponse(
            200,
            [Header("Content-Type", "application/yaml"), Header("Cache-Control", "max-age=300")],
            body: PackageResources.openapi_yaml
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
        let lines: [(name: String, kind: String, help: String, value: Int)] = [
            ("hearth_ingest_requests_total", "counter", "Requests of phones that were stored.", tally.requests),
            ("hearth_fixes_stored_total", "counter", "Fixes stored.", tally.fixesStored),
            ("hearth_fixes_repeated_total", "counter", "Fixes that were there already.", tally.fixesRepeated),
            ("hearth_event_streams", "gauge", "Open event streams.", feed.streamCount),
        ]
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
