/// How a hub's backups stand.
public struct BackupState: Hashable, Sendable {
    /// In a word.
    public enum Standing: String, CaseIterable, Sendable {
        /// There is no key to encrypt them to, so none is taken.
        case noKey
        /// None is there yet.
        case none
        case good
        /// The newest is older than a day and a half.
        case late
        /// The last try failed.
        case failing
    }

    /// Whether there is a key to encrypt them to.
    public var hasKey: Bool
    /// When the newest whole one was taken.
    public var newestAt: Timestamp?
    /// Its size; 0 where there is none.
    public var newestBytes = 0
    /// How many whole ones are kept.
    public var count = 0
    /// When one was last restored on trial and found right.
    public var drilledAt: Timestamp?
    /// When the last try failed; nil after one that did not.
    public var failedAt: Timestamp?
    /// Why, in plain words without a secret.
    public var failure: String?

    public init(hasKey: Bool) {
        self.hasKey = hasKey
    }

    private static let lateAfterMilliseconds: Int64 = 36 * 3_600_000

    /// How they stand now.
    public func standing(now: Timestamp) -> Standing {
        guard hasKey else { return .noKey }
        guard failedAt == nil else { return .failing }
        guard let newestAt else { return .none }
        return now.milliseconds(since: newestAt) > Self.lateAfterMilliseconds ? .late : .good
    }
}
