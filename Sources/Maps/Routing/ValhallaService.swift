import FoundationEssentials
import Linux
import Synchronization

/// The hub's own Valhalla: started with the hub, watched, started again when it ends, and never left behind.
package final class ValhallaService: Sendable {
    /// What the service needs.
    package struct Place: Sendable {
        package var programs: ValhallaPrograms
        /// The file of all roads.
        package var roads: String
        /// A folder for its configuration and its sockets, which is made anew; of one service alone.
        package var workFolder: String

        /// These three; both paths are from the top, as the program runs elsewhere.
        package init(programs: ValhallaPrograms, roads: String, workFolder: String) {
            (self.programs, self.roads, self.workFolder) = (programs, roads, workFolder)
        }
    }

    private struct State {
        var isStopping = false
        var watching: Task<Void, Never>?
        var engine: RouteEngine?
        var starts = 0
    }

    private static let startPatience = Duration.seconds(20)
    private static let healthEvery = Duration.seconds(10)
    private static let restartSecondsMax = 60

    private let place: Place
    private let log: @Sendable (_ words: String) -> Void
    private let state = Mutex(State())

    /// A service that says in the log when it starts and when it fails; the words hold no position.
    package init(_ place: Place, log: @escaping @Sendable (_ words: String) -> Void) {
        self.place = place
        self.log = log
    }

    /// Whether it answers now.
    package var isUp: Bool { state.withLock { $0.engine != nil } }

    /// How often it was started.
    package var starts: Int { state.withLock { $0.starts } }

    /// Where it answers, such as `http://127.0.0.1:41234`; nil while it does not.
    package var address: String? { engine?.address }

    /// Who answers; nil while nobody does.
    var engine: RouteEngine? { state.withLock { $0.engine } }

    /// Begins to watch over the program; called once, returns at once.
    package func start() {
        state.withLock { state in
            guard state.watching == nil, !state.isStopping else { return }
            state.watching = Task { await self.watch() }
        }
    }

    /// Ends it, within two seconds.
    package func stop() async {
        let watching = state.withLock { state in
            state.isStopping = true
            state.engine = nil
            return state.watching
        }
        watching?.cancel()
        await watching?.value
        // What is left there is made anew by the next start.
        try? Folders.remove(place.workFolder)
    }

    /// Runs it again and again, the sooner the longer it lived.
    private func watch() async {
        var pauseSeconds = 1
        while !Task.isCancelled {
            let began = ContinuousClock.now
            await runOnce()
            guard !Task.isCancelled else { return }
            if ContinuousClock.now - began > .seconds(60) { pauseSeconds = 1 }
            log("the routing engine ended; it is started again in \(pauseSeconds) s")
            try? await Task.sleep(for: .seconds(pauseSeconds))
            pauseSeconds = min(2 * pauseSeconds, Self.restartSecondsMax)
        }
    }

    /// Starts it, says so once it answers, and waits until it ends, falls silent, or is no longer wanted.
    private func runOnce() async {
        guard let port = LoopbackPort.free(), let child = await launch(port: port) else { return }
        let engine = RouteEngine("http://127.0.0.1:\(port)", kind: .valhalla)
        if await hasBegun(engine, child) {
            state.withLock { if !$0.isStopping { $0.engine = engine } }
            await watchHealth(of: engine, child)
        }
        state.withLock { $0.engine = nil }
        await child.stop(within: .milliseconds(1_500))
    }

    private func launch(port: UInt16) async -> ChildProgram? {
        let service = ValhallaConfiguration.Service(port: port, secondsToStop: 1)
        let configuration = ValhallaConfiguration(roads: .archive(place.roads), service: service)
        do {
            try Folders.remove(place.workFolder)
            try Folders.make(place.workFolder)
            try Data(configuration.json).write(to: URL(filePath: place.workFolder + "/valhalla.json"))
            // What it prints holds what was asked, and is dropped.
            var order = ChildProgram.Order([place.programs.service, "valhalla.json", "1"])
            order.folder = place.workFolder
            order.hasOwnGroup = true
            let child = try await ChildProgram.start(order)
            state.withLock { $0.starts += 1 }
            return child
        } catch {
            log("the routing engine could not be started")
            return nil
        }
    }

    /// Whether it answers before patience ends.
    private func hasBegun(_ engine: RouteEngine, _ child: ChildProgram) async -> Bool {
        let deadline = ContinuousClock.now + Self.startPatience
        while ContinuousClock.now < deadline, !child.hasEnded, !Task.isCancelled {
            if await engine.answers() { return true }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    /// Asks it now and then whether it still answers; three silences in a row end it.
    private func watchHealth(of engine: RouteEngine, _ child: ChildProgram) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await child.endedOrStopped() }
            group.addTask {
                var silences = 0
                while silences < 3 {
                    guard (try? await Task.sleep(for: Self.healthEvery)) != nil else { return }
                    silences = await engine.answers() ? 0 : silences + 1
                }
            }
            await group.next()
            group.cancelAll()
        }
    }
}

extension ChildProgram {
    /// Waits until it has ended; where that is no longer waited for, it is ended.
    fileprivate func endedOrStopped() async {
        await withTaskCancellationHandler {
            _ = await ended()
        } onCancel: {
            Task { await stop(within: .milliseconds(1_500)) }
        }
    }
}
