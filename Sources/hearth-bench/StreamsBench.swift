import HearthProgram
import Family

/// P4: ten thousand members watch one, each on a stream of their own.
enum StreamsBench {
    private static let reach = "10 000 streams, 100 MB in all, one event to all within 1 s"

    static func run(_ options: BenchOptions) async throws {
        let count = options.watchers ?? 10_000
        let trial = try await TrialHub("streams", members: 1, watching: Array(repeating: 0, count: count))
        defer { if !options.keep { trial.remove() } }
        let hub = try trial.serve(["--connections", "\(count + 100)"])
        defer { hub.stop() }
        let port = try hub.port()
        let idleBytes = try hub.residentBytes()

        var poller = try Poller()
        let crowd = EventCrowd(port: port, sessionTokens: trial.sessionTokens)
        let opening = monotonicNanoseconds()
        try crowd.open(&poller)
        let openSeconds = Double(monotonicNanoseconds() - opening) / 1_000_000_000
        let openBytes = try hub.residentBytes()

        let phone = try LoopbackSocket(port: port)
        defer { phone.close() }
        let journey = Journey(number: 0, startsAt: realTime().advanced(bySeconds: -600))
        var traffic = PhoneTraffic.ownTracks(token: trial.deviceTokens[0], journey: journey)
        var lastMilliseconds: [Double] = []
        var medianMilliseconds: [Double] = []
        for number in 1...max(2, options.runs) {
            traffic.advance()
            let heard = try tellAll(traffic, by: phone, to: crowd, &poller)
            // The first finds the hub's memory cold.
            guard number > 1 || options.runs == 1 else { continue }
            lastMilliseconds.append(heard.most)
            medianMilliseconds.append(heard.median)
            say("event \(number): the last of \(count) after \(heard.most.text(1)) ms")
        }
        var figure = BenchFigure("P4", "\(count) open event streams, one event to all", reach: reach)
        figure.add("memory of the hub, all streams open", Double(openBytes) / 1e6, "MB", decimals: 1)
        figure.add("one event at the last stream", Samples(lastMilliseconds).median, "ms", decimals: 1)
        figure.add("one event at the last stream, worst", Samples(lastMilliseconds).most, "ms", decimals: 1)
        figure.add("one event at half of them", Samples(medianMilliseconds).median, "ms", decimals: 1)
        figure.add("memory of the hub before", Double(idleBytes) / 1e6, "MB", decimals: 1)
        figure.add("memory of the hub after the events", Double(try hub.residentBytes()) / 1e6, "MB", decimals: 1)
        figure.add("memory of the hub at most", Double(try hub.residentBytes(isPeak: true)) / 1e6, "MB", decimals: 1)
        figure.add("memory a stream", Double(openBytes - idleBytes) / Double(count), "bytes", decimals: 0)
        figure.add("opening all of them", openSeconds, "s", decimals: 2)
        try figure.publish()
    }

    /// Posts a fix, and says after how many milliseconds each stream told of it.
    private static func tellAll(
        _ traffic: PhoneTraffic,
        by phone: LoopbackSocket,
        to crowd: EventCrowd,
        _ poller: inout Poller
    ) throws -> Samples {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        var heard: [Int64] = []
        var waiting = Set(crowd.sockets.indices)
        let start = monotonicNanoseconds()
        try phone.send(traffic.bytes)
        while !waiting.isEmpty {
            for number in try poller.wait(nanoseconds: 100_000_000).map(Int.init) {
                let count = try crowd.sockets[number].receive(into: &buffer)
                guard count > 0, crowd.events(of: number, in: buffer, count: count) > 0 else { continue }
                if waiting.remove(number) != nil { heard.append(monotonicNanoseconds() - start) }
            }
            guard monotonicNanoseconds() - start < 30_000_000_000 else {
                throw CommandFailure(words: "\(waiting.count) streams were not told within 30 s")
            }
        }
        _ = try phone.receive(into: &buffer)
        return Samples(milliseconds: heard)
    }
}
