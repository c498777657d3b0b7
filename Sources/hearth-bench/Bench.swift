/// One measurement: a word after `hearth bench`.
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

extension Command {
    static let bench = Command(
        name: "bench",
        summary: "measures the figures of docs/performance.md",
        help: """
            usage: hearth bench [NAME…] [--seconds N] [--runs N] [--connections N] [--devices N]
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
    ) { words in
        let arguments = try Arguments(words, flags: BenchOptions.flags.union(["listen"]), switches: ["keep", "json"])
        if arguments.positional == ["noop-server"] {
            return try await runNoopServer(listen: arguments.values["listen"] ?? "127.0.0.1:0")
        }
        let options = try BenchOptions(arguments)
        let unknown = arguments.positional.first { name in !Measurement.all.contains { $0.name == name } }
        if let unknown { throw UsageError(words: "There is no measurement \(unknown); see hearth bench --help.") }
        for measurement in Measurement.all
        where arguments.positional.isEmpty || arguments.positional.contains(measurement.name) {
            try await BenchFigure.$printsJSON.withValue(arguments.switches.contains("json")) {
                try await measurement.run(options)
            }
        }
    }
}
