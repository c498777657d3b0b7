import Bus
import Coins
import Crypto
import Family
import Hub
import Messaging
import PostgresServer
import SQL
import Storage
import Synchronization
import WireClient

/// A hub on a database of its own, with a clock that the test sets, a bus that remembers and a log to read.
struct TestHub: Sendable {
    let hub: Hub
    let clock: TestClock
    let bus: RecordingBus
    let log: TestLog
    let keys: HubKeys
    let senders: [Channel: any MessageSender]
    /// What the hub kept beside its database.
    let tombstones: Kept<[[UInt8]]>

    /// The password of every member that `member(_:)` adds with one.
    static let password = "correct horse battery"

    /// Runs `body` on a fresh hub, and closes it afterwards.
    static func run(
        _ configure: (inout HubSettings) -> Void = { _ in },
        _ body: (TestHub) async throws -> Void
    ) async throws {
        try await run(senders: [:], configure, body)
    }

    /// Runs `body` on a hub with this SQLite database, or the usual one, whose messages these send.
    static func run(
        on driver: (any DatabaseDriver)? = nil,
        clock: TestClock = TestClock(),
        senders: [Channel: any MessageSender],
        coins: (any CoinWallet)? = nil,
        time: TrustedClock? = nil,
        _ configure: (inout HubSettings) -> Void = { _ in },
        _ body: (TestHub) async throws -> Void
    ) async throws {
        guard let driver else {
            return try await UsualDatabase.run { driver, steps in
                let database = try Database(driver)
                try await Migrator(files: steps, checksum: SHA256.hexadecimal).migrate(database)
                try await run(on: database, clock, senders, coins, time, configure, body)
            }
        }
        let database = try Database(driver)
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        try await run(on: database, clock, senders, coins, time, configure, body)
    }

    private static func run(
        on database: Database,
        _ clock: TestClock,
        _ senders: [Channel: any MessageSender],
        _ coins: (any CoinWallet)?,
        _ time: TrustedClock?,
        _ configure: (inout HubSettings) -> Void,
        _ body: (TestHub) async throws -> Void
    ) async throws {
        var settings = HubSettings()
        // Where the members' numbers are from (S9).
        settings.textRegions = ["CH"]
        configure(&settings)
        let keys = HubKeys(master: [UInt8](0..<32))
        let home = try await TestHub(
            database: database,
            keys: keys,
            settings: settings,
            clock: clock,
            senders: senders,
            coins: coins,
            time: time
        )
        do {
            try await body(home)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    /// Runs `body` on a fresh hub that reads a coin's chain.
    static func run(
        on driver: (any DatabaseDriver)? = nil,
        coins: any CoinWallet,
        _ body: (TestHub) async throws -> Void
    ) async throws {
        try await run(on: driver, senders: [:], coins: coins, { _ in }, body)
    }

    /// Runs `body` on a hub with this SQLite database, or the usual one.
    static func run(
        on driver: (any DatabaseDriver)?,
        _ configure: (inout HubSettings) -> Void = { _ in },
        _ body: (TestHub) async throws -> Void
    ) async throws {
        try await run(on: driver, senders: [:], configure, body)
    }

    init(
        database: Database,
        keys: HubKeys,
        settings: HubSettings,
        clock: TestClock,
        senders: [Channel: any MessageSender] = [:],
        tombstones: Kept<[[UInt8]]> = Kept([]),
        coins: (any CoinWallet)? = nil,
        time: TrustedClock? = nil,
        clockDoubt: (@Sendable () -> ClockAnomaly?)? = nil
    ) async throws {
        let log = TestLog()
        let bus = RecordingBus()
        self.clock = clock
        self.log = log
        self.bus = bus
        self.keys = keys
        self.senders = senders
        self.tombstones = tombstones
        var outside = HubDependencies(
            now: { time?.now ?? clock.now },
            random: Seeds.source(),
            log: { log.add($0) },
            senders: senders,
            isCommonPassword: { $0.lowercased() == "password1234567" }
        )
        outside.zoneFile = { zoneFile($0) }
        outside.coins = coins
        outside.clockDoubt = clockDoubt ?? { time?.doubt }
        outside.clock = time.map { AdjustableClock(boot: "this boot", time: $0) }
        outside.keepTombstones = { hashes in tombstones.withLock { $0 = hashes } }
        hub = try await Hub.open(
            database: database,
            keys: keys,
            settings: settings,
            outside: outside,
            bus: bus,
            tombstones: tombstones.withLock { $0 }
        )
    }

    /// The same hub started anew: nothing but database, keys and time remain.
    func restarted() async throws -> TestHub {
        try await TestHub(
            database: hub.database,
            keys: keys,
            settings: hub.settings,
            clock: clock,
            senders: senders,
            tombstones: tombstones
        )
    }

    /// The number of the `number`th member.
    static func phone(_ number: Int) -> String { "+4144668\(1_000 + number)" }

    /// Adds the `number`th member, without a password unless asked: hashing one is slow on purpose.
    func member(_ number: Int, password: String? = nil) async throws -> ID<Member> {
        // Identities sort by their millisecond.
        clock.advance(milliseconds: 1)
        return try await hub.addMember(phone: TestHub.phone(number), name: "Member \(number)", password: password)
    }

    /// Adds a device of a member.
    func device(of member: ID<Member>) async throws -> DeviceCredential {
        let (_, token) = try await hub.addDevice(hub.outside.newID(), for: member, name: "phone")
        guard let credential = try await hub.credential(token: Array(token.utf8)) else {
            throw DeviceRefusal.notFound
        }
        return credential
    }

    /// Lets `viewer` see the `number`th member through a connect code, as two people would.
    @discardableResult
    func connect(
        viewer: ID<Member>,
        to subject: ID<Member>,
        number: Int,
        _ precision: Precision,
        until: Timestamp? = nil
    ) async throws -> Consent {
        let (code, _) = try await hub.makeConnectCode(for: subject, precision: precision, shareExpiresAt: until)
        return try await hub.connect(hub.outside.newID(), viewer: viewer, phone: TestHub.phone(number), code: code)
    }

    /// Sends fixes as a device does, and waits for the answer.
    func send(_ fixes: [Fix], from device: DeviceCredential) async -> Result<DeviceReportOutcome, DeviceReportRefusal> {
        await withCheckedContinuation { continuation in
            hub.ingest(DeviceReport(fixes: fixes), from: device, receivedAt: clock.now) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Sends one fix at a point, taken now.
    @discardableResult
    func send(_ point: Coordinate, from device: DeviceCredential) async -> Result<
        DeviceReportOutcome, DeviceReportRefusal
    > {
        await send([fix(point)], from: device)
    }

    /// A good fix at a point, so many seconds before now.
    func fix(_ point: Coordinate, secondsAgo: Int64 = 0) -> Fix {
        var fix = Fix(coordinate: point, at: clock.now.advanced(bySeconds: -secondsAgo))
        fix.accuracyMetres = 10
        return fix
    }

    /// What was published since the last time this was asked, each call by itself.
    func published() async throws -> [[BusEvent]] {
        // What comes after a turn in the writer's queue finds it answered, or about to be.
        try await hub.database.transaction { _ in }
        await hub.allIsTold()
        return bus.takePublished()
    }

    /// What a viewer sees of a subject; nil for nothing.
    func view(of subject: ID<Member>, for viewer: ID<Member>) async throws -> PresenceView? {
        try await hub.views(for: viewer).first { $0.member == subject }?.view
    }

    /// A member's whole track, as the viewer may have it, by default the member.
    func track(of member: ID<Member>, for viewer: ID<Member>? = nil) async throws -> [FixRecord] {
        var fixes: [FixRecord] = []
        var cursor: TrackCursor?
        repeat {
            let page = try await hub.track(
                of: member,
                for: viewer ?? member,
                from: Timestamp(milliseconds: .min),
                to: Timestamp(milliseconds: .max),
                after: cursor,
                limit: Hub.trackPageMax
            )
            fixes += page.fixes
            cursor = page.next
        } while cursor != nil
        return fixes
    }
}

/// Somewhere in Berlin.
let berlin = point(52.5208, 13.4094)

/// A point that lies on the globe.
func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        preconditionFailure("\(latitude), \(longitude) is off the globe")
    }
    return coordinate
}

/// What a place of 100 m called so asks for.
func placeRequest(_ label: String, _ centre: Coordinate, radiusMetres: Double = 100) -> PlaceRequest {
    PlaceRequest(
        label: label,
        description: "behind the lime tree \(label)",
        latitude: centre.latitude,
        longitude: centre.longitude,
        radiusMetres: radiusMetres
    )
}

/// A value that outlives a hub.
final class Kept<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try value.withLock { value in try body(&value) }
    }
}
