import HearthProgram

/// Log-ins tried at a steady rate, each by another number that nobody has: what each costs is one Argon2id.
final class LogInLoad {
    private let connections: [LoopbackSocket]
    private var poller: Poller
    private var answers: [HTTPAnswers]
    private var sentAt: [Int64]
    private var free: [Int]
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)
    private var outcome = Outcome()

    /// What came of some seconds of it.
    struct Outcome: Sendable {
        var tried = 0
        /// A password was hashed and was wrong.
        var hashed = 0
        /// Too many waited already: answered at once, to come again later.
        var turnedAway = 0
        /// Log-ins that left later than they should, for want of a free connection.
        var late = 0
        /// From the sending of each log-in whose password was hashed to its answer.
        var nanoseconds: [Int64] = []
    }

    init(port: UInt16, connections count: Int) throws {
        poller = try Poller()
        connections = try (0..<count).map { _ in try LoopbackSocket(port: port) }
        answers = Array(repeating: HTTPAnswers(), count: count)
        sentAt = Array(repeating: 0, count: count)
        free = Array(0..<count)
        for (number, socket) in connections.enumerated() { try poller.add(socket, number: number) }
    }

    /// Tries for so long, and waits for the last answers.
    func run(seconds: Double, perSecond: Double) throws -> Outcome {
        let start = monotonicNanoseconds()
        let total = Int(seconds * perSecond)
        while outcome.tried < total {
            let due = start + Int64(Double(outcome.tried) * 1_000_000_000 / perSecond)
            let now = monotonicNanoseconds()
            guard now >= due, let number = free.popLast() else {
                try hear(nanoseconds: now >= due ? 1_000_000 : due - now)
                continue
            }
            if now - due > 50_000_000 { outcome.late += 1 }
            sentAt[number] = monotonicNanoseconds()
            try connections[number].send(request(outcome.tried))
            outcome.tried += 1
        }
        let end = monotonicNanoseconds() + 10_000_000_000
        while free.count < connections.count, monotonicNanoseconds() < end { try hear(nanoseconds: 100_000_000) }
        return outcome
    }

    private func request(_ number: Int) -> [UInt8] {
        let body = #"{"phone":"+41792\#(100_000 + number)","password":"none of mine"}"#
        let head = """
            POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
            Content-Length: \(body.utf8.count)\r\n\r\n
            """
        return Array((head + body).utf8)
    }

    private func hear(nanoseconds: Int64) throws {
        for number in try poller.wait(nanoseconds: nanoseconds).map(Int.init) {
            let count = try connections[number].receive(into: &buffer)
            guard count > 0 else { continue }
            var status: Int?
            answers[number].append(buffer, count: count) { status = $0 }
            guard let status else { continue }
            switch status {
            case 401:
                outcome.hashed += 1
                outcome.nanoseconds.append(monotonicNanoseconds() - sentAt[number])
            case 429: outcome.turnedAway += 1
            default: throw CommandFailure(words: "a log-in was answered with \(status)")
            }
            free.append(number)
        }
    }

    deinit {
        for socket in connections { socket.close() }
    }
}
