import Crypto
import Deputy
import Family
import Hub
import Messaging
import SQL
import SQLite
import Storage
import Synchronization
import Testing
import WireClient

/// Ana's hub and its deputy in one virtual time, with a line between them that a test cuts.
final class DeputyScene: Sendable {
    let scene: SafetyScene
    let file: DeputyFile
    let texts = RecordingSender()
    let pushes = Mutex<[SealedPush]>([])
    private let state: Mutex<State>

    private struct State {
        var hub: TestHub
        var isLinked = true
        var isHubAlive = true
        var responses: [[UInt8]] = []
    }

    var hub: TestHub { state.withLock { $0.hub } }
    var clock: TestClock { scene.test.clock }
    /// The hub's answers, as a recording of the line has them.
    var responses: [[UInt8]] { state.withLock { $0.responses } }

    /// Runs `body` with a deputy that is paired and was heard for three minutes.
    static func run(
        duress: String? = SafetyScene.duress,
        texts: DeputyTexts = .needed,
        on driver: any DatabaseDriver = SQLite.inMemory(),
        _ body: (DeputyScene, DeputyAgent) async throws -> Void
    ) async throws {
        try await SafetyScene.run(duress: duress, on: driver) { scene in
            let deputy = try await DeputyScene(scene)
            let code = try await scene.hub.makeDeputyCode(hubName: "The Millers' Hearth", texts: texts)
            let row = try await deputy.file.join("hub", typed: code, name: "Grandma's house", world: deputy.world)
            for member in [scene.ana, scene.bo, scene.cleo] {
                try await scene.hub.choose(isGuarded: true, by: ID(sharing: row.id), member)
            }
            let agent = try await DeputyAgent(row, file: deputy.file, world: deputy.world)
            try await deputy.run(agent, seconds: 180)
            try await body(deputy, agent)
            await deputy.file.close()
        }
    }

    private init(_ scene: SafetyScene) async throws {
        self.scene = scene
        state = Mutex(State(hub: scene.test))
        file = try await DeputyFile(Database(SQLite.inMemory()))
    }

    var world: DeputyWorld {
        let clock = clock
        let began = Timestamp(milliseconds: 1_772_352_000_000)
        var world = DeputyWorld(
            lived: { clock.now.milliseconds(since: began) },
            wall: { clock.now },
            random: Seeds.source(),
            post: { url, body, _ in await self.post(url, body) },
            ownNetworkWorks: { _ in true },
            senders: [.text: texts, .mail: texts],
            push: { push in
                self.pushes.withLock { $0.append(push) }
                return .sent
            },
            log: { _ in }
        )
        world.waitSeconds = 0
        return world
    }

    /// Lets both run, the hub each second where it is alive.
    func run(_ agent: DeputyAgent, seconds: Int64) async throws {
        for second in 0..<seconds {
            clock.advance(seconds: 1)
            let (hub, isAlive) = state.withLock { ($0.hub.hub, $0.isHubAlive) }
            if isAlive {
                await hub.handleDeadlines()
                await hub.renewEnvelopes()
                await hub.settleEnvelopes()
            }
            if second % 2 == 0 { _ = try await agent.step() }
        }
    }

    func cut() { state.withLock { $0.isLinked = false } }
    func heal() { state.withLock { $0.isLinked = true } }
    /// The process ends; the database remains.
    func kill() { state.withLock { $0.isHubAlive = false } }

    /// The hub begins again on its database.
    func restart() async throws {
        let again = try await hub.restarted()
        state.withLock { state in
            (state.hub, state.isHubAlive) = (again, true)
        }
    }

    /// Texts that the deputy sent to a member.
    func deputyTexts(to number: Int) -> [String] {
        texts.tries.filter { $0.channel == .text && $0.to == TestHub.phone(number) }.map(\.text)
    }

    /// Urgent texts that the hub wrote to a member since the start.
    func hubTexts(to number: Int) async throws -> [String] {
        try await hub.hub.outboxItems(after: nil).filter { $0.isUrgent && $0.to == TestHub.phone(number) }.map(\.text)
    }

    private func post(_ url: String, _ body: [UInt8]) async -> [UInt8]? {
        let (hub, isThere) = state.withLock { ($0.hub.hub, $0.isLinked && $0.isHubAlive) }
        guard isThere else { return nil }
        if url.hasSuffix(DeputyPath.pairings) { return await DeputyScene.pair(body, hub) }
        // A hub that fails answers nothing.
        guard let answer = try? await hub.answerDeputy(body) else { return nil }
        state.withLock { $0.responses.append(answer) }
        return answer
    }

    private static func pair(_ body: [UInt8], _ hub: Hub) async -> [UInt8]? {
        // A refused request gets no answer here.
        guard let join = DeputyJoin(json: body), let welcome = try? await hub.pair(join) else { return nil }
        return welcome.json
    }
}
