/// What bounds a deputy, so that a lying or broken hub or deputy can do little.
public enum DeputyLimits {
    /// Deputies of one hub.
    public static let deputiesMax = 2
    /// Hubs that one deputy guards.
    public static let hubsMax = 4
    /// Incidents that one hub has guarded at once.
    public static let envelopesMax = 50
    /// An envelope with its padding.
    public static let envelopeBytesMax = 65_536
    /// Envelopes are padded to a multiple of this, so that their size tells little.
    public static let paddingBytes = 4_096
    /// People notified of one incident.
    public static let recipientsMax = 20
    /// Texts and mails to one person about one incident, each channel by itself.
    public static let textsPerPersonMax = 2
    /// Texts and mails of one hub in 24 hours.
    public static let textsPerDayMax = 60
    /// From the first message of an incident to the last.
    public static let releaseMilliseconds: Int64 = 3_600_000
    /// A step that is later than this is left to people, as at the hub (F5).
    public static let staleMilliseconds: Int64 = 6 * 3_600_000
}

/// What a deputy is given to say in words that its operator can read.
public enum DeputyTexts: String, CaseIterable, Hashable, Sendable {
    /// Pushes alone: no name and no address but a browser's.
    case none
    /// Texts and mails for recipients without a confirmed push.
    case needed
    /// Texts and mails for every recipient.
    case all
}
