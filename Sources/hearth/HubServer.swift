import Coins
import HTTP
import Hub
import HubAPI
import Maps
import SQL

/// A hub that answers: its house, the server in front of it and the keeper's socket beside it.
final class HubServer: Sendable {
    let house: HubInstance
    /// Where it is reached, with scheme and port.
    let address: String
    let port: UInt16
    private let service: HubService
    private let server: Server
    private let control: ControlSocket
    private let loops: HubLoops
    private let isPlainLoopback: Bool

    /// Opens the hub's house and begins to answer.
    ///
    /// Once in `beatEvery` all streams are proved alive, and told who has not been heard of for too long. Throws
    /// where the folder, the address, the certificate or the page cannot be used. Without an `outside` of its own the hub
    /// lives on this machine: its clock, its disk and its service manager are looked after. Only a demo has a door without
    /// a password.
    static func start(
        _ configuration: Configuration,
        outside own: HubDependencies? = nil,
        isNew: Bool = false,
        demo: DemoDoor? = nil,
        beatEvery: Duration = .seconds(15)
    ) async throws -> HubServer {
        let clock = own == nil ? MachineClock(folder: configuration.dataFolder) : nil
        var outside = own ?? .real
        if let clock {
            outside.now = { clock.time.now }
            outside.clockDoubt = { clock.time.doubt }
            outside.clock = clock.adjustable
        }
        outside.senders = try configuration.senders()
        outside.coins = MoneroWallet(configuration)
        let web = try WebAssets.of(configuration)
        let atlas = InstalledMaps(try await .of(configuration)) { try await .of(configuration) }
        let house = try await open(configuration, isNew: isNew, outside)
        let running = try HubServer(house, configuration, web, atlas, clock, demo, beatEvery: beatEvery)
        running.service.desk?.resume()
        return running
    }

    /// Opens the house; where another hub has the database on a server, waits until that one ends.
    private static func open(
        _ configuration: Configuration,
        isNew: Bool,
        _ outside: HubDependencies
    ) async throws -> HubInstance {
        let place = try configuration.hubDatabase()
        if let left = Restoring.unfinished(beside: configuration.dataFolder) {
            tell(
                "\(left) is there from a restore that did not end; it may hold the hub of before, with its backups",
                .warning
            )
        }
        var isWaiting = false
        while true {
            do {
                return try await HubInstance.open(
                    configuration.dataFolder,
                    on: place,
                    settings: configuration.hub,
                    mayCreate: true,
                    isNew: isNew,
                    outside: outside,
                    backups: BackupStore(configuration)
                )
            } catch let error as StorageError where error.code == .busy && place.server != nil {
                if !isWaiting { tell("another hub uses the database: this one takes over when that one ends") }
                isWaiting = true
                // It waits for as long as the other lives, which is no reason to start it again.
                tellServiceManager("READY=1\nSTATUS=waiting to take over\nWATCHDOG=1")
            }
            // The lock was waited for already: this is for a server that refuses at once.
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private init(
        _ house: HubInstance,
        _ configuration: Configuration,
        _ web: WebAssets,
        _ atlas: InstalledMaps,
        _ clock: MachineClock?,
        _ demo: DemoDoor?,
        beatEvery: Duration
    ) throws {
        let watchdogLog = configuration.watchdog.map { _ in WatchdogLog() }
        let service = HubService(house, configuration, web, atlas, watchdogLog, demo)
        server = try Server(try serverConfiguration(configuration)) { service.handle($0, $1) }
        let address = configuration.address(port: server.port)
        control = try ControlSocket(folder: house.folder, in: house.hub.outside.workplace) {
            await $0.answer(on: service, address, configuration)
        }
        atlas.start()
        let others = Self.loopsOfMachine(house, configuration, server, clock, watchdogLog)
        loops = HubLoops(service, beatEvery: beatEvery, others: others)
        isPlainLoopback = configuration.listen.hasPrefix("127.0.0.1:") && configuration.certificateFile == nil
        (self.house, self.service, self.address, port) = (house, service, address, server.port)
    }

    /// What goes on beside the hub's own loops where it lives on a machine.
    private static func loopsOfMachine(
        _ house: HubInstance,
        _ configuration: Configuration,
        _ server: Server,
        _ clock: MachineClock?,
        _ watchdogLog: WatchdogLog?
    ) -> [HubLoops.Loop] {
        let hub = house.hub
        let textCredit = TextCredit(configuration.textCredit(), hub: hub)
        var loops = [HubLoops.Loop { await textCredit.run() }]
        if let url = configuration.watchdog {
            let watchdog = Watchdog(url: url, hub: hub, log: watchdogLog ?? WatchdogLog())
            loops.append(HubLoops.Loop { await watchdog.run() })
        }
        if let clock {
            let watch = MachineWatch(house, clock: clock)
            loops.append(HubLoops.Loop { await watch.run() })
        }
        if let maker = BackupMaker(configuration, hub: hub) {
            loops.append(HubLoops.Loop(isAwaited: true) { await maker.run() })
        }
        if let renewal = CertificateWatch(configuration, server: server, outside: hub.outside) {
            loops.append(HubLoops.Loop { await renewal.run() })
        }
        return loops
    }

    /// Where phones on this machine reach it: an address that stands for all of them is none to send to.
    var addressForPhones: String {
        if address.hasPrefix("http://0.0.0.0:") { return "http://127.0.0.1:\(port)" }
        if address.hasPrefix("http://[::]:") { return "http://[::1]:\(port)" }
        return address
    }

    /// Says where it listens: the first line that it prints, which programs wait for.
    ///
    /// While the hub has no keeper, the claim code follows (S39); on no other start is it known.
    func announce() async throws {
        result("listening on \(address)")
        tellServiceManager("READY=1")
        if isPlainLoopback { result("on this machine also http://localhost:\(port)") }
        guard let claim = try await house.hub.makeClaim() else { return }
        result("claim code, good for 30 minutes: \(claim)")
        let base = house.hub.settings.publicURL.isEmpty ? address : house.hub.settings.publicURL
        result("or open: \(base)/register#claim=\(claim)")
        tell("This hub has no keeper yet. Register with the claim code to become it; `hearth outbox` shows the text.")
    }

    /// Answers what has come in and leaves the folder to others.
    func stop() async {
        tell("stopping…")
        tellServiceManager("STOPPING=1")
        loops.cancel()
        control.stop()
        service.close()
        let cut = await server.stop(within: .seconds(10))
        await service.desk?.close()
        await service.atlas.close()
        await loops.finish()
        await house.close()
        tell(cut == 0 ? "stopped" : "stopped; \(cut) requests were cut off")
    }
}

extension ControlCommand {
    /// What a running hub answers to it.
    fileprivate func answer(
        on service: HubService,
        _ address: String,
        _ configuration: Configuration
    ) async -> ControlAnswer {
        do {
            return try await run(on: service, address: address, configuration, isRunning: true)
        } catch {
            return .refused(words: wordsFor(error))
        }
    }
}

extension HubService {
    /// The hub's face, with what this machine knows of itself.
    fileprivate convenience init(
        _ house: HubInstance,
        _ configuration: Configuration,
        _ web: WebAssets,
        _ atlas: InstalledMaps,
        _ watchdog: WatchdogLog?,
        _ demo: DemoDoor?
    ) {
        let machine = MachineMetrics(house, watchdog: watchdog)
        self.init(
            hub: house.hub,
            allowHTTP: configuration.allowHTTP,
            web: web,
            atlas: atlas,
            desk: RegionImportService(configuration),
            demo: demo,
            machine: machine.side(configuration, atlas)
        )
    }
}

private func serverConfiguration(_ configuration: Configuration) throws -> ServerConfiguration {
    var server = ServerConfiguration(listen: configuration.listen)
    server.connectionsMax = configuration.connectionsMax
    server.trustedProxies = configuration.trustedProxies
    server.commonHeaders = HubService.securityHeaders
    server.bodyPolicy = HubService.bodyPolicy
    server.onFault = { tell("http: \($0)", .error) }
    if let chain = configuration.certificateFile, let key = configuration.keyFile {
        server.certificate = try certificateBytes(chain, key)
    }
    return server
}

extension Configuration {
    /// Where a hub with this configuration is reached.
    fileprivate func address(port: UInt16) -> String {
        let scheme = certificateFile == nil ? "http" : "https"
        let host = listen.split(separator: ":").dropLast().joined(separator: ":")
        return "\(scheme)://\(host):\(port)"
    }
}
