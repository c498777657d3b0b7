import Dispatch
import Synchronization

/// One connection and the jobs that wait for it, run in order by one thread at a time.
///
/// A writing lane commits in groups: while one commit reaches the disk the next group gathers by itself, so nothing waits
/// for company and a busy database still pays for few syncs.
final class Lane: Sendable {
    /// A closure to run and what to tell afterwards.
    struct Job: Sendable {
        var isReadOnly = false
        /// How much this write matters on a disk that takes nothing.
        var use = WriteUse.ordinary
        /// Called before `completion` where the write is in memory alone.
        var held: (@Sendable () -> Void)?
        /// Run between transactions instead of `body`.
        var upkeep: (@Sendable (any DatabaseConnection) throws -> Void)?
        /// Whether `upkeep` writes what is held.
        var isRecording = false
        let body: @Sendable (Transaction) throws -> Void
        let completion: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        /// Jobs taken out of `waiting` that have not run yet.
        var taken = 0
        var isRunning = false
        var isClosed = false
        /// Told once the connection is closed.
        var closing: CheckedContinuation<Void, Never>?

        /// Whether the caller is the one to start a run.
        mutating func starts() -> Bool {
            defer { isRunning = true }
            return !isRunning
        }
    }

    private let state = Mutex(State())
    private let connection: Mutex<any DatabaseConnection>
    private let held = Mutex(HeldWrites())
    private let writing: Bool
    private let limit: Int
    private let jobsPerTransaction: Int
    private let queue: DispatchQueue

    init(_ connection: sending any DatabaseConnection, writing: Bool, limit: Int, jobsPerTransaction: Int) {
        precondition(limit > 0 && jobsPerTransaction > 0)
        self.connection = Mutex(connection)
        self.writing = writing
        self.limit = limit
        self.jobsPerTransaction = jobsPerTransaction
        queue = DispatchQueue(label: writing ? "database.writer" : "database.reader")
    }

    /// Whether writes are in memory that the disk did not take.
    var isHolding: Bool { held.withLock { $0.cause != nil } }

    /// How many jobs have not run yet.
    var waitingCount: Int { state.withLock { $0.waiting.count + $0.taken } }

    /// Adds a job, or refuses it at once when too many wait or the lane is closed.
    func enqueue(_ job: Job) {
        let (refusal, starts) = state.withLock { state -> (StorageError?, Bool) in
            if state.isClosed { return (StorageError(.closed, "the database is closed"), false) }
            guard state.waiting.count + state.taken < limit else {
                return (StorageError(.busy, "\(limit) transactions wait already"), false)
            }
            state.waiting.append(job)
            return (nil, state.starts())
        }
        // Outside of the lock, which the thread that is woken asks for at once.
        if starts { queue.async { self.runAll() } }
        if let refusal { job.completion(refusal) }
    }

    /// Refuses new jobs, finishes those that wait, then closes the connection.
    func close() async {
        await withCheckedContinuation { continuation in
            let starts = state.withLock { state in
                state.isClosed = true
                state.closing = continuation
                return state.starts()
            }
            if starts { queue.async { self.runAll() } }
        }
    }

    private func runAll() {
        var jobs: [Job] = []
        while takeAll(&jobs) {
            var rest = jobs[...]
            while !rest.isEmpty {
                let shared = rest.prefix(jobsPerTransaction).prefix { $0.upkeep == nil }
                let group = shared.isEmpty ? rest.prefix(1) : shared
                rest = rest.dropFirst(group.count)
                state.withLock { $0.taken -= group.count }
                let errors = connection.withLock { shared.isEmpty ? keepUp(group, on: $0) : run(group, on: $0) }
                for (job, error) in zip(group, errors) { job.completion(error) }
            }
        }
    }

    /// Swaps the jobs that wait for the emptied array of the round before, which keeps its storage.
    ///
    /// False where none wait; then the run is over, and the connection is closed where that was asked for.
    private func takeAll(_ jobs: inout [Job]) -> Bool {
        jobs.removeAll(keepingCapacity: true)
        let closing = state.withLock { state -> CheckedContinuation<Void, Never>? in
            swap(&state.waiting, &jobs)
            state.taken = jobs.count
            state.isRunning = !jobs.isEmpty
            return jobs.isEmpty ? state.closing.take() : nil
        }
        if let closing {
            connection.withLock { connection in
                // The last try; what the disk does not take now is lost with the process.
                if isHolding { try? record(on: connection) }
                connection.close()
            }
            closing.resume()
        }
        return !jobs.isEmpty
    }

    /// Runs jobs that are no transactions.
    private func keepUp(_ jobs: ArraySlice<Job>, on connection: any DatabaseConnection) -> [(any Error)?] {
        jobs.map { job in
            do {
                // A checkpoint cannot run inside the transaction that holds what is not written.
                if isHolding, !job.isRecording { throw StorageError(.busy, "writes wait for the disk") }
                try job.upkeep?(connection)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Runs a group in one transaction and answers the error of each job.
    private func run(_ group: ArraySlice<Job>, on connection: any DatabaseConnection) -> [(any Error)?] {
        if isHolding { return runHolding(group, on: connection) }
        var errors: [(any Error)?] = []
        errors.reserveCapacity(group.count)
        do {
            try connection.begin(writing: writing)
            for job in group {
                errors.append(try run(job, on: connection, isAlone: group.count == 1))
            }
            try connection.commit()
            return errors
        } catch {
            connection.rollback()
            guard let cause = error as? StorageError, cause.isOfDisk, group.contains(where: { $0.use == .help }) else {
                return Array(repeating: error, count: group.count)
            }
            return runHelp(of: group, after: cause, on: connection)
        }
    }

    /// Runs the calls for help of a group that the disk did not take: by themselves, and where that fails in memory.
    private func runHelp(
        of group: ArraySlice<Job>,
        after cause: StorageError,
        on connection: any DatabaseConnection
    ) -> [(any Error)?] {
        let help = group.filter { $0.use == .help }[...]
        let answers: [(any Error)?]
        if help.count < group.count {
            answers = run(help, on: connection)
        } else {
            held.withLock { $0.cause = cause }
            answers = runHolding(help, on: connection)
        }
        var next = answers.makeIterator()
        return group.map { job in
            guard job.use == .help, let answer = next.next() else { return cause }
            return answer
        }
    }

    /// Runs a group inside the open transaction that holds what the disk did not take.
    private func runHolding(_ group: ArraySlice<Job>, on connection: any DatabaseConnection) -> [(any Error)?] {
        group.map { job in
            do {
                try reopen(on: connection)
                guard job.isReadOnly || job.use == .help else { throw held.withLock { $0.cause } ?? .diskFull }
                let writes = RecordedWrites(limit: HeldWrites.max - held.withLock { $0.writes.count })
                let error = try run(job, on: connection, isAlone: false, writes: writes)
                guard error == nil, !job.isReadOnly else { return error }
                held.withLock { $0.writes += writes.all }
                job.held?()
                return nil
            } catch {
                return error
            }
        }
    }

    /// Opens the transaction that holds what the disk did not take, where a failure has ended it.
    private func reopen(on connection: any DatabaseConnection) throws(StorageError) {
        guard !connection.isInTransaction else { return }
        try connection.begin(writing: true)
        for write in held.withLock({ $0.writes }) { _ = try connection.run(write, mayWrite: true) { _ in } }
    }

    /// Tries to make durable what is in memory alone; throws what the disk says, and keeps it then.
    func record(on connection: any DatabaseConnection) throws(StorageError) {
        guard isHolding else { return }
        do {
            try reopen(on: connection)
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
        held.withLock { $0 = HeldWrites() }
    }

    /// Runs one job and answers its refusal; throws when the whole transaction is lost.
    private func run(
        _ job: Job,
        on connection: any DatabaseConnection,
        isAlone: Bool,
        writes: RecordedWrites? = nil
    ) throws -> (any Error)? {
        let transaction = Transaction(
            connection,
            isReadOnly: job.isReadOnly || !writing,
            marksBeforeWriting: !isAlone,
            writes: writes
        )
        do {
            try job.body(transaction)
            if transaction.hasMark { try connection.releaseMark() }
            return nil
        } catch {
            guard !isAlone, connection.isInTransaction else { throw error }
            // The whole group is tried again without what matters less.
            if job.use == .help, writes == nil, (error as? StorageError)?.isOfDisk ?? false { throw error }
            if transaction.hasMark { try connection.undoMark() }
            return error
        }
    }
}
