import Synchronization

/// A response of bytes made once and sent many times, without a copy of its headers or body for each.
package final class PreparedResponse: Sendable {
    let status: Int
    let headers: [Header]
    let body: [UInt8]
    private let built = Mutex(Built())

    private struct Built: ~Copyable {
        /// Whose common headers are in the response.
        var owner: Service?
        var response: NativeResponse?
    }

    /// Prepares a response of bytes.
    package init(_ status: Int, _ headers: [Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Hands the response to a connection, building it when the server is another than last time.
    func queue(on connection: Connection, of service: Service) -> Bool {
        built.withLock { built in
            if built.owner !== service {
                built.response = service.build(headers, NativeResponse(body: body))
                built.owner = service
            }
            return built.response?.queue(status: status, on: connection) ?? false
        }
    }
}
