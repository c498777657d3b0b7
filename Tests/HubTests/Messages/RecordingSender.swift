import Messaging
import Synchronization

/// Sends nothing, remembers everything, and says of each try what the test wants.
final class RecordingSender: MessageSender {
    private struct State {
        var tries: [Message] = []
        var outcomes: [SendOutcome] = []
        var meanwhile: @Sendable () async -> Void = {}
    }

    private let state = Mutex(State())

    /// Every try, oldest first.
    var tries: [Message] { state.withLock { $0.tries } }

    /// What the next tries come to; after them all are sent.
    func answer(_ outcomes: [SendOutcome]) {
        state.withLock { $0.outcomes = outcomes }
    }

    /// What happens while the next try is under way.
    func meanwhile(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.meanwhile = work }
    }

    func send(_ message: Message) async -> SendOutcome {
        let work = state.withLock { state in
            state.tries.append(message)
            defer { state.meanwhile = {} }
            return state.meanwhile
        }
        await work()
        return state.withLock { state in
            state.outcomes.isEmpty ? .sent : state.outcomes.removeFirst()
        }
    }
}

/// A service that takes urgent messages at once and answers nothing else until it is released.
final class HangingSender: MessageSender {
    private struct State {
        var tries: [Message] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isReleased = false
    }

    let atOnceMax: Int
    private let state = Mutex(State())

    init(atOnceMax: Int = .max) {
        self.atOnceMax = atOnceMax
    }

    var hanging: Int { state.withLock { $0.waiting.count } }
    /// Every try, oldest first.
    var tries: [Message] { state.withLock { $0.tries } }

    func send(_ message: Message) async -> SendOutcome {
        state.withLock { $0.tries.append(message) }
        guard !message.isUrgent else { return .sent }
        await withCheckedContinuation { continuation in
            let isReleased = state.withLock { state in
                if !state.isReleased { state.waiting.append(continuation) }
                return state.isReleased
            }
            if isReleased { continuation.resume() }
        }
        return .sent
    }

    func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
