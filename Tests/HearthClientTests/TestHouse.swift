import API
import Bus
import Crypto
import Family
import Foundation
import HTTP
import HearthClient
import Hub
import HubAPI
import Maps
import SQL
import SQLite
import Storage
import Synchronization
import Testing
import WireClient

/// A hub behind a real socket and a line that a test can cut, with clients that wait for nothing.
///
/// The hub can be stopped and started again on its database; whoever speaks to it by the line notices no other port.
final class TestHouse: Sendable {
    let time = SimulatedTime()
    let line: Line
    private let database: Database
    private let settings: HubSettings
    private let running = Mutex<(hub: Hub, service: HubService, server: Server)?>(nil)

    static let password = "correct horse battery"

    /// Runs `body` on a fresh hub, and stops it afterwards.
    static func run(
        _ configure: (inout HubSettings) -> Void = { _ in },
        _ body: (TestHouse) async throws -> Void
    ) async throws {
        var settings = HubSettings()
        settings.registration = .open
        configure(&settings)
        let database = try Database(SQLite.inMemory())
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        let house = try await TestHouse(database, settings)
        do {
            try await body(house)
        } catch {
            await house.close()
            throw error
        }
        await house.close()
    }

    private init(_ database: Database, _ settings: HubSettings) async throws {
        self.database = database
        self.settings = settings
        line = try Line()
        try await start()
    }

    /// The hub that runs; a test that stopped it does not ask.
    var hub: Hub {
        guard let hub = running.withLock({ $0?.hub }) else { preconditionFailure("the hub is stopped") }
        return hub
    }

    /// Starts the hub on what its database holds.
    func start() async throws {
        let time = time
        let hub = try await Hub.open(
            database: database,
            keys: HubKeys(master: [UInt8](0..<32)),
            settings: settings,
            outside: HubDependencies(now: { time.now }, random: Seeds.source(), log: { _ in }),
            bus: LocalBus()
        )
        let desk = RegionImportService(shelf: RegionShelf(folder: NSTemporaryDirectory() + "no-regions")) { _, _ in
            ["false"]
        }
        let service = HubService(hub: hub, allowHTTP: false, atlas: InstalledMaps(), desk: desk)
        let server = try Server(ServerConfiguration(listen: "127.0.0.1:0")) { service.handle($0, $1) }
        line.lead(to: server.port)
        running.withLock { $0 = (hub, service, server) }
    }

    /// Stops the hub; what it acknowledged is in its database.
    func stop() async {
        guard let (_, service, server) = running.withLock({ $0.take() }) else { return }
        line.lead(to: nil)
        service.close()
        await server.stop(within: .seconds(5))
    }

    private func close() async {
        line.close()
        await stop()
        await database.close()
    }

    /// Adds the `number`th member; without a password unless asked: hashing one is slow on purpose.
    func member(_ number: Int, password: String? = nil) async throws -> (id: ID<Member>, phone: String) {
        // Identities sort by their millisecond.
        time.advance(.milliseconds(1))
        let phone = "+4144668\(1_000 + number)"
        return (try await hub.addMember(phone: phone, name: "Member \(number)", password: password), phone)
    }

    /// A client of nobody, whose waits end at once unless a test moves the time itself.
    func client(_ tokens: any TokenStore = MemoryTokenStore(), silence: Duration = .seconds(30)) throws -> HearthClient
    {
        var patience = HearthClient.RetryPolicy()
        patience.silence = silence
        return HearthClient(
            try #require(HubAddress("http://127.0.0.1:\(line.port)")),
            tokens: tokens,
            patience: patience,
            surroundings: time.surroundings
        )
    }

    /// A client with a session of a member.
    func client(of member: ID<Member>, silence: Duration = .seconds(30)) async throws -> HearthClient {
        let (caller, token) = try await hub.addSession(for: member)
        let credentials = Credentials(member: member, token: token, expiresAt: caller.expiresAt)
        return try client(MemoryTokenStore(credentials), silence: silence)
    }

    /// Lets `viewer` see `subject` exactly.
    func connect(_ viewer: HearthClient, to subject: HearthClient, phone: String) async throws {
        let code = try await subject.makeConnectCode(.init(precision: .exact)).code
        try await viewer.connect(.init(id: viewer.newID(), phone: phone, code: code))
    }

    /// How many fixes are on disk.
    func storedFixes() async throws -> Int {
        Int(try await database.read { try $0.first("SELECT count(*) FROM every_fix")?.integer(0) ?? 0 })
    }

    /// The newest code that was texted.
    func code(to phone: String) async throws -> String {
        let text = try #require(try await hub.outboxItems(after: nil).last { $0.to == phone }?.text)
        return try #require(text.split(whereSeparator: { !$0.isNumber }).map(String.init).first { $0.count == 6 })
    }
}

/// The time of hub and clients: it goes forward where a client waits, or where a test says so.
final class SimulatedTime: Sendable {
    private struct State {
        var now = Timestamp(milliseconds: 1_772_352_360_000)
        var waits: [Duration] = []
        var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
        var nextSleeper = 0
        var isHeld = false
        var chance = SeededBytes(seed: 7)
    }

    private let state = Mutex(State())

    var now: Timestamp { state.withLock { $0.now } }

    /// How long clients waited, wait by wait.
    var waits: [Duration] { state.withLock { $0.waits } }

    /// Whether anybody waits.
    var hasSleepers: Bool { state.withLock { !$0.sleepers.isEmpty } }

    var surroundings: Surroundings {
        Surroundings(
            now: { self.now },
            sleep: { try await self.sleep($0) },
            random: { self.state.withLock { $0.chance.next() } }
        )
    }

    func advance(_ duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(byMilliseconds: duration.milliseconds) }
    }

    /// From here on who waits is woken by `release` alone.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Wakes everybody who waits.
    func release() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [:] }
            return state.sleepers
        }
        for sleeper in sleepers.values { sleeper.resume() }
    }

    private func sleep(_ duration: Duration) async throws {
        let number = state.withLock { state in
            state.waits.append(duration)
            state.nextSleeper += 1
            return state.nextSleeper
        }
        // A wait of an hour is for news, and no time passes by it.
        guard state.withLock({ $0.isHeld }) || duration >= .seconds(3_600) else {
            advance(duration)
            await Task.yield()
            return try Task.checkCancellation()
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sleeper in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.sleepers[number] = sleeper
                    return false
                }
                if isCancelled { sleeper.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}

/// A point that lies on the globe, `step` times 200 m north of a place in Berlin.
func fix(_ step: Int, at time: Timestamp) -> FixBody {
    FixBody(
        at: time.advanced(bySeconds: Int64(step) * 30),
        latitude: 52.5208 + Double(step) * 0.0018,
        longitude: 13.4094
    )
}

/// A folder that is gone when the test ends.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
        try await body(folder)
    } catch {
        try FileManager.default.removeItem(at: folder)
        throw error
    }
    try FileManager.default.removeItem(at: folder)
}
