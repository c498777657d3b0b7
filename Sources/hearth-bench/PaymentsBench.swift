import HearthProgram
import Family
import Glibc
import Hub
import SQL

/// P7: what a transfer costs with all that makes it last: signature, log, tree, head and disk, beside a plain program on
/// the same database library.
///
/// Signatures are checked by those who ask, before the writer's turn; so the writer is measured by itself, with batches that
/// were checked before, and then all of it together.
enum PaymentsBench {
    private static let reach = "0.90 of the plain program in C"
    private static let perCommit = 100
    /// So many check and hand over batches at once where all of it is measured.
    private static let askers = 4
    /// Batches that are handed over before the first of them is answered, where storing alone is measured.
    private static let inFlight = 3
    /// Batches of one run whose storing is timed: so many that the database's log is moved into its file meanwhile.
    private static let batchesStored = 1_000
    /// Batches that each of them hands over.
    private static let batchesEach = 12
    /// Signed ahead, so that signing is no part of what is measured.
    private static let requestsAhead = 6_000

    static func run(_ options: BenchOptions) async throws {
        let trial = try await TrialHub("payments", members: 1)
        let reference = try Reference(in: trial.folder)
        var (ours, theirs, bare) = ([Double](), [Double](), [Double]())
        var (verifying, whole) = ([Double](), [Double]())
        // As many a commit as in the plain program, however many wait.
        var limits = Database.Limits()
        limits.writesPerCommit = 1
        let house = try await HubInstance.openAlone(trial.folder, mayCreate: false, limits: limits)
        let payments = try await SignedPayments(house.hub, trial.members[0])
        for number in 1...options.runs {
            let (verified, taken) = try await batches(payments, house.hub)
            verifying.append(verified)
            ours.append(taken)
            theirs.append(try reference.rate(seconds: options.seconds / 2))
            bare.append(try reference.rate(seconds: options.seconds / 2, isBare: true))
            whole.append(try await together(payments, house.hub))
            say(
                """
                run \(number): stored \(taken.text(0))/s, in C \(theirs[number - 1].text(0))/s or \
                \(bare[number - 1].text(0))/s, verified \(verified.text(0))/s, both \(whole[number - 1].text(0))/s
                """
            )
        }
        let check = try await house.hub.checkLedger(of: trial.members[0])
        guard let check, check.fault == nil else { throw CommandFailure(words: "the ledger is not what it must be") }
        let token = try await house.hub.addSession(for: trial.members[0]).token
        let requests = try (0..<requestsAhead).map { _ in try payments.nextRequest(token: token) }
        await house.close()
        let served = try serve(trial, requests, options)
        if !options.keep { trial.remove() }
        try publish(ours, theirs, bare, verifying, whole, served, leaves: check.leafCount)
    }

    /// Transfers a second: their signatures verified, then taken a hundred a commit, the next batch handed over while
    /// the one before is on its way to the disk.
    private static func batches(_ payments: SignedPayments, _ hub: Hub) async throws -> (
        verified: Double, taken: Double
    ) {
        var (batches, verifying) = ([VerifiedTransfers](), 0.0)
        for _ in 0..<batchesStored {
            let requests = (0..<perCommit).map { _ in payments.next() }
            let start = monotonicNanoseconds()
            batches.append(try await hub.verify(requests, of: payments.member))
            verifying += Double(monotonicNanoseconds() - start) / 1_000_000_000
        }
        let start = monotonicNanoseconds()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for asker in 0..<inFlight {
                group.addTask { [batches] in
                    for number in stride(from: asker, to: batches.count, by: inFlight) {
                        guard try await hub.execute(batches[number]).allSatisfy({ $0.isDone && !$0.isRepeat }) else {
                            throw CommandFailure(words: "the ledger refused what it has to do")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let taking = Double(monotonicNanoseconds() - start) / 1_000_000_000
        let count = Double(batchesStored * perCommit)
        return (count / verifying, count / taking)
    }

    /// Transfers a second where several at once have signatures verified and what they signed taken.
    private static func together(_ payments: SignedPayments, _ hub: Hub) async throws -> Double {
        let requests = (0..<askers).map { _ in
            (0..<batchesEach).map { _ in (0..<perCommit).map { _ in payments.next() } }
        }
        let start = monotonicNanoseconds()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for batches in requests {
                group.addTask {
                    for batch in batches {
                        _ = try await hub.execute(try await hub.verify(batch, of: payments.member))
                    }
                }
            }
            try await group.waitForAll()
        }
        let seconds = Double(monotonicNanoseconds() - start) / 1_000_000_000
        return Double(askers * batchesEach * perCommit) / seconds
    }

    /// Transfers a second over HTTP, one a request, each signed by its device.
    private static func serve(
        _ trial: TrialHub,
        _ requests: [[UInt8]],
        _ options: BenchOptions
    ) throws -> (perSecond: Double, milliseconds: Samples) {
        let hub = try trial.serve(["--requests-per-minute", "900000000"])
        defer { hub.stop() }
        let load = try PaymentLoad(port: try hub.port(), connections: options.connections, requests)
        let outcome = try load.run()
        guard outcome.refused == 0 else { throw CommandFailure(words: "\(outcome.refused) transfers were refused") }
        return (Double(outcome.accepted) / outcome.seconds, Samples(milliseconds: outcome.nanoseconds))
    }

    private static func publish(
        _ ours: [Double],
        _ theirs: [Double],
        _ bare: [Double],
        _ verifying: [Double],
        _ whole: [Double],
        _ served: (perSecond: Double, milliseconds: Samples),
        leaves: Int
    ) throws {
        var figure = BenchFigure("P7", "durable transfers, \(perCommit) a commit, beside a program in C", reach: reach)
        func ratio(_ theirs: [Double]) -> Double { Samples(zip(ours, theirs).map { $0 / $1 }).median }
        figure.add("of the plain program's rate", ratio(theirs), "", decimals: 2)
        figure.add("of its rate with the hub's settings of SQLite", ratio(bare), "", decimals: 2)
        figure.add("verified transfers stored", Samples(ours).median, "/s", decimals: 0)
        figure.add("the plain program's", Samples(theirs).median, "/s", decimals: 0)
        figure.add("the plain program's with these settings", Samples(bare).median, "/s", decimals: 0)
        figure.add("signatures verified, one after the other", Samples(verifying).median, "/s", decimals: 0)
        figure.add("verified and stored, \(askers) batches at once", Samples(whole).median, "/s", decimals: 0)
        figure.add("over HTTP, signed, one a request", served.perSecond, "/s", decimals: 0)
        figure.add("over HTTP, p50", served.milliseconds.median, "ms", decimals: 1)
        figure.add("over HTTP, p99", served.milliseconds.quantile(0.99), "ms", decimals: 1)
        figure.add("entries in the log, all of them checked", Double(leaves), "", decimals: 0)
        try figure.publish()
    }
}

/// The plain program: Benchmarks/ledger/reference.c, compiled here and now.
private struct Reference {
    private let program: String
    private let database: String

    init(in folder: String) throws {
        (program, database) = (folder + "/reference", folder + "/reference.db")
        let words = ["-O2", "-o", program, "Benchmarks/ledger/reference.c", "-lsqlite3"]
        try ChildProcess("/usr/bin/cc", words).wait()
        guard unsafe access(program, X_OK) == 0 else {
            throw CommandFailure(
                words: "Benchmarks/ledger/reference.c could not be compiled; run this in the source's folder"
            )
        }
    }

    /// Transfers a second, on a new file.
    ///
    /// `isBare` spares SQLite the locks and the count of memory that the hub spares it.
    func rate(seconds: Double, isBare: Bool = false) throws -> Double {
        let child = try ChildProcess(program, [database, seconds.text(3)] + (isBare ? ["bare"] : []))
        let parts = try child.line().split(separator: " ")
        child.wait()
        guard parts.count == 2, let count = Double(parts[0]), let time = Double(parts[1]), time > 0 else {
            throw CommandFailure(words: "the plain program said something else")
        }
        return count / time
    }
}

/// Sends given requests over many connections, each its next when the answer to the last has come.
private final class PaymentLoad {
    private var poller: Poller
    private var sockets: [LoopbackSocket] = []
    private var answers: [HTTPAnswers] = []
    private var sentAt: [Int64] = []
    private let requests: [[UInt8]]
    private var next = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    struct Outcome {
        var accepted = 0
        var refused = 0
        var seconds = 0.0
        var nanoseconds: [Int64] = []
    }

    init(port: UInt16, connections: Int, _ requests: [[UInt8]]) throws {
        poller = try Poller()
        self.requests = requests
        for number in 0..<connections {
            let socket = try LoopbackSocket(port: port)
            try poller.add(socket, number: number)
            sockets.append(socket)
            answers.append(HTTPAnswers())
            sentAt.append(0)
        }
    }

    func run() throws -> Outcome {
        var outcome = Outcome()
        let start = monotonicNanoseconds()
        var waiting = 0
        for number in sockets.indices where try sendNext(number) { waiting += 1 }
        while waiting > 0 {
            let ready = try poller.wait(nanoseconds: 10_000_000_000)
            guard !ready.isEmpty else { throw CommandFailure(words: "\(waiting) answers did not come within 10 s") }
            for number in ready.map(Int.init) {
                guard let status = try receive(number) else { continue }
                outcome.nanoseconds.append(monotonicNanoseconds() - sentAt[number])
                if status == 201 { outcome.accepted += 1 } else { outcome.refused += 1 }
                if try !sendNext(number) { waiting -= 1 }
            }
        }
        outcome.seconds = Double(monotonicNanoseconds() - start) / 1_000_000_000
        return outcome
    }

    /// False where all have been sent.
    private func sendNext(_ number: Int) throws -> Bool {
        guard next < requests.count else { return false }
        sentAt[number] = monotonicNanoseconds()
        try sockets[number].send(requests[next])
        next += 1
        return true
    }

    private func receive(_ number: Int) throws -> Int? {
        let count = try sockets[number].receive(into: &buffer)
        guard count > 0 else { return nil }
        var status: Int?
        answers[number].append(buffer, count: count) { status = $0 }
        return status
    }

    deinit {
        for socket in sockets { socket.close() }
    }
}
