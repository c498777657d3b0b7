/// What is known of a request before its body is read.
package struct RequestHead: Sendable {
    let storage: HeadStorage
    /// Who asks: the other end of the connection, or the one that a trusted proxy names.
    package let client: ClientAddress
    /// Whether the way to the client is encrypted: TLS here, or a trusted proxy that says "https".
    package let isSecure: Bool
    /// Whether the request comes from this machine and was not passed on by a proxy.
    package let isLoopback: Bool
    /// The number of this request since the server started, for the log.
    package let id: UInt64
    /// What reads its connection; nil where it came over none.
    let reader: StrictReader?

    /// The method as sent, such as "GET"; unknown ones are passed on.
    package var method: String { storage.text(storage.method) }
    /// The path as sent, escapes kept, without the query.
    package var path: String { storage.text(storage.path) }
    /// What follows the first "?", as sent; empty when there is none.
    package var query: String { storage.text(storage.query) }
    /// The headers as sent.
    package var headers: Headers { Headers(storage: storage) }
}

/// A request received whole.
///
/// Text is made of the received bytes at each use: keep `path` in a constant when it is needed twice.
package struct Request: Sendable {
    /// Everything but the body.
    package let head: RequestHead
    /// The body, inflated and condensed as the server's configuration says.
    package let body: [UInt8]
    let admission: Admission?

    /// The method as sent, such as "GET"; unknown ones are passed on.
    package var method: String { head.method }
    /// The path as sent, escapes kept, without the query.
    package var path: String { head.path }
    /// What follows the first "?", as sent; empty when there is none.
    package var query: String { head.query }
    /// The headers as sent.
    package var headers: Headers { head.headers }
    /// Who asks: the other end of the connection, or the one that a trusted proxy names.
    package var client: ClientAddress { head.client }
    /// Whether the way to the client is encrypted: TLS here, or a trusted proxy that says "https".
    package var isSecure: Bool { head.isSecure }
    /// Whether the request comes from this machine and was not passed on by a proxy.
    package var isLoopback: Bool { head.isLoopback }
    /// The number of this request since the server started, for the log.
    package var id: UInt64 { head.id }

    /// Says that whoever asks is known, by a session or another token of the hub: their address has a share in the
    /// connections that are kept for such (S49).
    package func rememberSender() {
        if let reader = head.reader { admission?.remember(reader) }
    }
}
