import HearthProgram
import Glibc

/// P3: a fix posted to the hub until its event is at the watcher, beside a message through mosquitto.
///
/// As many subjects as watchers: each watcher sees one subject, and each fix is told to one watcher. Fixes go round the
/// subjects in turn at a steady rate.
enum LiveBench {
    private static let reach = "p50 2 ms, p99 10 ms, with the fix on disk first"
    private static let senders = 64

    static func run(_ options: BenchOptions) async throws {
        let count = options.watchers ?? 1_000
        let trial = try await TrialHub("live", members: count, watching: Array(0..<count))
        defer { if !options.keep { trial.remove() } }
        let hub = try trial.serve()
        defer { hub.stop() }
        let hubLoad = try SteadyLoad(HubSide(port: try hub.port(), trial: trial, senders: senders))
        let reference = try Mosquitto.started(in: trial.folder)
        defer { reference?.process.stop() }
        let referenceLoad = try reference.map { mosquitto in
            try SteadyLoad(mosquitto.side(subjects: count, senders: senders))
        }
        say("hub \(hub.pid), reference \(reference?.process.pid ?? 0)")
        _ = try hubLoad.run(seconds: 1, perSecond: options.rate)

        let disk = DiskSync(in: trial.folder)
        // The first round makes the file.
        _ = try disk.milliseconds()
        var diskMilliseconds: [Double] = []
        var hubRuns: [Run] = []
        var referenceRuns: [Run] = []
        for number in 1...options.runs {
            diskMilliseconds += try disk.milliseconds()
            hubRuns.append(try Run(hubLoad, of: hub, options))
            say("run \(number): hub \(hubRuns[number - 1].words)")
            guard let referenceLoad, let reference else { continue }
            referenceRuns.append(try Run(referenceLoad, of: reference.process, options))
            say("run \(number): mosquitto \(referenceRuns[number - 1].words)")
        }
        let title =
            "fix posted to event at the watcher, \(options.rate.text(0)) fixes/s, \(count) watchers of one subject each, "
            + "\(options.runs) runs of \(options.seconds.text(0)) s in turn"
        var figure = BenchFigure("P3", title, reach: reach)
        add(hubRuns, "hub", to: &figure)
        add(referenceRuns, "mosquitto", to: &figure)
        figure.add(disk: diskMilliseconds)
        try figure.publish()
    }

    /// One side in one run.
    private struct Run {
        let milliseconds: Samples
        let outcome: SteadyLoad.Outcome
        let processorMicroseconds: Double

        init(_ load: SteadyLoad, of server: ChildProcess, _ options: BenchOptions) throws {
            let before = try server.processorSeconds()
            outcome = try load.run(seconds: options.seconds, perSecond: options.rate)
            processorMicroseconds = (try server.processorSeconds() - before) * 1_000_000 / Double(outcome.posted)
            milliseconds = Samples(milliseconds: outcome.nanoseconds)
        }

        var words: String {
            "p50 \(milliseconds.median.text(3)) ms, p99 \(milliseconds.quantile(0.99).text(3)) ms; "
                + "\(outcome.overtaken) overtaken, \(outcome.missing) missing, \(outcome.late) late"
        }
    }

    private static func add(_ runs: [Run], _ name: String, to figure: inout BenchFigure) {
        guard !runs.isEmpty else { return }
        for (label, part) in [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)] {
            let milliseconds = Samples(runs.map { $0.milliseconds.quantile(part) }).median
            figure.add("at the watcher after, \(name), \(label)", milliseconds, "ms", decimals: 3)
        }
        let processor = Samples(runs.map(\.processorMicroseconds)).median
        figure.add("processor a message, \(name)", processor, "µs", decimals: 1)
        let posted = runs.reduce(0) { $0 + $1.outcome.posted }
        let told = runs.reduce(0) { $0 + $1.outcome.nanoseconds.count }
        figure.add("messages posted, \(name)", Double(posted), "", decimals: 0)
        figure.add("told one by one, \(name)", Double(told), "", decimals: 0)
        figure.add("never told, \(name)", Double(runs.reduce(0) { $0 + $1.outcome.missing }), "", decimals: 0)
        figure.add("late to leave, \(name)", Double(runs.reduce(0) { $0 + $1.outcome.late }), "", decimals: 0)
    }
}

/// A mosquitto of our own on a port of this machine, with nothing on disk.
private struct Mosquitto {
    let process: ChildProcess
    private let port: UInt16

    /// Starts it; nil where it is not installed.
    static func started(in folder: String) throws -> Mosquitto? {
        let path = "/usr/sbin/mosquitto"
        guard unsafe access(path, X_OK) == 0 else {
            say("mosquitto is not installed (Debian: mosquitto); measuring the hub alone")
            return nil
        }
        // It takes no port 0; one derived from our own number is mostly free, and else it says so and ends.
        let port = UInt16(20_000 + getpid() % 10_000)
        let configuration = """
            listener \(port) 127.0.0.1
            allow_anonymous true
            persistence false
            log_type error
            max_queued_messages 0

            """
        let file = folder + "/mosquitto.conf"
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError(words: "\(file): \(errorWords(errno))") }
        write(configuration, to: descriptor)
        close(descriptor)
        let mosquitto = Mosquitto(process: try ChildProcess(path, ["-c", file]), port: port)
        // It says nothing when it is ready.
        usleep(500_000)
        return mosquitto
    }

    func side(subjects: Int, senders: Int) throws -> MosquittoSide {
        let journey = Journey(number: 0, startsAt: realTime())
        // As long as a phone's message; MQTT has its own head.
        let payload = PhoneTraffic.ownTracks(token: "", journey: journey).body
        return try MosquittoSide(port: port, subjects: subjects, senders: senders, payload: payload)
    }
}
