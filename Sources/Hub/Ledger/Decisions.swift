package import Family
import SQL
import Storage

/// Something that waits for somebody's word.
package struct DecisionInfo: Hashable, Sendable {
    /// The transfer that holds.
    package var id: ID<LedgerCommand>
    /// Who asked for it; nil for somebody who is gone.
    package var asker: ID<Member>?
    /// Who gets it; nil where it goes out of the ledger, or to somebody who is gone.
    package var payee: ID<Member>?
    package var kind: Transfer.Kind
    package var asset: Asset.Number
    package var amount: Amount
    package var memo: String?
    package var at: Timestamp
    /// When it is given back by itself; nil where somebody must end it.
    package var endsAt: Timestamp?
    /// Whether the reader may agree, and whether they may refuse it or take it back.
    package var mayPost: Bool
    package var mayVoid: Bool
}

extension Hub {
    /// What waits for somebody's word in a family, the oldest first: all of it for adults, for children what is theirs.
    package func decisions(of family: ID<FamilyGroup>, for member: ID<Member>) async throws -> [DecisionInfo] {
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(member), row.family == family else { throw FamilyRefusal.notFound }
            guard let ledger = try transaction.ledger(of: family),
                let holder = try transaction.ledgerHolder(member, in: ledger.id)
            else { return [] }
            let isAdult = !row.isChild(now: now)
            let others = try transaction.members(of: family).filter { $0.id != member && !$0.isChild(now: now) }
            return try transaction.openDecisions(in: ledger.id).compactMap { decision in
                let isOwn = decision.asker == holder.id
                guard isAdult || isOwn, var info = try transaction.decision(decision, in: ledger.id) else { return nil }
                info.mayPost = isAdult && (!isOwn || others.isEmpty)
                info.mayVoid = isOwn || isAdult
                return info
            }
        }
    }

    /// Agrees to what somebody asked for, or refuses it; whoever asked may take it back.
    ///
    /// A repeat of the same decision answers as the first did; who comes too late is told what was decided
    /// (`MoneyRefusal.alreadyDecided`) and changes nothing. Throws `FamilyRefusal`, `MoneyRefusal`, or `StorageError`.
    package func decide(
        _ hold: ID<LedgerCommand>,
        in family: ID<FamilyGroup>,
        by member: ID<Member>,
        posting: Bool,
        id: ID<LedgerCommand>
    ) async throws {
        let outcome = try await atLedger(of: member) { turn, row -> LedgerOutcome in
            guard row.family == family else { throw FamilyRefusal.notFound }
            let holder = try turn.holder(of: row)
            guard let (record, _, _) = try turn.transaction.answered(hold, in: turn.row.id),
                case .transfer(let held) = record.command, let state = record.hold,
                try turn.maySee(held, holder), try !turn.isPurchase(hold)
            else { throw MoneyRefusal.notFound }
            let signer = try turn.hubSigner(of: holder)
            if let (before, _, _) = try turn.transaction.answered(id, in: turn.row.id) {
                guard case .transfer(let done) = before.command, done.reference == hold,
                    done.phase == (posting ? .post : .void), done.signer == signer.key
                else { throw MoneyRefusal.idUsedOtherwise }
                return before.outcome
            }
            guard state == .held else { throw MoneyRefusal.alreadyDecided(state) }
            guard !posting || holder.role == .adult else { throw FamilyRefusal.adultsOnly }
            if posting { try turn.checkSecondAdult(holder, of: hold) }
            let decision = try turn.transaction.openDecision(hold, in: turn.row.id)
            let ending = Transfer(
                id: id,
                debit: held.debit,
                credit: held.credit,
                asset: held.asset,
                amount: record.outcome.amount,
                kind: held.kind,
                phase: posting ? .post : .void,
                reference: hold,
                validUntil: turn.now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds),
                signer: signer.key
            )
            let outcome = try turn.ask([.transfer(ending)], [nil], by: signer)[0]
            if outcome.isDone { try turn.tellOfDecision(held, decision, posting: posting, by: row) }
            return outcome
        }
        guard outcome.isDone else { throw MoneyRefusal.refused(outcome) }
    }
}

extension LedgerTransaction {
    /// Adults see what waits in their family, others what is theirs.
    fileprivate func maySee(_ held: Transfer, _ holder: LedgerHolderRow) throws -> Bool {
        guard holder.role != .adult else { return true }
        let ends = try [held.debit, held.credit].compactMap { try transaction.ledgerAccount($0, in: row.id)?.account }
        return ends.contains { $0.owner == holder.id }
    }

    /// Who asked is told what somebody else decided, and everybody of what was made.
    fileprivate mutating func tellOfDecision(
        _ held: Transfer,
        _ decision: OpenDecisionRow?,
        posting: Bool,
        by row: MemberRow
    ) throws {
        let asker = try decision.flatMap { try transaction.ledgerHolder($0.asker)?.member }
        if let asker, asker != row.id { try notify(asker, posting ? .approved : .approvalRefused, about: row.id) }
        guard posting, let asker, let member = try transaction.member(asker) else { return }
        switch held.kind {
        case .mint: try tellOfMint(by: member)
        case .allowance:
            try putAside(held.amount, of: held.id, paidTo: held.credit)
            guard let owner = try transaction.ledgerAccount(held.credit, in: self.row.id)?.account.owner,
                let payee = try transaction.ledgerHolder(owner)?.member, payee != asker
            else { return }
            try notify(payee, .allowancePaid, about: asker)
        default: break
        }
    }
}

extension Transaction {
    /// What waits for somebody's word; what the reader may do about it is not said yet.
    fileprivate func decision(_ open: OpenDecisionRow, in ledger: ID<Ledger>) throws -> DecisionInfo? {
        guard let (record, leaf, at) = try answered(open.hold, in: ledger),
            case .transfer(let held) = record.command, record.hold == .held
        else { return nil }
        let payee = try ledgerAccount(held.credit, in: ledger)?.account.owner
        return DecisionInfo(
            id: held.id,
            asker: try ledgerHolder(open.asker)?.member,
            payee: try payee.flatMap { try ledgerHolder($0)?.member },
            kind: held.kind,
            asset: held.asset,
            amount: record.outcome.amount,
            memo: try ledgerNote(leaf, in: ledger)?.text,
            at: at,
            endsAt: held.holdUntil,
            mayPost: false,
            mayVoid: false
        )
    }
}
