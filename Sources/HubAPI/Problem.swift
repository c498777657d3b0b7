import API
package import HTTP
package import Languages

/// A refusal on its way out: what an RFC 9457 answer says.
package struct Problem: Error, Sendable {
    var status: Int
    /// A camelCase word that programs may switch on.
    var code: String
    /// One plain sentence, the same for every problem of this code.
    var title: Phrase
    var detail: Phrase?
    var field: String?
    /// The rules that a password breaks.
    var broken: [String]?
    /// What proves anew who somebody is.
    var proofs: [String]?
    /// How much more a transfer would have taken, in the asset's smallest unit.
    var missing: String?
    var retryAfterSeconds: Int?

    init(_ status: Int, _ code: String, _ title: Phrase, detail: Phrase? = nil, field: String? = nil) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.field = field
    }

    /// The problem as one sentence or two, for the command line.
    package var words: String { [title, detail].compactMap { $0?.text(in: .english) }.joined(separator: " ") }

    /// The answer, in a language of who asked.
    package func response(in language: Language) -> Response {
        var headers = [Header("Content-Type", "application/problem+json"), .noStore]
        if let retryAfterSeconds { headers.append(Header("Retry-After", "\(retryAfterSeconds)")) }
        if status == 401 { headers.append(Header("WWW-Authenticate", #"Bearer realm="Hearth""#)) }
        return Response(status, headers, body: JSON.bytes(body(in: language)))
    }

    /// What the answer says.
    func body(in language: Language) -> ProblemBody {
        ProblemBody(
            status: status,
            code: code,
            title: title.text(in: language),
            detail: detail?.text(in: language),
            field: field,
            broken: broken,
            proofs: proofs,
            missing: missing
        )
    }

    func retry(afterSeconds seconds: Int) -> Problem {
        var copy = self
        copy.retryAfterSeconds = seconds
        return copy
    }
}

extension Problem {
    static let notLoggedIn = Problem(401, "notLoggedIn", "Log in first.")
    /// A child's session by a guardian's login link (F87).
    static let sessionHeld = Problem(
        401,
        "sessionHeld",
        "Another guardian has to agree to this phone.",
        detail: "Ask another adult of the family, or agree on another phone of the child."
    )
    static let notFound = Problem(404, "notFound", "Not found, or not visible to you.")
    static let notDeputy = Problem(401, "notDeputy", "No deputy of this hub signed this, or its code is wrong or used.")
    static let keeperOnly = Problem(403, "keeperOnly", "Only the hub's keeper can do this.")
    static let crossSite = Problem(403, "crossSite", "This request came from another site and was refused.")
    static let notJSON = Problem(400, "invalidJSON", "The body is not JSON.")
    static let jsonOnly = Problem(415, "jsonOnly", "Send the body as application/json.")
    static let pictureOnly = Problem(415, "pictureOnly", "Send the picture itself, as JPEG, PNG or WebP.")
    static let bytesOnly = Problem(415, "bytesOnly", "Send the piece itself, as application/octet-stream.")
    static let `internal` = Problem(
        500,
        "internal",
        "Something went wrong. Nothing changed. Try again."
    )
    static let diskFull = Problem(
        507,
        "diskFull",
        "This hub's disk is nearly full.",
        detail: "The rest is reserved for phones' reports. Ask the keeper to free space."
    )
    static let nothingWritten = Problem(
        503,
        "diskFull",
        "This hub's disk is full. Nothing changed.",
        detail: "Calls for help still work. Ask the keeper to free space."
    )
    .retry(afterSeconds: 30)
    static let databaseAway = Problem(
        503,
        "databaseAway",
        "This hub cannot reach its database.",
        detail: "Try again in a few seconds."
    )
    .retry(afterSeconds: 5)
    static let outcomeUnknown = Problem(
        503,
        "outcomeUnknown",
        "This hub lost its database while saving. The change may be saved or not.",
        detail: "Send the same request again: with the same id nothing is done twice. Or look whether it is there."
    )
    .retry(afterSeconds: 5)
    static let tooManyRequests = Problem(429, "tooManyRequests", "Too many requests. Wait a moment.")
    static let idUsedOtherwise = Problem(
        409,
        "idUsedOtherwise",
        "This id was used for a different request.",
        field: "id"
    )
    static let httpsRequired = Problem(
        403,
        "httpsRequired",
        "This hub answers over HTTPS only.",
        detail: "Use an https address, or start the hub with --allow-http for a trial at home."
    )

    /// The answer to a method that a path does not have, with those that it has.
    static func methodNotAllowed(_ methods: [String], in language: Language) -> Response {
        var response = Problem(405, "methodNotAllowed", "Method not allowed.").response(in: language)
        response.headers.append(Header("Allow", methods.joined(separator: ", ")))
        return response
    }

    static func invalid(_ field: String?, _ title: Phrase, detail: Phrase? = nil) -> Problem {
        Problem(422, "invalid", title, detail: detail, field: field)
    }

    /// A field that would become a link in a text or mail (F84).
    static func holdsAddress(_ field: String) -> Problem {
        .invalid(field, "This reads like a web address. Put a space after each dot.")
    }
}

extension Header {
    /// Personal data are for this one answer (S22).
    static let noStore = Header("Cache-Control", "no-store")
    static let json = Header("Content-Type", "application/json")
}
