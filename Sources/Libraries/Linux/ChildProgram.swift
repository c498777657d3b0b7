import CLinux
import Dispatch
import Glibc
import Synchronization

/// A program that runs beside this one and never outlives it, not even a kill -9.
package final class ChildProgram: Sendable {
    /// What to run, and what becomes of what it prints.
    package struct Order: Sendable {
        /// The program, found as a shell would find it, and its arguments.
        package var words: [String]
        /// Where it runs; nil means where this program does.
        package var folder: String?
        /// What it reads, which stays the caller's to close; nil is nothing.
        package var input: Int32?
        /// Whether Ctrl-C at the terminal leaves it alone, and `stop` reaches the programs that it starts as well.
        package var hasOwnGroup = false
        /// Whether what it prints as errors comes with the rest, or is dropped.
        package var tellsErrors = true
        /// Takes what it prints, on a thread of its own that may be held up; nil drops it.
        package var takeOutput: (@Sendable (_ bytes: [UInt8]) -> Void)?

        package init(_ words: [String]) {
            precondition(!words.isEmpty)
            self.words = words
        }
    }

    /// How it ended.
    package enum Ending: Sendable, Equatable {
        case exited(code: Int)
        case killed(signal: Int)
    }

    private struct State {
        var isStopped = false
        var ending: Ending?
        var waiting: [CheckedContinuation<Ending, Never>] = []
    }

    /// Its process id.
    package let id: Int32
    private let hasOwnGroup: Bool
    private let state = Mutex(State())

    /// Starts a program.
    ///
    /// - Throws: `ChildFailure` where it is not there or cannot run.
    package static func start(_ order: Order) async throws(ChildFailure) -> ChildProgram {
        let started = await SpawnThread.only.run { launch(order) }
        switch started {
        case .failure(let failure): throw failure
        case .success(let (id, output)):
            let child = ChildProgram(id: id, hasOwnGroup: order.hasOwnGroup)
            child.follow(output, order.takeOutput)
            return child
        }
    }

    private init(id: Int32, hasOwnGroup: Bool) {
        self.id = id
        self.hasOwnGroup = hasOwnGroup
    }

    /// Waits until it has ended and all that it printed until then was taken.
    ///
    /// A program that it started and that outlives it is not waited for.
    package func ended() async -> Ending {
        await withCheckedContinuation { continuation in
            let ending = state.withLock { state in
                if state.ending == nil { state.waiting.append(continuation) }
                return state.ending
            }
            if let ending { continuation.resume(returning: ending) }
        }
    }

    /// Whether it has ended.
    package var hasEnded: Bool { state.withLock { $0.ending != nil } }

    /// Asks it to end, ends it where it has not after `grace`, and waits until it has.
    ///
    /// Then the rest of its own group is ended: SIGTERM is lost on a program that is just being started.
    package func stop(within grace: Duration) async {
        state.withLock { $0.isStopped = true }
        send(SIGTERM)
        let killing = Task {
            guard (try? await Task.sleep(for: grace)) != nil else { return }
            send(SIGKILL)
        }
        _ = await ended()
        killing.cancel()
    }

    private func send(_ signal: Int32) {
        // Under the lock it has not been reaped, so that the id is still its own.
        state.withLock { if $0.ending == nil { kill(hasOwnGroup ? -id : id, signal) } }
    }

    /// Takes what it prints until it has ended, then its end.
    private func follow(_ output: Int32?, _ take: (@Sendable ([UInt8]) -> Void)?) {
        DispatchQueue(label: "child.output").async { [self] in
            if let output {
                var piece = [UInt8](repeating: 0, count: 1 << 16)
                // Not until the pipe's other end is closed: a program that this one started may hold that open for ever.
                while true {
                    let count = unsafe hearth_child_read(id, output, &piece, piece.count)
                    guard count > 0 else { break }
                    take?(Array(piece[..<count]))
                }
                close(output)
            }
            hearth_child_wait(id)
            let (ending, waiting) = state.withLock { state in
                // Until it is reaped its id is its group's alone.
                if hasOwnGroup, state.isStopped { kill(-id, SIGKILL) }
                let code = Int(hearth_child_reap(id))
                let ending: Ending = code < 0 ? .killed(signal: -code) : .exited(code: code)
                state.ending = ending
                defer { state.waiting = [] }
                return (ending, state.waiting)
            }
            waiting.forEach { $0.resume(returning: ending) }
        }
    }
}

/// Why a program did not start.
package struct ChildFailure: Error, Sendable {
    /// The program as it was named.
    package var program: String
    /// What the system says.
    package var words: String
    /// Whether there is no such program.
    package var isMissing: Bool
}

/// Starts it, and gives its id and where its output can be read.
private func launch(_ order: ChildProgram.Order) -> Result<(Int32, Int32?), ChildFailure> {
    func failure(_ code: Int32) -> ChildFailure {
        // strerror's buffer is copied at once, before another call can change it.
        let words = unsafe String(cString: strerror(code))
        return ChildFailure(program: order.words[0], words: words, isMissing: code == ENOENT)
    }
    let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return .failure(failure(errno)) }
    defer { close(nothing) }
    var ends: [Int32] = [-1, -1]
    if order.takeOutput != nil {
        guard unsafe hearth_pipe(&ends) == 0 else { return .failure(failure(errno)) }
    }
    defer { if ends[1] >= 0 { close(ends[1]) } }
    let output = ends[1] >= 0 ? ends[1] : nothing
    // The child has copies of the words by the time this returns; then they are freed.
    var words = unsafe order.words.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.indices.forEach { unsafe free(words[$0]) } }
    let id = unsafe hearth_child_start(
        &words,
        order.folder,
        order.input ?? nothing,
        output,
        order.tellsErrors ? output : nothing,
        order.hasOwnGroup ? 1 : 0
    )
    guard id > 0 else {
        if ends[0] >= 0 { close(ends[0]) }
        return .failure(failure(-id))
    }
    return .success((id, ends[0] >= 0 ? ends[0] : nil))
}
