import Deputy
import Family
import Hub
import Linux

/// Guards the hubs of a folder until a signal ends it.
func runDeputy(_ configuration: Configuration) async throws {
    let house = try await DeputyHouse.open(configuration.dataFolder, mayCreate: true)
    guard let claim = try house.claim() else {
        throw CommandFailure(words: "another deputy runs in \(house.folder)")
    }
    let world = try configuration.deputyWorld(of: house)
    let end = try StopSignals.caught()
    let count = try await house.file.hubs().count
    result(count == 1 ? "guarding 1 hub" : "guarding \(count) hubs")
    if configuration.isDeputyTrial { tell("texts are kept in \(house.outboxPath), and nobody is notified", .warning) }
    let guarding = Task { await DeputyWatchman(house, world).run() }
    await end.wait()
    guarding.cancel()
    await guarding.value
    await house.close()
    withExtendedLifetime(claim) { tell("stopped") }
}

/// Keeps one agent running for each hub of the file: `join` and `unpair` count within seconds.
private struct DeputyWatchman {
    /// Also how often the deputy's own time is written down.
    private static let pause = Duration.seconds(5)

    let house: DeputyHouse
    let world: DeputyWorld

    init(_ house: DeputyHouse, _ world: DeputyWorld) {
        (self.house, self.world) = (house, world)
    }

    func run() async {
        var agents: [ID<DeputyPairing>: Task<Void, Never>] = [:]
        while !Task.isCancelled {
            do {
                try await house.stamp()
                let hubs = try await house.file.hubs()
                for (id, agent) in agents where !hubs.contains(where: { $0.id == id }) {
                    agent.cancel()
                    agents[id] = nil
                }
                for hub in hubs where agents[hub.id] == nil {
                    let agent = try await DeputyAgent(hub, file: house.file, world: world)
                    agents[hub.id] = Task { await agent.run() }
                }
            } catch {
                tell("the deputy's file cannot be used: \(wordsFor(error))", .error)
            }
            try? await Task.sleep(for: Self.pause)
        }
        for agent in agents.values { agent.cancel() }
    }
}
