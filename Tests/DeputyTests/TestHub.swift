import Crypto
import Deputy
import Family
import Synchronization
import Testing

/// The hub's side of the protocol, with nothing behind it: what it guards is what a test says.
final class TestHub: Sendable {
    private struct Guarded {
        var version: UInt64
        var envelope: DeputyEnvelope
        /// By the clock that both sides share in a test.
        var madeAt: Int64
    }

    private struct State {
        var pairing: DeputyPairing?
        var rule = DeputyTurnRule(last: 0)
        var generation: UInt64 = 1
        var guarded: [ID<DeputyWatch>: Guarded] = [:]
        var sent: [DeputyTurn.Sent] = []
        var code: String?
        var isUnpaired = false
    }

    let keys: DeputyKeys
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    init(now: @escaping @Sendable () -> Int64) throws {
        keys = try #require(DeputyKeys(seed: SecureRandom.bytes(DeputyKeys.seedCount)))
        self.now = now
    }

    var pairing: DeputyPairing? { state.withLock { $0.pairing } }
    /// What the deputy said that it sent.
    var sent: [DeputyTurn.Sent] { state.withLock { $0.sent } }
    var lastTurn: UInt64 { state.withLock { $0.rule.last } }

    func pair(with deputy: DeputyPublicKeys) -> DeputyPairing {
        let pairing = DeputyPairing(hub: keys.published, deputy: deputy)
        state.withLock { $0.pairing = pairing }
        return pairing
    }

    func makeCode() -> String {
        let code = DeputyCode.make()
        state.withLock { $0.code = code }
        return code
    }

    func unpair() { state.withLock { $0.isUnpaired = true } }

    /// Has an incident guarded from now on, or changes it.
    func watch(_ watch: ID<DeputyWatch>, _ envelope: DeputyEnvelope) {
        state.withLock { state in
            let version = (state.guarded[watch]?.version ?? 0) + 1
            state.guarded[watch] = Guarded(version: version, envelope: envelope, madeAt: now())
        }
    }

    func end(_ watch: ID<DeputyWatch>) { _ = state.withLock { $0.guarded.removeValue(forKey: watch) } }

    /// What the hub answers to a turn; nil where it refuses it.
    func answer(_ request: [UInt8]) -> [UInt8]? {
        state.withLock { state in
            guard let pairing = state.pairing, DeputyTurn.pairing(of: request) == pairing.id,
                let turn = DeputyTurn(request, of: pairing), state.rule.accept(turn.turn)
            else { return nil }
            var answer = DeputyAnswer(nonce: turn.nonce, generation: state.generation, hub: "The Millers' Hearth")
            if state.isUnpaired || turn.leaves {
                answer.isUnpaired = true
            } else {
                for sent in turn.sent where !state.sent.contains(where: { $0.message == sent.message }) {
                    state.sent.append(sent)
                }
                answer.taken = turn.sent.map(\.message)
                answer.ends = turn.holds.map(\.watch).filter { watch in
                    !state.guarded.keys.contains { $0.text == watch }
                }
                answer.envelopes = state.guarded.compactMap { watch, guarded in
                    guard !turn.holds.contains(where: { $0.watch == watch.text && $0.version == guarded.version }),
                        // An envelope that is too large is none.
                        let box = try? guarded.envelope.closed(for: pairing.deputy, by: keys)
                    else { return nil }
                    return DeputyAnswer.Given(
                        watch: watch.text,
                        version: guarded.version,
                        ageMilliseconds: now() - guarded.madeAt,
                        box: Base64.encode(box)
                    )
                }
            }
            // Plain values always encode.
            return try? answer.signed(pairing, by: keys)
        }
    }

    /// What the hub answers to who asks to be paired.
    func welcome(_ request: [UInt8]) -> [UInt8]? {
        guard let code = state.withLock({ $0.code }), let deputy = DeputyJoin(json: request)?.proven(code: code) else {
            return nil
        }
        state.withLock { $0.code = nil }
        let pairing = pair(with: deputy)
        return DeputyWelcome(hub: "The Millers' Hearth", pairing: pairing, code: code, texts: "needed").json
    }
}
