import Dispatch
import Glibc

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "runs the hub",
        help: """
            usage: hearth serve [FLAGS]

            Runs the hub until it is told to stop (Ctrl-C or SIGTERM); what it acknowledged is on disk.
            Every flag is also an environment variable, --public-url as HEARTH_PUBLIC_URL, and a line
            of hearth.toml in the working folder, public-url = "…"; flags come first, then the environment.

            \(Configuration.flagHelp)
            """
    ) { words in
        beginLog()
        try await runHub(try Configuration.read(words))
    }
}

/// Runs the hub until a signal ends it.
private func runHub(_ configuration: Configuration) async throws {
    let hub = try await RunningHub.start(configuration)
    // Before anybody is told that it runs, and may ask it to end.
    let end = StopSignals()
    try await hub.announce()
    await end.wait()
    await hub.stop()
}

/// Waits for SIGTERM or SIGINT; a second one ends the process at once.
func stopSignal() async {
    await StopSignals().wait()
}

/// SIGTERM and SIGINT, caught from when this is made; a second one ends the process at once.
private struct StopSignals {
    private let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let sources: [any DispatchSourceSignal]

    init() {
        let (signals, continuation) = AsyncStream<Void>.makeStream()
        (self.signals, self.continuation) = (signals, continuation)
        sources = [SIGTERM, SIGINT].map { number in
            // The default action would end the process before the source hears of it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                if case .terminated = continuation.yield() { exit(1) }
            }
            source.resume()
            return source
        }
    }

    /// Waits for the first.
    func wait() async {
        for await _ in signals { break }
        continuation.finish()
        withExtendedLifetime(sources) {}
    }
}
