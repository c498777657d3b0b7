import Family
import Storage
import Synchronization

/// Urgent messages that providers did not take, until the keepers are told of them (F21).
final class MessageTroubles: Sendable {
    private struct State {
        /// Whether one was about something that nobody needs to hide.
        var isOpen = false
        /// The alarms, hidden from their travellers, that the others were about.
        var hidden: Set<ID<Incident>> = []
    }

    private let state = Mutex(State())

    func note(_ message: OutboxRow) {
        state.withLock { state in
            if message.isHidden, let incident = message.incident {
                state.hidden.insert(incident)
            } else {
                state.isOpen = true
            }
        }
    }

    /// The hidden alarms that all of them since the last look were about, none where any was about something else; nil
    /// where there were no troubles.
    func take() -> Set<ID<Incident>>? {
        let noted = state.withLock { state in
            defer { state = State() }
            return state
        }
        if noted.isOpen { return [] }
        return noted.hidden.isEmpty ? nil : noted.hidden
    }
}
