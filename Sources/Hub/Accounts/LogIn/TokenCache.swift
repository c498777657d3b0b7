import Synchronization

/// What tokens open, as far as they were used lately, so that a request costs no query to know whose it is.
///
/// An entry that ends is forgotten at once; what was read before that must not be kept after, which the epoch tells.
final class TokenCache<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var values: TwoGenerationCache<TokenHash, Value>
        var epoch = 0
    }

    private let state: Mutex<State>

    init(capacity: Int) {
        state = Mutex(State(values: TwoGenerationCache(capacity: capacity)))
    }

    /// Grows whenever something ends; to be asked before the database is.
    var epoch: Int { state.withLock { $0.epoch } }

    /// What the token opens, where memory knows.
    func value(_ hash: TokenHash) -> Value? {
        state.withLock { $0.values.value(for: hash) }
    }

    /// Keeps what the database said, unless something ended since that epoch.
    func keep(_ value: Value, hash: TokenHash, ifEpoch epoch: Int) {
        state.withLock { state in
            guard state.epoch == epoch else { return }
            state.values.set(value, for: hash)
        }
    }

    /// Forgets all that `matches` names.
    func forget(where matches: (Value) -> Bool) {
        state.withLock { state in
            state.epoch += 1
            state.values.removeAll(where: matches)
        }
    }
}
