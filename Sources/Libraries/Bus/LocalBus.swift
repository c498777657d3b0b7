import Synchronization
package import Work

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
    private let line: any WorkLine

    /// A bus whose subscribers are told in a workplace.
    package init(in workplace: Workplace = .threads) {
        line = workplace.line("hearth.bus", .prompt)
    }

    package func publish(_ events: [BusEvent]) {
        guard !events.isEmpty else { return }
        let start = state.withLock { state in
            state.waiting.append(contentsOf: events)
            if state.waiting.count > Self.waitingEventsMax { state.waiting = unique(state.waiting) }
            defer { state.delivering = true }
            return !state.delivering
        }
        if start { line.addSteps { self.deliver() } }
    }

    package func subscribe(_ receive: @escaping @Sendable ([BusEvent]) -> Void) -> BusSubscription {
        let number = state.withLock { state in
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = receive
            return state.nextSubscriber
        }
        return BusSubscription { self.state.withLock { _ = $0.subscribers.removeValue(forKey: number) } }
    }

    /// Tells what waits; false where nothing did.
    private func deliver() -> Bool {
        let (events, subscribers) = state.withLock { state in
            let events = state.waiting
            state.waiting = []
            if events.isEmpty { state.delivering = false }
            return (events, Array(state.subscribers.values))
        }
        guard !events.isEmpty else { return false }
        for receive in subscribers { receive(events) }
        return true
    }
}

/// The events without repeats, each where it last stood.
private func unique(_ events: [BusEvent]) -> [BusEvent] {
    var seen: Set<BusEvent> = []
    return Array(events.reversed().filter { seen.insert($0).inserted }.reversed())
}
