/// Who may do what with missions, and who sees what of somebody's.
public enum MissionPermissions {
    /// Somebody of the family, as far as these rules go.
    public struct Requester: Hashable, Sendable {
        public var member: ID<Member>
        public var isAdult: Bool

        public init(member: ID<Member>, isAdult: Bool) {
            self.member = member
            self.isAdult = isAdult
        }
    }

    /// Whether somebody may make a mission for `assignee`, nil being whoever takes it: adults for everybody, a child for
    /// itself.
    public static func allowsGiving(to assignee: ID<Member>?, by asker: Requester) -> Bool {
        asker.isAdult || assignee == asker.member
    }

    /// Whether a new mission pays only with an adult's word: always where whoever takes it does it, or a child is to do what
    /// somebody else gave; otherwise as its giver wishes, or the family has settled.
    public static func needsApproval(
        assignee: Requester?,
        giver: ID<Member>,
        wish: Bool,
        settings: MissionSettings
    ) -> Bool {
        guard let assignee else { return true }
        return wish || !assignee.isAdult && (assignee.member != giver || settings.ownNeedsApproval)
    }

    /// Whether somebody may change or delete a mission: adults any that is not another adult's own, a child what it gave
    /// itself.
    public static func allowsChanging(_ mission: Mission, assigneeIsAdult: Bool, by asker: Requester) -> Bool {
        if mission.giver == asker.member { return asker.isAdult || mission.assignee == asker.member }
        return asker.isAdult && !(assigneeIsAdult && mission.assignee == mission.giver)
    }

    /// Whether somebody may start or claim it: whom it was given to, who take turns at it, or anybody where it was given
    /// to nobody.
    public static func allowsDoing(_ mission: Mission, by asker: Requester) -> Bool {
        if !mission.turns.isEmpty { return mission.turns.contains(asker.member) }
        return mission.assignee == nil || mission.assignee == asker.member
    }

    /// Whether somebody who takes turns at a mission is shown one time of it: what is to be done, and what was their own.
    ///
    /// What others did of their turns, or missed, is theirs and the adults' (F65).
    public static func shows(_ occurrence: Occurrence, of mission: Mission, to asker: Requester) -> Bool {
        mission.turns.isEmpty || asker.isAdult || occurrence.isOpen || occurrence.doer == asker.member
    }

    /// Whether somebody may approve, reject, undo, deliver and refuse, and change the family's settings.
    public static func allowsDeciding(by asker: Requester) -> Bool {
        asker.isAdult
    }

    /// What somebody sees of another member's missions.
    public static func sight(of member: Requester, by asker: Requester) -> MissionVisibility {
        if member.member == asker.member { return .own }
        guard asker.isAdult else { return .nothing }
        return member.isAdult ? .nothing : .guardian
    }
}

/// How much somebody sees of a member's missions.
///
/// There is no order among children, and nothing of one is shown to another: neither gold nor streaks, nor that somebody
/// paused (F65).
public enum MissionVisibility: UInt8, CaseIterable, Hashable, Sendable {
    /// Only what is given to whoever takes it.
    case nothing = 0
    /// An adult's, of a child: what is to be done, what was, for how long, and its gold; never what was on the screen (F63).
    case guardian = 1
    case own = 2

    /// Missions, their occurrences and countdowns.
    public var showsMissions: Bool { self != .nothing }
    /// Gold, and the streak.
    public var showsGold: Bool { self != .nothing }
    /// When streaks were paused.
    public var showsPauses: Bool { self != .nothing }
}
