import HTTP
import Synchronization

/// A real web server that takes what senders post and answers as the test says.
final class ReceivingServer: Sendable {
    /// One request as it came.
    struct Taken: Sendable {
        let path: String
        let authorization: String?
        let contentType: String?
        let headers: [String: String]
        let form: [String: String]
        let body: String
    }

    private let taken: TemporaryBlobStore
    private let server: Server

    var url: String { "http://127.0.0.1:\(server.port)" }
    var requests: [Taken] { taken.items.withLock { $0 } }

    init(_ status: Int, _ headers: [Header] = [], body: String = "{}") throws {
        let shelf = TemporaryBlobStore()
        taken = shelf
        var configuration = ServerConfiguration(listen: "127.0.0.1:0")
        // What a service of push messages takes is for the browser alone to read (RFC 8291).
        configuration.codingsPassedOn = ["aes128gcm"]
        server = try Server(configuration) { request, responder in
            let form = Dictionary(request.form.map { ($0.name, $0.value) }) { first, _ in first }
            let item = Taken(
                path: request.path,
                authorization: request.headers["Authorization"],
                contentType: request.headers["Content-Type"],
                headers: headersOfPush(request),
                form: form,
                body: String(decoding: request.body, as: UTF8.self)
            )
            shelf.items.withLock { $0.append(item) }
            responder.send(Response(status, headers, body: Array(body.utf8)))
        }
    }

    func stop() async {
        await server.stop(within: .seconds(5))
    }

    private final class TemporaryBlobStore: Sendable {
        let items = Mutex<[Taken]>([])
    }
}

/// The headers that say how a push message is to be treated.
private func headersOfPush(_ request: Request) -> [String: String] {
    var headers: [String: String] = [:]
    headers["TTL"] = request.headers["TTL"]
    headers["Urgency"] = request.headers["Urgency"]
    headers["Content-Encoding"] = request.headers["Content-Encoding"]
    return headers
}
