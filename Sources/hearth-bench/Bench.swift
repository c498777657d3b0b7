import HearthProgram

/// One measurement: a word after `hearth-bench`.
private struct Measurement: Sendable {
    let name: String
    let summary: String
    let run: @Sendable (BenchOptions) async throws -> Void

    static let all: [Measurement] = [
        Measurement(name: "ingest", summary: "P1: one OwnTracks fix a request, stored", run: IngestBench.single),
        Measurement(name: "batches", summary: "P2: Overland batches of 100 fixes", run: IngestBench.batches),
        Measurement(name: "live", summary: "P3: a fix posted to the event at a watcher", run: LiveBench.run),
        Measurement(name: "streams", summary: "P4: one event to 10 000 open streams", run: StreamsBench.run),
        Measurement(name: "start", summary: "P6: start to first answer, and memory idle", run: StartBench.run),
        Measurement(name: "log-ins", summary: "what is answered while 50 log-ins/s are tried", run: LogInBench.run),
        Measurement(name: "routes", summary: "P12: a route, beside the engine's own time", run: RoutesBench.run),
        Measurement(name: "export", summary: "F58: a million fixes as one file", run: ExportBench.run),
        Measurement(name: "search", summary: "P12: a search while somebody types, in the region", run: SearchBench.run),
        Measurement(name: "ledger", summary: "P7: transfers from memory, one core", run: LedgerBench.run),
        Measurement(
            name: "payments",
            summary: "P7: durable transfers beside a plain C program",
            run: PaymentsBench.run
        ),
        Measurement(name: "import", summary: "A10: a million fixes brought into a history", run: ImportBench.run),
        Measurement(name: "packs", summary: "P5: bytes a fix, and a day read back", run: PacksBench.run),
        Measurement(name: "presence", summary: "P8: read and placed from memory, one core", run: PresenceBench.run),
    ]
}

/// The command line: measures what it names, or everything.
@main
struct Bench {
    private static var help: String {
        """
        usage: hearth-bench [NAME…] [--seconds N] [--runs N] [--connections N] [--devices N]
               [--watchers N] [--rate N] [--keep] [--json]

        Takes the named measurements, or all of them, each beside its reference and in turn with it; prints the
        figure last and appends it to bench-results.json. Serves and sends on 127.0.0.1 alone, and writes to
        .build/ in the working folder.

        \(Measurement.all.map { "  \($0.name.padded(to: 12))\($0.summary)" }.joined(separator: "\n"))
          noop-server  the reference of ingest alone, for another load generator

          --seconds N      seconds of load in one run (4)
          --runs N         runs of each side (5)
          --connections N  connections that send (64)
          --devices N      devices that send, one a member (500)
          --watchers N     members who watch (10 000 for streams, 1 000 for live)
          --rate N         fixes a second of live (2 000)
          --listen ADDRESS  where the reference of ingest listens (127.0.0.1:0)
          --keep           leaves the data folder there
          --json           prints each figure as JSON, one a line, and nothing else
        """
    }

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        await runProgram("hearth-bench") {
            if words.contains("--help") || words == ["help"] { return result(help) }
            try await run(words)
        }
    }

    private static func run(_ words: [String]) async throws {
        let arguments = try Arguments(words, flags: BenchOptions.flags.union(["listen"]), switches: ["keep", "json"])
        if arguments.positional == ["noop-server"] {
            return try await runNoopServer(listen: arguments.values["listen"] ?? "127.0.0.1:0")
        }
        let options = try BenchOptions(arguments)
        let unknown = arguments.positional.first { name in !Measurement.all.contains { $0.name == name } }
        if let unknown { throw UsageError(words: "There is no measurement \(unknown); see hearth-bench --help.") }
        for measurement in Measurement.all
        where arguments.positional.isEmpty || arguments.positional.contains(measurement.name) {
            try await BenchFigure.$printsJSON.withValue(arguments.switches.contains("json")) {
                try await measurement.run(options)
            }
        }
    }
}

/// How long and how often a measurement is taken; the defaults are those of docs/performance.md.
struct BenchOptions {
    /// Seconds of load in one run.
    var seconds = 4.0
    /// Runs with the reference in turn.
    var runs = 5
    /// Connections that send at once.
    var connections = 64
    var devices = 500
    /// Members who watch, each on a stream; nil for what the measurement is about.
    var watchers: Int?
    /// Fixes a second where the load is a steady one.
    var rate = 2_000.0
    /// Leaves the data folder where it is.
    var keep = false

    /// The flags that every measurement takes.
    static let flags: Set<String> = ["seconds", "runs", "connections", "devices", "watchers", "rate"]

    init(_ arguments: Arguments) throws(UsageError) {
        seconds = try BenchOptions.number(arguments, "seconds", 0.1...60) ?? seconds
        runs = try BenchOptions.number(arguments, "runs", 1...25).map { Int($0) } ?? runs
        connections = try BenchOptions.number(arguments, "connections", 1...10_000).map { Int($0) } ?? connections
        devices = try BenchOptions.number(arguments, "devices", 1...100_000).map { Int($0) } ?? devices
        watchers = try BenchOptions.number(arguments, "watchers", 1...18_000).map { Int($0) }
        rate = try BenchOptions.number(arguments, "rate", 1...100_000) ?? rate
        keep = arguments.switches.contains("keep")
        guard devices >= connections else { throw UsageError(words: "--devices is at least --connections.") }
    }

    private static func number(
        _ arguments: Arguments,
        _ name: String,
        _ range: ClosedRange<Double>
    ) throws(UsageError) -> Double? {
        guard let text = arguments.values[name] else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw UsageError(words: "--\(name) is from \(range.lowerBound.text(1)) to \(range.upperBound.text(0)).")
        }
        return number
    }
}
