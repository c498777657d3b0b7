/// A link by which anybody who has it sees one member for some hours, without a trip and without an account.
public enum LiveLink: Sendable {
    /// How long one is open; it is never renewed.
    public static let hours = 1...24
    /// Links of one member that are open at a time.
    public static let most = 5
}
