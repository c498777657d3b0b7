import Family
import Testing

/// Gold that was paid for something and is taken back.
@Suite struct ReversalTests {
    private var ledger = Ledger()
    private let start = Timestamp(milliseconds: 1_000)
    private let mint = ID<Account>(high: 7, low: 100)
    private let child = ID<Account>(high: 7, low: 102)
    private let store = ID<Account>(high: 7, low: 104)

    init() {
        for outcome in ledger.apply(RandomCommands.start, now: start) { #expect(outcome.isDone) }
        #expect(ask(payout(10, 20)).isDone)
    }

    @Test mutating func `F64: a payout is reversed once, by an entry of its own`() {
        #expect(ask(reversal(11, of: 10, 20)) == LedgerOutcome(.done, amount: Amount(20)))
        #expect(ledger[child]?.balance.amount == .zero)
        #expect(ledger[RandomCommands.id(10)]?.hold == .voided)
        #expect(ask(reversal(12, of: 10, 20)).result == .holdVoided)
        #expect(ask(reversal(11, of: 10, 20)) == LedgerOutcome(.done, amount: Amount(20), isRepeat: true))
    }

    @Test mutating func `F64: only a reversal makes a balance negative, and nothing is bought until it is made up`() {
        #expect(ask(transfer(11, from: child, to: store, 15)).isDone)
        #expect(ask(reversal(12, of: 10, 20)).isDone)
        #expect(ledger[child]?.balance.amount == Amount(15))
        #expect(ledger[child]?.balance.isNegative == true)
        #expect(ledger[child]?.shortfall == Amount(15))
        #expect(ask(transfer(13, from: child, to: store, 1)) == LedgerOutcome(.insufficient, amount: Amount(16)))
        #expect(ask(transfer(14, from: child, to: store, 1, atMost: true)).result == .insufficient)
        #expect(ask(payout(15, 17)).isDone)
        #expect(ledger[child]?.available == Amount(2))
        #expect(ask(transfer(16, from: child, to: store, 3)) == LedgerOutcome(.insufficient, amount: Amount(1)))
        #expect(ask(transfer(17, from: child, to: store, 2)).isDone)
    }

    @Test mutating func `F64: a transfer that is no payout in gold, or is of another amount, is not reversed`() {
        #expect(ask(transfer(11, from: child, to: store, 5)).isDone)
        #expect(ask(reversal(12, of: 11, 5, from: store, to: child)).result == .holdIsNone)
        #expect(ask(reversal(13, of: 10, 19)).result == .holdDiffers)
        #expect(ask(reversal(14, of: 10, 20, from: store)).result == .holdDiffers)
        #expect(ask(reversal(15, of: 99, 20)).result == .holdUnknown)
        let coins = transfer(16, from: coinCash, to: coins, 20, kind: .mint, asset: .coin)
        #expect(ask(coins).isDone)
        #expect(
            ask(transfer(17, from: self.coins, to: coinCash, 20, kind: .reversal, asset: .coin, of: 16)).result
                == .holdDiffers
        )
    }

    @Test(arguments: [(0, .done), (1, .holdExpired)] as [(Int64, LedgerResult)])
    func `F64: a day after the payout it stands`(late: Int64, result: LedgerResult) {
        var ledger = ledger
        let last = start.advanced(byMilliseconds: 60_000 + Ledger.reversalMilliseconds + late)
        #expect(ledger.apply(.transfer(reversal(11, of: 10, 20)), now: last).result == result)
    }

    @Test func `F64: an adult may reverse a payout, and neither the hub nor whose gold it is`() throws {
        let entry = reversal(11, of: 10, 20)
        let source = Account(id: mint, asset: .gold, kind: .mint, owner: nil, floor: .none)
        let owner = ID<LedgerHolder>(high: 9, low: 2)
        let member = Account(id: child, asset: .gold, kind: .member, owner: owner, floor: .zero)
        let allows = { (signatory: Signatory, credit: Account?) in
            LedgerRules.allows(entry, from: member, to: credit, by: signatory)
        }
        #expect(allows(.holder(ID(high: 9, low: 1), .adult), source))
        #expect(!allows(.holder(ID(high: 9, low: 1), .adult), member))
        #expect(!allows(.holder(owner, .child), source))
        #expect(!allows(.system, source))
    }

    private let coinCash = ID<Account>(high: 7, low: 101)
    private let coins = ID<Account>(high: 7, low: 103)

    private mutating func ask(_ transfer: Transfer) -> LedgerOutcome {
        ledger.apply(.transfer(transfer), now: start)
    }

    private func payout(_ number: UInt64, _ amount: UInt128) -> Transfer {
        transfer(number, from: mint, to: child, amount, kind: .mint)
    }

    private func reversal(
        _ number: UInt64,
        of payout: UInt64,
        _ amount: UInt128,
        from debit: ID<Account>? = nil,
        to credit: ID<Account>? = nil
    ) -> Transfer {
        transfer(number, from: debit ?? child, to: credit ?? mint, amount, kind: .reversal, of: payout)
    }

    private func transfer(
        _ number: UInt64,
        from debit: ID<Account>,
        to credit: ID<Account>,
        _ amount: UInt128,
        kind: Transfer.Kind = .payment,
        asset: Asset.Number = .gold,
        of payout: UInt64? = nil,
        atMost: Bool = false
    ) -> Transfer {
        Transfer(
            id: RandomCommands.id(number),
            debit: debit,
            credit: credit,
            asset: asset,
            amount: Amount(amount),
            kind: kind,
            reference: payout.map(RandomCommands.id),
            isAtMost: atMost,
            // As the hub signs, a minute ahead; a reversal comes when it comes.
            validUntil: kind == .reversal ? Timestamp(milliseconds: .max) : start.advanced(byMilliseconds: 60_000),
            signer: ID(high: 1, low: 1)
        )
    }
}
