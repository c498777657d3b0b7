import Family
import SQL
import Storage

extension Hub {
    /// How long something waits for somebody's word before it is given back.
    static let holdMilliseconds: Int64 = 7 * 86_400_000
}

extension LedgerTransaction {
    /// Whether what a request asks for is held, and until when; of one that was asked before, what was decided then.
    ///
    /// Throws `MoneyRefusal.approvalNeeded` where a device signed that it moves at once and it may not.
    func hold(
        _ request: TransferRequest,
        of id: ID<LedgerCommand>,
        from debit: Account?,
        to credit: Account?,
        by signer: LedgerSigner,
        _ validUntil: Timestamp
    ) throws -> (isHeld: Bool, until: Timestamp?) {
        let before = try part.answered(id)?.record.command
        if request.signature == nil, case .transfer(let first)? = before {
            return (first.phase == .hold, first.holdUntil)
        }
        let until = validUntil.advanced(byMilliseconds: Hub.holdMilliseconds)
        if request.isHeld { return (true, until) }
        if debit?.kind == .cash, case .holder(_, .child) = signer.signatory { return (true, nil) }
        guard before == nil, let debit else { return (false, nil) }
        let amount = request.isAtMost ? min(request.amount, debit.available) : request.amount
        guard try needsApproval(amount, from: debit, to: credit, by: signer) else { return (false, nil) }
        guard request.signature == nil else { throw MoneyRefusal.approvalNeeded }
        return (true, until)
    }

    /// Whether the family wants somebody else to agree before a member moves so much.
    ///
    /// Between one's own accounts everybody moves what they like. `countsDay` is false for what was agreed on before and
    /// stands for itself, such as an allowance.
    func needsApproval(
        _ amount: Amount,
        from debit: Account,
        to credit: Account?,
        by signer: LedgerSigner,
        countsDay: Bool = true
    ) throws -> Bool {
        guard case .holder(let id, let role) = signer.signatory, debit.owner == nil || debit.owner != credit?.owner,
            let holder = try transaction.ledgerHolder(id)
        else { return false }
        let isChild = role == .child
        let sum = try transaction.approvalSum(of: row.id, debit.asset)
        let rule = SpendingRule(
            approvalAbove: sum?.amount,
            perDay: isChild ? try transaction.dayLimits(of: id)[debit.asset] : nil
        )
        guard rule != SpendingRule(), let member = try holder.member.flatMap({ try transaction.member($0) }) else {
            return false
        }
        let today = outside.startOfDay(of: member, now: now)
        var (spent, alone) = (Amount.zero, Amount.zero)
        if rule.perDay != nil { spent = try transaction.spent(by: holder, debit.asset, since: today, in: row.id) }
        if let sum, countsDay {
            alone = try transaction.movedAlone(
                by: holder,
                from: debit,
                since: max(today, sum.setAt.advanced(byMilliseconds: 1)),
                in: row.id
            )
        }
        return rule.needsApproval(
            amount,
            spent: spent,
            alone: alone,
            isChild: isChild,
            hasSecondAdult: try hasAdult(beside: holder.member)
        )
    }

    /// Lets nobody agree to what they asked for themselves, while there is another adult in the family.
    func checkSecondAdult(_ holder: LedgerHolderRow, of hold: ID<LedgerCommand>) throws {
        guard let decision = try transaction.openDecision(hold, in: row.id), decision.asker == holder.id,
            try hasAdult(beside: holder.member)
        else { return }
        throw MoneyRefusal.secondAdultNeeded
    }

    /// Tells those who can agree that somebody waits for it.
    mutating func tellDeciders(of asker: MemberRow) throws {
        for member in try transaction.members(of: row.family) where member.id != asker.id && !member.isChild(now: now) {
            try notify(member.id, .approvalNeeded, about: asker.id)
        }
    }

    /// Whether the family has an adult besides somebody.
    func hasAdult(beside member: ID<Member>?) throws -> Bool {
        try transaction.members(of: row.family).contains { $0.id != member && !$0.isChild(now: now) }
    }
}

extension HubDependencies {
    /// When a member's day began, by their own clock.
    func startOfDay(of member: MemberRow, now: Timestamp) -> Timestamp {
        let zone = zoneRules(of: member)
        return LocalDay(now, offsetSeconds: zone.offsetSeconds)
            .moment(minuteOfDay: 0, offsetSeconds: zone.offsetSeconds)
    }
}

extension Transaction {
    /// What somebody gave away since a moment, what is held included.
    func spent(
        by holder: LedgerHolderRow,
        _ asset: Asset.Number,
        since start: Timestamp,
        in ledger: ID<Ledger>
    ) throws -> Amount {
        let own = try ownAccounts(of: holder, asset)
        return try own.reduce(.zero) { sum, account in
            let given = try given(from: account, in: ledger, since: start) { entry, transfer in
                guard !own.contains(transfer.credit) else { return false }
                guard transfer.phase == .hold else { return transfer.phase == .single }
                let state = try answered(transfer.id, in: ledger)?.record.hold
                return try (state == .held || state == .posted) && !isPurchase(transfer.id, in: ledger)
            }
            return sum.adding(given) ?? .max
        }
    }

    /// What somebody moved since a moment in the same way as out of `debit`, and nobody else agreed to.
    ///
    /// That is out of what is theirs, or into the wallets out of the family's. Allowances are agreed on by themselves.
    fileprivate func movedAlone(
        by holder: LedgerHolderRow,
        from debit: Account,
        since start: Timestamp,
        in ledger: ID<Ledger>
    ) throws -> Amount {
        let own = try ownAccounts(of: holder, debit.asset)
        let keys = Set(try ledgerKeys(of: holder.id).map(\.holding.id))
        return try (debit.owner == holder.id ? own : [debit.id]).reduce(.zero) { sum, account in
            let moved = try given(from: account, in: ledger, since: start) { entry, transfer in
                transfer.phase == .single && transfer.kind != .allowance
                    && (debit.owner == nil || !own.contains(transfer.credit))
                    && entry.signatures.contains { keys.contains($0.key) }
            }
            return sum.adding(moved) ?? .max
        }
    }

    private func ownAccounts(of holder: LedgerHolderRow, _ asset: Asset.Number) throws -> Set<ID<Account>> {
        Set(try ledgerAccounts(of: holder.id).filter { $0.account.asset == asset }.map(\.account.id))
    }

    /// The sum of what went out of an account since a moment and counts.
    ///
    /// Where its history cannot be read back to that moment nobody can say how much it was: more than any limit. Where
    /// what leads on was taken out of it, only its statement says so.
    private func given(
        from account: ID<Account>,
        in ledger: ID<Ledger>,
        since start: Timestamp,
        counts: (LedgerEntry, Transfer) throws -> Bool
    ) throws -> Amount {
        var (sum, next) = (Amount.zero, Int?.none)
        repeat {
            let page = try history(of: account, in: ledger, from: next, limit: 100)
            for leaf in page.leaves {
                guard leaf.isGenuine, let entry = LedgerEntry(bytes: leaf.record) else {
                    return try isBefore(start, leaf.number, in: ledger) ? sum : .max
                }
                guard entry.at >= start else { return sum }
                guard case .command(.transfer(let transfer)) = entry.event, transfer.debit == account,
                    entry.outcome.isDone, try counts(entry, transfer)
                else { continue }
                sum = sum.adding(entry.outcome.amount) ?? .max
            }
            if let broken = page.brokenAt { return try isBefore(start, broken, in: ledger) ? sum : .max }
            next = page.next
        } while next != nil
        return sum
    }

    /// Whether a leaf that cannot be read was written before a moment, as the next that can be read was.
    private func isBefore(_ start: Timestamp, _ leaf: Int, in ledger: ID<Ledger>) throws -> Bool {
        let next = try leaves(of: ledger, from: leaf + 1, limit: 16).first(where: \.isGenuine)
        return next.flatMap { LedgerEntry(bytes: $0.record) }.map { $0.at < start } ?? false
    }

    /// Whether it is the hold of something bought, on which the store decides and nobody in the wallet.
    ///
    /// Pages make the ids of purchases: one of another family's does not count.
    func isPurchase(_ hold: ID<LedgerCommand>, in ledger: ID<Ledger>) throws -> Bool {
        guard let purchase = try purchase(ID(sharing: hold)), let item = try storeItem(purchase.item)
        else { return false }
        return try self.ledger(of: item.family)?.id == ledger
    }
}
