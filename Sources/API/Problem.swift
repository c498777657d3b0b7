/// An RFC 9457 problem: what every refusal looks like, `application/problem+json`.
public struct ProblemBody: Codable, Hashable, Sendable {
    /// The HTTP status, repeated.
    public var status: Int
    /// A camelCase word that programs may switch on.
    public var code: String
    /// One plain sentence, the same for every problem of this code.
    public var title: String
    /// What to do about this one.
    public var detail: String?
    /// The field to blame, where one is.
    public var field: String?
    /// The rules that a password breaks, each as a camelCase word; only where one was refused.
    public var broken: [String]?
    /// What proves anew who somebody is, the best first; only where that is needed.
    public var proofs: [String]?
    /// How much more a transfer would have taken, a count of smallest units; only where there was not enough.
    public var missing: String?

    public init(
        status: Int,
        code: String,
        title: String,
        detail: String? = nil,
        field: String? = nil,
        broken: [String]? = nil,
        proofs: [String]? = nil,
        missing: String? = nil
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.field = field
        self.broken = broken
        self.proofs = proofs
        self.missing = missing
    }
}

/// A page of things.
public struct ListBody<Item: Codable & Sendable>: Codable, Sendable {
    public var items: [Item]
    /// What to send as `after` for the next page; absent on the last.
    public var next: String?

    public init(items: [Item], next: String? = nil) {
        self.items = items
        self.next = next
    }
}
