import Hub
import SQL

/// Looks after the machine below a running hub: room on its disk, its clock, and who starts the hub again.
struct MachineWatch: Sendable {
    /// Between two moments that are written down, in seconds, and between two words to the service manager.
    private static let stampSeconds = 60
    private static let wordSeconds = 20
    /// Between two looks at whether the database has its space for alarms.
    private static let reserveSeconds = 10

    private let folder: String
    private let hub: Hub
    private let clock: MachineClock
    private let reserve: DiskReserve
    private let hasServer: Bool

    init(_ house: HubInstance, clock: MachineClock) {
        (folder, hub, self.clock) = (house.folder, house.hub, clock)
        reserve = DiskReserve(folder: folder)
        hasServer = house.place.server != nil
    }

    /// Looks each second until the task is cancelled.
    func run() async {
        var second = 0
        while !Task.isCancelled {
            if let free = freeBytes(under: folder) {
                await hub.noteDisk(freeBytes: free, hasRows: !hasServer)
                reserve.make(freeBytes: free)
                if second % Self.reserveSeconds == 0, !hub.isDiskFull { await hub.takeReserve() }
            }
            if hasServer { await keepClaim() }
            if second % Self.stampSeconds == 0 { clock.stamp() }
            if second % Self.wordSeconds == 0 { await tellThatItWorks() }
            second += 1
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Has the writer look at its connection, which costs nothing while it is there: a hub whose place another one took ends
    /// in a second, also without a write.
    private func keepClaim() async {
        // A server that is away is told of where something is asked of it.
        try? await hub.database.transaction { _ in }
    }

    /// A hub whose database does not answer says nothing, and is started again; that does not bring a server back which is
    /// away, so a hub that knows of it goes on.
    private func tellThatItWorks() async {
        do {
            try await hub.checkDatabase()
            tellServiceManager("WATCHDOG=1")
        } catch {
            tell("the database does not answer: \(wordsFor(error))", .error)
            if hasServer { tellServiceManager("WATCHDOG=1") }
        }
    }
}
