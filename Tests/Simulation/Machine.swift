import Bus
import Crypto
import Family
import ForgettingDisk
import HTTP
import Hub
import HubAPI
import Messaging
import SQL
import SQLite
import SimulatedMachine
import Storage
import Work

/// The machine with the hub on it: it starts, is killed, loses its power and stops.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class Machine: Sendable {
    private static let path = "/hearth.db"

    private let providers: Providers
    private let conduct: ConductJudge
    let time = MachineTime()
    private nonisolated(unsafe) var chance: Chance  // one thread
    /// The hub that answers; nil while none does.
    private(set) nonisolated(unsafe) var server: DirectServer?  // one thread
    private(set) nonisolated(unsafe) var service: HubService?  // one thread
    private nonisolated(unsafe) var loops: HubLoops?  // one thread
    /// How many hubs began on this disk.
    private(set) nonisolated(unsafe) var life = 0  // one thread
    private(set) nonisolated(unsafe) var kills = 0  // one thread
    private(set) nonisolated(unsafe) var cuts = 0  // one thread
    /// How often its disk was full, and whether it is.
    private(set) nonisolated(unsafe) var fills = 0  // one thread
    private(set) nonisolated(unsafe) var isDiskFull = false  // one thread
    /// Called each time that a hub is ready.
    nonisolated(unsafe) var onStart: () -> Void = {}  // one thread
    /// Called each time that a hub is gone, with all that it did not answer.
    nonisolated(unsafe) var onEnd: () -> Void = {}  // one thread
    private nonisolated(unsafe) var killAt = Int.max  // one thread
    private nonisolated(unsafe) var syncs: Int64 = 0  // one thread
    private nonisolated(unsafe) var isUp = false  // one thread
    /// How long the machine stays off after its hub ended.
    private var restart: Duration { .seconds(chance.once(in: 4) ? chance.within(60...240) : chance.within(1...20)) }

    init(seed: UInt64, providers: Providers, conduct: ConductJudge) {
        (self.providers, self.conduct) = (providers, conduct)
        chance = Chance(seed: seed, "machine")
        World.only.afterStep = { [unowned self] in self.look() }
    }

    /// Begins a hub on the disk.
    func start() {
        life += 1
        (isUp, killAt) = (true, .max)
        let life = life
        World.only.say("life \(life) begins")
        Task {
            do {
                try await open()
            } catch {
                // A cut while it opens ends this life as any other moment does.
                guard forgetting_disk_is_cut() == 0, self.life == life else { return }
                guard (error as? StorageError)?.code == .full else {
                    return Findings.only.add("start", "the hub does not start: \(error)")
                }
                // The hub's program gives up a reserve first, which is not simulated; its service tries again.
                World.only.say("the disk is too full for a start")
                World.only.add(.outside) { self.tryAgain(life) }
            }
        }
    }

    private func tryAgain(_ life: Int) {
        // A kill may have been quicker.
        guard isUp, self.life == life else { return }
        die()
        forgetting_disk_kill()
        comeBack()
    }

    /// Ends the hub `count` steps later, as kill -9 does.
    func kill(afterSteps count: Int) {
        guard !isDiskFull else { return }
        killAt = World.only.steps + count
    }

    /// Ends the machine before the `count`th write from now on, as a power cut does.
    func cutPower(afterWrites count: Int) {
        guard !isDiskFull else { return }
        forgetting_disk_cut_after(Int64(count))
    }

    /// Takes back the faults that were ordered and have not come, or that last.
    func endFaults() {
        killAt = .max
        if isDiskFull { fillDisk(false) }
        forgetting_disk_cut_after(.max)
    }

    /// Stops the hub as its keeper does; `done` is called when its database is closed.
    func stop(then done: @escaping @Sendable () -> Void) {
        guard let loops, let service else { return done() }
        let database = service.hub.database
        Task {
            loops.cancel()
            service.close()
            self.server = nil
            await loops.finish()
            await service.hub.closeSecurityLog()
            await database.close()
            World.only.add(.outside) {
                self.end()
                done()
            }
        }
    }

    /// The hub's database on an empty disk, with its tables and nothing in them.
    static func makeDatabase() async throws {
        let database = try Database(SQLite(path: path, fileSystem: "forgetting"), in: .seeded)
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        await database.close()
    }

    private func open() async throws {
        let driver = SQLite(path: Self.path, pagesBetweenCheckpoints: 200, fileSystem: "forgetting")
        let database = try Database(driver, in: .seeded)
        try await Migrator(files: Schema.migrations, checksum: SHA256.hexadecimal).migrate(database)
        var settings = HubSettings()
        settings.publicURL = "https://hub.test"
        settings.textRegions = ["CH"]
        let clock = time.clock()
        let hub = try await Hub.open(
            database: database,
            keys: HubKeys(master: [UInt8](0..<32)),
            settings: settings,
            outside: outside(clock),
            bus: LocalBus(in: .seeded)
        )
        let service = HubService(hub: hub, allowHTTP: false)
        var configuration = ServerConfiguration(listen: "")
        configuration.commonHeaders = HubService.securityHeaders
        configuration.bodyPolicy = HubService.bodyPolicy
        server = DirectServer(configuration) { service.handle($0, $1) }
        loops = HubLoops(service, others: [watch(hub, clock)])
        self.service = service
        World.only.say("life \(life) answers")
        World.only.add(.outside) { self.onStart() }
    }

    /// What the hub's program does beside it: it looks at the disk each second, and writes down the time each minute.
    private func watch(_ hub: Hub, _ clock: TrustedClock) -> HubLoops.Loop {
        HubLoops.Loop {
            var second = 0
            while !Task.isCancelled {
                await hub.noteDisk(freeBytes: self.isDiskFull ? 0 : 1 << 40)
                if second % 60 == 0 { self.time.write(clock) }
                second += 1
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Takes every free byte of the disk, or gives them back.
    ///
    /// While it is full nothing ends the hub: the reserve on the disk, which would keep what it holds in memory, is its
    /// program's and not simulated.
    func fillDisk(_ isFull: Bool) {
        isDiskFull = isFull
        if isFull {
            killAt = .max
            forgetting_disk_cut_after(.max)
        }
        forgetting_disk_fill(isFull ? 1 : 0)
        if isFull { fills += 1 }
        World.only.say(isFull ? "the disk is full" : "the disk has room")
    }

    private func outside(_ clock: TrustedClock) -> HubDependencies {
        var outside = HubDependencies(
            now: { clock.now },
            random: { SecureRandom.bytes($0) },
            log: { [conduct] entry in
                let facts = entry.facts.map { " \($0.name)=\($0.value)" }.joined()
                conduct.logged("\(entry.message)\(facts)")
                World.only.say("log \(entry.level.rawValue): \(entry.message)\(facts)")
            },
            senders: [.text: providers.texts]
        )
        outside.workplace = .seeded
        outside.clockDoubt = { clock.doubt }
        outside.clock = AdjustableClock(boot: time.name, time: clock)
        return outside
    }

    /// After each step: what it wrote takes time, and whatever was to end the hub does.
    private func look() {
        let now = forgetting_disk_syncs()
        World.only.spend((now - syncs) * 2_000_000)
        syncs = now
        guard isUp else { return }
        if forgetting_disk_is_cut() != 0 {
            cuts += 1
            World.only.say("power cut")
            die()
            time.boot()
            forgetting_disk_return(chance.once(in: 2) ? 1 : 0)
            comeBack()
        } else if World.only.steps >= killAt {
            kills += 1
            World.only.say("kill -9")
            die()
            forgetting_disk_kill()
            comeBack()
        }
    }

    private func die() {
        World.only.dropHub()
        end()
    }

    private func end() {
        (isUp, server, killAt) = (false, nil, .max)
        // What a program leaves in memory when it ends is never freed here, as it never ran to its end.
        for left in [service, loops] as [AnyObject?] { _ = left.map(Unmanaged.passRetained) }
        (service, loops) = (nil, nil)
        onEnd()
    }

    private func comeBack() {
        World.only.add(.outside, after: restart) { self.start() }
    }
}
