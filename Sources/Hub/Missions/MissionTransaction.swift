import Bus
import Family
import SQL
import Storage

/// One turn at a family's missions and store, inside the writer's transaction: what was decided, the gold that it moves
/// and what people are told become durable together or not at all.
///
/// `finish` is called once, last. A reader has one as well, beside the writer, and changes nothing by it.
struct MissionTransaction {
    let hub: Hub
    let transaction: Transaction
    /// Who asks; of what happens by itself, whom it happens to.
    let asker: MemberRow
    /// Whether nobody asked for it.
    let isByItself: Bool
    /// Never before an entry of the ledger.
    private(set) var now: Timestamp
    var news = MissionPostCommit()
    private var ledger: LedgerTransaction?
    private var zones: [ID<Member>: ZoneRules] = [:]

    init(
        _ hub: Hub,
        by member: ID<Member>,
        isByItself: Bool = false,
        in transaction: Transaction,
        now: Timestamp
    ) throws {
        guard let row = try transaction.member(member) else { throw MissionsRefusal.notFound }
        (self.hub, self.transaction, self.now, self.isByItself) = (hub, transaction, now, isByItself)
        asker = row
        // Before anything is decided, so that rules and ledger go by one time.
        if let known = try transaction.ledger(of: row.family) { self.now = max(now, known.lastAt) }
    }

    /// Writes the head of the ledger where gold moved; answers what is to be told once all of it is on disk.
    mutating func finish() throws -> MissionPostCommit {
        try ledger?.finish()
        if let ledger { news.events += try ledger.news.events(in: ledger.row.id, transaction) }
        return news
    }

    /// Somebody of the family as the rules of missions know them; nil for anybody else.
    func person(_ id: ID<Member>) throws -> (row: MemberRow, asker: MissionPermissions.Requester)? {
        guard let row = try transaction.member(id), row.family == asker.family, row.disabledAt == nil else {
            return nil
        }
        return (row, MissionPermissions.Requester(member: id, isAdult: !row.isChild(now: now)))
    }

    /// Who asks, as the rules know them.
    var who: MissionPermissions.Requester {
        MissionPermissions.Requester(member: asker.id, isAdult: !asker.isChild(now: now))
    }

    /// The day it is on a member's wall.
    mutating func today(_ member: MemberRow) throws -> LocalDay {
        try day(of: now, for: member)
    }

    /// The day that a moment has on a member's wall.
    mutating func day(of moment: Timestamp, for member: MemberRow) throws -> LocalDay {
        LocalDay(moment, offsetSeconds: try zone(of: member).offsetSeconds)
    }

    /// A member's own zone; of who chose none, that of the family's first adult who did.
    private mutating func zone(of member: MemberRow) throws -> ZoneRules {
        if let known = zones[member.id] { return known }
        var chooser = member
        if member.timeZone == nil {
            let family = try transaction.members(of: member.family)
            chooser = family.first { $0.timeZone != nil && !$0.isChild(now: now) } ?? member
        }
        let zone = hub.outside.zoneRules(of: chooser)
        zones[member.id] = zone
        return zone
    }

    /// The family's adults.
    func adults() throws -> Set<ID<Member>> {
        Set(try transaction.members(of: asker.family).filter { !$0.isChild(now: now) }.map(\.id))
    }

    /// The family's ledger, founded where there is none.
    mutating func withLedger<Answer>(_ body: (inout LedgerTransaction) throws -> Answer) throws -> Answer {
        var turn =
            try ledger
            ?? LedgerTransaction(of: asker.family, in: transaction, of: hub, now: now)
        let answer = try body(&turn)
        ledger = turn
        return answer
    }
}

/// What a turn at missions has to tell once all of it is on disk.
struct MissionPostCommit: Sendable {
    var events: [BusEvent] = []
    /// Whether messages wait in the outbox.
    var hasMessages = false

    /// What these members are shown changed.
    mutating func changed(_ members: Set<ID<Member>>) {
        for event in members.map({ BusEvent.missions($0) }) where !events.contains(event) { events.append(event) }
    }
}

extension Hub {
    /// Reads the missions and the store of a member's family beside the writer (S54).
    ///
    /// What time brings about is the scheduler's to write; here nothing can be.
    func seeMissions<Answer: Sendable>(
        of member: ID<Member>,
        _ body: @escaping @Sendable (inout MissionTransaction) throws -> Answer
    ) async throws -> Answer {
        let now = outside.now()
        return try await database.read { transaction in
            var turn = try MissionTransaction(self, by: member, in: transaction, now: now)
            guard turn.asker.disabledAt == nil else { throw MissionsRefusal.notFound }
            return try body(&turn)
        }
    }

    /// Runs `body` at the missions and the store of a member's family, in one durable transaction, and tells whoever is
    /// to hear of it; what happens by itself happens to those as well who are shut out.
    func atMissions<Answer: Sendable>(
        of member: ID<Member>,
        isByItself: Bool = false,
        _ body: @escaping @Sendable (inout MissionTransaction) throws -> Answer
    ) async throws -> Answer {
        let now = outside.now()
        let (answer, told) = try await database.transaction { transaction in
            var turn = try MissionTransaction(self, by: member, isByItself: isByItself, in: transaction, now: now)
            guard turn.asker.disabledAt == nil || isByItself else { throw MissionsRefusal.notFound }
            let answer = try body(&turn)
            return (answer, try turn.finish())
        }
        bus.publish(told.events)
        if told.hasMessages { outbox.ring() }
        return answer
    }
}
