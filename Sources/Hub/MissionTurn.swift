import Bus
import Family
import SQL
import Storage

/// One turn at a family's missions and store, inside the writer's transaction: what was decided, the gold that it moves
/// and what people are told become durable together or not at all.
///
/// `finish` is called once, last.
struct MissionTurn {
    let hub: Hub
    let transaction: Transaction
    /// Who asks; of what happens by itself, whom it happens to.
    let asker: MemberRow
    /// Never before an entry of the ledger.
    private(set) var now: Timestamp
    private(set) var told: Set<ID<Member>> = []
    private var ledger: LedgerTurn?

    init(_ hub: Hub, by member: ID<Member>, in transaction: Transaction, now: Timestamp) throws {
        guard let row = try transaction.member(member) else { throw MissionsRefusal.notFound }
        (self.hub, self.transaction, self.now) = (hub, transaction, now)
        asker = row
        // Before anything is decided, so that rules and ledger go by one time.
        if let known = try transaction.ledger(of: row.family) { self.now = max(now, known.lastAt) }
    }

    /// Writes the head of the ledger where gold moved; answers who is told something.
    mutating func finish() throws -> Set<ID<Member>> {
        try ledger?.finish()
        return told
    }

    /// Somebody of the family as the rules of missions know them; nil for anybody else.
    func person(_ id: ID<Member>) throws -> (row: MemberRow, asker: MissionRules.Asker)? {
        guard let row = try transaction.member(id), row.family == asker.family, row.disabledAt == nil else {
            return nil
        }
        return (row, MissionRules.Asker(member: id, isAdult: !row.isChild(now: now)))
    }

    /// Who asks, as the rules know them.
    var who: MissionRules.Asker { MissionRules.Asker(member: asker.id, isAdult: !asker.isChild(now: now)) }

    /// The day it is on a member's wall.
    func today(_ member: MemberRow) -> LocalDay {
        // UTC until the hub reads the rules of zones.
        LocalDay(now) { _ in 0 }
    }

    /// Tells the adults of the family, or one member, something that the asker did, or that happened by itself.
    mutating func tell(
        _ kind: NoticeKind,
        adults: Bool,
        member: ID<Member>?,
        isByItself: Bool = false
    ) throws {
        let receivers =
            adults
            ? try transaction.members(of: asker.family).filter { !$0.isChild(now: now) }.map(\.id)
            : member.map { [$0] } ?? []
        for receiver in receivers where receiver != asker.id || isByItself {
            try transaction.addNotice(hub.notice(kind, for: receiver, about: isByItself ? nil : asker.id))
            told.insert(receiver)
        }
    }

    /// The family's ledger, founded where there is none.
    mutating func withLedger<Answer>(_ body: (inout LedgerTurn) throws -> Answer) throws -> Answer {
        var turn =
            try ledger
            ?? LedgerTurn(of: asker.family, in: transaction, vault: hub.vault, outside: hub.outside, now: now)
        let answer = try body(&turn)
        ledger = turn
        return answer
    }
}

extension Hub {
    /// Runs `body` at the missions and the store of a member's family, in one durable transaction, and tells whoever is
    /// to hear of it; what happens by itself happens to those as well who are shut out.
    func atMissions<Answer: Sendable>(
        of member: ID<Member>,
        isByItself: Bool = false,
        _ body: @escaping @Sendable (inout MissionTurn) throws -> Answer
    ) async throws -> Answer {
        let now = outside.now()
        let (answer, told) = try await database.transaction { transaction in
            var turn = try MissionTurn(self, by: member, in: transaction, now: now)
            guard turn.asker.disabledAt == nil || isByItself else { throw MissionsRefusal.notFound }
            let answer = try body(&turn)
            return (answer, try turn.finish())
        }
        bus.publish(told.map { .notice($0) })
        return answer
    }
}
