package import Family
import SQL
import Storage

/// What somebody decides about an occurrence.
package enum MissionDecision: Hashable, Sendable {
    case claim
    /// With an adult's word for how much, where the list asks.
    case approve(gold: Amount?)
    case reject
    case undo
}

extension Hub {
    /// Claims, approves, rejects or undoes; where the state moved on since `version` nothing is changed (F60), and the
    /// mission is answered as it is.
    package func decide(
        _ decision: MissionDecision,
        on number: UInt32,
        of id: ID<Mission>,
        version: UInt32,
        by member: ID<Member>
    ) async throws -> (mission: MissionInfo, isDecided: Bool) {
        try await atMissions(of: member) { turn in
            let (mission, occurrence) = try turn.occurrence(number, of: id)
            let event: MissionEvent
            switch decision {
            case .claim:
                guard MissionPermissions.allowsDoing(mission, by: turn.who) else { throw MissionsRefusal.notAllowed }
                event = .claim(by: member, version: version)
            case .approve(let gold): event = .approve(version: version, gold: gold)
            case .reject: event = .reject(version: version)
            case .undo: event = .undo(version: version)
            }
            if decision != .claim, !MissionPermissions.allowsDeciding(by: turn.who) { throw MissionsRefusal.notAllowed }
            let isDecided = try turn.apply(event, mission, occurrence)
            return (try turn.info(mission), isDecided)
        }
    }

    /// What was settled about a member's missions, for the member and for an adult of the family.
    package func missionSettings(of child: ID<Member>, for member: ID<Member>) async throws -> MissionSettings {
        try await seeMissions(of: member) { turn in
            guard try turn.sight(of: child).showsMissions else { throw MissionsRefusal.notFound }
            return try turn.transaction.missionSettings(of: child)
        }
    }

    /// Settles something about a member's missions, as an adult of the family.
    package func setMissionSettings(of child: ID<Member>, by member: ID<Member>, _ settings: MissionSettings)
        async throws
    {
        try await atMissions(of: member) { turn in
            guard try turn.sight(of: child).showsMissions else { throw MissionsRefusal.notFound }
            guard MissionPermissions.allowsDeciding(by: turn.who) else { throw MissionsRefusal.notAllowed }
            try turn.transaction.setMissionSettings(of: child, settings)
            turn.news.changed(try turn.adults().union([child]))
        }
    }
}

extension MissionTransaction {
    /// Hands an event to an occurrence and does what it wants done; false where it was handled already.
    mutating func apply(_ event: MissionEvent, _ mission: Mission, _ before: Occurrence) throws -> Bool {
        var occurrence = before
        let context = try context(mission, before)
        let answer: MissionAnswer
        do { answer = try occurrence.apply(event, in: context) } catch { throw MissionsRefusal.mission(error) }
        guard case .taken(let effects) = answer else { return false }
        if occurrence != before {
            try transaction.save(occurrence)
            try touch(mission, occurrence)
        }
        for effect in effects {
            switch effect {
            case .pay(let payment): try pay(payment)
            case .reverse(let payment): try reverse(payment)
            case .follow(let next): try transaction.save(next)
            case .tell(let news):
                try notify(
                    news.notice,
                    NoticeMatter(occurrence, gold: news.gold),
                    called: mission.name,
                    to: news.isForAdults ? try adults() : Set([occurrence.doer].compactMap { $0 }),
                    isByItself: event == .dayPassed,
                    question: news == .claimed ? question(occurrence, context) : nil
                )
            }
        }
        return true
    }

    /// What an adult is asked about an occurrence that was just claimed.
    private func question(_ occurrence: Occurrence, _ context: MissionContext) -> PushQuestion {
        PushQuestion(
            mission: occurrence.mission,
            occurrence: occurrence.number,
            version: occurrence.version,
            canApprove: occurrence.payable(in: context).due != nil
        )
    }

    /// What an event of an occurrence is judged by.
    mutating func context(_ mission: Mission, _ occurrence: Occurrence) throws -> MissionContext {
        let doer = try (occurrence.doer ?? mission.assignee).flatMap { try person($0)?.row } ?? asker
        return MissionContext(
            mission: mission,
            settings: try transaction.missionSettings(of: doer.id),
            now: now,
            today: try today(doer),
            away: try Set(mission.turns.filter { try person($0) == nil })
        )
    }

    /// One occurrence of a mission that the asker sees, to change it: what its next day closed is closed first.
    mutating func occurrence(_ number: UInt32, of id: ID<Mission>) throws -> (Mission, Occurrence) {
        guard let row = try transaction.mission(id), row.family == asker.family, try sees(row.mission) else {
            throw MissionsRefusal.notFound
        }
        try passDay(row.mission)
        guard let occurrence = try transaction.occurrence(number, of: id) else { throw MissionsRefusal.notFound }
        return (row.mission, occurrence)
    }

    /// How much the asker sees of somebody's missions; nothing of whoever is not of the family.
    func sight(of member: ID<Member>) throws -> MissionVisibility {
        guard let person = try person(member) else { return .nothing }
        return MissionPermissions.sight(of: person.asker, by: who)
    }

    /// Whoever is shown a mission is shown it anew: for one person the adults, who gave it and who does it; no sibling.
    mutating func touch(_ mission: Mission, _ occurrence: Occurrence? = nil) throws {
        if !mission.turns.isEmpty { return news.changed(try adults().union(mission.turns)) }
        guard let assignee = mission.assignee else {
            return news.changed(Set(try transaction.members(of: asker.family).map(\.id)))
        }
        news.changed(try adults().union([mission.giver, assignee]).union([occurrence?.doer].compactMap { $0 }))
    }
}
