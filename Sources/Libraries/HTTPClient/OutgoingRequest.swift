/// One POST to somebody's server, or one GET.
package struct OutgoingRequest: Sendable {
    /// How the sender proves who it is.
    package enum Authorization: Sendable, Equatable {
        case none
        case basic(user: String, password: String)
        /// The password itself is not sent (RFC 7616).
        case digest(user: String, password: String)
        case bearer(String)
        /// The whole value of the header.
        case other(String)
    }

    /// `http://` or `https://`; nothing else is sent to.
    package var url: String
    package var contentType: String
    package var authorization: Authorization
    /// Beside those that every request has; of plain ASCII.
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8]
    /// A GET has no body.
    package private(set) var isGET = false

    /// A question that is all in its address.
    package static func get(_ url: String) -> OutgoingRequest {
        var request = OutgoingRequest(url: url, contentType: "", authorization: .none, body: [])
        request.isGET = true
        return request
    }

    package init(url: String, contentType: String, authorization: Authorization, body: [UInt8]) {
        self.url = url
        self.contentType = contentType
        self.authorization = authorization
        self.body = body
    }
}

/// What came back.
package struct IncomingAnswer: Sendable {
    package var status: Int
    /// What `Retry-After` says; nil where it is absent.
    package var retryAfterSeconds: Int?
    /// The first bytes of the body, as many as the client takes.
    package var body: [UInt8]
}

/// What an answer says before its body, as far as who fetches a file wants to know it.
package struct AnswerHead: Sendable, Equatable {
    package var status: Int
    /// What `Retry-After` says; nil where it is absent.
    package var retryAfterSeconds: Int?
    /// `Content-Length`, where it is a number.
    package var bytes: Int?
    /// `Content-Range`, `ETag`, `Last-Modified` and `Location` as they came.
    package var range, tag, modifiedAt, location: String?
}

/// Why no answer came.
package enum HTTPClientFailure: Error, Sendable, Equatable {
    /// The address is not one that can be sent to.
    case invalidAddress
    /// The name could not be found, or nobody listens there.
    case unreachable(words: String)
    /// The server has a certificate that nobody vouches for, or one for another name.
    case untrusted(words: String)
    case timedOut
    /// The connection broke before the answer was whole.
    case broken(words: String)

    /// What happened, for people; holds neither address nor token.
    package var words: String {
        switch self {
        case .invalidAddress: "that is not an address that can be sent to"
        case .timedOut: "no answer in time"
        case .unreachable(let words), .untrusted(let words), .broken(let words): words
        }
    }
}
