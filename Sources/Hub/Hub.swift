package import Bus
package import Crypto
import Family
import Messaging
import PhoneNumbers
package import SQL
import Storage
import Synchronization
import Work

/// A family hub: every use case, on one database, with the outside world passed in.
///
/// Wired once in the executable and by tests; its own work runs in `outside.workplace`, and any thread may use it.
package final class Hub: Sendable {
    package let settings: HubSettings
    package let outside: HubDependencies
    package let bus: any Bus
    package let database: Database
    /// Work that is slow on purpose, such as password hashing.
    package let slowWork: BackgroundQueue
    /// PINs being checked: what ends an alarm never waits behind passwords (F75).
    let pinWork: BackgroundQueue
    /// Pictures being made, one at a time for the memory that takes: some wait, each with a file of some megabytes.
    package let pictureWork: BackgroundQueue
    /// Numbers what streams may have to catch up with.
    package let changes = ChangeCounter()

    let vault: Vault
    let subjects = MemberStateCache()
    let ledgers = LedgerCache()
    let sessionCache = TokenCache<SessionRow>(capacity: 20_000)
    let credentials = TokenCache<DeviceCredential>(capacity: 50_000)
    let heard = HeardDevices()
    let paces = PhonePaces()
    /// What each device may send (S30): a phone that was offline can empty its queue.
    let budget: RateLimiter<ID<Device>>
    let sessionRateLimiter: RateLimiter<ID<Session>>
    let viewerRateLimiter: RateLimiter<ID<LinkViewers.Viewer>>
    /// Never below one a second (S31), with a burst for a phone that comes back to its network.
    let reservedRateLimiter = RateLimiter<ReservedSender>(perSecond: 1, burst: 20)
    /// Reports that are taken of each member while the disk is full.
    let fullDiskBudget = RateLimiter<ID<Member>>(perSecond: 0.2, burst: 3)
    let anonymousRateLimiter: RateLimiter<[UInt8]>
    /// Views of trips and alarms that each network opens, apart from all else it asks (F75).
    let openingBudget: RateLimiter<[UInt8]>
    let logInThrottle = Mutex(LogInThrottle())
    /// What strangers can bring about, in the security log: so many lines a minute of one kind from one network.
    let refusalBudget = RateLimiter<[UInt8]>(perSecond: 0.1, burst: 30)
    let security: SecurityLog
    let outbox: OutboxWorker
    let claim = Mutex<KeeperClaim?>(nil)
    /// The country of the first keeper's number, where the keeper set no region.
    let keeperRegion = Mutex<PhoneRegion?>(nil)
    /// What authenticators are asked to sign, until they do.
    let challenges = Mutex(ChallengeBook())
    let guessLimit = Mutex(GuessLimit())
    let connectGuessLimit = Mutex(ConnectGuessLimit())
    /// Whom the hub watches over now.
    let safety = SafetyMemory()
    /// Whose countdown of a mission could not be ended.
    let focusTroubled = RetryBackoff<Member>()
    /// Missions whose day could not be closed.
    let missionsTroubled = RetryBackoff<Mission>()
    let missionDays = Mutex(MissionDayRound())
    /// When it was last looked whose savings goals are reached.
    let goalsLookedAt = Mutex(Timestamp(milliseconds: 0))
    /// Families whose log was read and has tiles that are not kept yet.
    let tilesWanted = Mutex<Set<ID<FamilyGroup>>>([])
    /// When each session's browser was last sent a trial message.
    let trials = Mutex(TwoGenerationCache<ID<Session>, Timestamp>(capacity: 10_000))
    /// Whether an urgent message was not taken since the keeper was last told (F21).
    let troubles = MessageTroubles()
    let machine = MachineTroubles()
    /// Which machines elsewhere stand in for this hub.
    let deputies: DeputyDesk
    /// When this hub began.
    let openedAt: Timestamp
    /// When it was last looked whose phones are silent.
    let silenceLookedAt = Mutex(Timestamp(milliseconds: 0))
    /// What the journal beside the backups says already, and when it is tried again after it could not be written.
    let journalKept = Mutex(JournalMark())
    private let tidiedAt = Mutex(Timestamp(milliseconds: 0))
    /// The night in which old rows were last deleted.
    private let nightTidied = Mutex(Int64.min)
    let counts = HubCounts()
    let inbox: FixWriteBuffer
    let lookBook: AccessLogBuffer
    /// How often a member may ask for new PINs: each request texts their number.
    let pinResetBudget = RateLimiter<ID<Member>>(perDay: 3)
    /// How often an outside contact may agree.
    let contactBudget = RateLimiter<ID<Contact>>(perDay: 3)
    /// The screen that each session named last.
    let screens = Mutex(TwoGenerationCache<ID<Session>, Screens>(capacity: 20_000))
    /// The node of coins, and how far each wallet is read.
    let coinWatch = CoinWatch()
    /// Calls of one member on wallets come one after the other, so that a copy of a request finds the first one done.
    let coinTurns: CoinTurns
    let ingestQueue: IngestQueue

    /// Opens a hub on a database whose schema is up to date, and ends what an earlier process left half done there.
    ///
    /// `tombstones` are those that were kept outside it: their members are deleted where the database still has them.
    package static func open(
        database: Database,
        keys: HubKeys,
        settings: HubSettings,
        outside: HubDependencies,
        bus: any Bus,
        tombstones: [[UInt8]] = []
    ) async throws -> Hub {
        let failures = try await database.transaction { transaction in
            try Hub.catchUpWithClock(outside, in: transaction)
            let now = outside.now()
            for hash in tombstones { try transaction.addTombstone(hash, now: now) }
            try FixWriteBuffer.recover(transaction)
            try transaction.takeBackMessages(now: now)
            try Hub.zoneHiddenHours(outside, in: transaction, now: now)
            try transaction.noteOldAddresses(vault: Vault(keys: keys), now: now)
            return try transaction.logInFailures(limit: LogInThrottle.accountsMax / 2)
        }
        let hub = Hub(database: database, keys: keys, settings: settings, outside: outside, bus: bus)
        hub.logInThrottle.withLock { $0.remember(failures) }
        try await hub.rememberWatched()
        try await hub.rememberGuarded()
        try await hub.learnRegion()
        try await hub.deleteWhoHadLeft()
        await hub.clearWhoLeft()
        await hub.openMissingWallets()
        return hub
    }

    private init(database: Database, keys: HubKeys, settings: HubSettings, outside: HubDependencies, bus: any Bus) {
        (self.database, self.settings, self.outside) = (database, settings, outside)
        (self.bus, openedAt, deputies) = (bus, outside.now(), DeputyDesk(openedAt: outside.now()))
        (slowWork, pinWork) = (BackgroundQueue(in: outside.workplace), BackgroundQueue(in: outside.workplace))
        (pictureWork, coinTurns) = (.init(in: outside.workplace, waitingMax: 8), .init(in: outside.workplace))
        (vault, security) = (Vault(keys: keys), SecurityLog(database: database, outside: outside))
        let (vault, services) = (vault, settings.pushServices)
        let push = WebPush(vouchers: { vault.vouchers(settings) }, services: services, now: outside.now)
        outbox = OutboxWorker(
            database: database,
            vault: vault,
            outside: outside,
            senders: [.push: push].merging(outside.senders) { $1 },
            troubled: { [troubles] in troubles.note($0) }
        )
        inbox = FixWriteBuffer(rowsPerTable: settings.inboxRows)
        lookBook = AccessLogBuffer(
            database: database,
            notice: { subject, viewer in
                NoticeRow(.looksOften, for: subject, about: viewer, outside: outside)
            },
            told: { subjects in
                // Most looks are nothing to tell of.
                if !subjects.isEmpty { bus.publish(subjects.map { .notice($0) }) }
            },
            fault: { error in
                // A stopping hub has written them before.
                guard error?.code != .closed else { return }
                outside.log(LogEntry(.error, "looks wait to be written", [("reason", error?.description ?? "unknown")]))
            }
        )
        budget = RateLimiter(perSecond: settings.ingestRequestsPerSecond, burst: settings.ingestBurst)
        (sessionRateLimiter, viewerRateLimiter) = settings.senderRateLimiters
        (anonymousRateLimiter, openingBudget) = settings.anonymousRateLimiters
        ingestQueue = IngestQueue(
            database: database,
            subjects: subjects,
            heard: heard,
            inbox: inbox,
            vault: vault,
            changes: changes,
            answering: outside.workplace.line("hearth.answers", .prompt),
            now: outside.now,
            newID: { outside.newID() },
            publish: { bus.publish($0) },
            fault: { what, error in
                outside.log(LogEntry(.error, what, [("reason", error?.description ?? "unknown")]))
            }
        )
    }

    /// Forgets what need not be kept any longer, and reminds of what goes on; to be called often, it looks every ten
    /// minutes.
    package func forgetWhatIsOld() async {
        let now = outside.now()
        let isDue = tidiedAt.withLock { tidiedAt in
            guard now.milliseconds(since: tidiedAt) >= 600_000 else { return false }
            tidiedAt = now
            return true
        }
        guard isDue else { return }
        // By a clock that may be a year ahead everything is old.
        if case .wasAway = outside.clockDoubt() { return }
        await clearWhoLeft()
        await security.flush()
        do {
            try await tidyGettingIn()
            try await remindOfSharing()
            let night = night(of: now)
            guard nightTidied.withLock({ $0 }) != night else { return }
            try await purgeExpired()
            nightTidied.withLock { $0 = night }
            machine.lastTidied.withLock { $0 = now }
        } catch {
            outside.log(LogEntry(.error, "what is old could not be forgotten", [("reason", safeWords(error))]))
        }
    }

    /// What the hub has done since it started.
    package var tally: HubTally {
        var tally = counts.tally
        tally.messages = outbox.outcomes
        tally.lastRound = machine.lastRound.withLock { $0 }
        tally.lastTidied = machine.lastTidied.withLock { $0 }
        return tally
    }

    /// 128 bits of chance as text.
    func newToken() -> String {
        SecureRandom.token(bits: 128)
    }

    /// Eight characters of Crockford's base 32: forty bits.
    func newCode() -> String {
        SecureRandom.code(characters: 8)
    }
}
