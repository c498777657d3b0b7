public import Family

/// `POST /position-requests`: whom I ask where they are.
public struct PositionRequestBody: Codable, Hashable, Sendable {
    public var member: ID<Member>

    public init(member: ID<Member>) {
        self.member = member
    }
}

/// A question of mine, which says nothing of what became of it.
public struct SentPositionRequestBody: Codable, Hashable, Sendable {
    public var member: ID<Member>
    public var at: Timestamp

    public init(member: ID<Member>, at: Timestamp) {
        self.member = member
        self.at = at
    }
}
