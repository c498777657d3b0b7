import HTTP

/// A server on a free port of this machine.
func startServer(
    _ configure: (inout ServerConfiguration) -> Void = { _ in },
    handler: @escaping @Sendable (Request, Responder) -> Void
) throws(ServerError) -> Server {
    var configuration = ServerConfiguration(listen: "127.0.0.1:0")
    configure(&configuration)
    return try Server(configuration, handler: handler)
}

/// Answers with what it was sent: method, path and query on the first line, then the body.
let echo: @Sendable (Request, Responder) -> Void = { request, responder in
    let line = "\(request.method) \(request.path) \(request.query)\n"
    responder.send(Response(200, body: Array(line.utf8) + request.body))
}
