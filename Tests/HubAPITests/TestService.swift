import Bus
import Coins
import Crypto
import Family
import HTTP
import Hub
import HubAPI
import Maps
import Messaging
import PostgresServer
import SQL
import Synchronization
import WireClient

/// A hub behind a real socket, on the usual database of tests and a clock that the test sets.
struct TestService: Sendable {
    let hub: Hub
    let service: HubService
    let server: Server
    let clock: TestClock
    let log: TestLog

    /// How a test wants its hub to be.
    struct Configuration: Sendable {
        var hub = HubSettings()
        var allowHTTP = false
        var trustedProxies: [AddressRange] = []
        var web = WebAssets()
        var basemap: Basemap?
        var world: Basemap?
        var tiles: TileServer?
        var router: Router?
        var search: PlaceSearch?
        var demo: DemoDoor?
        var coins: (any CoinWallet)?
        /// What carries messages out of the hub; without any they are only kept.
        var senders: [Channel: any MessageSender] = [:]
        /// Nothing is imported unless a test says by what.
        var desk = RegionImportService(
            shelf: RegionShelf(folder: "/tmp/hearth-regions-\(UInt64.random(in: 0 ... .max))")
        ) {
            _,
            _ in
            ["false"]
        }
    }

    /// Runs `body` on a fresh hub, and stops it afterwards.
    static func run(
        _ configure: (inout Configuration) -> Void = { _ in },
        _ body: (TestService) async throws -> Void
    ) async throws {
        var configuration = Configuration()
        configure(&configuration)
        try await UsualDatabase.run { driver, steps in
            let database = try Database(driver)
            try await Migrator(files: steps, checksum: SHA256.hexadecimal).migrate(database)
            let test = try await TestService(database, configuration, clock: TestClock())
            do {
                try await body(test)
            } catch {
                await test.stop()
                await database.close()
                throw error
            }
            await test.stop()
            await database.close()
        }
    }

    init(_ database: Database, _ configuration: Configuration, clock: TestClock) async throws {
        let log = TestLog()
        var outside = HubDependencies(now: { clock.now }, random: Seeds.source(), log: { log.add($0) })
        outside.coins = configuration.coins
        outside.senders = configuration.senders
        let hub = try await Hub.open(
            database: database,
            keys: HubKeys(master: [UInt8](0..<32)),
            settings: configuration.hub,
            outside: outside,
            bus: LocalBus()
        )
        let sheets = InstalledMaps.Sheets(
            basemap: configuration.basemap,
            world: configuration.world,
            tiles: configuration.tiles,
            router: configuration.router,
            search: configuration.search
        )
        let service = HubService(
            hub: hub,
            allowHTTP: configuration.allowHTTP,
            web: configuration.web,
            atlas: InstalledMaps(sheets),
            desk: configuration.desk,
            demo: configuration.demo
        )
        var http = ServerConfiguration(listen: "127.0.0.1:0")
        http.trustedProxies = configuration.trustedProxies
        http.commonHeaders = HubService.securityHeaders
        http.bodyPolicy = HubService.bodyPolicy
        // A story opens its connections early and keeps them, while other tests have the processors.
        (http.timeout, http.headTimeout) = (.seconds(600), .seconds(600))
        self.hub = hub
        self.service = service
        self.clock = clock
        self.log = log
        server = try Server(http) { service.handle($0, $1) }
    }

    func stop() async {
        service.close()
        await server.stop(within: .seconds(5))
    }

    /// A hub started anew on the same database and clock; the test stops it.
    func restarted() async throws -> TestService {
        try await TestService(hub.database, Configuration(hub: hub.settings), clock: clock)
    }

    /// One request on a connection of its own.
    func call(
        _ method: String,
        _ path: String,
        token: String? = nil,
        headers: [String] = [],
        body: [UInt8]? = nil,
        host: String = "hearth.test"
    ) async throws -> TestResponse {
        let port = server.port
        let authorization = token.map { ["Authorization: Bearer \($0)"] } ?? []
        let bytes = requestBytes(method, path, headers + authorization, body, host: host)
        return try await onThread {
            let client = try TestClient(port: port)
            try client.send(bytes)
            return try client.response(toHEAD: method == "HEAD")
        }
    }

    /// One request with a JSON body.
    func call(_ method: String, _ path: String, token: String?, json: String) async throws -> TestResponse {
        try await call(
            method,
            path,
            token: token,
            headers: ["Content-Type: application/json"],
            body: Array(json.utf8)
        )
    }
}

/// The time of day, moved by the test alone: one minute after the payloads of Fixtures/wire were made.
final class TestClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ start: Timestamp = Timestamp(milliseconds: 1_772_352_360_000)) {
        time = Mutex(start)
    }

    var now: Timestamp { time.withLock { $0 } }

    func advance(seconds: Int64 = 0, milliseconds: Int64 = 0) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds).advanced(byMilliseconds: milliseconds) }
    }
}

/// What the hub logged.
final class TestLog: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    func add(_ entry: LogEntry) {
        let facts = entry.facts.map { "\($0.name)=\($0.value)" }
        lines.withLock { $0.append(([entry.level.rawValue, entry.message] + facts).joined(separator: " ")) }
    }
}
