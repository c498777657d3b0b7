package import Family
import SQL
import Storage

/// Countdowns of missions, by the hub's clock (F62, F63).
extension Hub {
    private static let focusAtOnce = 64

    /// Starts a countdown for an occurrence; a repeat answers the one that it started.
    package func startFocus(
        _ id: ID<FocusSession>,
        for number: UInt32,
        of mission: ID<Mission>,
        by member: ID<Member>
    ) async throws -> FocusSession {
        try await atMissions(of: member) { turn in
            // What has ended is part of what is left to do, and may be the one that is started again.
            try turn.meetFocusDeadline()
            if let known = try turn.transaction.focusSession(id) {
                guard known.member == member, known.mission == mission, known.occurrence == number else {
                    throw MissionsRefusal.idTaken
                }
                return known
            }
            let (found, occurrence) = try turn.occurrence(number, of: mission)
            guard MissionRules.allowsDoing(found, by: turn.who) else { throw MissionsRefusal.notAllowed }
            let plan = FocusPlan(
                id: id,
                member: member,
                occurrence: occurrence,
                of: found,
                today: turn.today(turn.asker),
                settings: try turn.transaction.missionSettings(of: member)
            )
            var focus = try turn.transaction.focus(of: member)
            let session: FocusSession
            do throws(FocusRefusal) { session = try focus.start(plan, now: turn.now) } catch {
                throw MissionsRefusal.focus(error)
            }
            try turn.transaction.save(session)
            _ = try turn.take(.started(id, by: member), found, occurrence)
            return session
        }
    }

    /// Pauses, resumes, stops or calls off a countdown of the member's own; answers how it stands then.
    package func ask(
        _ request: FocusRequest,
        of id: ID<FocusSession>,
        by member: ID<Member>
    ) async throws -> FocusSession {
        try await atMissions(of: member) { turn in
            guard let known = try turn.transaction.focusSession(id), known.member == member else {
                throw MissionsRefusal.notFound
            }
            // Over already: whoever asks again is answered how it ended.
            guard !known.hasEnded else { return known }
            var focus = try turn.transaction.focus(of: member)
            let ended: FocusSession?
            do throws(FocusRefusal) {
                ended = try focus.take(request, of: id, now: turn.now)
            } catch { throw MissionsRefusal.focus(error) }
            guard let session = ended ?? focus.session else { return known }
            try turn.keep(session)
            return session
        }
    }

    /// The countdown that runs for a member, on whatever device it was started; nil where none does.
    package func focus(of member: ID<Member>) async throws -> FocusSession? {
        try await atMissions(of: member) { turn in
            try turn.meetFocusDeadline()
            return try turn.transaction.focus(of: member).session
        }
    }

    /// Ends every countdown whose time is over; what it earned is paid whether or not a page is open.
    package func meetFocusDeadlines() async {
        do {
            let now = outside.now()
            for member in try await database.read({ try $0.focusDue(now: now, limit: Hub.focusAtOnce) }) {
                await endFocus(of: member)
            }
        } catch {
            outside.log(LogEntry(.error, "countdowns could not be read", [("reason", safeWords(error))]))
        }
    }

    /// One that fails holds up no other.
    private func endFocus(of member: ID<Member>) async {
        do {
            try await atMissions(of: member, isByItself: true) { try $0.meetFocusDeadline() }
        } catch {
            outside.log(LogEntry(.error, "a countdown could not be ended", [("reason", safeWords(error))]))
        }
    }
}

extension MissionTurn {
    /// Ends the asker's countdown where its time is over.
    fileprivate mutating func meetFocusDeadline() throws {
        var focus = try transaction.focus(of: asker.id)
        if let ended = focus.meetDeadline(now: now) { try keep(ended) }
    }

    /// Writes a countdown, and counts it for its occurrence once it has ended.
    fileprivate mutating func keep(_ session: FocusSession) throws {
        try transaction.save(session)
        guard session.hasEnded, let row = try transaction.mission(session.mission),
            let occurrence = try transaction.occurrence(session.occurrence, of: session.mission)
        else { return }
        _ = try take(.ended(session), row.mission, occurrence)
    }
}
