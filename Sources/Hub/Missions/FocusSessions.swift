package import Family
import SQL
import Storage

/// A countdown as its member, or an adult for a child, is shown it.
package struct CountdownInfo: Hashable, Sendable {
    package var session: FocusSession
    package var mission: MissionName
    /// How far what it was for has come.
    package var occurrence: Occurrence
    /// When it stood so.
    package var now: Timestamp
}

/// Countdowns of missions, by the hub's clock (F62, F63).
extension Hub {
    private static let focusAtOnce = 64

    /// Starts a countdown for an occurrence, or goes on with one of which a part has passed on a guest's device; a repeat
    /// answers the one that it started.
    package func startFocus(
        _ id: ID<FocusSession>,
        for number: UInt32,
        of mission: ID<Mission>,
        by member: ID<Member>,
        broughtMilliseconds: Int64 = 0
    ) async throws -> CountdownInfo {
        try await atMissions(of: member) { turn in
            // What has ended is part of what is left to do, and may be the one that is started again.
            try turn.handleFocusDeadline()
            if let known = try turn.transaction.focusSession(id) {
                guard known.member == member, known.mission == mission, known.occurrence == number else {
                    throw MissionsRefusal.idTaken
                }
                return try turn.countdown(known)
            }
            let (found, occurrence) = try turn.occurrence(number, of: mission)
            guard MissionPermissions.allowsDoing(found, by: turn.who) else { throw MissionsRefusal.notAllowed }
            let plan = FocusPlan(
                id: id,
                member: member,
                occurrence: occurrence,
                of: found,
                today: try turn.today(turn.asker),
                settings: try turn.transaction.missionSettings(of: member),
                // An adult who is asked is told what was measured here.
                broughtMilliseconds: found.needsApproval ? 0 : broughtMilliseconds
            )
            var focus = try turn.transaction.focus(of: member)
            let session: FocusSession
            do throws(FocusRefusal) { session = try focus.start(plan, now: turn.now) } catch {
                throw MissionsRefusal.focus(error)
            }
            try turn.transaction.save(session)
            _ = try turn.apply(.started(id, by: member), found, occurrence)
            return try turn.countdown(session)
        }
    }

    /// Pauses, resumes, stops or calls off a countdown of the member's own; answers how it stands then.
    package func ask(
        _ request: FocusRequest,
        of id: ID<FocusSession>,
        for mission: ID<Mission>,
        by member: ID<Member>
    ) async throws -> CountdownInfo {
        try await atMissions(of: member) { turn in
            guard let known = try turn.transaction.focusSession(id), known.member == member, known.mission == mission
            else { throw MissionsRefusal.notFound }
            // Over already: whoever asks again is answered how it ended.
            guard !known.hasEnded else { return try turn.countdown(known) }
            var focus = try turn.transaction.focus(of: member)
            let ended: FocusSession?
            do throws(FocusRefusal) {
                ended = try focus.apply(request, of: id, now: turn.now)
            } catch { throw MissionsRefusal.focus(error) }
            guard let session = ended ?? focus.session else { return try turn.countdown(known) }
            try turn.keep(session)
            return try turn.countdown(session)
        }
    }

    /// Ends every countdown whose time is over; what it earned is paid whether or not a page is open.
    package func handleFocusDeadlines() async {
        do {
            let now = outside.now()
            let troubled = focusTroubled.names(now: now)
            let due = try await database.read { try $0.focusDue(now: now, limit: Hub.focusAtOnce + troubled.count) }
            for member in due where !troubled.contains(member) { await endFocus(of: member, now: now) }
        } catch {
            outside.log(LogEntry(.error, "countdowns could not be read", [("reason", safeWords(error))]))
        }
    }

    /// One that fails holds up no other: it is tried again later, and later each time.
    private func endFocus(of member: ID<Member>, now: Timestamp) async {
        do {
            try await atMissions(of: member, isByItself: true) { try $0.handleFocusDeadline() }
            focusTroubled.recordSuccess(member)
        } catch {
            guard focusTroubled.recordFailure(member, now: now) == 1 else { return }
            outside.log(LogEntry(.error, "a countdown could not be ended", [("reason", safeWords(error))]))
        }
    }
}

extension MissionTransaction {
    /// Ends the asker's countdown where its time is over.
    mutating func handleFocusDeadline() throws {
        var focus = try transaction.focus(of: asker.id)
        if let ended = focus.handleDeadline(now: now) { try keep(ended) }
    }

    /// A countdown with what it is for.
    mutating func countdown(_ session: FocusSession) throws -> CountdownInfo {
        guard let row = try transaction.mission(session.mission),
            let stored = try transaction.occurrence(session.occurrence, of: session.mission),
            let occurrence = try standing([stored], of: row.mission).first
        else { throw StorageError(.corrupt, "a countdown is for nothing") }
        return CountdownInfo(session: session, mission: row.mission.name, occurrence: occurrence, now: now)
    }

    /// Writes a countdown, and counts it for its occurrence once it has ended.
    fileprivate mutating func keep(_ session: FocusSession) throws {
        try transaction.save(session)
        news.changed(try adults().union([session.member]))
        guard session.hasEnded, let row = try transaction.mission(session.mission),
            let occurrence = try transaction.occurrence(session.occurrence, of: session.mission)
        else { return }
        let isDone = try apply(.ended(session), row.mission, occurrence) && isDone(occurrence)
        if !isDone, case .ended(.finished, _) = session.phase {
            try tellTimeIsUp(row.mission.name, to: session.member)
        }
    }

    /// Whether an occurrence is over by now, of which its doer was told.
    private func isDone(_ before: Occurrence) throws -> Bool {
        try transaction.occurrence(before.number, of: before.mission)?.isOver ?? false
    }
}
