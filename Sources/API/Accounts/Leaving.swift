public import Family

/// `DELETE /me`: who runs the hub from now on, where the only keeper leaves; mostly absent.
public struct LeaveBody: Codable, Sendable {
    public var keeper: ID<Member>?

    public init(keeper: ID<Member>? = nil) {
        self.keeper = keeper
    }
}

/// `GET` and `PUT /me/retention`: how long my own history is kept.
public struct RetentionBody: Codable, Hashable, Sendable {
    /// Whether there is an end to it.
    public enum Kept: String, Codable, Sendable {
        case days
        case forever
    }

    public var history: Kept
    /// 0 to 36 500; absent for ever.
    public var days: Int?
    /// Whether I ever chose it; before that nothing is imported.
    ///
    /// Only in answers.
    public var isChosen: Bool?

    public init(history: Kept, days: Int? = nil, isChosen: Bool? = nil) {
        self.history = history
        self.days = days
        self.isChosen = isChosen
    }
}
