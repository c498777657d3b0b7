import Bus
import Family
import SQL
import Storage
import Synchronization

/// What makes deadlines happen (F1 to F5).
///
/// A deadline is a column beside the watch that it belongs to. Whoever handles it loads the watch, decides, and writes
/// watch, messages and the next deadline in one transaction: there is no moment in which it is taken and not done, so a
/// hub that is killed finds it due again, and one that was away finds it late. Messages have leases of their own.
extension Hub {
    private static let dueAtOnce = 64
    private static let troubledMilliseconds: Int64 = 30_000
    /// How many members may meet the database's trouble before it is taken for that of all.
    private static let troubledMax = 4
    private static let pauseMilliseconds: Int64 = 1_000

    /// Handles deadlines until the task is cancelled; it sleeps until the next one, at most a second.
    package func watchOver() async {
        // Beside the alarms, which wait for none of it (F2).
        async let others: Void = handleOtherDeadlines()
        while !Task.isCancelled {
            let isDone = await handleDeadlines()
            let pause = isDone ? await pauseUntilNextDeadline() : Hub.pauseMilliseconds
            try? await Task.sleep(for: .milliseconds(pause))
        }
        await others
    }

    /// Handles once a second what is no alarm, until the task is cancelled.
    private func handleOtherDeadlines() async {
        while !Task.isCancelled {
            await handleMoneyDeadlines()
            await handleFocusDeadlines()
            await handlePurchaseDeadlines()
            await handlePINResets()
            await handleHandOvers()
            await handleMissionDays()
            await keepTiles()
            // The banner of the keeper comes within a minute of a provider's trouble (F21).
            if let hidden = troubles.take() { await tellKeepers(.messagesFail, butAbout: hidden) }
            await noteClock()
            await correctClock()
            await renewEnvelopes()
            try? await Task.sleep(for: .milliseconds(Hub.pauseMilliseconds))
        }
    }

    /// Handles every deadline that is due now; false where the database's trouble leaves some for the next round.
    @discardableResult
    package func handleDeadlines() async -> Bool {
        await recordHelp(now: outside.now())
        do {
            while true {
                let (now, roundAt) = (safetyNow, outside.now())
                let troubled = try await safety.troubled(now: now).union(heldForDeputies(now: now))
                let due = try await database.read {
                    try $0.membersDue(now: now, limit: Hub.dueAtOnce + troubled.count)
                }.filter { !troubled.contains($0) }
                guard !due.isEmpty else {
                    machine.lastRound.withLock { $0 = roundAt }
                    return true
                }
                try await handle(due, now: now)
            }
        } catch {
            outside.log(LogEntry(.error, "deadlines wait for the database", [("reason", safeWords(error))]))
            return false
        }
    }

    /// All in one commit; where that fails, each by itself, so that one that is damaged holds up no other.
    ///
    /// Throws the database's own trouble, which may be over in a second.
    private func handle(_ members: [ID<Member>], now: Timestamp) async throws {
        do {
            let done = try await database.transaction(for: .help) { transaction in
                try members.map { try self.handleDeadline($0, in: transaction, now: now) }
            }
            for one in done { finish(one) }
        } catch {
            try await handleEach(members, now: now)
        }
    }

    /// Each by itself, another one first each second.
    ///
    /// A page of the disk that cannot be read looks like a database that is away. Where another member is served, it is the
    /// member's; where the first ones fail alike, it is the database's.
    private func handleEach(_ members: [ID<Member>], now: Timestamp) async throws {
        let start = Int(now.milliseconds / 1_000 % Int64(members.count))
        var isThere = false
        var troubled: [(member: ID<Member>, error: any Error)] = []
        for member in members[start...] + members[..<start] {
            do {
                finish(
                    try await database.transaction(for: .help) { try self.handleDeadline(member, in: $0, now: now) }
                )
                isThere = true
            } catch {
                troubled.append((member, error))
                if Hub.databaseTrouble(error) == nil { isThere = true }
                guard isThere || troubled.count < Hub.troubledMax else { throw error }
            }
        }
        guard isThere || troubled.isEmpty else { throw troubled[0].error }
        for (member, error) in troubled { await setAside(member, error, now: now) }
    }

    private func setAside(_ member: ID<Member>, _ error: any Error, now: Timestamp) async {
        safety.setAside(member, until: now.advanced(byMilliseconds: Hub.troubledMilliseconds))
        outside.log(LogEntry(.error, "a deadline could not be handled", [("reason", safeWords(error))]))
        await tellKeepers(.alarmsMissed)
    }

    private func handleDeadline(_ member: ID<Member>, in transaction: Transaction, now: Timestamp) throws
        -> SafetyPostCommit
    {
        var turn = try SafetyTransaction(self, of: member, in: transaction, now: now)
        return try turn.save(try turn.apply(.deadline))
    }

    private func pauseUntilNextDeadline() async -> Int64 {
        do {
            guard let next = try await database.read({ try $0.nextSafetyDeadline() }) else {
                return Hub.pauseMilliseconds
            }
            return min(Hub.pauseMilliseconds, max(20, next.milliseconds(since: safetyNow)))
        } catch {
            return Hub.pauseMilliseconds
        }
    }

    /// With fewer texts than this left to pay for, whoever runs the hub is told (F21).
    private static let textsLeftMin = 50

    /// Takes what a provider of texts says is left, and tells whoever runs the hub where that is little.
    package func noteTextsLeft(_ count: Int) async {
        if count < Hub.textsLeftMin { await tellKeepers(.textsRunLow) }
    }

    /// Tells everybody who runs the hub, once in an hour of one kind.
    ///
    /// `hidden` are alarms that their travellers, keepers or not, must not notice (F67). Answers false where it could not be
    /// written.
    @discardableResult
    func tellKeepers(_ kind: NoticeKind, butAbout hidden: Set<ID<Incident>> = []) async -> Bool {
        do {
            let now = outside.now()
            let told = try await database.transaction(for: .reserved) { transaction in
                let travellers = try hidden.compactMap {
                    try transaction.alarm(ID(sharing: $0))?.member
                }
                return try transaction.keepers().filter { keeper in
                    guard !travellers.contains(keeper) else { return false }
                    let isKnown = try transaction.notices(of: keeper, limit: 100).contains {
                        $0.kind == kind.rawValue && now.milliseconds(since: $0.createdAt) < 3_600_000
                    }
                    guard !isKnown else { return false }
                    try transaction.addNotice(self.notice(kind, for: keeper))
                    return true
                }
            }
            bus.publish(told.map { .notice($0) })
            return true
        } catch {
            outside.log(LogEntry(.error, "the keeper could not be told", [("reason", safeWords(error))]))
            return false
        }
    }
}

extension Hub {
    /// Members with late deadlines that wait for a deputy's word at a start; those that are in time do not wait.
    func heldForDeputies(now: Timestamp) async throws -> Set<ID<Member>> {
        let held = deputies.held(now: now)
        guard !held.isEmpty else { return [] }
        let late = now.advanced(byMilliseconds: -DeputyRelease.lateMilliseconds)
        return try await Set(database.read { try $0.membersDue(now: late, limit: 1_000) }).intersection(held)
    }
}
