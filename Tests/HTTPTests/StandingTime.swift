import Synchronization

/// A server's time, which stands still but for what a test lets pass.
final class StandingTime: Sendable {
    private struct State {
        var now = ContinuousClock.now
        var asked = 0
    }

    private let state = Mutex(State())

    /// How often a server asked for it.
    var asked: Int { state.withLock { $0.asked } }

    /// What a server is told.
    func now() -> ContinuousClock.Instant {
        state.withLock { state in
            state.asked += 1
            return state.now
        }
    }

    func pass(_ duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }
}
