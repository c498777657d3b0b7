package import Family
import SQL
import Storage

/// How somebody stands: the countdown that runs, their gold and their streak.
package struct FocusInfo: Hashable, Sendable {
    package var now: Timestamp
    /// The one that runs or is paused, on whatever device it was started; nil where none does.
    package var countdown: CountdownInfo?
    /// The one that ended last, for a day.
    package var latest: CountdownInfo?
    package var gold: GoldInfo
    package var streak: StreakInfo
    /// What of today's countdowns pays so far (F63).
    package var rewardedMilliseconds: Int64
}

/// What somebody has in gold, over all their accounts.
package struct GoldInfo: Hashable, Sendable {
    /// What is posted, or how much is owed.
    package var amount: Amount
    package var isNegative: Bool
    /// What can be spent: less what is held.
    package var available: Amount
    /// What has to come in before anything can be spent, which only a reversal brings about (F64).
    package var owed: Amount
}

/// Days in a row, and where today stands.
package struct StreakInfo: Hashable, Sendable {
    package var days: Int
    /// `missed` is something that is due and can still be done.
    package var today: Streak.Day
    /// The pause that today lies in.
    package var pause: StreakPause?
}

extension Hub {
    private static let latestMilliseconds: Int64 = 86_400_000

    /// How somebody stands, for themselves and for an adult of a child; nobody else's is there to see (F65).
    package func focus(of subject: ID<Member>, for member: ID<Member>) async throws -> FocusInfo {
        if subject != member { try await checkSight(of: subject, for: member) }
        return try await seeMissions(of: subject) { turn in
            // One whose time is over runs with nothing left for up to a second, until the scheduler writes its end: gold
            // and streak come with that, and the three agree.
            let focus = try turn.transaction.focus(of: subject)
            let latest = try turn.transaction.focusSessions(of: subject, limit: 2).first { $0.hasEnded }
            let since = turn.now.advanced(byMilliseconds: -Hub.latestMilliseconds)
            let today = try turn.today(turn.asker)
            return FocusInfo(
                now: turn.now,
                countdown: try focus.session.map { try turn.countdown($0) },
                latest: try latest.flatMap { $0.endedAt ?? since > since ? try turn.countdown($0) : nil },
                gold: try turn.gold(of: subject),
                streak: try turn.streak(),
                rewardedMilliseconds: focus.day == today ? focus.rewardedMilliseconds : 0
            )
        }
    }

    /// Somebody's countdowns, the latest first, those after one of them: when and for how long, never what was on the
    /// screen (F63).
    package func countdowns(
        of subject: ID<Member>,
        for member: ID<Member>,
        after last: ID<FocusSession>? = nil,
        limit: Int
    ) async throws -> [CountdownInfo] {
        try await checkSight(of: subject, for: member)
        return try await seeMissions(of: subject) { turn in
            let last = try last.map { id in
                guard let known = try turn.transaction.focusSession(id), known.member == subject else {
                    throw MissionsRefusal.notFound
                }
                return known
            }
            return try turn.transaction.focusSessions(of: subject, after: last, limit: limit)
                .map { try turn.countdown($0) }
        }
    }

    /// Lets somebody's streak rest from today, until a day or until it is ended (F65).
    ///
    /// Throws `MissionsRefusal.dayPast` for a day before today.
    package func pauseStreak(of subject: ID<Member>, until last: LocalDay?, by member: ID<Member>) async throws
        -> StreakInfo
    {
        try await checkSight(of: subject, for: member)
        return try await atMissions(of: subject) { turn in
            let today = try turn.today(turn.asker)
            guard last ?? today >= today else { throw MissionsRefusal.dayPast }
            let current = try turn.transaction.streakPauses(of: subject).first { $0.contains(today) }
            try turn.transaction.save(StreakPause(first: current?.first ?? today, last: last), of: subject)
            turn.news.changed(try turn.adults().union([subject]))
            return try turn.streak()
        }
    }

    /// Lets somebody's streak go on from today; days that were paused stay so.
    package func resumeStreak(of subject: ID<Member>, by member: ID<Member>) async throws -> StreakInfo {
        try await checkSight(of: subject, for: member)
        return try await atMissions(of: subject) { turn in
            let today = try turn.today(turn.asker)
            guard let current = try turn.transaction.streakPauses(of: subject).first(where: { $0.contains(today) })
            else { return try turn.streak() }
            if current.first == today {
                try turn.transaction.removeStreakPause(first: today, of: subject)
            } else {
                try turn.transaction.save(
                    StreakPause(first: current.first, last: today.advanced(byDays: -1)),
                    of: subject
                )
            }
            turn.news.changed(try turn.adults().union([subject]))
            return try turn.streak()
        }
    }

    private func checkSight(of subject: ID<Member>, for member: ID<Member>) async throws {
        let isSeen = try await seeMissions(of: member) { try $0.sight(of: subject).showsPauses }
        guard isSeen else { throw MissionsRefusal.notFound }
    }
}

extension MissionTransaction {
    /// What a member has in gold; nobody's ledger is founded by looking.
    func gold(of member: ID<Member>) throws -> GoldInfo {
        guard let ledger = try transaction.ledger(of: asker.family),
            let holder = try transaction.ledgerHolder(member, in: ledger.id)
        else { return GoldInfo(amount: .zero, isNegative: false, available: .zero, owed: .zero) }
        let accounts = try transaction.ledgerAccounts(of: holder.id).map(\.account)
            .filter { $0.asset == .gold && !$0.isClosed }
        let sum = { (part: (Account) -> Amount) in accounts.reduce(Amount.zero) { $0.adding(part($1)) ?? .max } }
        let have = sum { $0.balance.isNegative ? .zero : $0.balance.amount }
        let lacking = sum { $0.balance.isNegative ? $0.balance.amount : .zero }
        return GoldInfo(
            amount: have < lacking ? lacking.less(have) : have.less(lacking),
            isNegative: have < lacking,
            available: sum { $0.available },
            owed: sum { $0.shortfall }
        )
    }

    /// The asker's streak, counted anew from what was done.
    mutating func streak() throws -> StreakInfo {
        let today = try today(asker)
        var done = try transaction.focusDays(of: asker.id)
        var due: Set<LocalDay> = []
        for occurrence in try transaction.occurrences(of: asker.id).flatMap({ try standing($0, today: today) })
        where occurrence.doer == asker.id {
            switch occurrence.phase {
            case .claimed(let moment), .approved(let moment, _), .done(let moment, _):
                done.insert(try day(of: moment, for: asker))
                // Whatever the day on which an adult looked at it.
                if let day = occurrence.due { done.insert(day) }
            case .open, .lapsed:
                if let day = occurrence.due { due.insert(day) }
            }
        }
        let pauses = try transaction.streakPauses(of: asker.id)
        let kind = { (day: LocalDay) -> Streak.Day in
            if done.contains(day) { return .done }
            if pauses.contains(where: { $0.contains(day) }) { return .paused }
            return due.contains(day) ? .missed : .free
        }
        return StreakInfo(
            days: Streak(until: today, day: kind).days,
            today: kind(today),
            pause: pauses.first { $0.contains(today) }
        )
    }
}
