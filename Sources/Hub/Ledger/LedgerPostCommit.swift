import Bus
import Family
import SQL
import Storage

/// What a turn at a ledger has to tell once all of it is on disk.
struct LedgerPostCommit {
    /// Whose accounts, keys or requests changed.
    var holders: Set<ID<LedgerHolder>> = []
    var members: Set<ID<Member>> = []
    /// Who was given a notice.
    var noticed: Set<ID<Member>> = []

    /// What the bus is to hear.
    func events(in ledger: ID<Ledger>, _ transaction: Transaction) throws -> [BusEvent] {
        var changed = members
        if !holders.isEmpty {
            for holder in try transaction.ledgerHolders(of: ledger) where holders.contains(holder.id) {
                if let member = holder.member { changed.insert(member) }
            }
        }
        return noticed.map { .notice($0) } + changed.map { .wallet($0) }
    }
}

extension LedgerTransaction {
    /// Tells a member something, with whatever else this turn writes.
    mutating func notify(_ member: ID<Member>, _ kind: NoticeKind, about other: ID<Member>? = nil) throws {
        try transaction.addNotice(NoticeRow(kind, for: member, about: other, outside: outside))
        news.noticed.insert(member)
    }

    /// Tells whoever was paid, and the adults where a child's deposit waits for them.
    mutating func announce(_ transfer: Transfer, by payer: MemberRow) throws {
        if transfer.phase == .hold, transfer.kind != .deposit { return try tellDeciders(of: payer) }
        guard let owner = try part.account(transfer.credit)?.owner else { return }
        if transfer.phase == .hold, transfer.kind == .deposit {
            let adults = try transaction.members(of: row.family).filter { !$0.isChild(now: now) && $0.id != payer.id }
            for adult in adults { try notify(adult.id, .depositWaits, about: payer.id) }
            return
        }
        guard transfer.phase == .single,
            let payee = try part.member(owner), payee != payer.id
        else { return }
        try notify(payee, .paid, about: payer.id)
    }
}
