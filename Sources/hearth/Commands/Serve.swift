import Glibc
import Linux

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
              --new    begin another hub where the database of one is missing or empty; what is left of it is kept
            """
    ) { words in
        beginLog()
        let (arguments, configuration) = try Configuration.read(words, flags: [], switches: ["new"])
        try arguments.noPositional()
        try await runHub(configuration, isNew: arguments.switches.contains("new"))
    }
}

/// Runs the hub until a signal ends it.
private func runHub(_ configuration: Configuration, isNew: Bool) async throws {
    let hub = try await HubServer.start(configuration, isNew: isNew)
    // Before anybody is told that it runs, and may ask it to end.
    let end = try StopSignals.caught()
    try await hub.announce()
    await end.wait()
    await hub.stop()
}

/// Waits for SIGTERM or SIGINT; a second one ends the process at once.
package func stopSignal() async throws {
    try await StopSignals.caught().wait()
}

extension StopSignals {
    /// - Throws: `CommandFailure` where no descriptor is left.
    static func caught() throws(CommandFailure) -> StopSignals {
        guard let signals = StopSignals() else { throw CommandFailure(words: "signals: \(errorWords(errno))") }
        return signals
    }
}
