import Family
import Testing

/// D5: the rules of payments out of a hot wallet.
@Suite struct CoinSpendingTests {
    private let start = Timestamp(milliseconds: 1_700_000_000_000)
    private let hour: Int64 = 3_600_000

    private func payment(_ units: UInt64, at minutes: Int64 = 0) -> CoinPayment {
        CoinPayment(preparedAt: start.advanced(byMilliseconds: minutes * 60_000), leaving: CoinAmount(units))
    }

    @Test func `D5: a lower limit counts at once, a higher one after 24 hours`() {
        var limit = CoinLimit(CoinAmount(100))
        limit.set(CoinAmount(40), now: start)
        #expect(limit.current(start) == CoinAmount(40))
        limit.set(CoinAmount(90), now: start)
        let before = start.advanced(byMilliseconds: 24 * hour - 1)
        #expect(limit.current(before) == CoinAmount(40))
        #expect(limit.waiting(before)?.amount == CoinAmount(90))
        let after = start.advanced(byMilliseconds: 24 * hour)
        #expect(limit.current(after) == CoinAmount(90))
        #expect(limit.waiting(after) == nil)
    }

    @Test func `D5: asking for the same higher limit again does not put it off, and a lower one ends it`() {
        var limit = CoinLimit(CoinAmount(10))
        limit.set(CoinAmount(20), now: start)
        let later = start.advanced(byMilliseconds: 23 * hour)
        limit.set(CoinAmount(20), now: later)
        #expect(limit.current(start.advanced(byMilliseconds: 24 * hour)) == CoinAmount(20))
        limit.set(CoinAmount(5), now: later)
        #expect(limit.waiting(later) == nil)
        #expect(limit.current(start.advanced(byMilliseconds: 48 * hour)) == CoinAmount(5))
    }

    @Test func `D5: a raised limit that counts is where the next change begins`() {
        var limit = CoinLimit(CoinAmount(10))
        limit.set(CoinAmount(20), now: start)
        let later = start.advanced(byMilliseconds: 25 * hour)
        limit.set(CoinAmount(30), now: later)
        #expect(limit.current(later) == CoinAmount(20))
    }

    @Test func `D5: a limit is lowered whatever the time is, and no further than what is certain`() {
        var limit = CoinLimit(CoinAmount(10))
        limit.set(CoinAmount(20), now: start)
        let isHigher = limit.lower(to: CoinAmount(11))
        #expect(!isHigher && limit.highest == CoinAmount(20))
        let isLower = limit.lower(to: CoinAmount(10))
        #expect(isLower && limit == CoinLimit(CoinAmount(10)))
    }

    @Test func `D5, F80: a higher limit that waits moves with the clock, one that counts stays`() {
        var limit = CoinLimit(CoinAmount(10))
        limit.set(CoinAmount(20), now: start)
        limit.move(byMilliseconds: 5 * hour, now: start)
        #expect(limit.waiting(start)?.from == start.advanced(byMilliseconds: 29 * hour))
        let later = start.advanced(byMilliseconds: 29 * hour)
        limit.move(byMilliseconds: 5 * hour, now: later)
        #expect(limit.current(later) == CoinAmount(20))
    }

    @Test func `D5: a payment is under way until a block has it, its member has to say so, or a day is over`() {
        var payment = payment(5)
        #expect(!payment.isUnderWay(start), "it was not sent")
        _ = payment.begin(now: start)
        #expect(payment.isUnderWay(start))
        payment.observe(.inPool)
        #expect(payment.isUnderWay(start.advanced(byMilliseconds: 24 * hour - 1)))
        #expect(!payment.isUnderWay(start.advanced(byMilliseconds: 24 * hour)))
        payment.observe(.inBlock(confirmations: 1))
        #expect(!payment.isUnderWay(start))
        let held = CoinPayment(
            progress: CoinTransferProgress(state: .relayed),
            preparedAt: start,
            sentAt: start,
            isHeld: true,
            leaving: CoinAmount(5)
        )
        #expect(!held.isUnderWay(start))
    }

    @Test func `D5: a payee can be paid a day after it was added`() {
        #expect(CoinPayeeWait.payableFrom(start) == start.advanced(byMilliseconds: 24 * hour))
    }

    @Test func `D5: a payment begins once, within an hour of being prepared`() {
        var good = payment(5)
        #expect(good.isOpen(start))
        let isFirst = good.begin(now: start.advanced(byMilliseconds: hour - 1))
        let isSecond = good.begin(now: start.advanced(byMilliseconds: hour - 1))
        #expect(isFirst && !isSecond)
        #expect(good.progress.state == .relayed && good.isUnseen)
        var old = payment(5)
        #expect(old.isExpired(start.advanced(byMilliseconds: hour)))
        #expect(!old.isOpen(start.advanced(byMilliseconds: hour)))
        let isLate = old.begin(now: start.advanced(byMilliseconds: hour))
        #expect(!isLate)
        // A clock that was set back makes it none the younger.
        #expect(old.isExpired(start.advanced(byMilliseconds: -1)))
    }

    @Test func `D5: a payment that was never sent stays prepared when it is seen in the pool`() {
        var payment = payment(5)
        payment.observe(.inPool)
        #expect(payment.progress.state == .prepared)
    }

    @Test func `D5: a payment that is missing stays open, and fails only once it is refused`() {
        var payment = payment(5)
        _ = payment.begin(now: start)
        payment.observe(.inPool)
        payment.observe(.missing)
        #expect(payment.progress.state == .relayed && payment.isUnseen && payment.isOpen(start))
        #expect(CoinPayment.spent([payment], now: start) == CoinAmount(5))
        payment.observe(.refused)
        #expect(payment.progress.state == .failed)
    }

    @Test func `D5: a payment stays open until a block holds it, and again once the block is given up`() {
        var payment = payment(5)
        _ = payment.begin(now: start)
        payment.observe(.missing)
        #expect(payment.isOpen(start) && payment.isUnseen)
        payment.observe(.inPool)
        #expect(payment.isOpen(start) && !payment.isUnseen)
        payment.observe(.inBlock(confirmations: 1))
        #expect(!payment.isOpen(start))
        payment.observe(.missing)
        #expect(payment.progress.state == .reorganised)
        #expect(payment.isOpen(start) && payment.isUnseen)
        payment.observe(.inBlock(confirmations: 10))
        #expect(payment.progress.state == .confirmed(10))
    }

    @Test func `D5: the spent sum counts payments sent within 24 hours or still sendable, not failed ones`() {
        var sent = payment(5)
        _ = sent.begin(now: start)
        var failed = payment(7)
        _ = failed.begin(now: start)
        failed.observe(.refused)
        let prepared = payment(11)
        let all = [sent, failed, prepared]
        #expect(CoinPayment.spent(all, now: start) == CoinAmount(16))
        #expect(CoinPayment.spent(all, now: start.advanced(byMilliseconds: 2 * hour)) == CoinAmount(5))
        #expect(CoinPayment.spent(all, now: start.advanced(byMilliseconds: 24 * hour)) == .zero)
        #expect(CoinPayment.spent([payment(.max), payment(1)], now: start) == nil)
    }

    @Test(arguments: [
        (0, "0"), (1, "0.000000000001"), (500_000_000_000, "0.5"), (1_000_000_000_000, "1"),
        (12_000_000_340_000, "12.00000034"), (UInt64.max, "18446744.073709551615"),
    ])
    func `amounts are written in whole coins without zeros at the end`(units: UInt64, words: String) {
        #expect(CoinAmount(units).decimal == words)
    }
}
