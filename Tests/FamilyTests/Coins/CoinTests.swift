import Family
import Testing

@Suite struct CoinAmountTests {
    @Test func `the largest amount of a chain is read and written exactly`() {
        #expect(CoinAmount(text: "18446744073709551615")?.units == .max)
        #expect(CoinAmount(.max).text == "18446744073709551615")
        #expect(CoinAmount(text: "0") == .zero)
    }

    @Test(arguments: ["", "-1", "+1", "01", " 1", "1.0", "1e3", "18446744073709551616", "9999999999999999999999", "١"])
    func `refuses text that is not a count that a chain can hold`(_ text: String) {
        #expect(CoinAmount(text: text) == nil)
    }

    @Test func `refuses a sum beyond the largest amount`() {
        #expect(CoinAmount(.max).adding(CoinAmount(1)) == nil)
        #expect(CoinAmount(.max - 1).adding(CoinAmount(1)) == CoinAmount(.max))
        #expect(CoinAmount(5).less(CoinAmount(7)) == .zero)
        #expect(CoinAmount(7).less(CoinAmount(5)) == CoinAmount(2))
    }
}

@Suite struct CoinTransferProgressTests {
    private typealias ChainSighting = CoinTransferProgress.ChainSighting

    /// Numbers that follow from a seed, so that a failure can be had again.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private static func sighting(_ chance: inout Chance) -> ChainSighting {
        switch UInt8.random(in: 0..<6, using: &chance) {
        case 0: .relayed
        case 1: .inPool
        case 2: .missing
        case 3: .refused
        default: .inBlock(confirmations: UInt64.random(in: 0...14, using: &chance))
        }
    }

    @Test func `a transfer goes from prepared to confirmed as blocks come`() {
        var progress = CoinTransferProgress.prepared
        var seen = [progress.state]
        let sightings: [ChainSighting] = [.relayed, .inPool, .inBlock(confirmations: 1), .inBlock(confirmations: 9)]
        for sighting in sightings + [.inBlock(confirmations: 10)] {
            progress.observe(sighting)
            seen.append(progress.state)
        }
        #expect(seen == [.prepared, .relayed, .inPool, .confirming(1), .confirming(9), .confirmed(10)])
    }

    @Test func `a transfer whose block is given up is reorganised until another block holds it`() {
        for back in [ChainSighting.inPool, .missing] {
            var progress = CoinTransferProgress(state: .confirmed(12))
            progress.observe(back)
            #expect(progress.state == .reorganised)
            progress.observe(.inPool)
            #expect(progress.state == .reorganised)
            progress.observe(.inBlock(confirmations: 1))
            #expect(progress.state == .confirming(1))
        }
    }

    @Test func `a transfer that leaves the pool without a block has failed, and a block proves otherwise`() {
        var progress = CoinTransferProgress(state: .inPool)
        progress.observe(.missing)
        #expect(progress.state == .failed)
        progress.observe(.inBlock(confirmations: 3))
        #expect(progress.state == .confirming(3))
        progress.observe(.refused)
        #expect(progress.state == .confirming(3))
    }

    @Test func `only a sight of it begins a transfer of others`() {
        #expect(CoinTransferProgress(firstSeen: .inPool)?.state == .inPool)
        #expect(CoinTransferProgress(firstSeen: .inBlock(confirmations: 0))?.state == .confirming(1))
        #expect(CoinTransferProgress(firstSeen: .missing) == nil)
        #expect(CoinTransferProgress(firstSeen: .refused) == nil)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `in any order of sightings a transfer is relayed at most once, and the last block decides`(_ seed: UInt64) {
        var chance = Chance(state: seed)
        var progress = CoinTransferProgress.prepared
        var wasAway = false
        for _ in 0..<60 {
            let sighting = Self.sighting(&chance)
            progress.observe(sighting)
            if case .missing = sighting {} else { wasAway = true }
            #expect(progress.mayRelay != wasAway, "once it was given away or seen, it is never relayed again")
            if case .inBlock(let count) = sighting { #expect(progress.confirmations == max(1, count)) }
            if case .confirming(let count) = progress.state { #expect((1..<10).contains(count)) }
            if case .confirmed(let count) = progress.state { #expect(count >= 10) }
            let before = progress
            progress.observe(sighting)
            #expect(progress == before, "the same again changes nothing")
        }
    }
}

@Suite struct CoinNodeStateTests {
    private let now = Timestamp(milliseconds: 1_780_000_000_000)

    private func state(
        _ change: (inout CoinNodeReading) -> Void = { _ in },
        network: CoinNetwork = .main,
        known: UInt64 = 0,
        delivered: UInt64? = nil
    ) -> CoinNodeState {
        var reading = CoinNodeReading(
            network: network,
            height: 3_600_000,
            targetHeight: 0,
            isSynchronised: true,
            lastBlockAt: now.advanced(bySeconds: -200)
        )
        change(&reading)
        return CoinNodeState(reading, expecting: network, known: known, delivered: delivered, now: now)
    }

    @Test func `a node with all blocks is good`() {
        #expect(state() == .good)
        #expect(state(known: 3_600_019) == .good, "a short reorganisation happens")
        #expect(CoinNodeState(nil, expecting: .main, known: 0, now: now) == .away)
    }

    @Test func `a node of another chain is on the wrong network`() {
        #expect(state { $0.network = .test } == .wrongNetwork)
        #expect(state { $0.network = nil } == .wrongNetwork)
    }

    @Test func `a node that lacks blocks is behind`() {
        #expect(state { $0.targetHeight = 3_600_700 } == .behind(blocks: 700))
        #expect(state { $0.isSynchronised = false } == .behind(blocks: 0))
        #expect(state { $0.lastBlockAt = now.advanced(bySeconds: -3_601) } == .behind(blocks: 0))
        #expect(state({ $0.lastBlockAt = now.advanced(bySeconds: -90_000) }, network: .local) == .good)
    }

    @Test func `a node is contradictory whose heights do not fit the time, its past or its blocks`() {
        #expect(state { $0.height = 5_000_000 } == .contradictory)
        #expect(state { $0.lastBlockAt = now.advanced(bySeconds: 7_201) } == .contradictory)
        #expect(state(known: 3_600_021) == .contradictory)
        #expect(state(delivered: 3_599_979) == .contradictory)
        #expect(state(delivered: 3_599_980) == .good)
    }

    @Test func `a wallet begins to read about a month before it was made`() {
        // Block 3 000 000 of the main chain was made on 22 October 2023.
        let made = Timestamp(milliseconds: 1_697_925_600_000)
        #expect((2_950_000..<3_000_000).contains(MoneroHeight.before(made)))
        #expect(MoneroHeight.before(Timestamp(milliseconds: 1_400_000_000_000)) == 0)
    }
}
