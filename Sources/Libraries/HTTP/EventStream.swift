import Glibc
import Synchronization

/// What reads a stream, and sleeps while there is nothing to read.
protocol StreamReader: Sendable {
    /// Falls asleep; called under the stream's lock.
    func suspend()
    /// Wakes up and reads again; called once for each `suspend`, from any thread.
    func resume()
    /// Whether the other end has gone.
    var isHungUp: Bool { get }
}

/// The body of a `text/event-stream` response: whole events, sent as they come for as long as the client stays.
///
/// What waits for a slow reader is limited. Beyond the limit it is replaced by the last words, and the stream closes.
/// Methods may be called from any thread.
package final class EventStream: Sendable {
    /// The most bytes that wait for the reader.
    package let pendingBytesMax: Int
    private let lastWords: [UInt8]
    private let onClose: @Sendable () -> Void
    private let state: Mutex<State>

    private struct State {
        /// Shared with the other streams that the same event goes to.
        var pending: [[UInt8]] = []
        /// How much of the first pending event the library has taken already.
        var takenOfFirst = 0
        var pendingBytes = 0
        var phase = Phase.open
        /// The connection, once there is one, and whether it sleeps until there is something to send.
        var connection: (any StreamReader)?
        /// What the head left behind, until the stream first has nothing to send.
        var headers: SentHeaders?
        var isSuspended = false
        var isTrimmed = false
        var isEnded = false
    }

    private enum Phase {
        case open
        /// What is pending is still sent, then the stream ends.
        case closing
        case closed
    }

    /// A stream without a reader yet; what is sent before the response goes out waits for it.
    ///
    /// - Parameters:
    ///   - pendingBytesMax: the most bytes that wait for a slow reader.
    ///   - lastWords: whole events that replace what waits when it grows beyond that, such as `event: resync`.
    ///   - onClose: called exactly once, on a thread of the server or of the last owner, when nothing more is read.
    package init(
        pendingBytesMax: Int = 64 << 10,
        lastWords: [UInt8] = [],
        onClose: @escaping @Sendable () -> Void = {}
    ) {
        self.pendingBytesMax = pendingBytesMax
        self.lastWords = lastWords
        self.onClose = onClose
        state = Mutex(State())
    }

    deinit {
        ended()
    }

    /// Adds whole events; false when the stream is closed or closes now because its reader is too slow.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        let (isSent, woken) = state.withLock { state -> (Bool, (any StreamReader)?) in
            guard state.phase == .open else { return (false, nil) }
            guard !bytes.isEmpty else { return (true, nil) }
            let isTooSlow = bytes.count > pendingBytesMax - state.pendingBytes
            if isTooSlow {
                dropPending(&state)
                state.phase = .closing
            }
            append(isTooSlow ? lastWords : bytes, to: &state)
            return (!isTooSlow, Self.wake(&state))
        }
        woken?.resume()
        return isSent
    }

    /// Ends the stream after what is pending.
    package func close() {
        let woken = state.withLock { state -> (any StreamReader)? in
            guard state.phase == .open else { return nil }
            state.phase = .closing
            return Self.wake(&state)
        }
        woken?.resume()
    }

    /// Names the connection that reads from here on, and the headers it reads first; called before the response is queued.
    func attach(to connection: any StreamReader, headers: SentHeaders?) {
        state.withLock { state in
            state.connection = connection
            state.headers = headers
        }
    }

    /// Fills the library's buffer: the number of bytes, 0 after suspending, -1 at the end, -2 when the reader is gone.
    ///
    /// The content reader of MHD_create_response_from_callback: returning 0 is allowed only after a suspend. Suspending
    /// under the lock keeps a `send` on another thread from resuming before that.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            if state.pending.isEmpty {
                guard state.phase == .open, let connection = state.connection else { return -1 }
                if !state.isTrimmed { unsafe Self.releasePages(of: buffer) }
                state.isTrimmed = true
                state.headers?.forget()
                state.headers = nil
                state.isSuspended = true
                connection.suspend()
                return 0
            }
            // A suspended connection hears nothing of its client, so each waking asks whether it is still there.
            if let connection = state.connection, connection.isHungUp { return -2 }
            return unsafe take(from: &state, into: buffer)
        }
    }

    /// Reports, once, that nothing more will be read.
    func ended() {
        let isFirst = state.withLock { state in
            defer {
                state.phase = .closed
                state.connection = nil
                state.headers = nil
                state.pending = []
                state.isEnded = true
            }
            return !state.isEnded
        }
        if isFirst { onClose() }
    }

    private func append(_ bytes: [UInt8], to state: inout State) {
        guard !bytes.isEmpty else { return }
        state.pending.append(bytes)
        state.pendingBytes += bytes.count
    }

    /// Forgets what waits, but for the rest of an event whose beginning is gone out.
    private func dropPending(_ state: inout State) {
        let kept = state.takenOfFirst > 0 ? state.pending.prefix(1) : []
        state.pending = Array(kept)
        state.pendingBytes = kept.reduce(-state.takenOfFirst) { $0 + $1.count }
    }

    private func take(from state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        var finished = 0
        while finished < state.pending.count && filled < buffer.count {
            let event = state.pending[finished]
            let count = min(event.count - state.takenOfFirst, buffer.count - filled)
            let part = event[state.takenOfFirst..<state.takenOfFirst + count]
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
            filled += count
            state.takenOfFirst += count
            if state.takenOfFirst == event.count {
                finished += 1
                state.takenOfFirst = 0
            }
        }
        if finished == state.pending.count { state.pending = [] } else { state.pending.removeFirst(finished) }
        state.pendingBytes -= filled
        return filled
    }

    /// Returns to the system the whole pages of a buffer that will lie idle: two thirds of what a stream costs.
    ///
    /// The library left its buffer for the head touched from end to end; its contents are ours to lose, and are zero
    /// when they are touched again (madvise, MADV_DONTNEED).
    private static func releasePages(of buffer: UnsafeMutableRawBufferPointer) {
        guard let start = buffer.baseAddress else { return }
        let page = Int(getpagesize())
        let first = (Int(bitPattern: start) + page - 1) / page * page
        let end = (Int(bitPattern: start) + buffer.count) / page * page
        guard end > first, let aligned = unsafe UnsafeMutableRawPointer(bitPattern: first) else { return }
        unsafe madvise(aligned, end - first, MADV_DONTNEED)
    }

    /// The connection to resume, if it was asleep; the caller resumes it outside the lock.
    private static func wake(_ state: inout State) -> (any StreamReader)? {
        guard state.isSuspended else { return nil }
        state.isSuspended = false
        return state.connection
    }
}
