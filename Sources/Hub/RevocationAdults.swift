import Bus
import Family
import SQL
import Storage

extension Hub {
    /// Lets somebody who was shut out count among their family's adults no more: what the others wait for is done if that
    /// is enough now.
    ///
    /// Whatever is wrong with the ledger, they are shut out; the next who agrees to something enters it then.
    func endSay(of member: ID<Member>) async {
        let now = outside.now()
        do {
            let (agreed, events) = try await database.transaction { transaction -> ([ID<Member>], [BusEvent]) in
                guard let row = try transaction.member(member), try transaction.ledger(of: row.family) != nil else {
                    return ([], [])
                }
                return try self.atLedger(of: row.family, in: transaction, now: now) { turn in
                    try turn.enterAdults()
                    return try turn.settleRevocations()
                }
            }
            if !events.isEmpty { bus.publish(events) }
            for other in agreed { note(.deviceRevoked, other, about: "a key of another's wallet") }
        } catch {
            outside.log(LogEntry(.error, "a ledger still counts who was shut out", [("reason", safeWords(error))]))
        }
    }
}

extension LedgerTurn {
    /// Enters who is an adult of the family now, so that whoever checks the log counts the same ones as the hub.
    ///
    /// Who has not looked at their wallet yet is one. Who was shut out is none, and becomes one again with what they do
    /// once they are back.
    mutating func enterAdults() throws {
        let members = try transaction.members(of: row.family)
        for adult in members where !adult.isChild(now: now) { _ = try holder(of: adult) }
        for var known in try transaction.ledgerHolders(of: row.id) where known.role == .adult {
            if let member = members.first(where: { $0.id == known.member }) {
                _ = try holder(of: member)
            } else {
                known.role = .left
                try enter(known)
            }
        }
    }

    /// Ends the keys of which enough adults have agreed since others went; answers whose word was the last.
    mutating func settleRevocations() throws -> [ID<Member>] {
        var last: [ID<Member>] = []
        for revocation in try transaction.keyRevocations(in: row.id) where revocation.validUntil >= now {
            guard let key = try transaction.ledgerKey(revocation.key, in: row.id), !key.isRevoked,
                let owner = try key.holding.holder.flatMap({ try transaction.ledgerHolder($0) })?.member,
                let vote = try transaction.countedVotes(on: key, in: row.id).votes.last,
                let member = try transaction.ledgerHolder(vote.holder)?.member.flatMap({ try transaction.member($0) })
            else { continue }
            if try revoke(revocation, of: key, owner, by: member) { last.append(member.id) }
        }
        return last
    }
}
