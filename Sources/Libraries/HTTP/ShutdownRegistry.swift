import Synchronization

/// Those who are to be told when the server stops.
///
/// A place is given back by its number, so that joining and leaving cost an array access.
final class ShutdownRegistry<Member: AnyObject & Sendable>: Sendable {
    private let state = Mutex(State())

    private struct State {
        var places: [Member?] = []
        var free: [Int] = []
        var isClosed = false
    }

    /// The member's place, or nil once the roster is closed.
    func join(_ member: Member) -> Int? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            guard let place = state.free.popLast() else {
                state.places.append(member)
                return state.places.count - 1
            }
            state.places[place] = member
            return place
        }
    }

    /// Frees a place taken by `join`.
    func leave(_ place: Int) {
        // Let go outside the lock: the last reference may run a deinit.
        _ = state.withLock { state in
            state.free.append(place)
            let member = state.places[place]
            state.places[place] = nil
            return member
        }
    }

    /// Admits nobody from now on, and returns those who are still there.
    func close() -> [Member] {
        state.withLock { state in
            state.isClosed = true
            return state.places.compactMap(\.self)
        }
    }
}
