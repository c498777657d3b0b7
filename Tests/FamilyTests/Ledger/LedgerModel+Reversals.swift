import Family

/// Payouts that are taken back, in the plain model.
extension LedgerModel {
    /// Whether a payout was taken back.
    func isReversed(_ payout: ID<LedgerCommand>) -> Bool {
        answered.contains { earlier in
            guard earlier.outcome.result == .done, case .transfer(let transfer) = earlier.command else { return false }
            return transfer.phase == .single && transfer.kind == .reversal && transfer.reference == payout
        }
    }

    /// Whether gold was ever taken back out of an account.
    func hasReversal(on account: ID<Account>) -> Bool {
        answered.contains { earlier in
            guard earlier.outcome.result == .done, case .transfer(let transfer) = earlier.command else { return false }
            return transfer.phase == .single && transfer.kind == .reversal && transfer.debit == account
        }
    }

    func judge(reversing transfer: Transfer, now: Timestamp) -> LedgerOutcome {
        guard let reference = transfer.reference,
            let earlier = answered.first(where: { $0.command.id == reference })
        else { return LedgerOutcome(.holdUnknown) }
        guard earlier.outcome.result == .done, case .transfer(let payout) = earlier.command, payout.kind == .mint,
            payout.phase == .single
        else { return LedgerOutcome(.holdIsNone) }
        if transfer.asset != .gold || transfer.asset != payout.asset || transfer.amount != earlier.outcome.amount
            || transfer.debit != payout.credit || transfer.credit != payout.debit
        {
            return LedgerOutcome(.holdDiffers)
        }
        if isReversed(reference) { return LedgerOutcome(.holdVoided) }
        if now.milliseconds - payout.validUntil.milliseconds > 86_400_000 { return LedgerOutcome(.holdExpired) }
        if isClosed(transfer.debit) { return LedgerOutcome(.debitClosed) }
        if isClosed(transfer.credit) { return LedgerOutcome(.creditClosed) }
        if hasOverflow(transfer, Wide(transfer.amount)) { return LedgerOutcome(.overflow) }
        return LedgerOutcome(.done, amount: transfer.amount)
    }

    /// Who takes a reversed payout for a hold is told that it was voided.
    func judge(
        endingReversed earlier: (command: LedgerCommand, outcome: LedgerOutcome),
        by transfer: Transfer
    ) -> LedgerOutcome {
        guard case .transfer(let payout) = earlier.command else { return LedgerOutcome(.holdIsNone) }
        let isSame =
            transfer.debit == payout.debit && transfer.credit == payout.credit && transfer.asset == payout.asset
            && (transfer.phase == .post || transfer.amount == earlier.outcome.amount)
        return LedgerOutcome(isSame ? .holdVoided : .holdDiffers)
    }
}
