import Bus
package import Family
import SQL
import Storage

/// A wall display that a read-only link let in.
package struct WallReader: Hashable, Sendable {
    package var link: ID<ClockLink>
    /// The member who made the link.
    package var member: ID<Member>
    package var parts: WallDisplay.Parts
}

/// The content of a wall display at one moment.
package struct Wall: Sendable {
    package var clock: ReadClock
    /// Nil where the link has no map.
    package var people: [PersonOnWall]?
    /// Nil where the link shows none.
    package var missions: [MissionOnWall]?
}

/// A member on the map of a wall display.
package struct PersonOnWall: Sendable {
    package var member: ID<Member>
    package var person: Person
    package var presence: PresenceView?
}

/// One of the day's missions on a wall display.
package struct MissionOnWall: Hashable, Sendable {
    /// How far it has come.
    package enum State: Hashable, Sendable {
        case open
        case claimed
        case done
    }

    package var title: String
    /// The name of the member who does it; nil where anyone may.
    package var doer: String?
    package var state: State
}

/// Wall displays: a clock, a map and the day's missions for all who pass by (product B8).
extension Hub {
    private static let wallMissionsMax = 40

    /// The display that a link's token lets in; nil for one that opens nothing, or no longer.
    package func wallReader(token: String) async throws -> WallReader? {
        let hash = vault.hash(token: Array(token.utf8))
        return try await database.read { try $0.clockLink(tokenHash: hash.bytes) }.map {
            WallReader(link: $0.id, member: $0.member, parts: $0.parts)
        }
    }

    /// Lets a display in by a link's token, of which the link's member is told; nil for one that opens nothing.
    package func openWall(token: String) async throws -> WallReader? {
        guard let reader = try await wallReader(token: token) else { return nil }
        let member = reader.member
        try await database.transaction { try $0.addNotice(self.notice(.wallOpened, for: member)) }
        bus.publish([.notice(member)])
        return reader
    }

    /// The content now; it is recorded as a look of the member who made the link.
    package func wall(of reader: WallReader) async throws -> Wall {
        var wall = Wall(clock: try await clock(of: reader.member, on: .clockLink, isLink: true))
        if reader.parts.contains(.map) { wall.people = try await peopleOnWall(of: reader.member) }
        if reader.parts.contains(.missions) { wall.missions = try await missionsOnWall(of: reader.member) }
        return wall
    }

    /// Lets the walls of a member's family show them on a map, or no longer.
    ///
    /// Throws `ClockRefusal.adultsOnly` for a child, for whom the adults of its family decide, or `StorageError`.
    package func setOnWalls(_ member: ID<Member>, _ isShown: Bool) async throws {
        let (id, now): (ID<WallDisplay.Consent>, Timestamp) = (outside.newID(), outside.now())
        try await database.transaction(for: isShown ? .ordinary : .reserved) { transaction in
            guard let row = try transaction.member(member) else { return }
            guard !row.isChild(now: now) else { throw ClockRefusal.adultsOnly }
            if isShown, try transaction.hasWallConsent(member) { return }
            // One for a family that was left is in the way of another.
            try transaction.removeWallConsent(of: member)
            guard isShown else { return }
            try transaction.addWallConsent(of: member, in: row.family, id: id, now: now)
            // The phone may not be in its owner's hands.
            try transaction.addNotice(self.notice(.shownOnWalls, for: member))
        }
        bus.publish([.connections(viewer: member), .notice(member)])
    }

    /// The display's member, the children of the family, and its adults who agreed: each as its member may see them.
    private func peopleOnWall(of owner: ID<Member>) async throws -> [PersonOnWall] {
        let now = outside.now()
        let all = try await grants(of: owner, byLink: true)
        let shown = try await database.read { transaction -> [PresenceGrant] in
            guard let family = try transaction.member(owner)?.family else { return [] }
            return try all.filter { grant in
                guard grant.subject != owner else { return true }
                guard let row = try transaction.member(grant.subject), row.family == family else { return false }
                return try row.isChild(now: now) || transaction.hasWallConsent(grant.subject)
            }
        }
        var people: [PersonOnWall] = []
        for grant in shown {
            guard let subject = try await subject(grant.subject) else { continue }
            let presence = view(of: subject, under: grant, now: now)
            people.append(PersonOnWall(member: grant.subject, person: grant.person, presence: presence))
        }
        noteLooks(by: owner, at: shown, on: .clockLink)
        return people
    }

    /// Missions that are open or claimed today, or were done today: those of children, and those for anyone.
    private func missionsOnWall(of owner: ID<Member>) async throws -> [MissionOnWall] {
        try await seeMissions(of: owner) { turn in
            var missions: [MissionOnWall] = []
            for row in try turn.transaction.missions(
                of: turn.asker.family,
                since: turn.now.advanced(byMilliseconds: -86_400_000)
            ) where row.mission.removedAt == nil {
                guard try turn.sees(row.mission) else { continue }
                let today = try turn.todayOfDoer(row.mission)
                missions += try turn.info(row.mission).occurrences.compactMap {
                    try turn.onWall($0, of: row.mission, today: today)
                }
            }
            return Array(missions.sorted { $0.state.order < $1.state.order }.prefix(Hub.wallMissionsMax))
        }
    }
}

extension MissionTransaction {
    /// An occurrence as a wall shows it; nil where it is not of today, or another adult's.
    fileprivate mutating func onWall(
        _ info: OccurrenceInfo,
        of mission: Mission,
        today: LocalDay
    ) throws -> MissionOnWall? {
        let whose = info.occurrence.doer ?? mission.assignee
        let doer = try whose.flatMap { try person($0) }
        if whose != nil {
            // What adults do is theirs; and to others a pause is a phone without a signal (F39).
            guard let doer, !doer.asker.isAdult else { return nil }
        }
        let state: MissionOnWall.State
        switch info.stage {
        case .open: state = .open
        case .claimed: state = .claimed
        case .upcoming: return nil
        case .over:
            guard info.occurrence.paid != nil, let since = info.occurrence.since,
                try day(of: since, for: doer?.row ?? asker) == today
            else { return nil }
            state = .done
        }
        return MissionOnWall(title: mission.name.text, doer: doer?.row.name, state: state)
    }
}

extension MissionOnWall.State {
    /// Open ones come first.
    fileprivate var order: Int {
        switch self {
        case .open: 0
        case .claimed: 1
        case .done: 2
        }
    }
}
