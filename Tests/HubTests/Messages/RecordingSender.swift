import Messaging
import Synchronization

/// Sends nothing, remembers everything, and says of each try what the test wants.
final class RecordingSender: MessageSender {
    private struct State {
        var tries: [Message] = []
        var outcomes: [SendOutcome] = []
    }

    private let state = Mutex(State())

    /// What was to be sent, each try by itself.
    var tries: [Message] { state.withLock { $0.tries } }

    /// What the next tries come to; after them all are sent.
    func answer(_ outcomes: [SendOutcome]) {
        state.withLock { $0.outcomes = outcomes }
    }

    func send(_ message: Message) async -> SendOutcome {
        state.withLock { state in
            state.tries.append(message)
            return state.outcomes.isEmpty ? .sent : state.outcomes.removeFirst()
        }
    }
}
