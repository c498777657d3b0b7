extension Ledger {
    /// Moves, holds or releases an amount; the guards stand in the order of `LedgerResult`.
    mutating func move(_ transfer: Transfer, now: Timestamp) -> LedgerOutcome {
        guard now <= transfer.validUntil else { return LedgerOutcome(.tooLate) }
        guard transfer.amount != .zero else { return LedgerOutcome(.amountZero) }
        guard transfer.debit != transfer.credit else { return LedgerOutcome(.sameAccount) }
        switch transfer.phase {
        case .single where transfer.kind == .reversal: return reverse(transfer, now: now)
        case .single, .hold: return apply(transfer, now: now)
        case .post, .void, .expire: return release(transfer, now: now)
        }
    }

    /// Takes an amount out of the debited account, for good or for now.
    private mutating func apply(_ transfer: Transfer, now: Timestamp) -> LedgerOutcome {
        let isHold = transfer.phase == .hold
        if isHold, let end = transfer.holdUntil, end <= now { return LedgerOutcome(.holdEndsPast) }
        guard let debit = index(of: transfer.debit) else { return LedgerOutcome(.debitUnknown) }
        guard let credit = index(of: transfer.credit) else { return LedgerOutcome(.creditUnknown) }
        guard accounts[debit].asset == transfer.asset, accounts[credit].asset == transfer.asset else {
            return LedgerOutcome(.assetDiffers)
        }
        guard !accounts[debit].isClosed else { return LedgerOutcome(.debitClosed) }
        guard !accounts[credit].isClosed else { return LedgerOutcome(.creditClosed) }

        let available = accounts[debit].available
        let amount = transfer.isAtMost ? min(transfer.amount, available) : transfer.amount
        guard accounts[debit].hasRoomForDebit(of: amount), accounts[credit].hasRoomForCredit(of: amount) else {
            return LedgerOutcome(.overflow)
        }
        guard amount <= available, amount != .zero else {
            let missing = transfer.amount.less(available).adding(accounts[debit].shortfall)
            return LedgerOutcome(.insufficient, amount: missing ?? .max)
        }
        if isHold {
            accounts[debit].debitsPending.grow(by: amount)
            accounts[credit].creditsPending.grow(by: amount)
        } else {
            accounts[debit].debitsPosted.grow(by: amount)
            accounts[credit].creditsPosted.grow(by: amount)
        }
        return LedgerOutcome(.done, amount: amount)
    }

    /// Ends a hold: posts it, or gives it back.
    private mutating func release(_ transfer: Transfer, now: Timestamp) -> LedgerOutcome {
        guard let reference = transfer.reference, let index = index(of: reference) else {
            return LedgerOutcome(.holdUnknown)
        }
        guard case .transfer(let hold) = records[index].command, let state = records[index].hold else {
            return LedgerOutcome(.holdIsNone)
        }
        let held = records[index].outcome.amount
        if let reason = refusal(of: transfer, for: hold, held: held, state, now: now) { return LedgerOutcome(reason) }
        guard let debit = self.index(of: hold.debit) else { return LedgerOutcome(.debitUnknown) }
        guard let credit = self.index(of: hold.credit) else { return LedgerOutcome(.creditUnknown) }

        accounts[debit].debitsPending.shrink(by: held)
        accounts[credit].creditsPending.shrink(by: held)
        if transfer.phase == .post {
            // No sum can overflow: the hold had room for as much.
            accounts[debit].debitsPosted.grow(by: transfer.amount)
            accounts[credit].creditsPosted.grow(by: transfer.amount)
        }
        records[index].hold = transfer.phase.end
        return LedgerOutcome(.done, amount: transfer.amount)
    }

    /// Why a hold cannot be ended so; nil where it can.
    private func refusal(
        of transfer: Transfer,
        for hold: Transfer,
        held: Amount,
        _ state: HoldState,
        now: Timestamp
    ) -> LedgerResult? {
        guard transfer.debit == hold.debit, transfer.credit == hold.credit, transfer.asset == hold.asset,
            transfer.phase == .post || transfer.amount == held
        else { return .holdDiffers }
        switch state {
        case .held: break
        case .posted: return .holdPosted
        case .voided: return .holdVoided
        case .expired: return .holdExpired
        }
        let isOver = hold.holdUntil.map { $0 <= now } ?? false
        if transfer.phase == .expire { return isOver ? nil : .holdStillRuns }
        guard !isOver else { return .holdExpired }
        return transfer.amount > held ? .aboveHold : nil
    }
}

extension Ledger {
    /// A payout can be reversed for so long after the last moment at which it could be taken.
    public static let reversalMilliseconds: Int64 = 24 * 3_600_000

    /// Takes gold back that was minted, once and whole, also from an account in which it is no more: that one is then below
    /// its floor until as much has come in, and nothing can be taken out of it (F64).
    private mutating func reverse(_ transfer: Transfer, now: Timestamp) -> LedgerOutcome {
        guard let reference = transfer.reference, let index = index(of: reference) else {
            return LedgerOutcome(.holdUnknown)
        }
        guard case .transfer(let payout) = records[index].command, payout.kind == .mint, payout.phase == .single,
            records[index].outcome.isDone
        else { return LedgerOutcome(.holdIsNone) }
        guard transfer.debit == payout.credit, transfer.credit == payout.debit, transfer.asset == payout.asset,
            transfer.asset == .gold, transfer.amount == records[index].outcome.amount
        else { return LedgerOutcome(.holdDiffers) }
        guard records[index].hold == nil else { return LedgerOutcome(.holdVoided) }
        guard now.milliseconds(since: payout.validUntil) <= Ledger.reversalMilliseconds else {
            return LedgerOutcome(.holdExpired)
        }
        guard let debit = self.index(of: transfer.debit) else { return LedgerOutcome(.debitUnknown) }
        guard let credit = self.index(of: transfer.credit) else { return LedgerOutcome(.creditUnknown) }
        guard !accounts[debit].isClosed else { return LedgerOutcome(.debitClosed) }
        guard !accounts[credit].isClosed else { return LedgerOutcome(.creditClosed) }
        guard accounts[debit].hasRoomForDebit(of: transfer.amount),
            accounts[credit].hasRoomForCredit(of: transfer.amount)
        else { return LedgerOutcome(.overflow) }
        accounts[debit].debitsPosted.grow(by: transfer.amount)
        accounts[credit].creditsPosted.grow(by: transfer.amount)
        records[index].hold = .voided
        return LedgerOutcome(.done, amount: transfer.amount)
    }
}

extension Transfer.Phase {
    /// What a hold becomes by it; nil where it ends none.
    fileprivate var end: Ledger.HoldState? {
        switch self {
        case .single, .hold: nil
        case .post: .posted
        case .void: .voided
        case .expire: .expired
        }
    }
}

extension Account {
    fileprivate func hasRoomForDebit(of amount: Amount) -> Bool {
        debitsPosted.adding(debitsPending)?.adding(amount) != nil
    }

    fileprivate func hasRoomForCredit(of amount: Amount) -> Bool {
        creditsPosted.adding(creditsPending)?.adding(amount) != nil
    }
}

extension Amount {
    /// Adds where an overflow was excluded before.
    fileprivate mutating func grow(by other: Amount) {
        self = Amount(units + other.units)
    }

    /// Takes away what was added before.
    fileprivate mutating func shrink(by other: Amount) {
        self = Amount(units - other.units)
    }
}
