import Demo
import Family
import FoundationEssentials
import Glibc
import Hub

/// Runs a hub, and the family on it, until a signal ends both.
func runDemo(_ order: DemoOrder) async throws {
    let folder = try DemoFolder(kept: order.keptFolder)
    defer { folder.end() }
    let clock = DemoClock(speed: order.speed, start: order.start)
    var outside = Outside.real
    outside.now = { clock.now() }
    var configuration = order.configuration
    configuration.dataFolder = folder.path
    configuration.regionFolder = builtFile("region/demo/region")
    if configuration.regionFolder == nil {
        configuration.basemapFile = configuration.basemapFile ?? builtFile("region/liechtenstein.mbtiles")
        if configuration.basemapFile == nil { say("the map is not built; `make region` builds it") }
    }
    // Who is lost is looked for as often by the demo's time as by real time, within reason.
    let beat = Duration.seconds(max(1, 15 / max(1, order.speed)))
    let hub = try await RunningHub.start(configuration, outside: outside, beatEvery: beat)
    let failure = await untilStopped { try await live(.family, on: hub, order, clock) }
    await hub.stop()
    if let failure { throw failure }
}

/// Does something until it fails or a signal comes; what it failed with.
private func untilStopped(_ body: @escaping @Sendable () async throws -> Void) async -> (any Error)? {
    await withTaskGroup(of: (any Error)?.self) { group in
        for end in [stopSignal, body] {
            group.addTask {
                do {
                    try await end()
                    return nil
                } catch {
                    return error
                }
            }
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
    }
}

/// The family's past hours, then its life.
private func live(_ scenario: Scenario, on hub: RunningHub, _ order: DemoOrder, _ clock: DemoClock) async throws {
    let family = try await DemoFamily(scenario, on: hub.house.hub)
    let server = hub.addressForPhones
    var phones: [DemoPhone] = []
    for (number, access) in family.accesses.enumerated() {
        phones.append(try DemoPhone(access, try scenario.phone(of: number), server: server))
    }
    let now = clock.now()
    let midnight = LocalTime(day: LocalTime(now).day, millisecondOfDay: 0).moment
    // Soon after midnight there is little to see of the day.
    let start = min(midnight, now.advanced(bySeconds: -6 * 3_600))
    try await forEach(phones) { try await $0.sendPast(from: start, until: now) }
    clock.hurry()
    try await hub.announce()
    result(DemoWords(scenario, order, now: now).text)
    try await forEach(phones) { try await $0.live(after: now, by: clock) }
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
