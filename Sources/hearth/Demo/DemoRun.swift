import Demo
import Family
import FoundationEssentials
import Glibc
import Hub
import HubAPI
import Languages
import Linux

/// Runs a hub, and the family on it, until a signal ends both.
func runDemo(_ order: DemoOrder) async throws {
    let folder = try DemoFolder(kept: order.keptFolder)
    defer { folder.end() }
    let clock = DemoClock(speed: order.speed, start: order.start)
    var outside = HubDependencies.real
    outside.now = { clock.now() }
    var configuration = order.configuration
    configuration.dataFolder = folder.path
    configuration.regionFolder = builtFile("region/demo/region")
    if configuration.regionFolder == nil {
        configuration.basemapFile = configuration.basemapFile ?? builtFile("region/liechtenstein.mbtiles")
        if configuration.basemapFile == nil { say("the map is not built; `make region` builds it") }
    }
    // Caught from here on, so that what was begun is removed whenever it comes.
    let end = try StopSignals.caught()
    let scenario = Scenario.family
    let now = clock.now()
    let family = try await past(of: scenario, speaking: order.language, until: now, configuration, outside, clock)
    // They move in shortly after one of them came home: that is the news which the others find.
    let news = try scenario.news(before: now) ?? now
    clock.stand(at: news)
    // Who is lost is looked for as often by the demo's time as by real time, within reason.
    let beat = Duration.seconds(max(1, 15 / max(1, order.speed)))
    // Who has it reached by an address of its own shows it to others: they log in.
    let isShown = !configuration.hub.publicURL.isEmpty || !configuration.trustedProxies.isEmpty
    let door = isShown ? nil : DemoDoor()
    let hub = try await HubServer.start(configuration, outside: outside, demo: door, beatEvery: beat)
    let failure = await untilStopped(end) { try await live(family, on: hub, news, door, order, clock) }
    await hub.stop()
    if let failure { throw failure }
}

/// Does something until it fails or a signal comes; what it failed with.
private func untilStopped(
    _ end: StopSignals,
    _ body: @escaping @Sendable () async throws -> Void
) async -> (any Error)? {
    let (ends, ending) = AsyncStream<(any Error)?>.makeStream()
    let life = Task {
        do {
            try await body()
            ending.yield(nil)
        } catch {
            ending.yield(error)
        }
    }
    // Where no signal comes it waits for ever, and nothing waits for it.
    Task {
        await end.wait()
        ending.yield(nil)
    }
    for await failure in ends {
        life.cancel()
        await life.value
        return failure
    }
    return nil
}

/// The weeks before the demo, lived by a hub that nobody reaches: nothing goes on beside it while the time leaps.
private func past(
    of scenario: Scenario,
    speaking language: Language,
    until now: Timestamp,
    _ configuration: Configuration,
    _ outside: HubDependencies,
    _ clock: DemoClock
) async throws -> DemoFamily {
    clock.stand(at: DemoHistory.beginning(now))
    let house = try await HubInstance.open(
        configuration.dataFolder,
        on: try configuration.hubDatabase(),
        settings: configuration.hub,
        mayCreate: true,
        outside: outside
    )
    do {
        let family = try await DemoFamily(scenario, speaking: language, on: house.hub)
        try await DemoHistory(of: family, until: now, on: house.hub, by: clock)
        await house.close()
        return family
    } catch {
        await house.close()
        throw error
    }
}

/// The family's past hours, then its life.
private func live(
    _ settled: DemoFamily,
    on hub: HubServer,
    _ news: Timestamp,
    _ door: DemoDoor?,
    _ order: DemoOrder,
    _ clock: DemoClock
) async throws {
    var family = settled
    let (scenario, own) = (family.scenario, hub.house.hub)
    try await family.moveIn(on: own)
    let server = hub.addressForPhones
    var phones: [DemoPhone] = []
    for (number, access) in family.accesses.enumerated() {
        phones.append(try DemoPhone(access, try scenario.phone(of: number), server: server))
    }
    let trips = try await DemoTrips(of: family, on: own, by: clock)
    // Soon after midnight there is little to see of the day.
    let running = clock.running
    let midnight = LocalTime(day: LocalTime(running).day, millisecondOfDay: 0).moment
    let start = min(midnight, running.advanced(bySeconds: -6 * 3_600))
    try await forEach(phones) { try await $0.sendPast(from: start, until: news) }
    await own.tellWatchers()
    clock.stand(at: nil)
    try await DemoRewards(of: family, on: own)
    let now = clock.now()
    try await forEach(phones) { try await $0.sendPast(from: news.advanced(byMilliseconds: 1), until: now) }
    clock.hurry()
    let trip = try await trips.begin()
    door?.open(for: try await family.invited(on: own))
    let deputy = try await order.hasDeputy ? DemoDeputy(of: family, on: hub) : nil
    defer { deputy?.end() }
    try await hub.announce()
    result(DemoWords(scenario, order, now: now).text)
    if let deputy { result(deputy.words) }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await trips.live(after: trip) }
        group.addTask { [phones] in try await forEach(phones) { try await $0.live(after: now, by: clock) } }
        for try await _ in group {}
    }
}

/// Does something for all phones at the same time; the first failure ends it for all.
private func forEach(
    _ phones: [DemoPhone],
    _ body: @escaping @Sendable (DemoPhone) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for phone in phones { group.addTask { try await body(phone) } }
        try await group.waitForAll()
    }
}

/// Where the demo's data lies.
struct DemoFolder {
    let path: String
    private let isKept: Bool

    /// A folder that is kept and must not hold a hub yet, or a new one among the system's temporary files.
    init(kept: String?) throws(CommandFailure) {
        isKept = kept != nil
        guard let kept else {
            path = try DemoFolder.temporary()
            return
        }
        guard unsafe access(kept + "/hearth.db", F_OK) != 0 else {
            throw CommandFailure(words: "there is a hub in \(kept) already; the demo begins with an empty folder")
        }
        path = kept
    }

    /// Removes it unless it is kept.
    func end() {
        guard !isKept else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            say("\(path) is left over")
        }
    }

    private static func temporary() throws(CommandFailure) -> String {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        // mkdtemp writes the name it found over the template (mkdtemp(3)).
        var template = (parent + "/hearth-demo-XXXXXX").utf8CString
        let path = unsafe template.withUnsafeMutableBufferPointer { buffer -> String? in
            guard let base = buffer.baseAddress, unsafe mkdtemp(base) != nil else { return nil }
            return unsafe String(cString: base)
        }
        guard let path else { throw CommandFailure(words: "\(parent): \(errorWords(errno))") }
        return path
    }
}
