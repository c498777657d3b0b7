import Messaging
import Synchronization

/// A provider that hubs speak to, one after the other: each may be killed while it does.
///
/// Of a killed hub nothing more arrives, and it hears no answer. What arrived counts.
final class KilledProvider: Sendable {
    /// Where the next hub is killed, counted in messages that it sends.
    struct Kill {
        var afterMessages: Int
        /// Whether that message still arrives; its answer is lost then.
        var arrives: Bool
    }

    private struct State {
        var arrived: [Message] = []
        var answersLost: Set<String> = []
        var line = 0
        var kill: Kill?
        var isKilled = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Every message that arrived, as often as it did.
    var arrived: [Message] { state.withLock { $0.arrived } }
    /// The messages whose arrival no hub heard of.
    var answersLost: Set<String> { state.withLock { $0.answersLost } }
    var isKilled: Bool { state.withLock { $0.isKilled } }

    /// The line of the hub that starts now; those of earlier hubs are dead.
    func line() -> any MessageSender {
        Line(
            provider: self,
            number: state.withLock { state in
                state.line += 1
                (state.isKilled, state.kill) = (false, nil)
                return state.line
            }
        )
    }

    /// Kills the hub that runs while it sends.
    func killWhileSending(_ kill: Kill) {
        state.withLock { $0.kill = kill }
    }

    /// Forgets what arrived before the story.
    func forget() {
        state.withLock { $0.arrived = [] }
    }

    /// Ends the tasks of all killed hubs.
    func release() {
        for continuation in state.withLock({ state in
            defer { state.waiting = [] }
            return state.waiting
        }) { continuation.resume() }
    }

    private func take(_ message: Message, on line: Int) -> Bool {
        state.withLock { state in
            guard line == state.line, !state.isKilled else { return false }
            guard var kill = state.kill else {
                state.arrived.append(message)
                return true
            }
            kill.afterMessages -= 1
            state.kill = kill
            guard kill.afterMessages <= 0 else {
                state.arrived.append(message)
                return true
            }
            if kill.arrives {
                state.arrived.append(message)
                state.answersLost.insert(message.id)
            }
            state.isKilled = true
            return false
        }
    }

    private struct Line: MessageSender {
        let provider: KilledProvider
        let number: Int

        func send(_ message: Message) async -> SendOutcome {
            if provider.take(message, on: number) { return .sent }
            await withCheckedContinuation { continuation in
                provider.state.withLock { $0.waiting.append(continuation) }
            }
            return .later(why: "killed", afterSeconds: nil)
        }
    }
}
