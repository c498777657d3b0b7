import HearthProgram

/// P1 and P2: fixes stored by the hub beside the same requests answered by a server that does nothing.
///
/// Both servers stand ready and take turns; while one is measured the other sleeps. Every 2xx of the hub is then counted
/// in its database.
struct IngestBench {
    private let options: BenchOptions
    private let fixesPerRequest: Int
    private var hubRuns: [Run] = []
    private var noopRuns: [Run] = []
    private var diskMilliseconds: [Double] = []

    /// One server in one run.
    private struct Run {
        var requestsPerSecond: Double
        /// Of the server alone, both cores together.
        var processorMicrosecondsPerRequest: Double
        /// Of the process that sends.
        var senderMicrosecondsPerRequest: Double
        var milliseconds: Samples
        var accepted: Int
        var refused: Int

        /// What a request costs both sides; neighbours on the machine change it little.
        var processorOfAll: Double { processorMicrosecondsPerRequest + senderMicrosecondsPerRequest }
    }

    /// One server with the load that stays connected to it.
    private struct Side {
        let server: ChildProcess
        let load: ClosedLoop

        init(_ server: ChildProcess, connections: Int, traffic: [PhoneTraffic]) throws {
            self.server = server
            load = try ClosedLoop(port: try server.port(), connections: connections, traffic: traffic)
        }

        func run(seconds: Double) throws -> Run {
            let before = try server.processorSeconds()
            let sentBefore = ownProcessorSeconds()
            let outcome = try load.run(seconds: seconds)
            let used = try server.processorSeconds() - before
            let usedSending = ownProcessorSeconds() - sentBefore
            let answered = outcome.accepted + outcome.refused
            return Run(
                requestsPerSecond: Double(outcome.accepted) / outcome.seconds,
                processorMicrosecondsPerRequest: used * 1_000_000 / Double(max(1, answered)),
                senderMicrosecondsPerRequest: usedSending * 1_000_000 / Double(max(1, answered)),
                milliseconds: Samples(milliseconds: outcome.nanoseconds),
                accepted: outcome.accepted,
                refused: outcome.refused
            )
        }
    }

    /// P1: OwnTracks, one fix a request.
    static func single(_ options: BenchOptions) async throws {
        var bench = IngestBench(options, fixesPerRequest: 1)
        try await bench.measure()
        try bench.figure("P1", reach: "0.50 of the do-nothing handler").publish()
    }

    /// P2: Overland, a hundred fixes a request.
    static func batches(_ options: BenchOptions) async throws {
        var bench = IngestBench(options, fixesPerRequest: 100)
        try await bench.measure()
        try bench.figure("P2", reach: "150 000 fixes/s").publish()
    }

    private init(_ options: BenchOptions, fixesPerRequest: Int) {
        self.options = options
        self.fixesPerRequest = fixesPerRequest
    }

    private mutating func measure() async throws {
        let trial = try await TrialHub("ingest", members: options.devices)
        let accepted = try runInTurn(trial)
        let stored = try await trial.storedFixes()
        if !options.keep { trial.remove() }
        guard stored == accepted * fixesPerRequest else {
            throw CommandFailure(words: "\(accepted) requests were accepted, and \(stored) fixes are stored")
        }
        say("\(stored) fixes accepted, \(stored) stored")
    }

    /// Runs hub and reference in turn, and says how many requests the hub accepted in all.
    private mutating func runInTurn(_ trial: TrialHub) throws -> Int {
        let hubProcess = try trial.serve()
        defer { hubProcess.stop() }
        let noopProcess = try ChildProcess(try ChildProcess.ownPath(), ["noop-server"])
        defer { noopProcess.stop() }
        say("hub \(hubProcess.pid), reference \(noopProcess.pid)")
        let hub = try Side(hubProcess, connections: options.connections, traffic: traffic(trial))
        let noop = try Side(noopProcess, connections: options.connections, traffic: traffic(trial))
        // What is read and allocated but once is not part of the figure.
        let warmUp = try hub.run(seconds: 1)
        _ = try noop.run(seconds: 0.5)
        let disk = DiskSync(in: trial.folder)
        // The first round makes the file.
        _ = try disk.milliseconds()
        for number in 1...options.runs {
            diskMilliseconds += try disk.milliseconds()
            hubRuns.append(try hub.run(seconds: options.seconds))
            noopRuns.append(try noop.run(seconds: options.seconds))
            tell(number)
        }
        return hubRuns.reduce(warmUp.accepted) { $0 + $1.accepted }
    }

    private func traffic(_ trial: TrialHub) -> [PhoneTraffic] {
        trial.deviceTokens.enumerated().map { number, token in
            let journey = Journey(number: number, startsAt: trial.start)
            return fixesPerRequest == 1
                ? .ownTracks(token: token, journey: journey)
                : .overland(token: token, fixes: fixesPerRequest, journey: journey)
        }
    }

    private func tell(_ number: Int) {
        guard let hub = hubRuns.last, let noop = noopRuns.last else { return }
        say(
            "run \(number): hub \(hub.requestsPerSecond.text(0))/s, \(hub.processorMicrosecondsPerRequest.text(1)) µs "
                + "of processor each; reference \(noop.requestsPerSecond.text(0))/s, "
                + "\(noop.processorMicrosecondsPerRequest.text(1)) µs"
        )
    }

    private func figure(_ id: String, reach: String) -> BenchFigure {
        let title =
            "durable ingest, \(fixesPerRequest) fixes a request, \(options.devices) devices, "
            + "\(options.connections) connections, \(options.runs) runs of \(options.seconds.text(0)) s in turn"
        var figure = BenchFigure(id, title, reach: reach)
        let ratios = zip(hubRuns, noopRuns).map { $0.requestsPerSecond / $1.requestsPerSecond }
        let rates = Samples(hubRuns.map(\.requestsPerSecond))
        let fixes = rates.median * Double(fixesPerRequest)
        if fixesPerRequest > 1 { figure.add("fixes stored", fixes, "/s", decimals: 0) }
        figure.add("ratio to the do-nothing handler", Samples(ratios).median, "", decimals: 3)
        let processorRatios = zip(hubRuns, noopRuns).map { $1.processorOfAll / $0.processorOfAll }
        figure.add("the same by processor time", Samples(processorRatios).median, "", decimals: 3)
        figure.add("requests, hub", rates.median, "/s", decimals: 0)
        figure.add("requests, hub, worst run", rates.least, "/s", decimals: 0)
        figure.add("requests, hub, best run", rates.most, "/s", decimals: 0)
        figure.add("requests, reference", Samples(noopRuns.map(\.requestsPerSecond)).median, "/s", decimals: 0)
        for (name, runs) in [("hub", hubRuns), ("reference", noopRuns)] {
            let processor = Samples(runs.map(\.processorMicrosecondsPerRequest)).median
            figure.add("processor a request, \(name)", processor, "µs", decimals: 2)
            let sending = Samples(runs.map(\.senderMicrosecondsPerRequest)).median
            figure.add("processor a request, sender of \(name)", sending, "µs", decimals: 2)
            for (label, part) in [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)] {
                let latency = Samples(runs.map { $0.milliseconds.quantile(part) }).median
                figure.add("answer after, \(name), \(label)", latency, "ms", decimals: 3)
            }
        }
        figure.add("refused", Double(hubRuns.reduce(0) { $0 + $1.refused }), "", decimals: 0)
        figure.add(disk: diskMilliseconds)
        return figure
    }
}
