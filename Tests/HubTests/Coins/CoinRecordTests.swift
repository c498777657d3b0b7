import Coins
import Family
import Hub
import Testing

/// The record of a wallet of coins, from one reading to the next.
@Suite struct CoinRecordTests {
    private func arrival(_ hash: String, _ sighting: CoinTransferProgress.ChainSighting) -> CoinReading.Arrival {
        CoinReading.Arrival(
            hash: hash,
            account: 0,
            amount: CoinAmount(7),
            at: Timestamp(milliseconds: 1_000),
            height: nil,
            sighting: sighting,
            isDoubtful: false
        )
    }

    private func reading(_ height: UInt64, _ arrivals: [CoinReading.Arrival]) -> CoinReading {
        let account = CoinReading.Account(
            index: 0,
            address: "4",
            received: CoinAmount(.max),
            unlocked: .zero,
            blocksToUnlock: 3
        )
        return CoinReading(height: height, accounts: [account], arrivals: arrivals)
    }

    @Test func `amounts stay exact`() {
        let record = CoinRecord(reading(5, []), isWhole: true, after: nil)
        #expect(record.accounts.map(\.received) == ["18446744073709551615"])
    }

    @Test func `a payment whose block is undone stays, as reorganised`() {
        let first = CoinRecord(reading(5, [arrival("a", .inBlock(confirmations: 4))]), isWhole: true, after: nil)
        #expect(first.arrivals.map(\.state) == [.confirming])
        let second = CoinRecord(reading(6, []), isWhole: true, after: first)
        #expect(second.arrivals.map(\.state) == [.reorganised])
        let third = CoinRecord(reading(7, [arrival("a", .inBlock(confirmations: 1))]), isWhole: true, after: second)
        #expect(third.arrivals.map(\.state) == [.confirming])
        #expect(third.arrivals.map(\.confirmations) == [1])
    }

    @Test func `a payment that leaves the pool without a block has failed`() {
        let first = CoinRecord(reading(5, [arrival("a", .inPool)]), isWhole: true, after: nil)
        #expect(CoinRecord(reading(6, []), isWhole: true, after: first).arrivals.map(\.state) == [.failed])
    }

    @Test func `a reading that is not at the end yet takes nothing back`() {
        let known = CoinRecord(reading(500, [arrival("a", .inBlock(confirmations: 9))]), isWhole: true, after: nil)
        let again = CoinRecord(reading(20, []), isWhole: false, after: known)
        #expect(again.arrivals == known.arrivals && again.accounts == known.accounts)
        #expect(again.height == 20)
        #expect(again.isWhole)
    }

    @Test func `the latest 500 payments are kept`() {
        let arrivals = (0..<600).map { arrival("\($0)", .inBlock(confirmations: 20)) }
        let record = CoinRecord(reading(5, arrivals), isWhole: true, after: nil)
        #expect(record.arrivals.count == 500)
        #expect(record.isCut)
    }
}
