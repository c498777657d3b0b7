package import Family
import SQL
import Storage

/// What a calendar program reads by a link.
package struct CalendarFeed: Hashable, Sendable {
    package var missions: [CalendarMission] = []
    package var trips: [CalendarTrip] = []

    /// Entries of one feed, the latest left out first.
    package static let entriesMax = 500
    static let daysBefore: Int64 = 30
    static let daysAfter: Int64 = 180
}

/// One time of a mission in a calendar.
package struct CalendarMission: Hashable, Sendable {
    package var mission: Mission
    /// The day it is wanted on; nil where it is wanted on none.
    package var day: LocalDay?
    /// Which one of the mission's; nil of a time that is only planned.
    package var number: UInt32?
    package var state: State
    /// Grows with every change of it.
    package var version: UInt32
    package var changedAt: Timestamp

    /// How far it has come.
    package enum State: Hashable, Sendable {
        case open
        case claimed
        case done(at: Timestamp)
    }
}

/// A trip in a calendar: that there was one, and when, but never where it leads.
package struct CalendarTrip: Hashable, Sendable {
    package var id: ID<Trip>
    package var startedAt: Timestamp
    /// When it was to end; when it ended, where that is before.
    package var endsAt: Timestamp
    package var changedAt: Timestamp
}

extension MissionTransaction {
    /// The missions in a calendar: those assigned to the caller, and those any member may take.
    ///
    /// Changes since `silence` are left out: to others a pause is a phone without a signal (F39).
    mutating func calendarMissions(silence: Timestamp?) throws -> [CalendarMission] {
        let today = try today(asker)
        let first = today.advanced(byDays: -CalendarFeed.daysBefore)
        let last = today.advanced(byDays: CalendarFeed.daysAfter)
        let since = now.advanced(byMilliseconds: -CalendarFeed.daysBefore * 86_400_000)
        var entries: [CalendarMission] = []
        for row in try transaction.missions(of: asker.family, since: since) where row.mission.removedAt == nil {
            let mission = row.mission
            guard silence.map({ mission.addedAt < $0 }) ?? true, MissionPermissions.allowsDoing(mission, by: who) else {
                continue
            }
            var occurrences = try transaction.occurrences(of: mission.id, limit: Int(CalendarFeed.daysBefore) + 2)
            let open = try standing(transaction.openOccurrences(of: mission.id), of: mission)
            occurrences = open + occurrences.filter { known in !open.contains { $0.number == known.number } }
            entries += occurrences.compactMap { calendarMission($0, of: mission, silence: silence) }
            guard let latest = occurrences.max(by: { $0.number < $1.number }) else { continue }
            let planned = mission.planned(after: latest, through: last, limit: CalendarFeed.entriesMax)
            entries += planned.filter { $0.doer == nil || $0.doer == asker.id }.map {
                CalendarMission(
                    mission: mission,
                    day: $0.day,
                    number: nil,
                    state: .open,
                    version: 0,
                    changedAt: mission.addedAt
                )
            }
        }
        return entries.filter { entry in entry.day.map { first <= $0 && $0 <= last } ?? true }
    }

    private func calendarMission(
        _ occurrence: Occurrence,
        of mission: Mission,
        silence: Timestamp?
    ) -> CalendarMission? {
        guard occurrence.doer == nil || occurrence.doer == asker.id else { return nil }
        var since = occurrence.since
        if let at = since, let silence, at >= silence { since = nil }
        let state: CalendarMission.State
        switch occurrence.phase {
        case .lapsed where since != nil: return nil
        case .claimed where since != nil: state = .claimed
        case .approved(let at, _) where since != nil: state = .done(at: at)
        case .done(let at, _) where since != nil: state = .done(at: at)
        default: state = .open
        }
        return CalendarMission(
            mission: mission,
            day: occurrence.due,
            number: occurrence.number,
            state: state,
            version: since == nil ? 1 : occurrence.version,
            changedAt: max(mission.addedAt, since ?? mission.addedAt)
        )
    }
}

extension CalendarTrip {
    /// A trip as its traveller's own pages show it; nil where it began in a pause, or is not of the days that are shown.
    ///
    /// An end that lies in a pause is not told either.
    init?(_ report: TripReport, pauses: [Pause], now: Timestamp) {
        let days = now.advanced(byMilliseconds: -CalendarFeed.daysBefore * 86_400_000)
        guard report.startedAt > days, !pauses.contains(where: { $0.holds(report.startedAt) }) else { return nil }
        id = report.id
        startedAt = report.startedAt
        (endsAt, changedAt) = (max(report.startedAt, report.dueAt), report.startedAt)
        guard let ended = report.endedAt, !pauses.contains(where: { $0.holds(ended) }) else { return }
        (endsAt, changedAt) = (max(report.startedAt, ended), ended)
    }
}
