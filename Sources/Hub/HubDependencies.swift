package import Coins
package import Family
package import Messaging
package import Pictures
package import Work

/// Everything the hub takes from the world, so that a test can give it another one.
package struct HubDependencies: Sendable {
    /// The time of day.
    package var now: @Sendable () -> Timestamp
    /// Bytes that nobody can guess.
    package var random: @Sendable (_ count: Int) -> [UInt8]
    /// Where the hub's log goes.
    package var log: @Sendable (LogEntry) -> Void
    /// How messages leave the hub; those of a channel without a sender are kept for the keeper to read.
    package var senders: [Channel: any MessageSender]
    /// Whether a password is one of those that are tried first (S2).
    package var isCommonPassword: @Sendable (String) -> Bool
    /// Makes a member's picture of a file, on a thread that may wait; throws `UnusablePicture`, or why it cannot.
    package var portrait: @Sendable (_ file: [UInt8]) throws -> Portrait
    /// Keeps the hashes of all who left, 32 bytes each, where a database put back from a backup does not replace them.
    package var keepTombstones: @Sendable ([[UInt8]]) throws -> Void = { _ in }
    /// Keeps beside the backups, sealed, what a restored one does not know.
    package var keepJournal: @Sendable (_ sealed: [UInt8]) throws -> Void = { _ in }
    /// How the backups stand; nil where none are taken here.
    package var backups: @Sendable () -> BackupState? = { nil }

    /// The file of a time zone in the time zone database (RFC 8536); nil where there is none of that name.
    package var zoneFile: @Sendable (_ name: TimeZoneName) -> [UInt8]? = { _ in nil }

    /// Why the time of day is not that of the machine's clock, or may be wrong; nil where it is right.
    package var clockDoubt: @Sendable () -> ClockAnomaly? = { nil }
    /// What reads a coin's chain; nil where the keeper has not turned coins on.
    package var coins: (any CoinWallet)?
    /// The clock behind `now`; nil where nothing corrects it.
    package var clock: AdjustableClock?
    /// Where the hub's own work runs.
    package var workplace = Workplace.threads

    package init(
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable (_ count: Int) -> [UInt8],
        log: @escaping @Sendable (LogEntry) -> Void,
        senders: [Channel: any MessageSender] = [:],
        isCommonPassword: @escaping @Sendable (String) -> Bool = { _ in false },
        portrait: @escaping @Sendable (_ file: [UInt8]) throws -> Portrait = { try Portrait(file: $0) }
    ) {
        self.now = now
        self.random = random
        self.log = log
        self.senders = senders
        self.isCommonPassword = isCommonPassword
        self.portrait = portrait
    }

    /// A fresh identity for something made now.
    package func newID<Subject: ~Copyable>(of subject: Subject.Type = Subject.self) -> ID<Subject> {
        var bits: UInt64 = 0
        var more: UInt16 = 0
        for (index, byte) in random(10).enumerated() {
            if index < 8 { bits = bits << 8 | UInt64(byte) } else { more = more << 8 | UInt16(byte) }
        }
        return ID(now: now(), random: (more, bits))
    }
}

/// One line of the log: words, and facts that name nobody and no place.
package struct LogEntry: Sendable {
    /// How much it matters.
    package enum Level: String, Sendable {
        case info
        case warning
        case error
    }

    package var level: Level
    /// What happened, in a few plain words.
    package var message: String
    /// Facts such as a request id or a count; never a name, number, position, code or token.
    package var facts: [(name: String, value: String)]

    package init(_ level: Level, _ message: String, _ facts: [(name: String, value: String)] = []) {
        self.level = level
        self.message = message
        self.facts = facts
    }
}
