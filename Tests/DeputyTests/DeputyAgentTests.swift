import Crypto
import Deputy
import Family
import Messaging
import Synchronization
import Testing

/// A deputy and a hub in virtual time, with a line between them that is cut.
@Suite struct DeputyAgentTests {
    private let trip = ID<DeputyWatch>(high: 1, low: 1)
    private let minute: Int64 = 60_000

    @Test(arguments: [UInt64](1...20))
    func `G1: a hub that dies once the deputy confirmed: each recipient is told, at most 150 s after the deadline`(
        seed: UInt64
    ) async throws {
        let deputy = try await TestDeputy(seed: seed)
        let agent = try await deputy.start()
        try await deputy.run(agent, 3 * minute)
        let dueAfter = 2 * minute + deputy.chance(10 * minute)
        deputy.hub.watch(trip, envelope("trip", dueAfter: dueAfter))
        let dueAt = deputy.clock.now + dueAfter
        while agent.guarded.isEmpty { try await deputy.run(agent, 1_000) }
        // Anywhere before the deadline.
        try await deputy.run(agent, deputy.chance(max(1, dueAt - deputy.clock.now)))
        deputy.line.withLock { $0.isHubReachable = false }
        let diedAt = deputy.clock.now
        try await deputy.run(agent, max(dueAt, diedAt) - diedAt + 6 * minute)
        for person in 0..<2 {
            let told = deputy.texts.received.filter { $0.to.hasSuffix("\(person)") }
            let first = try #require(told.first)
            #expect(first.at >= dueAt + minute, "the hub's own time comes first")
            #expect(first.at - max(dueAt, diedAt) <= 150_000, "seed \(seed)")
            // Two in words about one incident, however many steps follow.
            #expect(told.count == 2)
            #expect(first.text.contains("Anna was due at 23:05") && !first.text.contains(DeputyWords.silence))
        }
    }

    @Test(arguments: [UInt64](1...10))
    func `G3: the link is cut for an hour and the trip ends at the hub: told once, and forgotten when it heals`(
        seed: UInt64
    ) async throws {
        let deputy = try await TestDeputy(seed: seed)
        let agent = try await deputy.start()
        deputy.hub.watch(trip, envelope("trip", people: 1, dueAfter: 10 * minute))
        try await deputy.run(agent, 3 * minute)
        deputy.line.withLock { $0.isHubReachable = false }
        try await deputy.run(agent, 2 * minute)
        deputy.hub.end(trip)
        try await deputy.run(agent, 58 * minute)
        #expect(deputy.texts.received.count == 2)
        deputy.line.withLock { $0.isHubReachable = true }
        let healedAt = deputy.clock.now
        while !agent.guarded.isEmpty { try await deputy.run(agent, 1_000) }
        #expect(deputy.clock.now - healedAt <= 30_000)
        // The hub was told who was notified, once each.
        #expect(deputy.hub.sent.map(\.message).sorted() == ["trip-0-0", "trip-1-0"])
        deputy.line.withLock { $0.isHubReachable = false }
        try await deputy.run(agent, 10 * minute)
        #expect(deputy.texts.received.count == 2)
    }

    @Test(arguments: [UInt64](1...10))
    func `G3: the link is cut for an hour without a deadline: nothing is sent`(seed: UInt64) async throws {
        let deputy = try await TestDeputy(seed: seed)
        let agent = try await deputy.start()
        deputy.hub.watch(trip, envelope("trip", dueAfter: 90 * minute))
        try await deputy.run(agent, 3 * minute)
        deputy.line.withLock { $0.isHubReachable = false }
        try await deputy.run(agent, 60 * minute)
        deputy.line.withLock { $0.isHubReachable = true }
        try await deputy.run(agent, 10 * minute)
        #expect(deputy.texts.received == [])
    }

    @Test(arguments: [UInt64](1...10))
    func `G4: the deputy's own network is gone for an hour: nothing is sent, then or after`(seed: UInt64) async throws {
        let deputy = try await TestDeputy(seed: seed)
        let agent = try await deputy.start()
        deputy.hub.watch(trip, envelope("trip", dueAfter: 10 * minute))
        try await deputy.run(agent, 3 * minute)
        deputy.line.withLock { $0.isOnline = false }
        try await deputy.run(agent, 60 * minute)
        deputy.hub.end(trip)
        deputy.line.withLock { $0.isOnline = true }
        try await deputy.run(agent, 30 * minute)
        #expect(deputy.texts.received == [])
        #expect(agent.guarded == [])
    }

    @Test func `G6: a deputy that stood still for ten minutes sends nothing while the hub answers`() async throws {
        let deputy = try await TestDeputy(seed: 6)
        let agent = try await deputy.start()
        for _ in 0..<20 {
            deputy.hub.watch(trip, envelope("trip", dueAfter: 5 * minute))
            try await deputy.run(agent, 3 * minute)
            deputy.clock.advance(10 * minute)
            // Its first questions are lost, as after a sleep.
            deputy.line.withLock { $0.isHubReachable = false }
            try await deputy.run(agent, 20_000)
            deputy.line.withLock { $0.isHubReachable = true }
            deputy.hub.end(trip)
            try await deputy.run(agent, minute)
        }
        #expect(deputy.texts.received == [])
    }

    @Test func `lease, send, record: what was not recorded is sent again after a start, and what was is not`()
        async throws
    {
        let deputy = try await TestDeputy(seed: 4)
        let first = try await deputy.start()
        deputy.hub.watch(trip, envelope("trip", people: 1, dueAfter: 4 * minute))
        try await deputy.run(first, 3 * minute)
        deputy.line.withLock { $0.isHubReachable = false }
        // The provider takes nothing: the message stays leased, and the deputy falls.
        deputy.texts.outcome = .later(why: "busy", afterSeconds: nil)
        try await deputy.run(first, 4 * minute)
        #expect(deputy.texts.received == [])
        deputy.texts.outcome = .sent
        let second = try await deputy.start()
        #expect(second.guarded == [trip])
        try await deputy.run(second, 5 * minute)
        let told = deputy.texts.received.map(\.id)
        #expect(!told.isEmpty && Set(told).count == told.count)
        let third = try await deputy.start()
        try await deputy.run(third, 10 * minute)
        #expect(deputy.texts.received.map(\.id) == told)
        // A hub that is back learns of all of it.
        deputy.line.withLock { $0.isHubReachable = true }
        try await deputy.run(third, minute)
        #expect(Set(deputy.hub.sent.map(\.message)) == Set(told))
        #expect(deputy.hub.sent.allSatisfy { $0.watch == trip.text && $0.agoMilliseconds >= 0 })
    }

    @Test func `a step that no channel reaches is no release: a later silence is told`() async throws {
        let deputy = try await TestDeputy(seed: 8)
        let agent = try await deputy.start()
        deputy.hub.watch(trip, envelope("trip", people: 1, dueAfter: 4 * minute))
        try await deputy.run(agent, 3 * minute)
        deputy.line.withLock { $0.isHubReachable = false }
        deputy.texts.outcome = .later(why: "busy", afterSeconds: nil)
        try await deputy.run(agent, 4 * minute)
        deputy.line.withLock { $0.isHubReachable = true }
        try await deputy.run(agent, minute)
        deputy.line.withLock { $0.isHubReachable = false }
        deputy.texts.outcome = .sent
        try await deputy.run(agent, 6 * minute)
        #expect(!deputy.texts.received.isEmpty)
    }

    @Test func `G5: a recorded message, or one of another pairing, changes neither side`() async throws {
        let deputy = try await TestDeputy(seed: 5)
        let agent = try await deputy.start()
        deputy.hub.watch(trip, envelope("trip", dueAfter: 60 * minute))
        try await deputy.run(agent, 3 * minute)
        let (last, recorded) = (deputy.hub.lastTurn, deputy.recorded.withLock { $0 })
        #expect(recorded.count > 3)
        // At the hub: every turn again, in any order.
        var chance = SplitMix(state: 5)
        for one in recorded.shuffled(using: &chance) { #expect(deputy.hub.answer(one.request) == nil) }
        #expect(deputy.hub.lastTurn == last)
        // At the deputy: no recorded answer is one to another question, and none of another pair is one at all.
        let other = try await TestDeputy(seed: 9)
        let pairing = try #require(deputy.hub.pairing)
        let otherPairing = try #require(other.hub.pairing)
        let turn = DeputyTurn(turn: 900, nonce: "fresh", waitSeconds: 0, holds: [], sent: [])
        for one in recorded {
            let response = try #require(one.response)
            #expect(DeputyAnswer(response, to: turn.nonce, of: pairing) == nil)
            #expect(DeputyTurn(one.request, of: otherPairing) == nil)
            #expect(DeputyTurn(response, of: pairing) == nil, "what the hub says is no turn")
        }
        let foreign = try DeputyAnswer(nonce: "fresh", generation: 1, hub: "X", isUnpaired: true)
            .signed(otherPairing, by: other.hub.keys)
        #expect(DeputyAnswer(foreign, to: "fresh", of: pairing) == nil)
        // The right hub's key, for another pairing.
        let crossed = try DeputyAnswer(nonce: "fresh", generation: 1, hub: "X", isUnpaired: true)
            .signed(otherPairing, by: deputy.hub.keys)
        #expect(DeputyAnswer(crossed, to: "fresh", of: pairing) == nil)
        let genuine = try DeputyAnswer(nonce: "fresh", generation: 1, hub: "X").signed(pairing, by: deputy.hub.keys)
        #expect(DeputyAnswer(genuine, to: "fresh", of: pairing) != nil)
        for index in stride(from: 0, to: genuine.count, by: 7) {
            var changed = genuine
            changed[index] ^= 1
            #expect(
                DeputyAnswer(changed, to: "fresh", of: pairing).map { $0.hub == "X" && $0.nonce == "fresh" } ?? true
            )
        }
    }

    @Test func `unpairing at either end forgets everything at this one`() async throws {
        let deputy = try await TestDeputy(seed: 2)
        let agent = try await deputy.start()
        deputy.hub.watch(trip, envelope("trip", dueAfter: minute))
        try await deputy.run(agent, 30_000)
        deputy.hub.unpair()
        #expect(try await agent.step() == .unpaired)
        #expect(try await deputy.file.hubs().isEmpty)

        let leaving = try await TestDeputy(seed: 3)
        #expect(try await leaving.start().leave())
        #expect(try await leaving.file.hubs().isEmpty)
        // Also where the hub cannot be reached; it hears nothing further, and says so on its page.
        let cut = try await TestDeputy(seed: 3)
        cut.line.withLock { $0.isHubReachable = false }
        #expect(try await !cut.start().leave())
        #expect(try await cut.file.hubs().isEmpty)
    }
}
