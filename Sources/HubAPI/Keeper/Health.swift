import API
import HTTP
import Hub
import Languages

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
    /// Whether the database answers and takes what is new.
    func ready(_ request: Request) async throws -> Response {
        do {
            try await hub.checkDatabase()
            guard !hub.isDiskFull else {
                return Problem(503, "diskFull", "This hub's disk is full. Only calls for help work.")
                    .retry(afterSeconds: 5).response(in: request.language)
            }
            return .health
        } catch {
            return Problem(503, "notReady", "The hub's database does not answer.")
                .retry(afterSeconds: 5).response(in: request.language)
        }
    }
}
