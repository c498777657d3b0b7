import API
import Crypto
import Deputy
import Family
import Hub
import Synchronization
import Testing
import WireClient

/// A machine that became the deputy of the hub under test.
final class PairedDeputy: Sendable {
    let id: ID<DeputyReference>
    let pairing: DeputyPairing
    let keys: DeputyKeys
    private let turns = Mutex<UInt64>(0)

    init(_ test: TestService, texts: DeputyTexts = .needed) async throws {
        keys = try #require(DeputyKeys(seed: SecureRandom.bytes(DeputyKeys.seedCount)))
        let code = try await test.hub.makeDeputyCode(hubName: "The Millers' Hearth", texts: texts)
        let join = DeputyJoin(name: "Grandma's house", keys: keys.published, code: code)
        let answer = try await test.call("POST", "/api/v1/deputy/pairings", token: nil, body: join.bytes)
        try #require(answer.status == 200)
        let welcome = try #require(DeputyWelcome(json: answer.body))
        pairing = try #require(welcome.proven(code: code, deputy: keys.published))
        id = ID(sharing: pairing.id)
    }

    /// The next turn, signed; it waits for nothing.
    func turn(holds: [DeputyTurn.Held] = [], waitSeconds: Int = 0, leaves: Bool = false) throws -> [UInt8] {
        let number = turns.withLock { turns in
            turns += 1
            return turns
        }
        let turn = DeputyTurn(
            turn: number,
            nonce: "\(number)",
            waitSeconds: waitSeconds,
            holds: holds,
            sent: [],
            leaves: leaves
        )
        return try turn.signed(pairing, by: keys)
    }
}

extension Route {
    /// A deputy's own routes open to what it signs alone, and no session opens them.
    func ofDeputies(_ route: DeputyRoute, _ scene: AccessScene) -> AccessRule {
        let id = scene.deputy.id
        return switch route {
        case .turns, .pairings: AccessRule(route: self) { _ in 401 }
        case .mine: own(200)
        case .choose: AccessRule(route: .deputy(.choose(id)), isAboutAsker: true) { $0 == .nobody ? 401 : 204 }
        case .decline: AccessRule(route: .deputy(.decline(id)), isAboutAsker: true) { $0 == .nobody ? 401 : 204 }
        }
    }
}
