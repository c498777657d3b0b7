import FoundationEssentials
import HTTPClient
import Linux
import Synchronization

/// Monero's wallet program: started beside the hub, watched, started again when it ends, and never left behind.
///
/// It listens on a loopback port with a password that it makes for itself; no secret is on its command line.
final class MoneroProgram: Sendable {
    /// One run of the program.
    struct Session: Sendable {
        /// Another number for each run.
        let number: Int
        let rpc: MoneroRPC
        let child: ChildProgram
    }

    private struct State {
        var isStopping = false
        var watching: Task<Void, Never>?
        var session: Session?
        var starts = 0
    }

    private static let startPatience = Duration.seconds(20)
    private static let restartSecondsMax = 60
    /// In which it writes what it read.
    private static let stopPatience = Duration.seconds(5)

    private let place: MoneroPlace
    private let answerMilliseconds: Int
    private let log: @Sendable (_ words: String) -> Void
    private let state = Mutex(State())

    /// A program that is not started yet; one call takes it at most `answerMilliseconds`.
    init(_ place: MoneroPlace, answerMilliseconds: Int, log: @escaping @Sendable (_ words: String) -> Void) {
        (self.place, self.answerMilliseconds, self.log) = (place, answerMilliseconds, log)
    }

    /// The run that answers now; nil while none does.
    var session: Session? { state.withLock { $0.session } }

    /// How often it was started.
    var starts: Int { state.withLock { $0.starts } }

    /// Begins to watch over the program; called once, returns at once.
    func start() {
        state.withLock { state in
            guard state.watching == nil, !state.isStopping else { return }
            state.watching = Task { await self.watch() }
        }
    }

    /// Ends it, within seconds.
    func stop() async {
        let watching = state.withLock { state in
            state.isStopping = true
            state.session = nil
            return state.watching
        }
        watching?.cancel()
        await watching?.value
        // The next start makes the folder again.
        try? Folders.remove(place.workFolder)
    }

    /// Ends a run that no longer answers; the next one begins by itself.
    func end(_ session: Session) async {
        state.withLock { if $0.session?.number == session.number { $0.session = nil } }
        await session.child.stop(within: .seconds(1))
    }

    /// Runs it again and again, waiting twice as long each time unless it lived for a minute.
    private func watch() async {
        var pauseSeconds = 1
        while !Task.isCancelled {
            let began = ContinuousClock.now
            await runOnce()
            guard !Task.isCancelled else { return }
            if ContinuousClock.now - began > .seconds(60) { pauseSeconds = 1 }
            log("the coin wallet program ended; next start in \(pauseSeconds) s")
            try? await Task.sleep(for: .seconds(pauseSeconds))
            pauseSeconds = min(2 * pauseSeconds, Self.restartSecondsMax)
        }
    }

    /// Starts it, says so once it answers, and waits until it ends or is no longer wanted.
    private func runOnce() async {
        guard let port = LoopbackPort.free(), let child = await launch(port: port) else { return }
        if let rpc = await connect(port, child) {
            let session = state.withLock { state -> Session in
                Session(number: state.starts, rpc: rpc, child: child)
            }
            state.withLock { if !$0.isStopping { $0.session = session } }
            await withTaskCancellationHandler {
                _ = await child.ended()
            } onCancel: {
                Task { await child.stop(within: Self.stopPatience) }
            }
        }
        state.withLock { $0.session = nil }
        await child.stop(within: Self.stopPatience)
    }

    private func launch(port: UInt16) async -> ChildProgram? {
        do {
            try Folders.makeAll(above: place.walletFolder + "/wallet")
            try Folders.remove(place.workFolder)
            try Folders.make(place.workFolder)
            // What it prints names wallets and amounts, and is dropped; so is its log.
            var order = ChildProgram.Order(place.words(port: port))
            order.folder = place.workFolder
            order.hasOwnGroup = true
            let child = try await ChildProgram.start(order)
            state.withLock { $0.starts += 1 }
            return child
        } catch let failure as ChildFailure where failure.isMissing {
            log("\(place.program) is missing, so no coins are read; install Debian's package \"monero\"")
            return nil
        } catch {
            log("the coin wallet program could not be started")
            return nil
        }
    }

    /// A client of the program once it answers; nil where patience ends before.
    private func connect(_ port: UInt16, _ child: ChildProgram) async -> MoneroRPC? {
        let deadline = ContinuousClock.now + Self.startPatience
        while ContinuousClock.now < deadline, !child.hasEnded, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(50))
            guard let login = login(port) else { continue }
            let rpc = MoneroRPC(
                "http://127.0.0.1:\(port)",
                authorization: login,
                milliseconds: answerMilliseconds,
                bytesMax: 64 << 20
            )
            guard let rpc else { return nil }
            do {
                _ = try await rpc.call("get_version")
                // Reading goes on by itself only while a wallet has far to go.
                try await rpc.refreshByItself(false)
                return rpc
            } catch {
                continue
            }
        }
        return nil
    }

    /// The name and password that the program made, from the file that it wrote for its owner alone.
    private func login(_ port: UInt16) -> OutgoingRequest.Authorization? {
        let file = URL(filePath: "\(place.workFolder)/monero-wallet-rpc.\(port).login")
        // Not there yet.
        guard let bytes = try? Data(contentsOf: file) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let password = String(parts[1]).filter { !$0.isWhitespace }
        return .digest(user: String(parts[0]), password: password)
    }
}

extension MoneroRPC {
    private struct Refreshing: Encodable {
        var enable: Bool
        var period = 1
    }

    /// Whether the program reads on by itself, 256 blocks at a time, and answers in between.
    func refreshByItself(_ isOn: Bool) async throws(Failure) {
        _ = try await call("auto_refresh", Refreshing(enable: isOn))
    }
}
