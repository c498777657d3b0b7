import Bus
import Family
import SQL
import Storage

extension Hub {
    /// Lets whoever left a family or was shut out count among its adults no more: what the others wait for is done if
    /// that is enough now.
    ///
    /// Whatever is wrong with the ledger, they are gone; the next who agrees to something enters it then.
    func settleAdults(of family: ID<FamilyGroup>) async {
        let now = outside.now()
        do {
            let (agreed, events) = try await database.transaction { transaction -> ([ID<Member>], [BusEvent]) in
                guard let ledger = try transaction.ledger(of: family),
                    try !transaction.keyRevocations(in: ledger.id).isEmpty
                else { return ([], []) }
                return try self.atLedger(of: family, in: transaction, now: now) { try $0.settleRevocations() }
            }
            if !events.isEmpty { bus.publish(events) }
            for other in agreed { note(.deviceRevoked, other, about: "a key of another's wallet") }
        } catch {
            outside.log(
                LogEntry(.error, "a ledger still counts who left or was shut out", [("reason", safeWords(error))])
            )
        }
    }
}

extension LedgerTransaction {
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
    fileprivate mutating func settleRevocations() throws -> [ID<Member>] {
        // Whoever checks the log counts those who stand there.
        try enterAdults()
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
