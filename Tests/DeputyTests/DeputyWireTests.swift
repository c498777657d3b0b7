import Crypto
import Deputy
import Family
import FoundationEssentials
import Languages
import Messaging
import Testing

@Suite struct DeputyWireTests {
    private func keys() throws -> DeputyKeys {
        try #require(DeputyKeys(seed: SecureRandom.bytes(DeputyKeys.seedCount)))
    }

    @Test func `an envelope opens for its deputy alone, and only from its hub`() throws {
        let (hub, deputy, other) = (try keys(), try keys(), try keys())
        let sealed = envelope("a", dueAfter: 1_000)
        let box = try #require(try sealed.closed(for: deputy.published, by: hub))
        #expect(DeputyEnvelope(box, from: hub.published, with: deputy) == sealed)
        #expect(DeputyEnvelope(box, from: other.published, with: deputy) == nil)
        #expect(DeputyEnvelope(box, from: hub.published, with: other) == nil)
        for index in stride(from: 0, to: box.count, by: 97) {
            var changed = box
            changed[index] ^= 1
            #expect(DeputyEnvelope(changed, from: hub.published, with: deputy) == nil)
        }
        #expect(DeputyEnvelope([], from: hub.published, with: deputy) == nil)
    }

    @Test func `envelopes are as large as 4 KiB allow, whatever is in them`() throws {
        let (hub, deputy) = (try keys(), try keys())
        let sizes = try (0..<6).map { people in
            try #require(try envelope("a", people: people, dueAfter: 1_000).closed(for: deputy.published, by: hub))
                .count
        }
        #expect(sizes.allSatisfy { ($0 - BoxKey.overhead) % 4_096 == 0 })
        #expect(Set(sizes).count <= 2)
        let large = envelope(String(repeating: "x", count: 40_000), dueAfter: 0)
        #expect(try large.closed(for: deputy.published, by: hub) == nil)
    }

    @Test func `an envelope beyond a limit is not taken, even from the hub`() throws {
        let (hub, deputy) = (try keys(), try keys())
        for (people, isTaken) in [(20, true), (21, false)] {
            var many = envelope("a", people: people, dueAfter: 0)
            many.steps = [many.steps[0]]
            let box = try #require(try many.closed(for: deputy.published, by: hub))
            #expect((DeputyEnvelope(box, from: hub.published, with: deputy) != nil) == isTaken)
        }
        var twice = envelope("a", people: 1, dueAfter: 0)
        twice.steps[1].items[0].id = twice.steps[0].items[0].id
        let box = try #require(try twice.closed(for: deputy.published, by: hub))
        #expect(DeputyEnvelope(box, from: hub.published, with: deputy) == nil)
    }

    @Test func `both sides prove the code over each other's keys`() throws {
        let (hub, deputy, other) = (try keys(), try keys(), try keys())
        let code = DeputyCode.make()
        #expect(code.utf8.count == 26 && DeputyCode.read(DeputyCode.shown(code).lowercased()) == code)
        #expect(DeputyCode.read("12345") == nil && DeputyCode.read(code + "0") == nil)
        let join = DeputyJoin(name: "Grandma's house", keys: deputy.published, code: code)
        #expect(join.proven(code: code) == deputy.published)
        #expect(join.proven(code: DeputyCode.make()) == nil)
        // A machine between exchanges the keys.
        var exchanged = join
        exchanged.keys = DeputyJoin(name: "", keys: other.published, code: "x").keys
        #expect(exchanged.proven(code: code) == nil)
        let pairing = DeputyPairing(hub: hub.published, deputy: deputy.published)
        let welcome = DeputyWelcome(hub: "Millers", pairing: pairing, code: code, texts: "needed")
        #expect(welcome.proven(code: code, deputy: deputy.published) == pairing)
        #expect(welcome.proven(code: code, deputy: other.published) == nil)
        var foreign = welcome
        foreign.keys =
            DeputyWelcome(
                hub: "",
                pairing: DeputyPairing(hub: other.published, deputy: deputy.published),
                code: "x",
                texts: "all"
            ).keys
        #expect(foreign.proven(code: code, deputy: deputy.published) == nil)
        // What the deputy proved is no proof of the hub.
        var echoed = welcome
        echoed.proof = join.proof
        #expect(echoed.proven(code: code, deputy: deputy.published) == nil)
    }

    @Test func `a text says facts, for how long the hub has been silent, and never where`() {
        let text = DeputyWords.text(
            .overdue(dueAt: "23:05"),
            of: "Anna",
            hub: "The Millers' Hearth",
            deputy: "Grandma's"
        ).text(in: .english)
        let filled = DeputyWords.filled(text, silentMilliseconds: 187_000)
        #expect(
            filled == """
                ALARM: Anna may need help
                Anna was due at 23:05 and has not confirmed arrival.
                The Millers' Hearth has not answered for 3 min. This is sent by its deputy, Grandma's, which knows nothing else \
                and cannot cancel it.
                Call Anna, unless an earlier message told you not to.
                Emergency? Call the local number. Hearth will not call them.
                """
        )
        #expect(DeputyWords.filled("{silence}{silence}", silentMilliseconds: 7_200_000) == "2 h2 h")
        #expect(DeputyWords.filled("{silence", silentMilliseconds: 0) == "{silence")
        let push = DeputyWords.push(.unanswered, of: "Anna", hub: "The Millers' Hearth")
        #expect(push.title.text(in: .english) == "ALARM: Anna may need help")
        #expect(push.body.text(in: .english).contains("unless you were told not to"))
    }

    @Test func `padding is taken off as it was put on`() {
        for count in [0, 1, 4_094, 4_095, 4_096, 4_097] {
            let plain = [UInt8](repeating: 0, count: count)
            let padded = BlockPadding.padded(plain, block: 4_096)
            #expect(padded.count % 4_096 == 0 && padded.count > count)
            #expect(BlockPadding.unpadded(padded) == plain)
        }
        #expect(BlockPadding.unpadded([]) == nil && BlockPadding.unpadded([0, 0]) == nil)
        #expect(BlockPadding.unpadded([1, 2]) == nil)
    }
}
