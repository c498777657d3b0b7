import Family
import Storage

extension Hub {
    /// How long something waits for somebody's word before it is given back.
    static let holdMilliseconds: Int64 = 7 * 86_400_000
}

extension LedgerTurn {
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
    /// Between one's own accounts everybody moves what they like.
    func needsApproval(
        _ amount: Amount,
        from debit: Account,
        to credit: Account?,
        by signer: LedgerSigner
    ) throws -> Bool {
        guard case .holder(let id, let role) = signer.signatory, debit.owner == nil || debit.owner != credit?.owner,
            let holder = try transaction.ledgerHolder(id)
        else { return false }
        let isChild = role == .child
        let rule = SpendingRule(
            approvalAbove: try transaction.approvalSums(of: row.id)[debit.asset],
            perDay: isChild ? try transaction.dayLimits(of: id)[debit.asset] : nil
        )
        guard rule != SpendingRule() else { return false }
        return rule.needsApproval(
            amount,
            spent: rule.perDay == nil ? .zero : try spentToday(by: holder, debit.asset),
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
            try tell(member.id, .approvalNeeded, about: asker.id)
        }
    }

    /// Whether the family has an adult besides somebody.
    func hasAdult(beside member: ID<Member>?) throws -> Bool {
        try transaction.members(of: row.family).contains { $0.id != member && !$0.isChild(now: now) }
    }

    /// What somebody gave away since their day began, what is held included.
    private func spentToday(by holder: LedgerHolderRow, _ asset: Asset.Number) throws -> Amount {
        guard let member = try holder.member.flatMap({ try transaction.member($0) }) else { return .zero }
        let zone = outside.zoneRules(of: member)
        let today = LocalDay(now, offsetSeconds: zone.offsetSeconds)
        let start = today.moment(minuteOfDay: 0, offsetSeconds: zone.offsetSeconds)
        let accounts = try transaction.ledgerAccounts(of: holder.id).filter { $0.account.asset == asset }
        let own = Set(accounts.map(\.account.id))
        var spent = Amount.zero
        for account in own {
            spent = spent.adding(try given(from: account, since: start, besidesTo: own)) ?? .max
        }
        return spent
    }

    private func given(
        from account: ID<Account>,
        since start: Timestamp,
        besidesTo own: Set<ID<Account>>
    ) throws -> Amount {
        var (sum, before) = (Amount.zero, Int.max)
        while true {
            let page = try transaction.postings(of: account, in: row.id, before: before, limit: 100)
            for leaf in page {
                guard let entry = LedgerEntry(bytes: leaf.record), entry.at >= start else { return sum }
                guard case .command(.transfer(let transfer)) = entry.event, transfer.debit == account,
                    !own.contains(transfer.credit), entry.outcome.isDone, try !isPurchase(transfer.id)
                else { continue }
                switch transfer.phase {
                case .single: sum = sum.adding(entry.outcome.amount) ?? .max
                case .hold:
                    let state = try transaction.answered(transfer.id, in: row.id)?.record.hold
                    if state == .held || state == .posted { sum = sum.adding(entry.outcome.amount) ?? .max }
                case .post, .void, .expire: break
                }
            }
            guard page.count == 100, let last = page.last?.number else { return sum }
            before = last
        }
    }
}
