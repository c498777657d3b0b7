package import Family
import SQL
import Storage

/// A mission as somebody makes or changes it, before it is checked.
package struct MissionRequest: Hashable, Sendable {
    package var name: String
    package var minutes: Int
    package var priority: MissionPriority
    /// Nil for whoever takes it.
    package var assignee: ID<Member>?
    /// Who take turns at it, in their order; then nobody is the assignee.
    package var turns: [ID<Member>]
    package var repeats: MissionRepeat?
    package var due: LocalDay?
    /// Whether it pays only with an adult's word, where that is for the giver to choose.
    package var needsApproval: Bool
    /// What of it was done on a guest's device: it counts for the mission and pays nothing (F62).
    package var broughtMilliseconds: Int64

    package init(
        name: String,
        minutes: Int,
        priority: MissionPriority = .medium,
        assignee: ID<Member>?,
        turns: [ID<Member>] = [],
        repeats: MissionRepeat? = nil,
        due: LocalDay? = nil,
        needsApproval: Bool = false,
        broughtMilliseconds: Int64 = 0
    ) {
        self.name = name
        self.minutes = minutes
        self.priority = priority
        self.assignee = assignee
        self.turns = turns
        self.repeats = repeats
        self.due = due
        self.needsApproval = needsApproval
        self.broughtMilliseconds = broughtMilliseconds
    }

    /// What makes a request the same one; what was done meanwhile makes it no other.
    fileprivate var fields: [String] {
        [
            name, String(minutes), String(priority.rawValue), assignee?.text ?? "",
            repeats.map(MissionRequest.text) ?? "", due.map { String($0.number) } ?? "", String(needsApproval),
        ] + turns.map(\.text)
    }

    private static func text(_ repeats: MissionRepeat) -> String {
        let (kind, days) = repeats.every.stored
        return "\(kind) \(repeats.from.rawValue)\(days.map { " \($0)" } ?? "")"
    }
}

/// What became of one mission of a list that was brought in.
package enum MissionIntake: Hashable, Sendable {
    case added
    /// It was there already.
    case known
    case refused(MissionsRefusal)
}

extension Hub {
    /// Missions of one family of which something is to be done.
    package static let missionsMax = 500
    /// Missions of one list that is brought in.
    package static let missionsAtOnceMax = 200
    /// For so long a list shows what was dealt with.
    static let missionsShownMilliseconds: Int64 = 7 * 86_400_000

    /// Adds a mission; a repeat of the same request answers as the first did.
    package func addMission(
        _ id: ID<Mission>,
        by member: ID<Member>,
        _ request: MissionRequest
    ) async throws -> MissionInfo {
        let requestHash = vault.hash(request: request.fields, by: member)
        return try await atMissions(of: member) { turn in
            let (mission, _) = try turn.add(id, request, requestHash)
            return try turn.info(mission)
        }
    }

    /// Brings in the list that somebody kept on their device (E1): each mission by itself, and one that is there already
    /// changes nothing.
    package func addMissions(
        _ missions: [(id: ID<Mission>, request: MissionRequest)],
        by member: ID<Member>
    ) async throws -> [MissionIntake] {
        guard missions.count <= Hub.missionsAtOnceMax else { throw MissionsRefusal.tooMany }
        let hashed = missions.map { ($0.id, $0.request, vault.hash(request: $0.request.fields, by: member)) }
        return try await atMissions(of: member) { turn in
            try hashed.map { id, request, hash in
                do {
                    return try turn.add(id, request, hash).isNew ? .added : .known
                } catch let refusal as MissionsRefusal {
                    return .refused(refusal)
                }
            }
        }
    }

    /// Describes a mission anew: what is not done of it is wanted so from now on.
    ///
    /// Throws `.mission(.isRunning)` while a countdown runs for it.
    package func changeMission(
        _ id: ID<Mission>,
        by member: ID<Member>,
        _ request: MissionRequest
    ) async throws -> MissionInfo {
        try await atMissions(of: member) { turn in
            var row = try turn.changeable(id)
            guard row.mission.removedAt == nil else { throw MissionsRefusal.notFound }
            try turn.passDay(row.mission)
            try turn.touch(row.mission)
            let wasApproved = row.mission.needsApproval
            row.mission = try turn.mission(id, request, giver: row.mission.giver, addedAt: row.mission.addedAt)
            var waiting = try turn.transaction.openOccurrences(of: id)
            if waiting.isEmpty { waiting = try turn.transaction.occurrences(of: id, limit: 1) }
            try turn.transaction.save(row)
            for var occurrence in waiting {
                if row.mission.needsApproval, !wasApproved { occurrence.countMeasuredAlone() }
                _ = try turn.apply(.changed, row.mission, occurrence)
            }
            return try turn.info(row.mission)
        }
    }

    /// Deletes a mission, or brings it back; while a claim of it waits for an adult it stays.
    package func setMissionRemoved(_ id: ID<Mission>, by member: ID<Member>, _ isRemoved: Bool) async throws {
        try await atMissions(of: member) { turn in
            var row = try turn.changeable(id)
            guard (row.mission.removedAt != nil) != isRemoved else { return }
            if isRemoved {
                for occurrence in try turn.transaction.openOccurrences(of: id) {
                    _ = try turn.apply(.removed, row.mission, occurrence)
                }
            }
            row.mission.removedAt = isRemoved ? turn.now : nil
            try turn.transaction.save(row)
            try turn.touch(row.mission)
        }
    }

    /// The missions that somebody sees: their own, those for whoever takes them, and for an adult those of children.
    ///
    /// What was dealt with stands there for a week.
    package func missions(
        for member: ID<Member>,
        _ filter: MissionFilter = MissionFilter(),
        by order: MissionOrder = .added
    ) async throws -> [MissionInfo] {
        try await seeMissions(of: member) { turn in
            let since = turn.now.advanced(byMilliseconds: -Hub.missionsShownMilliseconds)
            var infos: [ID<Mission>: MissionInfo] = [:]
            for row in try turn.transaction.missions(of: turn.asker.family, since: since)
            where try turn.sees(row.mission) {
                let info = try turn.info(row.mission)
                if info.isShown(by: filter, today: try turn.todayOfDoer(row.mission)) { infos[row.mission.id] = info }
            }
            return order.sorted(infos.values.map(\.line)).compactMap { infos[$0.mission.id] }
        }
    }

    /// One mission that somebody sees.
    package func mission(_ id: ID<Mission>, for member: ID<Member>) async throws -> MissionInfo {
        try await seeMissions(of: member) { turn in
            guard let row = try turn.transaction.mission(id), row.family == turn.asker.family,
                row.mission.removedAt == nil, try turn.sees(row.mission)
            else { throw MissionsRefusal.notFound }
            return try turn.info(row.mission)
        }
    }
}

extension MissionTransaction {
    /// Adds a mission where the identity is new.
    fileprivate mutating func add(
        _ id: ID<Mission>,
        _ request: MissionRequest,
        _ requestHash: [UInt8]
    ) throws -> (mission: Mission, isNew: Bool) {
        if let known = try transaction.mission(id) {
            guard known.requestHash == requestHash, known.family == asker.family else { throw MissionsRefusal.idTaken }
            return (known.mission, false)
        }
        guard try transaction.openMissionCount(of: asker.family) < Hub.missionsMax else {
            throw MissionsRefusal.tooMany
        }
        let mission = try mission(id, request, giver: asker.id, addedAt: now)
        try transaction.save(MissionRow(mission: mission, family: asker.family, requestHash: requestHash))
        var first = mission.firstOccurrence(today: try todayOfDoer(mission))
        // An adult who is asked is told what was measured, which nobody did.
        if !mission.needsApproval { first.bring(milliseconds: request.broughtMilliseconds, of: mission) }
        try transaction.save(first)
        try touch(mission)
        if let doer = first.doer {
            try notify(.missionGiven, NoticeMatter(first), called: mission.name, to: [doer])
        }
        return (mission, true)
    }

    /// The day it is for whom a mission was given to, or for whoever asks.
    mutating func todayOfDoer(_ mission: Mission) throws -> LocalDay {
        try today(try mission.assignee.flatMap { try person($0)?.row } ?? asker)
    }

    func sees(_ mission: Mission) throws -> Bool {
        if !mission.turns.isEmpty { return who.isAdult || mission.turns.contains(asker.id) }
        guard let assignee = mission.assignee, mission.giver != asker.id else { return true }
        guard let person = try person(assignee) else { return false }
        return MissionPermissions.sight(of: person.asker, by: who).showsMissions
    }

    fileprivate func changeable(_ id: ID<Mission>) throws -> MissionRow {
        guard let row = try transaction.mission(id), row.family == asker.family, try sees(row.mission) else {
            throw MissionsRefusal.notFound
        }
        guard try mayChange(row.mission) else { throw MissionsRefusal.notAllowed }
        return row
    }

    fileprivate func mission(
        _ id: ID<Mission>,
        _ request: MissionRequest,
        giver: ID<Member>,
        addedAt: Timestamp
    ) throws -> Mission {
        guard let name = shownName(request.name, charactersMax: 80).flatMap({ MissionName($0) }) else {
            throw MissionsRefusal.nameEmptyOrTooLong
        }
        guard let minutes = MissionMinutes(Int64(request.minutes)) else { throw MissionsRefusal.minutesOutOfRange }
        let assignee = try request.assignee.map { id in
            guard let person = try person(id) else { throw MissionsRefusal.assigneeUnknown }
            return person.asker
        }
        guard MissionPermissions.allowsGiving(to: request.assignee, by: who) else { throw MissionsRefusal.notAllowed }
        guard Mission.allows(turns: request.turns, assignee: request.assignee, repeats: request.repeats) else {
            throw MissionsRefusal.turnsUnfit
        }
        for member in request.turns where try person(member) == nil { throw MissionsRefusal.assigneeUnknown }
        return Mission(
            id: id,
            name: name,
            minutes: minutes,
            priority: request.priority,
            giver: giver,
            assignee: request.assignee,
            turns: request.turns,
            repeats: request.repeats,
            due: request.due,
            needsApproval: MissionPermissions.needsApproval(
                assignee: assignee,
                giver: giver,
                wish: request.needsApproval,
                settings: try transaction.missionSettings(of: request.assignee ?? asker.id)
            ),
            addedAt: addedAt
        )
    }
}
