import Family
import SQL
import Storage
import Synchronization

/// Closing what its next day finds open, of missions that come again (F65).
///
/// The scheduler writes it, within about a minute. A reader writes nothing (S54): until then they are shown it as it will
/// be written; only gold that it pays follows with the entry. A change to a mission begins with writing it.
extension Hub {
    private static let missionDaysAtOnce = 64
    /// Somewhere it is tomorrow already.
    private static let mostAheadSeconds: Int64 = 14 * 3_600

    /// Closes what passed days left open, some missions at a time: nothing else of the scheduler waits long for it.
    package func handleMissionDays() async {
        let now = outside.now()
        guard missionDays.withLock({ $0.isDue(now: now) }) else { return }
        let last = missionDays.withLock { $0.last }
        do {
            let (passed, end) = try await database.read { transaction in
                let latest = LocalDay(now) { _ in Hub.mostAheadSeconds }
                let days = try transaction.openDays(until: latest, after: last, limit: Hub.missionDaysAtOnce)
                let isMore = days.count == Hub.missionDaysAtOnce
                return (try self.missionsPassed(among: days, in: transaction, now: now), isMore ? days.last : nil)
            }
            missionDays.withLock { $0.last = end }
            let troubled = missionsTroubled.names(now: now)
            // Handed over together, so that one commit does for all; each succeeds or fails by itself.
            await withDiscardingTaskGroup { group in
                for (mission, member) in passed where !troubled.contains(mission) {
                    group.addTask { await self.passDay(of: mission, as: member, now: now) }
                }
            }
        } catch {
            outside.log(LogEntry(.error, "missions whose day passed could not be read", [("reason", safeWords(error))]))
        }
    }

    /// The missions of which something is to be closed now, each with whose wall says so where nobody has taken it.
    private func missionsPassed(
        among days: [OpenDay],
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [ID<Mission>: ID<Member>] {
        var passed: [ID<Mission>: ID<Member>] = [:]
        for day in days where passed[day.mission] == nil {
            guard let row = try transaction.mission(day.mission),
                let occurrence = try transaction.occurrence(day.number, of: day.mission),
                let member = try owner(of: row, in: transaction)
            else { continue }
            var turn = try MissionTransaction(self, by: member, isByItself: true, in: transaction, now: now)
            if try turn.standing([occurrence], of: row.mission) != [occurrence] { passed[day.mission] = member }
        }
        return passed
    }

    /// For whom a mission's day passes: for who is to do it, for its giver where that is nobody in particular, and where
    /// the giver has left for the family.
    private func owner(of row: MissionRow, in transaction: Transaction) throws -> ID<Member>? {
        if let assignee = row.mission.assignee { return assignee }
        let family = try transaction.members(of: row.family).map(\.id)
        return family.contains(row.mission.giver) ? row.mission.giver : family.first
    }

    /// One that fails holds up no other: it is tried again later, and later each time.
    private func passDay(of mission: ID<Mission>, as member: ID<Member>, now: Timestamp) async {
        do {
            try await atMissions(of: member, isByItself: true) { turn in
                guard let row = try turn.transaction.mission(mission) else { return }
                try turn.passDay(row.mission)
            }
            missionsTroubled.recordSuccess(mission)
        } catch {
            guard missionsTroubled.recordFailure(mission, now: now) == 1 else { return }
            outside.log(LogEntry(.error, "a mission's day could not be closed", [("reason", safeWords(error))]))
        }
    }
}

/// How far the scheduler has come with missions whose day passed.
struct MissionDayRound: Sendable {
    private static let everyMilliseconds: Int64 = 60_000

    /// The last one looked at; nil where all were.
    var last: OpenDay?
    private var begunAt: Timestamp?

    /// Whether to look now: in the middle of a round, or once a minute to begin one.
    mutating func isDue(now: Timestamp) -> Bool {
        if last != nil { return true }
        // A clock that was set back waits for nothing.
        if let begunAt, (0..<MissionDayRound.everyMilliseconds).contains(now.milliseconds(since: begunAt)) {
            return false
        }
        begunAt = now
        return true
    }
}

extension MissionTransaction {
    /// Writes what the next day closes of a mission, and what follows.
    mutating func passDay(_ mission: Mission) throws {
        guard MissionTransaction.passesDays(mission) else { return }
        for occurrence in try transaction.openOccurrences(of: mission.id) {
            _ = try apply(.dayPassed, mission, occurrence)
        }
    }

    /// Occurrences of a mission as they are by now, those that the next day closes closed, with those that follow.
    ///
    /// Nothing is written.
    mutating func standing(_ occurrences: [Occurrence], of mission: Mission) throws -> [Occurrence] {
        guard MissionTransaction.passesDays(mission) else { return occurrences }
        var standing: [Occurrence] = []
        for var occurrence in occurrences {
            let context = try context(mission, occurrence)
            guard occurrence.isOpen, case .taken(let effects) = try occurrence.apply(.dayPassed, in: context) else {
                standing.append(occurrence)
                continue
            }
            standing.append(occurrence)
            for case .follow(let next) in effects { standing.append(next) }
        }
        return standing
    }

    /// The same for one of whose mission nothing is known yet.
    mutating func standing(_ occurrence: Occurrence, today: LocalDay) throws -> [Occurrence] {
        guard occurrence.isOpen, let due = occurrence.due, due < today,
            let row = try transaction.mission(occurrence.mission)
        else { return [occurrence] }
        return try standing([occurrence], of: row.mission)
    }

    private static func passesDays(_ mission: Mission) -> Bool {
        mission.repeats?.from == .due && mission.removedAt == nil
    }
}
