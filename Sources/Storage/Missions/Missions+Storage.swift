package import Family
package import SQL

/// A mission as stored: the domain's value with whose it is.
package struct MissionRow: Hashable, Sendable {
    package var mission: Mission
    package var family: ID<FamilyGroup>
    /// Of the request that made it, by which a repeat is known.
    package var requestHash: [UInt8]

    package init(mission: Mission, family: ID<FamilyGroup>, requestHash: [UInt8]) {
        self.mission = mission
        self.family = family
        self.requestHash = requestHash
    }

    fileprivate static let columns: StaticString = """
        id, family, giver, assignee, name, minutes, priority, repeats_every, repeats_from, due, needs_approval, added_at,
        removed_at, request_hash, repeats_days
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        guard let name = MissionName(try row.text(4)), let minutes = MissionMinutes(try row.integer(5)),
            let priority = MissionPriority(rawValue: UInt8(clamping: try row.integer(6)))
        else { throw StorageError(.corrupt, "a mission cannot be read") }
        mission = Mission(
            id: try row.id(0),
            name: name,
            minutes: minutes,
            priority: priority,
            giver: try row.id(2),
            assignee: try row.idOrNull(3),
            repeats: try MissionRow.repeats(row),
            due: try row.dayOrNull(9),
            needsApproval: try row.bool(10),
            addedAt: try row.timestamp(11),
            removedAt: try row.timestampOrNull(12)
        )
        family = try row.id(1)
        requestHash = try row.blob(13)
    }

    private static func repeats(_ row: Row) throws(StorageError) -> MissionRepeat? {
        guard let every = try row.integerOrNull(7), let from = try row.integerOrNull(8) else { return nil }
        guard let every = MissionRepeat.Every(kind: every, days: try row.integerOrNull(14)),
            let from = MissionRepeat.From(rawValue: UInt8(clamping: from))
        else { throw StorageError(.corrupt, "a mission repeats in no known way") }
        return MissionRepeat(every: every, from: from)
    }
}

extension Row {
    /// The day in a column of days that may be null.
    fileprivate func dayOrNull(_ column: Column) throws(StorageError) -> LocalDay? {
        try integerOrNull(column).map { LocalDay(number: $0) }
    }

    fileprivate func occurrence() throws(StorageError) -> Occurrence {
        let at = try timestampOrNull(5) ?? Timestamp(milliseconds: 0)
        let paid = Amount(UInt128(clamping: try integerOrNull(6) ?? 0))
        let phase: Occurrence.Phase
        switch try integer(4) {
        case 0: phase = .open
        case 1: phase = .claimed(at: at)
        case 2: phase = .approved(at: at, paid: paid)
        case 3: phase = .done(at: at, paid: paid)
        case 4: phase = .lapsed(at: at)
        default: throw StorageError(.corrupt, "an occurrence is in no phase")
        }
        return Occurrence(
            mission: try id(0),
            number: UInt32(clamping: try integer(1)),
            due: try dayOrNull(2),
            doer: try idOrNull(3),
            phase: phase,
            version: UInt32(clamping: try integer(7)),
            running: try idOrNull(8),
            focusedMilliseconds: try integer(9),
            rewardedMilliseconds: try integer(10),
            round: UInt32(clamping: try integer(11)),
            hasFollower: try bool(12)
        )
    }
}

extension Occurrence.Phase {
    /// How a phase is stored: its number, since when, and what it paid.
    fileprivate var stored: (number: Int64, at: Int64?, paid: Int64?) {
        switch self {
        case .open: (0, nil, nil)
        case .claimed(let at): (1, at.milliseconds, nil)
        case .approved(let at, let paid): (2, at.milliseconds, Int64(clamping: paid.units))
        case .done(let at, let paid): (3, at.milliseconds, Int64(clamping: paid.units))
        case .lapsed(let at): (4, at.milliseconds, nil)
        }
    }
}

extension Transaction {
    private static let occurrenceColumns: StaticString = """
        mission, number, due, doer, phase, phase_at, paid, version, running, focused_milliseconds, rewarded_milliseconds,
        round, has_follower
        """

    /// One mission, also a deleted one, or nil.
    package func mission(_ id: ID<Mission>) throws(StorageError) -> MissionRow? {
        let row = try first("SELECT \(literal: MissionRow.columns) FROM mission WHERE id = \(id.bytes)")
        return try withTurns(row.map { row throws(StorageError) in [try MissionRow(row)] } ?? []).first
    }

    /// Missions with who take turns at them; those that are somebody's or come once have no turns.
    private func withTurns(_ missions: [MissionRow]) throws(StorageError) -> [MissionRow] {
        var missions = missions
        for index in missions.indices {
            let mission = missions[index].mission
            guard mission.assignee == nil, mission.repeats != nil else { continue }
            missions[index].mission.turns = try rows(
                "SELECT member FROM mission_turn WHERE mission = \(mission.id.bytes) ORDER BY position"
            ).map { row throws(StorageError) in try row.id(0) }
        }
        return missions
    }

    /// The missions at which a member takes turns, the deleted ones too.
    package func missions(withTurnsOf member: ID<Member>) throws(StorageError) -> [MissionRow] {
        let missions = try rows(
            """
            SELECT \(literal: MissionRow.columns) FROM mission
            WHERE id IN (SELECT mission FROM mission_turn WHERE member = \(member.bytes)) ORDER BY id
            """
        ).map(MissionRow.init)
        return try withTurns(missions)
    }

    /// A family's missions in the order in which they were made, without the deleted ones: those of which something is
    /// to be done or waits, or that were dealt with since a moment.
    package func missions(of family: ID<FamilyGroup>, since: Timestamp) throws(StorageError) -> [MissionRow] {
        let missions = try rows(
            """
            SELECT \(literal: MissionRow.columns) FROM mission
            WHERE family = \(family.bytes) AND removed_at IS NULL AND EXISTS (
                SELECT 1 FROM mission_occurrence
                WHERE mission = mission.id AND (phase < 2 OR phase_at >= \(since.milliseconds)))
            ORDER BY id
            """
        ).map(MissionRow.init)
        return try withTurns(missions)
    }

    /// How many missions of a family are to be done or wait.
    package func openMissionCount(of family: ID<FamilyGroup>) throws(StorageError) -> Int {
        let row = try first(
            """
            SELECT count(*) FROM mission WHERE family = \(family.bytes) AND removed_at IS NULL AND EXISTS (
                SELECT 1 FROM mission_occurrence WHERE mission = mission.id AND phase < 2)
            """
        )
        return Int(try row?.integer(0) ?? 0)
    }

    /// The missions that a member gave, was given or takes turns at, the deleted ones too.
    package func missions(about member: ID<Member>) throws(StorageError) -> [MissionRow] {
        let missions = try rows(
            """
            SELECT \(literal: MissionRow.columns) FROM mission
            WHERE assignee = \(member.bytes) OR giver = \(member.bytes)
                OR id IN (SELECT mission FROM mission_occurrence WHERE doer = \(member.bytes))
                OR id IN (SELECT mission FROM mission_turn WHERE member = \(member.bytes)) ORDER BY id
            """
        ).map(MissionRow.init)
        return try withTurns(missions)
    }

    /// Adds a mission, or writes what it is now; its identity, family and request stay.
    package func save(_ row: MissionRow) throws(StorageError) {
        let mission = row.mission
        let repeats = mission.repeats?.every.stored
        try run(
            """
            INSERT INTO mission (\(literal: MissionRow.columns)) VALUES (
                \(mission.id.bytes), \(row.family.bytes), \(mission.giver.bytes), \(mission.assignee?.bytes),
                \(mission.name.text), \(mission.minutes.count), \(Int64(mission.priority.rawValue)),
                \(repeats?.kind), \(mission.repeats.map { Int64($0.from.rawValue) }),
                \(mission.due?.number), \(mission.needsApproval ? 1 : 0), \(mission.addedAt.milliseconds),
                \(mission.removedAt?.milliseconds), \(row.requestHash), \(repeats?.days))
            ON CONFLICT (id) DO UPDATE SET assignee = excluded.assignee, name = excluded.name,
                minutes = excluded.minutes, priority = excluded.priority, repeats_every = excluded.repeats_every,
                repeats_from = excluded.repeats_from, repeats_days = excluded.repeats_days, due = excluded.due,
                needs_approval = excluded.needs_approval, removed_at = excluded.removed_at
            """
        )
        try run("DELETE FROM mission_turn WHERE mission = \(mission.id.bytes)")
        for (position, member) in mission.turns.enumerated() {
            try run(
                """
                INSERT INTO mission_turn (mission, position, member)
                VALUES (\(mission.id.bytes), \(position), \(member.bytes))
                """
            )
        }
    }

    /// Removes the missions that were given to a member, and lets go what they took of others.
    package func removeMissions(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM mission WHERE assignee = \(member.bytes)")
        try run("UPDATE mission_occurrence SET doer = NULL, running = NULL WHERE doer = \(member.bytes) AND phase < 2")
        try run("DELETE FROM focus_session WHERE member = \(member.bytes)")
    }

    /// One occurrence, or nil.
    package func occurrence(_ number: UInt32, of mission: ID<Mission>) throws(StorageError) -> Occurrence? {
        try first(
            """
            SELECT \(literal: Self.occurrenceColumns) FROM mission_occurrence
            WHERE mission = \(mission.bytes) AND number = \(Int64(number))
            """
        ).map { row throws(StorageError) in try row.occurrence() }
    }

    /// The occurrences of a mission, the latest first.
    package func occurrences(of mission: ID<Mission>, limit: Int) throws(StorageError) -> [Occurrence] {
        try rows(
            """
            SELECT \(literal: Self.occurrenceColumns) FROM mission_occurrence
            WHERE mission = \(mission.bytes) ORDER BY number DESC LIMIT \(limit)
            """
        ).map { row throws(StorageError) in try row.occurrence() }
    }

    /// The occurrences that fall or fell to a member, of missions that were not deleted or what was done of them.
    package func occurrences(of doer: ID<Member>) throws(StorageError) -> [Occurrence] {
        try rows(
            """
            SELECT \(literal: Self.occurrenceColumns) FROM mission_occurrence
            WHERE doer = \(doer.bytes) AND (phase BETWEEN 1 AND 3
                OR mission IN (SELECT id FROM mission WHERE removed_at IS NULL AND (assignee = \(doer.bytes)
                    OR id IN (SELECT mission FROM mission_turn WHERE member = \(doer.bytes)))))
            """
        ).map { row throws(StorageError) in try row.occurrence() }
    }

    /// Those of a mission that are to be done or wait for an adult, in their order.
    package func openOccurrences(of mission: ID<Mission>) throws(StorageError) -> [Occurrence] {
        try rows(
            """
            SELECT \(literal: Self.occurrenceColumns) FROM mission_occurrence
            WHERE mission = \(mission.bytes) AND phase < 2 ORDER BY number
            """
        ).map { row throws(StorageError) in try row.occurrence() }
    }

    /// Adds an occurrence, or writes how far it has come.
    package func save(_ occurrence: Occurrence) throws(StorageError) {
        let phase = occurrence.phase.stored
        try run(
            """
            INSERT INTO mission_occurrence (\(literal: Self.occurrenceColumns)) VALUES (
                \(occurrence.mission.bytes), \(Int64(occurrence.number)), \(occurrence.due?.number),
                \(occurrence.doer?.bytes), \(phase.number), \(phase.at), \(phase.paid), \(Int64(occurrence.version)),
                \(occurrence.running?.bytes), \(occurrence.focusedMilliseconds), \(occurrence.rewardedMilliseconds),
                \(Int64(occurrence.round)), \(occurrence.hasFollower ? 1 : 0))
            ON CONFLICT (mission, number) DO UPDATE SET due = excluded.due, doer = excluded.doer, phase = excluded.phase,
                phase_at = excluded.phase_at, paid = excluded.paid, version = excluded.version,
                running = excluded.running, focused_milliseconds = excluded.focused_milliseconds,
                rewarded_milliseconds = excluded.rewarded_milliseconds, round = excluded.round,
                has_follower = excluded.has_follower
            """
        )
    }
}
