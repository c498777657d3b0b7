import Dispatch
import Synchronization

/// The bus of a hub that is one process.
///
/// Events that arrive while subscribers are busy are handed over together, so that a burst of fixes costs one wake-up.
package final class LocalBus: Bus {
    private struct State {
        var subscribers: [Int: @Sendable ([BusEvent]) -> Void] = [:]
        var nextSubscriber = 0
        var waiting: [BusEvent] = []
        var delivering = false
    }

    /// Beyond this many waiting events the same presence is kept once: the newest state is all that counts.
    private static let waitingEventsMax = 4_096

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "hearth.bus", qos: .userInteractive)

    package init() {}

    package func publish(_ events: [BusEvent]) {
        guard !events.isEmpty else { return }
        let start = state.withLock { state in
            state.waiting.append(contentsOf: events)
            if state.waiting.count > Self.waitingEventsMax { state.waiting = unique(state.waiting) }
            defer { state.delivering = true }
            return !state.delivering
        }
        if start { queue.async { self.deliver() } }
    }

    package func subscribe(_ receive: @escaping @Sendable ([BusEvent]) -> Void) -> BusSubscription {
        let number = state.withLock { state in
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = receive
            return state.nextSubscriber
        }
        return BusSubscription { self.state.withLock { _ = $0.subscribers.removeValue(forKey: number) } }
    }

    private func deliver() {
        while true {
            let (events, subscribers) = state.withLock { state in
                let events = state.waiting
                state.waiting = []
                if events.isEmpty { state.delivering = false }
                return (events, Array(state.subscribers.values))
            }
            guard !events.isEmpty else { return }
            for receive in subscribers { receive(events) }
        }
    }
}

/// The events without repeats, each where it last stood.
private func unique(_ events: [BusEvent]) -> [BusEvent] {
    var seen: Set<BusEvent> = []
    return Array(events.reversed().filter { seen.insert($0).inserted }.reversed())
}
