package import Family
import SQL
import Storage

/// A mission with those of its occurrences that are to be shown: what is to be done or waits, and what was dealt with
/// lately; where there is none, the last one.
package struct MissionInfo: Hashable, Sendable {
    package var mission: Mission
    /// In their order, never empty.
    package var occurrences: [OccurrenceInfo]
    /// Whether the asker may change and delete it.
    package var mayChange: Bool

    /// Whether a list shows it: for what it is, and for any of its occurrences.
    func isShown(by filter: MissionFilter, today: LocalDay) -> Bool {
        var whole = filter
        whole.stage = nil
        guard whole.shows(line, today: today) else { return false }
        return filter.stage == nil || occurrences.contains { $0.stage == filter.stage }
    }

    /// It as a line of a list: with what is to be done first, or else with the last.
    var line: MissionLine {
        let shown = occurrences.first { !$0.occurrence.isOver } ?? occurrences[occurrences.count - 1]
        return MissionLine(mission: mission, occurrence: shown.occurrence)
    }
}

/// One time that a mission is to be done, as somebody is shown it.
package struct OccurrenceInfo: Hashable, Sendable {
    /// What the asker can do with it now.
    package enum Act: String, CaseIterable, Sendable {
        case start
        case claim
        case approve
        case reject
        case undo
    }

    package var occurrence: Occurrence
    package var stage: MissionFilter.Stage
    /// Of one that waits: what an approval pays; nil where an adult says how much.
    package var pays: Amount?
    /// Of one that waits: the most that an approval pays.
    package var paysMost: Amount?
    /// What a countdown takes that is started now.
    package var nextMilliseconds: Int64
    /// Whether the asker sees what was measured and paid: of no other child's (F65).
    package var showsGold: Bool
    package var may: [Act]
}

extension MissionTransaction {
    private static let occurrencesShown = 20

    /// A mission as the asker is shown it.
    mutating func info(_ mission: Mission) throws -> MissionInfo {
        let since = now.advanced(byMilliseconds: -Hub.missionsShownMilliseconds)
        let latest = try transaction.occurrences(of: mission.id, limit: MissionTransaction.occurrencesShown)
        var shown = try standing(transaction.openOccurrences(of: mission.id), of: mission)
        shown += latest.filter { $0.isOver && $0.since ?? since > since }
        shown.removeAll { !MissionPermissions.shows($0, of: mission, to: who) }
        if shown.isEmpty { shown = Array(latest.prefix(1)) }
        guard !shown.isEmpty else { throw StorageError(.corrupt, "a mission never comes") }
        shown.sort { $0.number < $1.number }
        return MissionInfo(
            mission: mission,
            occurrences: try shown.map { try info($0, of: mission) },
            mayChange: try mayChange(mission)
        )
    }

    /// Whether the asker may change or delete a mission.
    func mayChange(_ mission: Mission) throws -> Bool {
        let isAdult = try mission.assignee.flatMap { try person($0)?.asker.isAdult } ?? false
        return MissionPermissions.allowsChanging(mission, assigneeIsAdult: isAdult, by: who)
    }

    private mutating func info(_ occurrence: Occurrence, of mission: Mission) throws -> OccurrenceInfo {
        let context = try context(mission, occurrence)
        let line = MissionLine(mission: mission, occurrence: occurrence)
        var info = OccurrenceInfo(
            occurrence: occurrence,
            stage: line.stage(today: context.today),
            nextMilliseconds: occurrence.plannedMilliseconds(of: mission),
            showsGold: occurrence.doer == nil || occurrence.doer == asker.id || who.isAdult,
            may: []
        )
        if MissionPermissions.allowsDoing(mission, by: who), occurrence.refusal(of: asker.id, in: context) == nil {
            info.may = [.start, .claim]
        }
        if case .claimed = occurrence.phase {
            let pay = occurrence.payable(in: context)
            if info.showsGold { (info.pays, info.paysMost) = (pay.due, pay.most) }
            if MissionPermissions.allowsDeciding(by: who) { info.may += [.approve, .reject] }
        }
        if let end = occurrence.undoEnds, now <= end, MissionPermissions.allowsDeciding(by: who) {
            info.may.append(.undo)
        }
        return info
    }
}
