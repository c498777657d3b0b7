import HearthProgram

/// P6: from the start of the process to its first answer, and its memory when it has nothing to do.
enum StartBench {
    static func run(_ options: BenchOptions) async throws {
        let trial = try await TrialHub("start", members: 6)
        defer { if !options.keep { trial.remove() } }
        var answered: [Double] = []
        var megabytes: [Double] = []
        for number in 1...max(2, options.runs + 1) {
            let hub = try trial.serve()
            defer { hub.stop() }
            let milliseconds = try firstAnswer(of: hub)
            // Long enough for the first heartbeat, and for what was only needed to start to be given back.
            try await Task.sleep(for: .seconds(2))
            let resident = Double(try hub.residentBytes()) / 1e6
            say("start \(number): answered after \(milliseconds.text(1)) ms, \(resident.text(1)) MB")
            // The first brings the program's pages into memory.
            guard number > 1 else { continue }
            answered.append(milliseconds)
            megabytes.append(resident)
        }
        var figure = BenchFigure("P6", "start and idle, a hub of six members", reach: "150 ms; 40 MB")
        figure.add("start to first answer", Samples(answered).median, "ms", decimals: 1)
        figure.add("memory idle", Samples(megabytes).median, "MB", decimals: 1)
        figure.add("start to first answer, worst", Samples(answered).most, "ms", decimals: 1)
        figure.add("memory idle, worst", Samples(megabytes).most, "MB", decimals: 1)
        try figure.publish()
    }

    private static func firstAnswer(of hub: ChildProcess) throws -> Double {
        let socket = try LoopbackSocket(port: try hub.port())
        defer { socket.close() }
        var poller = try Poller()
        try poller.add(socket, number: 0)
        try socket.send(Array("GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        _ = try poller.wait(nanoseconds: 5_000_000_000)
        let count = try socket.receive(into: &buffer)
        guard buffer[..<count].starts(with: Array("HTTP/1.1 200".utf8)) else {
            throw CommandFailure(words: "the hub is not ready")
        }
        return Double(monotonicNanoseconds() - hub.startedAt) / 1_000_000
    }
}
