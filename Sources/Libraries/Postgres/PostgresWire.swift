import CPostgres
import Glibc
import SQL

/// A connection in libpq's pipeline mode: what is queued leaves together, in one flight, and is answered in order.
///
/// One thread uses it at a time. A statement that fails takes with it what is behind it in its flight.
@safe
final class PostgresWire {
    private let handle: OpaquePointer
    /// What the server warned of in the last flight, by its SQLSTATE.
    private let warnings = PostgresWarnings()
    private var queued = 0
    /// Whether nothing more can be learned from this connection.
    private(set) var isLost = false

    /// Connects, which takes five seconds at most for each host.
    init(_ settings: PostgresSettings) throws(StorageError) {
        let keys = settings.keywords.map(\.key)
        let values = settings.keywords.map(\.value)
        let opened = unsafe withCStrings(keys) { keys in
            unsafe withCStrings(values) { values in unsafe PQconnectdbParams(keys, values, 0) }
        }
        guard let opened = unsafe opened else { throw StorageError(.unavailable, "no memory to connect") }
        unsafe handle = opened
        guard unsafe PQstatus(opened) == CONNECTION_OK else {
            // It names hosts, users and files, and no password.
            let words = unsafe String(cString: PQerrorMessage(opened))
            throw StorageError(.unavailable, words.split(whereSeparator: \.isNewline).joined(separator: " "))
        }
        unsafe PQsetNoticeReceiver(
            opened,
            { context, result in
                guard let context = unsafe context, let result = unsafe result else { return }
                let state = unsafe PQresultErrorField(result, PostgresField.state).map { unsafe String(cString: $0) }
                unsafe Unmanaged<PostgresWarnings>.fromOpaque(context).takeUnretainedValue().states.append(state ?? "")
            },
            Unmanaged.passUnretained(warnings).toOpaque()
        )
        guard unsafe PQsetnonblocking(opened, 1) == 0, unsafe PQenterPipelineMode(opened) == 1 else { throw lost() }
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// Whether something waits for its answer.
    var isEmpty: Bool { queued == 0 }

    /// Whether the server holds the transaction for failed, as of the last flight.
    var hasFailed: Bool { unsafe PQtransactionStatus(handle) == PQTRANS_INERROR }

    /// Looks whether the server hung up while nothing was asked of it.
    func notice() {
        // A notice is read once; an end can be read again and again.
        for _ in 0..<8 where !isLost {
            var descriptor = pollfd(fd: unsafe PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&descriptor, 1, 0) != 0 else { return }
            isLost = unsafe PQconsumeInput(handle) == 0 || PQstatus(handle) != CONNECTION_OK
        }
    }

    /// Queues a statement without values.
    func queue(_ text: String) throws(StorageError) {
        try sent(unsafe PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1))
    }

    /// Queues a statement to be prepared under a name, and the question which types it takes and gives.
    func queue(preparing text: String, as name: String) throws(StorageError) {
        try sent(unsafe PQsendPrepare(handle, name, text, 0, nil))
        try sent(unsafe PQsendDescribePrepared(handle, name))
    }

    /// Queues a prepared statement, whose values are copied.
    func queue(_ name: String, _ arguments: PostgresArguments, bytes: [UInt8]) throws(StorageError) {
        let count = arguments.items.count
        var (lengths, formats) = ([Int32](repeating: 0, count: count), [Int32](repeating: 1, count: count))
        let result = unsafe arguments.numbers.withUnsafeBytes { numbers in
            unsafe bytes.withUnsafeBytes { bytes in
                // Nil would be null, and an empty buffer may have no address.
                let pointers = unsafe arguments.items.enumerated().map { index, item -> UnsafePointer<CChar>? in
                    switch item {
                    case .null:
                        return nil
                    case .number(let start, let count, let isText):
                        (lengths[index], formats[index]) = (Int32(count), isText ? 0 : 1)
                        return unsafe numbers.baseAddress.map {
                            unsafe ($0 + start).assumingMemoryBound(to: CChar.self)
                        }
                    case .bytes(let start, let count):
                        lengths[index] = Int32(count)
                        return unsafe bytes.baseAddress.map { unsafe ($0 + start).assumingMemoryBound(to: CChar.self) }
                            ?? UnsafeRawPointer(Self.empty.utf8Start).assumingMemoryBound(to: CChar.self)
                    }
                }
                return unsafe PQsendQueryPrepared(handle, name, Int32(count), pointers, lengths, formats, 1)
            }
        }
        try sent(result)
    }

    private static let empty: StaticString = ""

    private func sent(_ result: Int32) throws(StorageError) {
        guard !isLost, result == 1 else { throw lost() }
        queued += 1
    }

    /// Sends what is queued and waits for all of its answers; gives the last one, or throws the first failure.
    ///
    /// `milliseconds` is how long the server may be silent; nil is for ever.
    func exchange(
        within milliseconds: Int? = PostgresSettings.answerMilliseconds
    ) throws(StorageError) -> PostgresResult? {
        guard !isLost, unsafe PQpipelineSync(handle) == 1 else { throw lost() }
        warnings.states = []
        let deadline = milliseconds.map { monotonicMilliseconds() + Int64($0) }
        var (last, failure): (PostgresResult?, StorageError?)
        // Each statement's answer ends with nil, and the flight with a mark of its own.
        while true {
            guard let result = try answer(by: deadline) else {
                queued -= 1
                guard queued >= 0 else { throw lost() }
                continue
            }
            switch result.status {
            case PGRES_PIPELINE_SYNC:
                queued = 0
                if let failure { throw failure }
                return last
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                last = result
            case PGRES_PIPELINE_ABORTED:
                break
            default:
                failure = failure ?? StorageError.of(result)
            }
            guard unsafe PQstatus(handle) == CONNECTION_OK else { throw lost(to: failure) }
        }
    }

    /// The SQLSTATEs of the last flight's warnings.
    var lastWarnings: [String] { warnings.states }

    /// The next answer; nil at the end of a statement's.
    private func answer(by deadline: Int64?) throws(StorageError) -> PostgresResult? {
        while true {
            let unsent = unsafe PQflush(handle)
            guard unsent >= 0 else { throw lost() }
            if unsafe PQisBusy(handle) == 0 { return unsafe PQgetResult(handle).map { unsafe PostgresResult($0) } }
            var descriptor = pollfd(
                fd: unsafe PQsocket(handle),
                events: Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0),
                revents: 0
            )
            let left = deadline.map { Int32(clamping: max(0, $0 - monotonicMilliseconds())) }
            let ready = unsafe poll(&descriptor, 1, left ?? -1)
            if ready == 0 || (ready < 0 && errno != EINTR) { throw lost() }
            if descriptor.revents & ~Int16(POLLOUT) != 0, unsafe PQconsumeInput(handle) == 0 { throw lost() }
        }
    }

    /// Gives the connection up; `failure` is what the server said last.
    private func lost(to failure: StorageError? = nil) -> StorageError {
        isLost = true
        queued = 0
        if let failure, failure.code == .unavailable { return failure }
        return StorageError(.unavailable, "the connection to the database was lost")
    }
}

/// What a server warned of, collected by libpq's callback on the connection's own thread.
private final class PostgresWarnings {
    var states: [String] = []
}

/// Keeps this thread for so long.
func sleep(milliseconds: Int) {
    var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
    unsafe nanosleep(&time, nil)
}

/// Milliseconds by a monotonic clock.
func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

/// Runs `body` with the texts as C has them, nil behind the last.
private func withCStrings<Result>(
    _ texts: [String],
    _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
    let copies = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies.map { unsafe UnsafePointer($0) } + [nil])
}
