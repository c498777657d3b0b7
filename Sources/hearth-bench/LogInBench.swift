import HearthProgram
import Work

/// What the hub answers besides while log-ins are tried: each costs an Argon2id, which nothing else may wait for.
enum LogInBench {
    private static let reach = "1 000 other requests/s while 50 log-ins/s are tried"
    private static let logInsPerSecond = 50.0

    static func run(_ options: BenchOptions) async throws {
        let trial = try await TrialHub("log-ins", members: options.devices)
        let figure = try await measure(trial, options)
        if !options.keep { trial.remove() }
        try figure.publish()
    }

    private static func measure(_ trial: TrialHub, _ options: BenchOptions) async throws -> BenchFigure {
        // What is measured is the work; the limits that keep it away from one network are lifted.
        let flags = ["--log-in-failures", "900000000", "--stranger-requests", "900000000"]
        let hub = try trial.serve(flags)
        defer { hub.stop() }
        let port = try hub.port()
        let traffic = trial.deviceTokens.enumerated().map { number, token in
            PhoneTraffic.ownTracks(token: token, journey: Journey(number: number, startsAt: trial.start))
        }
        let phones = try ClosedLoop(port: port, connections: options.connections, traffic: traffic)
        _ = try phones.run(seconds: 1)
        let idleBytes = try hub.residentBytes()
        var (alone, beside, seen): ([Double], [Double], [LogInLoad.Outcome]) = ([], [], [])
        for number in 1...options.runs {
            let seconds = options.seconds
            let without = try phones.run(seconds: seconds)
            alone.append(Double(without.accepted) / without.seconds)
            async let trying = logIns(port: port, seconds: seconds)
            let with = try phones.run(seconds: seconds)
            let outcome = try await trying
            beside.append(Double(with.accepted) / with.seconds)
            seen.append(outcome)
            say(
                "run \(number): \(alone[number - 1].text(0))/s alone, \(beside[number - 1].text(0))/s beside "
                    + "\(outcome.hashed) log-ins hashed and \(outcome.turnedAway) turned away"
            )
        }
        let peakBytes = try hub.residentBytes(isPeak: true)
        var figure = figure(alone: alone, beside: beside, seen, seconds: options.seconds)
        figure.add("memory before log-ins", Double(idleBytes) / 1_048_576, "MiB", decimals: 1)
        figure.add("memory at most", Double(peakBytes) / 1_048_576, "MiB", decimals: 1)
        return figure
    }

    private static func figure(
        alone: [Double],
        beside: [Double],
        _ seen: [LogInLoad.Outcome],
        seconds: Double
    ) -> BenchFigure {
        let title = "requests answered while \(logInsPerSecond.text(0)) log-ins/s are tried"
        var figure = BenchFigure("S4", title, reach: reach)
        figure.add("other requests", Samples(beside).median, "/s", decimals: 0)
        figure.add("worst run", Samples(beside).least, "/s", decimals: 0)
        figure.add("without log-ins", Samples(alone).median, "/s", decimals: 0)
        let hashed = seen.map { Double($0.hashed) / seconds }
        let turnedAway = seen.map { Double($0.turnedAway) / seconds }
        figure.add("log-ins hashed", Samples(hashed).median, "/s", decimals: 1)
        figure.add("log-ins turned away", Samples(turnedAway).median, "/s", decimals: 1)
        let answered = Samples(milliseconds: seen.flatMap(\.nanoseconds))
        figure.add("log-in answered after, p50", answered.quantile(0.5), "ms", decimals: 0)
        figure.add("log-in answered after, p99", answered.quantile(0.99), "ms", decimals: 0)
        return figure
    }

    /// Tries log-ins on a thread of its own, so that neither load waits for the other.
    private static func logIns(port: UInt16, seconds: Double) async throws -> LogInLoad.Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Workplace.threads.line("bench.log-ins", .ordinary).add {
                continuation.resume(
                    with: Result {
                        try LogInLoad(port: port, connections: 128)
                            .run(seconds: seconds, perSecond: logInsPerSecond)
                    }
                )
            }
        }
    }
}
