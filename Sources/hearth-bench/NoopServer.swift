import HearthProgram
import HTTP
import HubAPI

/// The reference of the ingest figures: the hub's HTTP server with its own settings, and a handler that does nothing.
///
/// It reads the whole request and answers what a phone's door answers when all went well.
func runNoopServer(listen: String) async throws {
    var configuration = ServerConfiguration(listen: listen)
    configuration.commonHeaders = HubService.securityHeaders
    configuration.bodyPolicy = HubService.bodyPolicy
    let good = Response(
        PreparedResponse(200, [Header("Content-Type", "application/json")], body: Array("[]".utf8))
    )
    let server = try Server(configuration) { _, responder in responder.send(good) }
    result("listening on http://127.0.0.1:\(server.port)")
    try await stopSignal()
    await server.stop(within: .seconds(1))
}
