import HearthProgram
import Family
import Glibc
import Hub

/// F58: how long everything of a member with a million fixes takes to come as one file.
enum ExportBench {
    private static let fixes = 1_000_000
    private static let fixesPerRequest = 100

    static func run(_ options: BenchOptions) async throws {
        let trial = try await TrialHub("export", members: 1)
        defer { if !options.keep { trial.remove() } }
        try await fill(trial)
        let stored = try await trial.storedFixes()
        let token = try await trial.addSession()
        let hub = try trial.serve()
        defer { hub.stop() }
        let port = try hub.port()
        var seconds: [Double] = []
        var bytes = 0
        for number in 1...min(options.runs, 3) {
            let begin = monotonicNanoseconds()
            bytes = try export(port: port, token: token)
            seconds.append(Double(monotonicNanoseconds() - begin) / 1_000_000_000)
            say("run \(number): \(seconds[number - 1].text(1)) s")
        }
        var figure = BenchFigure("F58", "export of a member with \(stored) fixes, as JSON and GPX", reach: "60 s")
        figure.add("whole file", Samples(seconds).median, "s", decimals: 1)
        figure.add("worst run", Samples(seconds).most, "s", decimals: 1)
        figure.add("size", Double(bytes) / 1e6, "MB", decimals: 1)
        let resident = Double(try hub.residentBytes(isPeak: true)) / 1e6
        figure.add("memory at most", resident, "MB", decimals: 1)
        try figure.publish()
    }

    /// Sends the fixes as a phone does, one a second of some days ago, and stops the hub.
    private static func fill(_ trial: TrialHub) async throws {
        let hub = try trial.serve()
        defer { hub.stop() }
        let start = trial.start.advanced(bySeconds: -Int64(fixes))
        let traffic = trial.deviceTokens.prefix(1).map { token in
            let journey = Journey(number: 0, startsAt: start)
            return PhoneTraffic.overland(token: token, fixes: fixesPerRequest, journey: journey)
        }
        let phone = try ClosedLoop(port: try hub.port(), connections: 1, traffic: traffic)
        var sent = 0
        while sent < fixes {
            let outcome = try phone.run(seconds: 1)
            guard outcome.refused == 0 else { throw CommandFailure(words: "fixes were refused") }
            sent += outcome.accepted * fixesPerRequest
        }
    }

    /// The bytes of the whole answer.
    private static func export(port: UInt16, token: String) throws -> Int {
        let socket = try LoopbackSocket(port: port)
        defer { socket.close() }
        var poller = try Poller()
        try poller.add(socket, number: 0)
        let head = "GET /api/v1/me/export HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n\r\n"
        try socket.send(Array(head.utf8))
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var (received, expected) = (0, Int.max)
        while received < expected {
            guard !(try poller.wait(nanoseconds: 120_000_000_000)).isEmpty else {
                throw CommandFailure(words: "nothing came for two minutes")
            }
            let count = try socket.receive(into: &buffer)
            if received == 0, count > 0 { expected = try length(buffer[..<count]) }
            received += count
        }
        return received
    }

    /// The bytes of head and body, as the head says.
    private static func length(_ bytes: ArraySlice<UInt8>) throws -> Int {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("HTTP/1.1 200"), let end = text.firstRange(of: "\r\n\r\n"),
            let line = text.lowercased().split(separator: "\r\n").first(where: { $0.hasPrefix("content-length:") }),
            let body = Int(line.dropFirst(15).drop { $0 == " " })
        else { throw CommandFailure(words: "no export came") }
        return text[..<end.upperBound].utf8.count + body
    }
}
