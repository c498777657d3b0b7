public import API

/// Why something could not be done.
public enum ClientFailure: Error, Hashable, Sendable {
    /// The hub said no, and why.
    case refused(Refusal)
    /// Nobody is logged in here, or no longer: the app shows its log-in page.
    case loggedOut
    /// No answer came. `mayHaveArrived` is false where the hub certainly never got the request.
    case unreachable(mayHaveArrived: Bool)
    /// An answer came that is not a hub's, as from the log-in page of a café's network.
    case notAHub
    /// A hub's answer that this version of the library cannot read; the text names what was expected.
    case unreadable(String)
    /// Something that the client keeps on this device could not be read or written.
    case device(String)
    /// Whoever waited for it does no longer.
    case cancelled

    /// Whether the same may well be done later, without anybody changing anything.
    public var isPassing: Bool {
        switch self {
        case .unreachable, .notAHub: true
        case .refused(let refusal): refusal.isPassing
        case .loggedOut, .unreadable, .device, .cancelled: false
        }
    }
}

/// What a hub says where it refuses something: its `application/problem+json`, typed.
public struct Refusal: Error, Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// A camelCase word that a program may switch on, as openapi.yaml lists them; empty where a proxy answered.
    public let code: String
    /// One plain sentence for people.
    public let title: String
    /// What to do about it.
    public let detail: String?
    /// The field to blame, where one is.
    public let field: String?
    /// The rules that a password breaks.
    public let brokenRules: [String]
    /// By what one can prove anew who one is, the best first: see ``HearthClient/prove(_:)``.
    public let proofs: [String]
    /// How much more a transfer would have taken, a count of smallest units.
    public let missing: String?
    /// How long the hub asks to wait before the next try.
    public let retryAfter: Duration?

    /// A refusal as the hub wrote it.
    public init(_ problem: ProblemBody, retryAfter: Duration? = nil) {
        status = problem.status
        code = problem.code
        title = problem.title
        detail = problem.detail
        field = problem.field
        brokenRules = problem.broken ?? []
        proofs = problem.proofs ?? []
        missing = problem.missing
        self.retryAfter = retryAfter
    }

    /// A refusal of which only the status is known.
    init(status: Int, retryAfter: Duration?) {
        self.init(
            ProblemBody(status: status, code: "", title: "The hub does not answer just now."),
            retryAfter: retryAfter
        )
    }

    /// Whether the hub only asks to wait: too many requests, or it is starting, stopping or overloaded.
    public var isPassing: Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }
}
