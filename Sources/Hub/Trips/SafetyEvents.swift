import Bus
import Crypto
import Family
import SQL
import Storage

/// What one event came to, to be told after the commit.
struct SafetyPostCommit: Sendable {
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
    func finish(_ done: SafetyPostCommit) {
        safety.note(done.member, isWatched: done.isActive, isHurried: done.isHurried, now: safetyNow)
        if done.hasMessages { outbox.ring() }
        renewEnvelopes(of: done.member)
        // A set has another order each time, which would tell of what others were told (F67).
        bus.publish(done.events.sorted())
    }

    /// What is watched over for a member; that of somebody who never set out is empty.
    ///
    /// Throws where there is no such member, and `corrupt` for a row that does not read back.
    func safetyWatch(of member: ID<Member>, in transaction: Transaction) throws -> SafetyWatch {
        guard let key = try MemberState.key(of: member, from: transaction, vault: vault) else {
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
