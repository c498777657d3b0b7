import Family
import Testing

/// What a ledger does with single commands, in words.
@Suite struct LedgerTests {
    private var ledger = Ledger()
    private let now = Timestamp(milliseconds: 1_000)

    init() {
        for outcome in ledger.apply(RandomCommands.start, now: now) { #expect(outcome.isDone) }
        #expect(ledger.apply(.transfer(transfer(10, from: cash, to: first, 1_000)), now: now).isDone)
    }

    @Test mutating func `a transfer within the balance is done, and a larger one is refused with the missing amount`() {
        #expect(ask(transfer(11, from: first, to: second, 1_000)) == LedgerOutcome(.done, amount: Amount(1_000)))
        #expect(ask(transfer(12, from: first, to: second, 1)) == LedgerOutcome(.insufficient, amount: Amount(1)))
        #expect(ask(transfer(13, from: second, to: first, 1_300)) == LedgerOutcome(.insufficient, amount: Amount(300)))
        #expect(ledger[second]?.balance.amount == Amount(1_000))
    }

    @Test mutating func `at most takes what there is, and nothing from nothing`() {
        #expect(ask(transfer(11, from: first, to: cash, 1_300, atMost: true)).amount == Amount(1_000))
        #expect(
            ask(transfer(12, from: first, to: cash, 5, atMost: true))
                == LedgerOutcome(.insufficient, amount: Amount(5))
        )
    }

    @Test mutating func `a retry gets the first answer also when the money is gone since`() {
        let payment = transfer(11, from: first, to: second, 1_000)
        #expect(ask(payment) == LedgerOutcome(.done, amount: Amount(1_000)))
        #expect(ask(payment) == LedgerOutcome(.done, amount: Amount(1_000), isRepeat: true))
        let refused = transfer(12, from: first, to: second, 1)
        #expect(ask(refused).result == .insufficient)
        #expect(ask(transfer(13, from: second, to: first, 1_000)).isDone)
        #expect(ask(refused) == LedgerOutcome(.insufficient, amount: Amount(1), isRepeat: true))
        #expect(ask(transfer(12, from: first, to: second, 2)).result == .idTaken)
    }

    @Test mutating func `a hold is gone for the payer and not there for the payee, and posting less returns the rest`()
    {
        #expect(ask(transfer(11, from: first, to: second, 800, phase: .hold)).isDone)
        #expect(ledger[first]?.available == Amount(200))
        #expect(ledger[second]?.available == .zero)
        #expect(ask(transfer(12, from: first, to: second, 500, phase: .post, of: 11)).amount == Amount(500))
        #expect(ledger[first]?.available == Amount(500))
        #expect(ledger[second]?.available == Amount(500))
        #expect(ledger[first]?.hasHolds == false)
        #expect(ask(transfer(13, from: first, to: second, 300, phase: .post, of: 11)).result == .holdPosted)
        #expect(ask(transfer(14, from: first, to: second, 800, phase: .void, of: 11)).result == .holdPosted)
    }

    @Test mutating func `after its time a hold can only expire`() {
        let end = now.advanced(bySeconds: 60)
        #expect(ask(transfer(11, from: first, to: second, 800, phase: .hold, until: end)).isDone)
        #expect(ask(transfer(12, from: first, to: second, 800, phase: .expire, of: 11)).result == .holdStillRuns)
        #expect(ask(transfer(13, from: first, to: second, 800, phase: .post, of: 11), at: end).result == .holdExpired)
        #expect(ask(transfer(14, from: first, to: second, 800, phase: .void, of: 11), at: end).result == .holdExpired)
        #expect(ask(transfer(15, from: first, to: second, 800, phase: .expire, of: 11), at: end).isDone)
        #expect(ledger[first]?.available == Amount(1_000))
    }

    @Test mutating func `linked commands are done together or not at all`() {
        let closing = AccountClosing(id: RandomCommands.id(12), account: first)
        let tooLittle = transfer(11, from: first, to: second, 999, linked: true)
        let outcomes = ledger.apply([.transfer(tooLittle), .close(closing)], now: now)
        #expect(outcomes.map(\.result) == [.linkedRefused, .accountNotEmpty])
        #expect(ledger[first]?.available == Amount(1_000))

        let all = transfer(13, from: first, to: second, 1_000, linked: true)
        let chain: [LedgerCommand] = [
            .transfer(all), .close(AccountClosing(id: RandomCommands.id(14), account: first)),
        ]
        #expect(ledger.apply(chain, now: now).map(\.result) == [.done, .done])
        #expect(ledger[first]?.isClosed == true)
        #expect(ledger.apply(chain, now: now).allSatisfy { $0.isDone && $0.isRepeat })
        #expect(ask(transfer(15, from: second, to: first, 1)).result == .creditClosed)
    }

    @Test mutating func `a transfer beyond the largest amount that an account can hold is refused`() {
        #expect(ask(transfer(11, from: cash, to: first, .max)).result == .overflow)
        let rest = UInt128.max - 1_000
        #expect(ask(transfer(12, from: cash, to: first, rest)).isDone)
        #expect(ledger[first]?.available == .max)
        #expect(ask(transfer(13, from: cash, to: second, 1)).result == .overflow)
    }

    @Test mutating func `an overdraft reaches as far as its floor`() {
        let account = ID<Account>(high: 7, low: 107)
        let coin = ID<Account>(high: 7, low: 103)
        #expect(ask(transfer(11, from: account, to: coin, 20, asset: .coin)).isDone)
        #expect(ledger[account]?.balance.amount == Amount(20))
        #expect(ledger[account]?.balance.isNegative == true)
        #expect(ask(transfer(12, from: account, to: coin, 1, asset: .coin)).result == .insufficient)
    }

    private let cash = ID<Account>(high: 7, low: 100)
    private let first = ID<Account>(high: 7, low: 102)
    private let second = ID<Account>(high: 7, low: 104)

    private mutating func ask(_ transfer: Transfer, at time: Timestamp? = nil) -> LedgerOutcome {
        ledger.apply(.transfer(transfer), now: time ?? now)
    }

    private func transfer(
        _ number: UInt64,
        from debit: ID<Account>,
        to credit: ID<Account>,
        _ amount: UInt128,
        asset: Asset.Number = .gold,
        phase: Transfer.Phase = .single,
        of hold: UInt64? = nil,
        until end: Timestamp? = nil,
        linked: Bool = false,
        atMost: Bool = false
    ) -> Transfer {
        Transfer(
            id: RandomCommands.id(number),
            debit: debit,
            credit: credit,
            asset: asset,
            amount: Amount(amount),
            kind: .transfer,
            phase: phase,
            reference: hold.map(RandomCommands.id),
            isLinked: linked,
            isAtMost: atMost,
            validUntil: Timestamp(milliseconds: .max),
            holdUntil: end,
            signer: ID(high: 1, low: 1)
        )
    }
}

/// Amounts as text.
@Suite struct AmountTests {
    @Test(arguments: ["0", "7", "1000", "340282366920938463463374607431768211455"])
    func `an amount is read as it is written`(text: String) {
        #expect(Amount(text: text)?.text == text)
    }

    @Test(arguments: [
        "", "-1", "+1", "01", "1.5", "1e3", " 1", "٣", "340282366920938463463374607431768211456",
        "9999999999999999999999999999999999999999",
    ])
    func `text that is no count of smallest units is refused as an amount`(text: String) {
        #expect(Amount(text: text) == nil)
    }
}
