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
    package var repeats: MissionRepeat?
    package var due: LocalDay?
    /// Whether it pays only with an adult's word, where that is for the giver to choose.
    package var needsApproval: Bool

    package init(
        name: String,
        minutes: Int,
        priority: MissionPriority = .medium,
        assignee: ID<Member>?,
        repeats: MissionRepeat? = nil,
        due: LocalDay? = nil,
        needsApproval: Bool = false
    ) {
        self.name = name
        self.minutes = minutes
        self.priority = priority
        self.assignee = assignee
        self.repeats = repeats
        self.due = due
        self.needsApproval = needsApproval
    }

    fileprivate var fields: [String] {
        [
            name, String(minutes), String(priority.rawValue), assignee?.text ?? "",
            repeats.map { "\($0.every.rawValue) \($0.from.rawValue)" } ?? "", due.map { String($0.number) } ?? "",
            String(needsApproval),
        ]
    }
}

/// A mission with those of its occurrences that are to be done or wait, or the last one.
package struct MissionInfo: Hashable, Sendable {
    package var mission: Mission
    package var occurrences: [Occurrence]
}

/// What somebody decides about an occurrence.
package enum MissionDecision: Hashable, Sendable {
    case claim
    /// With an adult's word for how much, where the list asks.
    case approve(gold: Amount?)
    case reject
    case undo
}

extension Hub {
    /// Missions of one family that are not deleted.
    package static let missionsMax = 500

    /// Adds a mission; a repeat of the same request answers as the first did.
    package func addMission(
        _ id: ID<Mission>,
        by member: ID<Member>,
        _ request: MissionRequest
    ) async throws -> MissionInfo {
        let requestHash = vault.hash(request: request.fields, by: member)
        return try await atMissions(of: member) { turn in
            if let known = try turn.transaction.mission(id) {
                guard known.requestHash == requestHash, known.family == turn.asker.family else {
                    throw MissionsRefusal.idTaken
                }
                return try turn.info(known.mission)
            }
            guard try turn.transaction.missions(of: turn.asker.family).count < Hub.missionsMax else {
                throw MissionsRefusal.tooMany
            }
            let mission = try turn.mission(id, request)
            try turn.transaction.save(
                MissionRow(mission: mission, family: turn.asker.family, requestHash: requestHash)
            )
            let doer = try mission.assignee.flatMap { try turn.person($0)?.row } ?? turn.asker
            try turn.transaction.save(mission.firstOccurrence(today: turn.today(doer)))
            return try turn.info(mission)
        }
    }

    /// Deletes a mission, or brings it back; what was claimed still waits.
    package func setMissionRemoved(_ id: ID<Mission>, by member: ID<Member>, _ isRemoved: Bool) async throws {
        try await atMissions(of: member) { turn in
            var row = try turn.changeable(id)
            guard (row.mission.removedAt != nil) != isRemoved else { return }
            if isRemoved {
                for occurrence in try turn.transaction.openOccurrences(of: id) {
                    _ = try turn.take(.removed, row.mission, occurrence)
                }
            }
            row.mission.removedAt = isRemoved ? turn.now : nil
            try turn.transaction.save(row)
        }
    }

    /// The missions that somebody sees: their own, those for whoever takes them, and for an adult those of children.
    ///
    /// What has lapsed since is seen to first.
    package func missions(for member: ID<Member>) async throws -> [MissionInfo] {
        try await atMissions(of: member) { turn in
            var infos: [MissionInfo] = []
            for row in try turn.transaction.missions(of: turn.asker.family) where try turn.sees(row.mission) {
                for occurrence in try turn.transaction.openOccurrences(of: row.mission.id) {
                    _ = try turn.take(.dayPassed, row.mission, occurrence)
                }
                infos.append(try turn.info(row.mission))
            }
            return infos
        }
    }

    /// Claims, approves, rejects or undoes; false where the state moved on since `version`, and nothing changed (F60).
    package func decide(
        _ decision: MissionDecision,
        on number: UInt32,
        of id: ID<Mission>,
        version: UInt32,
        by member: ID<Member>
    ) async throws -> Bool {
        try await atMissions(of: member) { turn in
            let (mission, occurrence) = try turn.occurrence(number, of: id)
            let event: MissionEvent
            switch decision {
            case .claim:
                guard MissionRules.allowsDoing(mission, by: turn.who) else { throw MissionsRefusal.notAllowed }
                event = .claim(by: member, version: version)
            case .approve(let gold): event = .approve(version: version, gold: gold)
            case .reject: event = .reject(version: version)
            case .undo: event = .undo(version: version)
            }
            if decision != .claim, !MissionRules.allowsDeciding(by: turn.who) { throw MissionsRefusal.notAllowed }
            return try turn.take(event, mission, occurrence)
        }
    }

    /// Settles something about a member's missions, as an adult of the family.
    package func setMissionSettings(of child: ID<Member>, by member: ID<Member>, _ settings: MissionSettings)
        async throws
    {
        try await atMissions(of: member) { turn in
            guard let person = try turn.person(child) else { throw MissionsRefusal.notFound }
            guard MissionRules.allowsDeciding(by: turn.who), child == member || !person.asker.isAdult else {
                throw MissionsRefusal.notAllowed
            }
            try turn.transaction.setMissionSettings(of: child, settings)
        }
    }
}

extension MissionTurn {
    /// Hands an event to an occurrence and does what it wants done; false where it was handled already.
    mutating func take(_ event: MissionEvent, _ mission: Mission, _ before: Occurrence) throws -> Bool {
        var occurrence = before
        let doer = try (occurrence.doer ?? mission.assignee).flatMap { try person($0)?.row } ?? asker
        let context = MissionContext(
            mission: mission,
            settings: try transaction.missionSettings(of: doer.id),
            now: now,
            today: today(doer)
        )
        let answer: MissionAnswer
        do { answer = try occurrence.take(event, in: context) } catch { throw MissionsRefusal.mission(error) }
        guard case .taken(let effects) = answer else { return false }
        if occurrence != before { try transaction.save(occurrence) }
        for effect in effects {
            switch effect {
            case .pay(let payment): try pay(payment)
            case .reverse(let payment): try reverse(payment)
            case .follow(let next): try transaction.save(next)
            case .tell(let news): try tell(news.notice, adults: news.isForAdults, member: occurrence.doer)
            }
        }
        return true
    }

    /// One occurrence of a mission that the asker sees.
    func occurrence(_ number: UInt32, of id: ID<Mission>) throws -> (Mission, Occurrence) {
        guard let row = try transaction.mission(id), row.family == asker.family, try sees(row.mission),
            let occurrence = try transaction.occurrence(number, of: id)
        else { throw MissionsRefusal.notFound }
        return (row.mission, occurrence)
    }

    fileprivate func sees(_ mission: Mission) throws -> Bool {
        guard let assignee = mission.assignee, mission.giver != asker.id else { return true }
        guard let person = try person(assignee) else { return false }
        return MissionRules.sight(of: person.asker, by: who).showsMissions
    }

    fileprivate func changeable(_ id: ID<Mission>) throws -> MissionRow {
        guard let row = try transaction.mission(id), row.family == asker.family, try sees(row.mission) else {
            throw MissionsRefusal.notFound
        }
        let isAdult = try row.mission.assignee.flatMap { try person($0)?.asker.isAdult } ?? false
        guard MissionRules.allowsChanging(row.mission, assigneeIsAdult: isAdult, by: who) else {
            throw MissionsRefusal.notAllowed
        }
        return row
    }

    fileprivate func info(_ mission: Mission) throws -> MissionInfo {
        let open = try transaction.openOccurrences(of: mission.id)
        return MissionInfo(
            mission: mission,
            occurrences: open.isEmpty ? try transaction.occurrences(of: mission.id, limit: 1) : open
        )
    }

    fileprivate func mission(_ id: ID<Mission>, _ request: MissionRequest) throws -> Mission {
        guard let name = trimmed(request.name, charactersMax: 80).flatMap({ MissionName($0) }) else {
            throw MissionsRefusal.nameEmptyOrTooLong
        }
        guard let minutes = MissionMinutes(Int64(request.minutes)) else { throw MissionsRefusal.minutesOutOfRange }
        let assignee = try request.assignee.map { id in
            guard let person = try person(id) else { throw MissionsRefusal.assigneeUnknown }
            return person.asker
        }
        guard MissionRules.allowsGiving(to: request.assignee, by: who) else { throw MissionsRefusal.notAllowed }
        return Mission(
            id: id,
            name: name,
            minutes: minutes,
            priority: request.priority,
            giver: asker.id,
            assignee: request.assignee,
            repeats: request.repeats,
            due: request.due,
            needsApproval: MissionRules.needsApproval(
                assignee: assignee,
                giver: asker.id,
                wish: request.needsApproval,
                settings: try transaction.missionSettings(of: request.assignee ?? asker.id)
            ),
            addedAt: now
        )
    }
}

extension MissionNews {
    fileprivate var notice: NoticeKind {
        switch self {
        case .claimed: .missionClaimed
        case .approved: .missionApproved
        case .rejected: .missionRejected
        case .undone: .missionUndone
        case .done: .missionDone
        }
    }
}
