import Synchronization
import Work

/// One connection and the jobs that wait for it, run in order by one thread at a time.
///
/// A writing lane commits in groups: while one commit reaches the disk the next group gathers by itself, so nothing waits
/// for company and a busy database still pays for few syncs.
final class ConnectionQueue: Sendable {
    /// A closure to run and what to tell afterwards.
    struct Job: Sendable {
        var isReadOnly = false
        /// How much this write matters on a disk that takes nothing.
        var use = WriteUse.ordinary
        /// Whether `body` is a pure function of the database, so that it may run again where another was in the way.
        var mayRepeat: Bool { isReadOnly || use == .help }
        /// Called before `completion` where the write is in memory alone.
        var held: (@Sendable () -> Void)?
        /// Run between transactions instead of `body`.
        var maintenance: (@Sendable (any DatabaseConnection) throws -> Void)?
        /// Whether `maintenance` writes what is held.
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

    /// What the steps of a run work on; nothing else touches it.
    private struct Round {
        let connection: any DatabaseConnection
        /// The jobs of this round, and how many of them have run.
        var jobs: [Job] = []
        var ran = 0
        /// The errors of the last of these, which were not told yet.
        var untold: [(any Error)?] = []
    }

    private let state = Mutex(State())
    private let round: Mutex<Round>
    private let held = Mutex(PendingWrites())
    private let writing: Bool
    private let limit: Int
    private let jobsPerTransaction: Int
    private let line: any WorkLine

    init(
        _ connection: sending any DatabaseConnection,
        on line: any WorkLine,
        writing: Bool,
        limit: Int,
        jobsPerTransaction: Int
    ) {
        precondition(limit > 0 && jobsPerTransaction > 0)
        round = Mutex(Round(connection: connection))
        self.writing = writing
        self.limit = limit
        self.jobsPerTransaction = jobsPerTransaction
        self.line = line
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
        if starts { line.addSteps { self.step() } }
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
            if starts { line.addSteps { self.step() } }
        }
    }

    /// Runs one group, or tells what became of the one before: a hub that is killed may end in between.
    ///
    /// False once none wait; then the connection is closed where that was asked for.
    private func step() -> Bool {
        round.withLock { round in
            if !round.untold.isEmpty {
                let told = round.jobs[(round.ran - round.untold.count)..<round.ran]
                for (job, error) in zip(told, round.untold) { job.completion(error) }
                round.untold.removeAll(keepingCapacity: true)
                return true
            }
            guard round.ran < round.jobs.count || takeAll(&round) else { return false }
            let rest = round.jobs[round.ran...]
            let shared = rest.prefix(jobsPerTransaction).prefix { $0.maintenance == nil }
            let group = shared.isEmpty ? rest.prefix(1) : shared
            state.withLock { $0.taken -= group.count }
            round.ran += group.count
            round.untold = shared.isEmpty ? keepUp(group, on: round.connection) : run(group, on: round.connection)
            return true
        }
    }

    /// Takes all jobs that wait, and leaves the emptied array of the round before in their place for its storage.
    ///
    /// False where none wait; then the run is over.
    private func takeAll(_ round: inout Round) -> Bool {
        round.jobs.removeAll(keepingCapacity: true)
        round.ran = 0
        let closing = state.withLock { state -> CheckedContinuation<Void, Never>? in
            swap(&state.waiting, &round.jobs)
            state.taken = round.jobs.count
            state.isRunning = !round.jobs.isEmpty
            return round.jobs.isEmpty ? state.closing.take() : nil
        }
        if let closing {
            // The last try; what the disk does not take now is lost with the process.
            if isHolding { try? record(on: round.connection) }
            round.connection.close()
            closing.resume()
        }
        return !round.jobs.isEmpty
    }

    /// Runs jobs that are no transactions.
    private func keepUp(_ jobs: ArraySlice<Job>, on connection: any DatabaseConnection) -> [(any Error)?] {
        jobs.map { job in
            do {
                // A checkpoint cannot run inside the transaction that holds what is not written.
                if isHolding, !job.isRecording { throw StorageError(.busy, "writes wait for the disk") }
                try job.maintenance?(connection)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Runs a group in one transaction and answers the error of each job.
    ///
    /// What may run again does so where another transaction was in its way, by itself, `tries` times in all.
    private func run(
        _ group: ArraySlice<Job>,
        on connection: any DatabaseConnection,
        tries: Int = 3
    ) -> [(any Error)?] {
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
            guard let cause = error as? StorageError else { return Array(repeating: error, count: group.count) }
            if cause.code == .conflict, group.contains(where: \.mayRepeat) {
                return repeatable(of: group, after: cause, on: connection, tries: tries - 1)
            }
            guard cause.isOfDisk, group.contains(where: { $0.use == .help }) else {
                return Array(repeating: error, count: group.count)
            }
            return runHelp(of: group, after: cause, on: connection)
        }
    }

    /// Runs again what of a group may, after another transaction was in its way.
    private func repeatable(
        of group: ArraySlice<Job>,
        after cause: StorageError,
        on connection: any DatabaseConnection,
        tries: Int
    ) -> [(any Error)?] {
        guard tries > 0 else { return Array(repeating: cause, count: group.count) }
        let again = group.filter(\.mayRepeat)[...]
        var answers = run(again, on: connection, tries: tries).makeIterator()
        return group.map { job in job.mayRepeat ? answers.next() ?? cause : cause }
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
        } else if !connection.holdsWrites {
            return Array(repeating: cause, count: group.count)
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
                let writes = RecordedWrites(limit: PendingWrites.max - held.withLock { $0.writes.count })
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
        held.withLock { $0 = PendingWrites() }
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
            if transaction.hasMark { try connection.releaseSavepoint() }
            return nil
        } catch {
            guard !isAlone, connection.isInTransaction else { throw error }
            // The whole group is tried again without what matters less.
            if job.use == .help, writes == nil, let cause = error as? StorageError,
                cause.isOfDisk || cause.code == .conflict
            {
                throw error
            }
            if transaction.hasMark { try connection.rollbackToSavepoint() }
            return error
        }
    }
}
