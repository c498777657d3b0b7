/// A page of an account's history, the latest first.
public struct EntryListBody: Codable, Sendable {
    public var items: [EntryBody]
    /// What to send as `after` for the next page; absent on the last.
    public var next: String?
    /// Why nothing comes next, though it is not the beginning.
    public var cutOff: HistoryCutOffBody?

    public init(items: [EntryBody], next: String? = nil, cutOff: HistoryCutOffBody? = nil) {
        self.items = items
        self.next = next
        self.cutOff = cutOff
    }
}

/// Where an account's history breaks off, because what the hub holds is not what was put into the log.
public struct HistoryCutOffBody: Codable, Hashable, Sendable {
    /// The leaf that cannot be read; absent where the log leads to nothing older, though something was in the account.
    public var leaf: Int?
    /// What was posted in the account there.
    public var balance: String

    public init(leaf: Int?, balance: String) {
        self.leaf = leaf
        self.balance = balance
    }
}
