import Bus
import Crypto
package import Family
import SQL
import Storage
import Synchronization

/// Why something about trips, countdowns or alarms was not done; what was refused changed nothing but the pad.
package enum SafetyRefusal: Error, Hashable, Sendable {
    /// Something runs that is weakened by the PIN alone, and none came along (F32).
    case pinNeeded
    case wrongPIN
    /// Too many wrong ones: none is looked at for so long (F31, F94).
    case pinLocked(retryAfterSeconds: Int)
    /// No trip before there is a PIN.
    case pinsNotSet
    /// Not four to eight digits each, or the same twice.
    case pinsUnusable
    /// Something runs that only the PIN ends.
    case safetyRuns
    /// New PINs were asked for already, and wait.
    case pinResetWaits
    /// Too many PINs are being checked.
    case busy
    case trip(TripRefusal)
    case idUsedOtherwise
    case destination
    /// Neither a phone of the traveller's nor the page that asks.
    case device
    case companions
    /// A test for a member who does not watch over its sender.
    case notWatching
    /// A recipient of a test is under duress, as the one who asks was told (F92).
    case underDuress
    case tooManyCompanions
    /// No way was found that says how long it takes.
    case dueAtMissing
    case settings
    case notFound
    /// A link or code that opens nothing.
    case noView
    case tooManyViewers
    /// A recipient's link was opened in three browsers already.
    case tooManyBrowsers
    case viewerRemoved
    case viewEnded
    case tooManyTries(retryAfterSeconds: Int)
    case drilledTooOften(retryAfterSeconds: Int)
    /// New PINs were asked for three times within a day.
    case pinResetTooOften(retryAfterSeconds: Int)
    /// A place without reception that is none, or too many of them.
    case deadZones
}

/// The hub's memory of whom it watches over, and a clock that never goes back.
final class SafetyMemory: Sendable {
    private struct State {
        var newest = Timestamp(milliseconds: .min)
        /// When the clock was last corrected, by the corrected clock; nil where it never was.
        var correctedAt: Timestamp?
        var members: Set<ID<Member>> = []
        /// Those whose own screens show that something runs.
        var hurried: Set<ID<Member>> = []
        /// Whose watch could not be handled, and when it is tried again.
        var troubled: [ID<Member>: Timestamp] = [:]
    }

    /// The ways that are followed now.
    let paths = Mutex(TwoGenerationCache<ID<Trip>, RoutePath>(capacity: 2_000))
    /// How often each device reports on a trip.
    let rhythms = Mutex(TwoGenerationCache<ID<Device>, ReportRhythm>(capacity: 10_000))
    private let state = Mutex(State())

    /// The time, or the latest that was told where the machine's clock was set back.
    ///
    /// The clock is read inside the lock: a reading from before a correction never follows it.
    func now(_ clock: () -> Timestamp) -> Timestamp {
        state.withLock { state in
            state.newest = max(state.newest, clock())
            return state.newest
        }
    }

    /// Corrects the clock, and follows it.
    func correct(_ time: TrustedClock, bootedAt: Timestamp) {
        state.withLock { state in
            let step = bootedAt.milliseconds(since: time.bootedAt)
            time.bootedAt = bootedAt
            state.newest = time.now
            state.correctedAt = state.newest
            state.troubled = state.troubled.mapValues { $0.advanced(byMilliseconds: step) }
        }
    }

    /// A caller's reading of the clock, or the time where the clock was corrected since it was read (F80).
    func settled(_ reading: Timestamp, now clock: () -> Timestamp) -> Timestamp {
        let now = self.now(clock)
        guard let correctedAt = state.withLock({ $0.correctedAt }) else { return reading }
        return (correctedAt...max(correctedAt, now)).contains(reading) ? reading : now
    }

    func isWatched(_ member: ID<Member>) -> Bool {
        state.withLock { $0.members.contains(member) }
    }

    func isHurried(_ member: ID<Member>) -> Bool {
        state.withLock { $0.hurried.contains(member) }
    }

    func note(_ member: ID<Member>, isWatched: Bool, isHurried: Bool) {
        state.withLock { state in
            if isWatched { state.members.insert(member) } else { state.members.remove(member) }
            if isHurried { state.hurried.insert(member) } else { state.hurried.remove(member) }
        }
    }

    func replace(_ members: [ID<Member>], hurried: [ID<Member>]) {
        state.withLock { ($0.members, $0.hurried) = (Set(members), Set(hurried)) }
    }

    /// Those who are not to be tried again yet.
    func troubled(now: Timestamp) -> Set<ID<Member>> {
        state.withLock { state in
            state.troubled = state.troubled.filter { $0.value > now }
            return Set(state.troubled.keys)
        }
    }

    /// Notes that somebody's watch could not be handled.
    func setAside(_ member: ID<Member>, until: Timestamp) {
        state.withLock { $0.troubled[member] = until }
    }
}

/// What one event came to, to be told after the commit.
struct SafetyDone: Sendable {
    var member: ID<Member>
    var answer: SafetyAnswer
    var isActive: Bool
    /// Whether the member's own screens show that something runs.
    var isHurried: Bool
    var events: Set<BusEvent> = []
    /// Whether messages wait to be sent.
    var hasMessages = false
}

extension Hub {
    /// The time by which deadlines are handled.
    var safetyNow: Timestamp { safety.now(outside.now) }

    /// Hands a member's watch one event, in a transaction of its own, and tells what came of it.
    @discardableResult
    func apply(_ event: SafetyEvent, of member: ID<Member>) async throws -> SafetyAnswer {
        let now = safetyNow
        let done = try await database.transaction(for: .help) { transaction in
            var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
            let answer = try turn.apply(event)
            return try turn.save(answer)
        }
        finish(done)
        return done.answer
    }

    /// After the commit: who is watched over is remembered, messages leave, streams hear of it.
    func finish(_ done: SafetyDone) {
        safety.note(done.member, isWatched: done.isActive, isHurried: done.isHurried)
        if done.hasMessages { outbox.ring() }
        renewEnvelopes(of: done.member)
        // A set has another order each time, which would tell of what others were told (F67).
        bus.publish(done.events.sorted())
    }

    /// What is watched over for a member; that of somebody who never set out is empty.
    ///
    /// Throws where there is no such member, and `corrupt` for a row that does not read back.
    func safetyWatch(of member: ID<Member>, in transaction: Transaction) throws -> SafetyWatch {
        guard let key = try Subject.key(of: member, from: transaction, vault: vault) else {
            throw SafetyRefusal.notFound
        }
        return try transaction.safetyWatch(of: member, key)
    }

    /// Reads again for whom something runs.
    func rememberWatched() async throws {
        let (watched, hurried) = try await database.read { transaction in
            let watched = try transaction.membersWatchedOver()
            // One that is damaged is told of where its deadline is handled.
            return (watched, watched.filter { (try? self.safetyWatch(of: $0, in: transaction).needsPIN) ?? false })
        }
        safety.replace(watched, hurried: hurried)
        try await rememberPaces()
    }
}

extension SafetyAnswer {
    /// Refuses what was not done.
    func get(now: Timestamp) throws(SafetyRefusal) {
        switch self {
        case .done: return
        case .wrongPIN: throw .wrongPIN
        case .locked(let until):
            throw .pinLocked(retryAfterSeconds: Int(max(1, (until.milliseconds(since: now) + 999) / 1_000)))
        case .refused(let refusal): throw .trip(refusal)
        }
    }
}

extension SafetyWatch {
    /// Whether positions matter, or a deadline may come.
    var isActive: Bool {
        isOnTrip || countdowns.contains { $0.isRunning } || alarms.contains { $0.isOpen }
    }
}

/// How often a device reports, by what it did lately (F11).
struct ReportRhythm: Sendable {
    private var last: Timestamp?
    private var milliseconds = 0.0
    private var count = 0

    /// Longer silences are no rhythm.
    private static let gapMillisecondsMax: Int64 = 20 * 60_000

    /// Takes a report, and answers the usual time between two; nil while that is not known.
    mutating func hear(at now: Timestamp) -> Int64? {
        defer { last = now }
        guard let last else { return nil }
        let gap = now.milliseconds(since: last)
        if gap > 0, gap <= Self.gapMillisecondsMax {
            count += 1
            milliseconds += (Double(gap) - milliseconds) / Double(min(count, 8))
        }
        return count >= 3 ? Int64(milliseconds) : nil
    }
}

/// Urgent messages that providers did not take, until the keepers are told of them (F21).
final class MessageTroubles: Sendable {
    private struct State {
        /// Whether one was about something that nobody needs to hide.
        var isOpen = false
        /// The alarms, hidden from their travellers, that the others were about.
        var hidden: Set<ID<Incident>> = []
    }

    private let state = Mutex(State())

    func note(_ message: OutboxRow) {
        state.withLock { state in
            if message.isHidden, let incident = message.incident {
                state.hidden.insert(incident)
            } else {
                state.isOpen = true
            }
        }
    }

    /// The hidden alarms that all of them since the last look were about, none where any was about something else; nil
    /// where there were no troubles.
    func take() -> Set<ID<Incident>>? {
        let noted = state.withLock { state in
            defer { state = State() }
            return state
        }
        if noted.isOpen { return [] }
        return noted.hidden.isEmpty ? nil : noted.hidden
    }
}
