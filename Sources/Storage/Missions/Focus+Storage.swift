package import Family
package import SQL

extension Row {
    fileprivate func focusSession() throws(StorageError) -> FocusSession {
        let at = try timestamp(10)
        let phase: FocusSession.Phase
        switch try integer(9) {
        case 0: phase = .running(since: at)
        case 16: phase = .paused(since: at)
        case let number:
            guard let ending = FocusSession.Ending(rawValue: UInt8(clamping: number)) else {
                throw StorageError(.corrupt, "a countdown is in no phase")
            }
            phase = .ended(ending, at: at)
        }
        return FocusSession(
            id: try id(0),
            member: try id(1),
            mission: try id(2),
            occurrence: UInt32(clamping: try integer(3)),
            startedAt: try timestamp(4),
            day: LocalDay(number: try integer(5)),
            plannedMilliseconds: try integer(6),
            mayPause: try bool(7),
            mayStop: try bool(8),
            phase: phase,
            workedMilliseconds: try integer(11),
            pausedMilliseconds: try integer(12),
            rewardedMilliseconds: try integer(13),
            broughtMilliseconds: try integer(14)
        )
    }
}

extension FocusSession.Phase {
    /// How a phase is stored: its number, and since when.
    fileprivate var stored: (number: Int64, at: Int64) {
        switch self {
        case .running(let since): (0, since.milliseconds)
        case .paused(let since): (16, since.milliseconds)
        case .ended(let ending, let moment): (Int64(ending.rawValue), moment.milliseconds)
        }
    }
}

extension Transaction {
    private static let sessionColumns: StaticString = """
        id, member, mission, occurrence, started_at, day, planned_milliseconds, may_pause, may_stop, phase, phase_at,
        worked_milliseconds, paused_milliseconds, rewarded_milliseconds, brought_milliseconds
        """

    /// One countdown, or nil.
    package func focusSession(_ id: ID<FocusSession>) throws(StorageError) -> FocusSession? {
        try first("SELECT \(literal: Self.sessionColumns) FROM focus_session WHERE id = \(id.bytes)")
            .map { row throws(StorageError) in try row.focusSession() }
    }

    /// A member's countdowns, the latest first; those after one of them.
    package func focusSessions(
        of member: ID<Member>,
        after last: FocusSession? = nil,
        limit: Int
    ) throws(StorageError) -> [FocusSession] {
        let before = last?.startedAt.milliseconds ?? .max
        return try rows(
            """
            SELECT \(literal: Self.sessionColumns) FROM focus_session
            WHERE member = \(member.bytes)
                AND (started_at < \(before) OR started_at = \(before) AND id < \(last?.id.bytes ?? []))
            ORDER BY started_at DESC, id DESC LIMIT \(limit)
            """
        ).map { row throws(StorageError) in try row.focusSession() }
    }

    /// The days on which countdowns of a member measured something that pays.
    package func focusDays(of member: ID<Member>) throws(StorageError) -> Set<LocalDay> {
        let days = try rows(
            "SELECT DISTINCT day FROM focus_session WHERE member = \(member.bytes) AND rewarded_milliseconds > 0"
        ).map { row throws(StorageError) in LocalDay(number: try row.integer(0)) }
        return Set(days)
    }

    /// All that decides about a member's countdowns.
    package func focus(of member: ID<Member>) throws(StorageError) -> Focus {
        let running = try first(
            """
            SELECT \(literal: Self.sessionColumns) FROM focus_session
            WHERE member = \(member.bytes) AND deadline IS NOT NULL
            """
        ).map { row throws(StorageError) in try row.focusSession() }
        let ended = try first(
            """
            SELECT max(day), max(phase_at) FROM focus_session WHERE member = \(member.bytes) AND deadline IS NULL
            """
        )
        guard let ended, let day = try ended.integerOrNull(0) else { return Focus(session: running) }
        let rewarded = try first(
            """
            SELECT sum(rewarded_milliseconds) FROM focus_session
            WHERE member = \(member.bytes) AND day = \(day) AND deadline IS NULL
            """
        )
        return Focus(
            session: running,
            endedAt: try ended.timestampOrNull(1),
            day: LocalDay(number: day),
            rewardedMilliseconds: try rewarded?.integerOrNull(0) ?? 0
        )
    }

    /// The members whose countdowns are due, the first ones first.
    package func focusDue(now: Timestamp, limit: Int) throws(StorageError) -> [ID<Member>] {
        try rows(
            """
            SELECT member FROM focus_session WHERE deadline <= \(now.milliseconds) ORDER BY deadline LIMIT \(limit)
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// Adds a countdown, or writes how far it has come.
    ///
    /// Fails with `.uniqueViolation` where another one of the member's runs.
    package func save(_ session: FocusSession) throws(StorageError) {
        let phase = session.phase.stored
        try run(
            """
            INSERT INTO focus_session (\(literal: Self.sessionColumns), deadline) VALUES (
                \(session.id.bytes), \(session.member.bytes), \(session.mission.bytes), \(Int64(session.occurrence)),
                \(session.startedAt.milliseconds), \(session.day.number), \(session.plannedMilliseconds),
                \(session.mayPause ? 1 : 0), \(session.mayStop ? 1 : 0), \(phase.number), \(phase.at),
                \(session.workedMilliseconds), \(session.pausedMilliseconds), \(session.rewardedMilliseconds),
                \(session.broughtMilliseconds), \(session.deadline?.milliseconds))
            ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, phase_at = excluded.phase_at,
                worked_milliseconds = excluded.worked_milliseconds, paused_milliseconds = excluded.paused_milliseconds,
                rewarded_milliseconds = excluded.rewarded_milliseconds, deadline = excluded.deadline
            """
        )
    }
}
