/// An answer: status, headers and body.
///
/// HEAD requests and the statuses 204 and 304 get the headers alone.
package struct Response: Sendable {
    /// The status, 200 to 599.
    package var status: Int
    /// Sent beside the common headers of the server, in place of those with the same name.
    package var headers: [Header]
    /// What follows the headers.
    package var body: Body

    /// The body of a response.
    package enum Body: Sendable {
        /// These bytes.
        case bytes([UInt8])
        /// Bytes that lie on a shelf.
        case shelved(StoredBlob)
        /// The bytes of a file, read while they are sent.
        case file(UnlinkedFile)
        /// A response made earlier, with its own status and headers.
        case prepared(PreparedResponse)
        /// Events for as long as both sides want.
        case events(EventStream)
    }

    /// A response of bytes.
    package init(_ status: Int, _ headers: [Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = .bytes(body)
    }

    /// A response of bytes that lie on a shelf.
    package init(_ status: Int, _ headers: [Header] = [], body: StoredBlob) {
        self.status = status
        self.headers = headers
        self.body = .shelved(body)
    }

    /// A response whose body is a file.
    package init(_ status: Int, _ headers: [Header], file: UnlinkedFile) {
        self.status = status
        self.headers = headers
        body = .file(file)
    }

    /// A response that was prepared; its status and headers are the prepared ones.
    package init(_ prepared: PreparedResponse) {
        status = prepared.status
        headers = prepared.headers
        body = .prepared(prepared)
    }

    /// A response whose body is an event stream, as `text/event-stream`.
    package init(_ stream: EventStream, _ headers: [Header] = []) {
        status = 200
        self.headers =
            headers + [Header("Content-Type", "text/event-stream"), Header("X-Accel-Buffering", "no")]
        body = .events(stream)
    }

    /// A problem (RFC 9457) in fixed words.
    package static func problem(_ status: Int, code: StaticString, title: StaticString) -> Response {
        let text = #"{"type":"about:blank","status":\#(status),"code":"\#(code)","title":"\#(title)"}"#
        return Response(status, [Header("Content-Type", "application/problem+json")], body: Array(text.utf8))
    }
}

extension Response {
    static let badRequest = problem(400, code: "badRequest", title: "The request cannot be read.").closing
    static let badBody = problem(400, code: "badBody", title: "The body is not what its encoding says.")
    static let bodyTooLarge = problem(413, code: "bodyTooLarge", title: "The body is too large.")
    static let unsupportedEncoding = problem(415, code: "unsupportedEncoding", title: "Send the body plain or as gzip.")
    static let headTooLarge = problem(431, code: "headTooLarge", title: "The headers are too large.").closing
    static let tooManyConnections = problem(503, code: "tooManyConnections", title: "Too many connections.").closing
    static let unanswered = problem(500, code: "internal", title: "Something went wrong here.")
    static let stopping = problem(503, code: "stopping", title: "The server is stopping. Try again soon.")

    /// The same, after which the connection is closed.
    private var closing: Response {
        var response = self
        response.headers.append(Header("Connection", "close"))
        return response
    }
}
