import HearthProgram

/// Load from many connections at once: each sends its next request when the answer to the last has come.
///
/// One thread; the devices are dealt out to the connections, so that each device's requests arrive in order.
final class ClosedLoop {
    private var poller: Poller
    private var lines: [Line] = []
    private var traffic: [PhoneTraffic]
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    private struct Line {
        let socket: LoopbackSocket
        let devices: [Int]
        var turn = 0
        var answers = HTTPAnswers()
        var sentAt: Int64 = 0
    }

    /// What came of some seconds of load.
    struct Outcome {
        /// Requests answered 2xx.
        var accepted = 0
        var refused = 0
        var seconds = 0.0
        /// From the sending of each request to its whole answer.
        var nanoseconds: [Int64] = []
    }

    init(port: UInt16, connections: Int, traffic: [PhoneTraffic]) throws {
        poller = try Poller()
        self.traffic = traffic
        for number in 0..<connections {
            let devices = Array(stride(from: number, to: traffic.count, by: connections))
            let line = Line(socket: try LoopbackSocket(port: port), devices: devices)
            try poller.add(line.socket, number: number)
            lines.append(line)
        }
    }

    /// Sends for so long, then waits for the last answers.
    func run(seconds: Double) throws -> Outcome {
        var outcome = Outcome()
        let start = monotonicNanoseconds()
        let end = start + Int64(seconds * 1_000_000_000)
        for number in lines.indices { try sendNext(number) }
        var waiting = lines.count
        while waiting > 0 {
            let ready = try poller.wait(nanoseconds: 5_000_000_000)
            guard !ready.isEmpty else { throw CommandFailure(words: "\(waiting) answers did not come within 5 s") }
            for number in ready.map(Int.init) {
                guard let status = try receive(number) else { continue }
                let now = monotonicNanoseconds()
                outcome.nanoseconds.append(now - lines[number].sentAt)
                if (200..<300).contains(status) { outcome.accepted += 1 } else { outcome.refused += 1 }
                if now < end { try sendNext(number) } else { waiting -= 1 }
            }
        }
        outcome.seconds = Double(monotonicNanoseconds() - start) / 1_000_000_000
        return outcome
    }

    private func sendNext(_ number: Int) throws {
        let devices = lines[number].devices
        let device = devices[lines[number].turn]
        lines[number].turn = (lines[number].turn + 1) % devices.count
        traffic[device].advance()
        lines[number].sentAt = monotonicNanoseconds()
        try lines[number].socket.send(traffic[device].bytes)
    }

    private func receive(_ number: Int) throws -> Int? {
        let count = try lines[number].socket.receive(into: &buffer)
        guard count > 0 else { return nil }
        var status: Int?
        lines[number].answers.append(buffer, count: count) { status = $0 }
        return status
    }

    deinit {
        for line in lines { line.socket.close() }
    }
}
