public import Family

/// How the hub is, as the keeper's page shows it: no position, no number, no message.
public struct KeeperBody: Codable, Sendable {
    public var version: String
    /// What the doctor found; what is weak stands first.
    public var findings: [FindingBody]
    /// The first of the members, in the order that they came.
    public var members: [KeeperMemberBody]
    public var memberCount: Int
    public var outbox: OutboxStateBody
    public var storage: StorageStateBody
    public var jobs: [JobBody]
    /// Machines elsewhere that notify the recipients if the hub is silent; absent without any.
    public var deputies: [KeeperDeputyBody]?

    /// Everything at one moment; `memberCount` counts also those beyond `members`.
    public init(
        version: String,
        findings: [FindingBody],
        members: [KeeperMemberBody],
        memberCount: Int,
        outbox: OutboxStateBody,
        storage: StorageStateBody,
        jobs: [JobBody]
    ) {
        (self.version, self.findings, self.members, self.memberCount) = (version, findings, members, memberCount)
        (self.outbox, self.storage, self.jobs) = (outbox, storage, jobs)
    }
}

/// A member as whoever runs the hub sees them.
public struct KeeperMemberBody: Codable, Sendable {
    public var member: ID<Member>
    public var name: String
    public var role: String
    public var keeper: Bool
    public var disabled: Bool
    /// Devices that may report.
    public var devices: Int
    /// The day, by UTC, on which one of them was last heard; nil where none was.
    public var heardOn: String?

    /// A member with the count of their devices; `heardOn` is `YYYY-MM-DD`.
    public init(
        member: ID<Member>,
        name: String,
        role: String,
        keeper: Bool,
        disabled: Bool,
        devices: Int,
        heardOn: String?
    ) {
        (self.member, self.name, self.role, self.keeper) = (member, name, role, keeper)
        (self.disabled, self.devices, self.heardOn) = (disabled, devices, heardOn)
    }
}

/// What waits to be sent.
public struct OutboxStateBody: Codable, Sendable {
    public var waiting: Int
    /// For how long the oldest of them has waited, in seconds.
    public var oldestSeconds: Int
    /// Messages that were given up in the last day.
    public var givenUp: Int

    /// Counts, and seconds that are never negative.
    public init(waiting: Int, oldestSeconds: Int, givenUp: Int) {
        (self.waiting, self.oldestSeconds, self.givenUp) = (waiting, oldestSeconds, givenUp)
    }
}

/// What the data take, in bytes, and what is left.
public struct StorageStateBody: Codable, Sendable {
    public var databaseBytes: Int
    /// What was changed lately and stands beside the database for now.
    public var logBytes: Int
    public var freeBytes: Int
    public var diskBytes: Int

    /// All in bytes; what is not known is 0.
    public init(databaseBytes: Int = 0, logBytes: Int = 0, freeBytes: Int = 0, diskBytes: Int = 0) {
        (self.databaseBytes, self.logBytes) = (databaseBytes, logBytes)
        (self.freeBytes, self.diskBytes) = (freeBytes, diskBytes)
    }
}

/// Something that the hub does again and again.
public struct JobBody: Codable, Sendable {
    /// Which: `deadlines`, `tidying`, `watchdog`, `backup` or `drill`.
    public var job: String
    /// When it was last done; nil where it was not yet.
    public var at: Timestamp?

    /// A job by its word, and when it was last done.
    public init(job: String, at: Timestamp?) {
        (self.job, self.at) = (job, at)
    }
}

/// One thing that the doctor looked at, and what is to be said of it.
public struct FindingBody: Codable, Hashable, Sendable {
    /// How it stands.
    public enum State: String, Codable, Hashable, Sendable {
        case good
        /// Works, and could be better.
        case advice
        /// Puts somebody's account, position or data at risk.
        case weak
    }

    /// What was looked at, as a word that programs switch on.
    public var check: String
    public var state: State
    /// How it stands, in plain sentences: on the keeper's page in their language, at the command line in English.
    public var words: String
    /// What to do about it; nil where all is well.
    public var mend: String?

    /// What was found; `mend` where there is something to do.
    public init(check: String, state: State, words: String, mend: String? = nil) {
        (self.check, self.state, self.words, self.mend) = (check, state, words, mend)
    }
}
