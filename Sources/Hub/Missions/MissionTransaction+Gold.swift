import Family
import SQL
import Storage

/// Gold that missions pay and purchases hold.
extension MissionTransaction {
    /// Mints a payout, once.
    mutating func pay(_ payment: GoldPayment) throws {
        guard let payee = try transaction.member(payment.to) else { return }
        let id = hub.vault.ledgerCommand(for: payment.identity(.payout))
        try withLedger { turn in
            // It was paid before, whatever the missions remember.
            guard try turn.transaction.answered(id, in: turn.row.id) == nil else { return }
            let account = try turn.goldAccount(of: payee)
            guard let mint = try turn.transaction.familyAccount(.mint, .gold, in: turn.row.id)?.account.id else {
                throw StorageError(.corrupt, "a ledger has nowhere that gold comes from")
            }
            let transfer = Transfer(
                id: id,
                debit: mint,
                credit: account,
                asset: .gold,
                amount: payment.amount,
                kind: .mint,
                validUntil: turn.now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds),
                signer: turn.row.systemKey
            )
            try MissionTransaction.check(turn.ask(.transfer(transfer)))
        }
    }

    /// Takes a payout back, signed by the adult who asks (F64).
    mutating func reverse(_ payment: GoldPayment) throws {
        let asker = asker
        let payout = hub.vault.ledgerCommand(for: payment.identity(.payout))
        let id = hub.vault.ledgerCommand(for: payment.identity(.reversal))
        try withLedger { turn in
            guard let record = try turn.transaction.answered(payout, in: turn.row.id)?.record,
                case .transfer(let paid) = record.command
            else { throw StorageError(.corrupt, "what is to go back was never paid") }
            let signer = try turn.hubSigner(of: try turn.holder(of: asker))
            let transfer = Transfer(
                id: id,
                debit: paid.credit,
                credit: paid.debit,
                asset: .gold,
                amount: record.outcome.amount,
                kind: .reversal,
                reference: payout,
                validUntil: turn.now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds),
                signer: signer.key
            )
            try MissionTransaction.check(turn.ask([.transfer(transfer)], [nil], by: signer)[0])
        }
    }

    /// The account of the asker's from which a price is paid: the first in gold, or another that has as much.
    mutating func purse(for price: Amount) throws -> Account {
        let asker = asker
        return try withLedger { turn in
            let id = try turn.goldAccount(of: asker)
            let accounts = try turn.transaction.ledgerAccounts(of: try turn.holder(of: asker).id).map(\.account)
            // What is owed in one account is paid back there, before anything is bought.
            if let owing = accounts.first(where: { $0.asset == .gold && $0.shortfall != .zero }) { return owing }
            let open = accounts.filter { $0.asset == .gold && !$0.isClosed }
            if let able = open.first(where: { price <= $0.available }) { return able }
            guard let account = try turn.transaction.ledgerAccount(id, in: turn.row.id)?.account else {
                throw StorageError(.corrupt, "an account is gone")
            }
            return account
        }
    }

    /// Holds the price of a purchase, signed for its buyer.
    mutating func hold(_ purchase: Purchase, from account: ID<Account>) throws {
        let asker = asker
        try withLedger { turn in
            let signer = try turn.hubSigner(of: try turn.holder(of: asker))
            let transfer = Transfer(
                id: purchase.hold,
                debit: account,
                credit: try turn.storeAccount(),
                asset: .gold,
                amount: purchase.price,
                kind: .purchase,
                phase: .hold,
                validUntil: turn.now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds),
                holdUntil: purchase.heldUntil,
                signer: signer.key
            )
            try MissionTransaction.check(turn.ask([.transfer(transfer)], [nil], by: signer)[0])
        }
    }

    /// Ends the hold of a purchase: as the asker, or as the hub where its time is over.
    mutating func end(_ purchase: Purchase, _ phase: Transfer.Phase) throws {
        let (asker, hub) = (asker, hub)
        try withLedger { turn in
            guard
                case .transfer(let held)? = try turn.transaction.answered(purchase.hold, in: turn.row.id)?.record
                    .command
            else { throw StorageError(.corrupt, "a purchase holds nothing") }
            let signer = phase == .expire ? nil : try turn.hubSigner(of: try turn.holder(of: asker))
            let transfer = Transfer(
                id: hub.vault.ledgerCommand(for: [phase.rawValue] + purchase.id.bytes),
                debit: held.debit,
                credit: held.credit,
                asset: .gold,
                amount: held.amount,
                kind: phase == .post ? .purchase : .refund,
                phase: phase,
                reference: held.id,
                validUntil: turn.now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds),
                signer: signer?.key ?? turn.row.systemKey
            )
            let outcome =
                try signer.map { signer in try turn.ask([.transfer(transfer)], [nil], by: signer)[0] }
                ?? turn.ask(.transfer(transfer))
            try MissionTransaction.check(outcome)
        }
    }

    /// What the rules decided the ledger does; where it does not, nothing of the turn happens.
    private static func check(_ outcome: LedgerOutcome) throws(MissionsRefusal) {
        guard outcome.isDone else { throw .ledger(outcome) }
    }
}

extension LedgerTransaction {
    /// A member's first open account in gold, opened where there is none.
    fileprivate mutating func goldAccount(of member: MemberRow) throws -> ID<Account> {
        let holder = try holder(of: member)
        let accounts = try transaction.ledgerAccounts(of: holder.id).filter { !$0.account.isClosed }
        if let account = accounts.first(where: { $0.account.asset == .gold }) { return account.account.id }
        var (name, number) = ("Gold", 1)
        while accounts.contains(where: { $0.name == name }) {
            number += 1
            name = "Gold \(number)"
        }
        let text = text(name)
        let opening = AccountOpening(
            id: outside.newID(),
            asset: .gold,
            kind: .member,
            owner: holder.id,
            floor: .zero,
            note: text.digest
        )
        _ = try ask([.open(opening)], [text], by: try hubSigner(of: holder))
        return opening.account
    }

    /// Where purchases are paid to.
    fileprivate mutating func storeAccount() throws -> ID<Account> {
        if let account = try transaction.familyAccount(.store, .gold, in: row.id)?.account { return account.id }
        let opening = AccountOpening(id: outside.newID(), asset: .gold, kind: .store, owner: nil, floor: .zero)
        _ = try ask(.open(opening))
        return opening.account
    }
}
