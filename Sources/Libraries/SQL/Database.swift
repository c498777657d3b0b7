import Synchronization
package import Work

/// A database: one writer that commits for many at once, and readers beside it.
///
/// Closures given to it are synchronous and run on the database's own lines of work; a write is acknowledged only when it is
/// durable. Any thread may use it.
package final class Database: Sendable {
    /// How much may wait.
    package struct Limits: Sendable {
        /// Writes that may wait; one more is refused with `.busy`.
        package var waitingWrites = 100_000
        /// Writes that share one commit.
        package var writesPerCommit = 512
        /// Connections that read beside the writer.
        package var readers = 2
        /// Reads that may wait; one more is refused with `.busy`.
        package var waitingReads = 10_000

        /// The limits above.
        package init() {}
    }

    /// Whether ordinary writes are refused, because what is left of the disk is kept for alarms.
    package var keepsReserve: Bool {
        get { onlyReserved.load(ordering: .relaxed) }
        set { onlyReserved.store(newValue, ordering: .relaxed) }
    }

    private let onlyReserved = Atomic(false)

    private let writer: ConnectionQueue
    private let readers: ReaderPool?

    /// Opens the writer's connection and the readers'.
    package init(
        _ driver: any DatabaseDriver,
        in workplace: Workplace = .threads,
        limits: Limits = Limits()
    ) throws(StorageError) {
        writer = ConnectionQueue(
            try driver.openWriter(in: workplace),
            on: workplace.line("database.writer", .ordinary),
            writing: true,
            limit: limits.waitingWrites,
            jobsPerTransaction: limits.writesPerCommit
        )
        readers = try ReaderPool(driver, in: workplace, limits: limits)
    }

    /// Whether calls for help are in memory that the disk did not take.
    package var isHolding: Bool { writer.isHolding }

    /// How many writes wait for their turn.
    package var waitingWrites: Int { writer.waitingCount }

    /// Runs `body` in a transaction and returns its result once that is durable.
    ///
    /// When `body` throws, nothing it did remains and its error is thrown here. Others may share the commit: `body` sees
    /// what those before it did, and nothing of those that were refused.
    ///
    /// `undo` takes back what `body` did outside the database when it was refused or its commit failed, on the writer's
    /// thread before another commit begins.
    ///
    /// A write `for: .help` that the disk does not take is kept in memory: ``help(_:)`` says whether it was.
    @discardableResult
    package func transaction<Result: Sendable>(
        for use: WriteUse = .ordinary,
        _ body: @escaping @Sendable (Transaction) throws -> Result,
        undo: @escaping @Sendable () -> Void = {}
    ) async throws -> Result {
        try await outcome(of: body) { body, completion in
            enqueue(for: use, body) { error in
                if error != nil { undo() }
                completion(error)
            }
        }
    }

    /// Runs a call for help, or what follows from one, and answers whether it is on disk (F73).
    ///
    /// Where the disk takes nothing it is in memory, everything that is read sees it, and ``record()`` writes it later. The
    /// body may run more than once.
    package func help<Result: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Result
    ) async throws -> (result: Result, isRecorded: Bool) {
        let isHeld = Mutex(false)
        let result = try await outcome(of: body) { body, completion in
            var job = ConnectionQueue.Job(use: .help, body: body, completion: completion)
            job.held = { isHeld.withLock { $0 = true } }
            writer.enqueue(job)
        }
        return (result, !isHeld.withLock { $0 })
    }

    /// Tries to write what is in memory alone; throws what the disk says.
    package func record() async throws {
        guard isHolding else { return }
        try await maintain(isRecording: true) { [writer] in try writer.record(on: $0) }
    }

    /// A transaction whose caller decides the order of writes: `lineUp` calls its argument exactly once.
    package func transaction<Result: Sendable>(
        linedUpBy lineUp: (
            _ handOver: @escaping @Sendable (@escaping @Sendable (Transaction) throws -> Result) -> Void
        ) -> Void
    ) async throws -> Result {
        let box = ResultBox<Result>()
        return try await withCheckedThrowingContinuation { continuation in
            lineUp { body in
                self.enqueue({ transaction in box.fill(try body(transaction)) }) { error in
                    continuation.resume(with: box.take(unless: error))
                }
            }
        }
    }

    /// Runs `body` on a snapshot of the database, beside the writer; changes throw `.readOnly`.
    ///
    /// Calls for help that the disk did not take are seen on the writer's connection alone. What reads much and need not see
    /// them stays off it (`seesHeld` false).
    package func read<Result: Sendable>(
        seesHeld: Bool = true,
        _ body: @escaping @Sendable (Transaction) throws -> Result
    ) async throws -> Result {
        try await outcome(of: body) { body, completion in
            enqueueRead(body, seesHeld: seesHeld, completion: completion)
        }
    }

    /// Hands over a write without waiting for it: the hot path, with no task and no continuation.
    ///
    /// `completion` is called once, in the order of the writes: with nil after the commit is durable, else with the error
    /// and nothing of `body` remains. It runs on the writer's thread, so it returns quickly; when the queue is full or the
    /// database closed it runs at once on the caller's.
    package func enqueue(
        for use: WriteUse = .ordinary,
        _ body: @escaping @Sendable (Transaction) throws -> Void,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        if use == .ordinary, keepsReserve { return completion(StorageError.diskFull) }
        writer.enqueue(ConnectionQueue.Job(use: use, body: body, completion: completion))
    }

    /// Makes sure that what was deleted stands nowhere any more, neither in the database's file nor beside it.
    ///
    /// Writes wait meanwhile. Throws `.busy` while somebody still reads what was; a later try may pass.
    package func truncateWAL() async throws {
        // It would give the log's space away, and on a full disk somebody else takes it.
        guard !keepsReserve else { throw StorageError(.busy, "the disk is full") }
        try await maintain { try $0.truncateWAL() }
    }

    /// Takes disk space for the database and its log ahead of time, as the driver was told.
    package func takeReserve() async throws {
        try await maintain { try $0.takeReserve() }
    }

    private func maintain(
        isRecording: Bool = false,
        _ maintenance: @escaping @Sendable (any DatabaseConnection) throws -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            var job = ConnectionQueue.Job(body: { _ in }) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
            job.maintenance = maintenance
            job.isRecording = isRecording
            writer.enqueue(job)
        }
    }

    /// Finishes what waits and closes the connections.
    ///
    /// Called once; later calls of the others throw `.closed`.
    package func close() async {
        await readers?.close()
        await writer.close()
    }

    private func enqueueRead(
        _ body: @escaping @Sendable (Transaction) throws -> Void,
        seesHeld: Bool,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let job = ConnectionQueue.Job(isReadOnly: true, body: body, completion: completion)
        if let readers, !(seesHeld && isHolding) {
            readers.enqueue(job)
        } else {
            writer.enqueue(job)
        }
    }

    private func outcome<Result: Sendable>(
        of body: @escaping @Sendable (Transaction) throws -> Result,
        through enqueue: (
            _ body: @escaping @Sendable (Transaction) throws -> Void,
            _ completion: @escaping @Sendable ((any Error)?) -> Void
        ) -> Void
    ) async throws -> Result {
        let box = ResultBox<Result>()
        return try await withCheckedThrowingContinuation { continuation in
            enqueue({ transaction in box.fill(try body(transaction)) }) { error in
                continuation.resume(with: box.take(unless: error))
            }
        }
    }
}

/// Carries a closure's result from the transaction to its completion.
private final class ResultBox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func fill(_ newValue: Value) {
        value.withLock { $0 = newValue }
    }

    func take(unless error: (any Error)?) -> Result<Value, any Error> {
        if let error { return .failure(error) }
        guard let value = value.withLock({ $0 }) else {
            preconditionFailure("A write was acknowledged that never ran.")
        }
        return .success(value)
    }
}
