/// A dictionary that forgets what was not asked for lately.
///
/// Two halves: what is used moves to the young one; when that is full, it becomes the old one and what was old is
/// forgotten. Every step takes constant time.
struct TwoGenerationCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let youngMax: Int

    /// A cache that keeps at least the `capacity / 2` entries used last, and never more than `capacity`.
    init(capacity: Int) {
        youngMax = max(1, capacity / 2)
    }

    /// The entry, which counts as a use; nil where it is not kept.
    mutating func value(for key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        set(value, for: key)
        return value
    }

    /// Keeps an entry, in place of an earlier one.
    mutating func set(_ value: Value, for key: Key) {
        guard young[key] == nil else {
            young[key] = value
            return
        }
        if young.count >= youngMax {
            old = young
            young = [:]
        }
        young[key] = value
        old.removeValue(forKey: key)
    }

    /// Changes an entry where it lies, beginning with `first` where it is not kept; counts as a use.
    mutating func change<Result>(
        _ key: Key,
        from first: @autoclosure () -> Value,
        _ change: (inout Value) -> Result
    ) -> Result {
        if young[key] == nil { set(old.removeValue(forKey: key) ?? first(), for: key) }
        return change(&young[key, default: first()])
    }

    /// Forgets an entry.
    mutating func remove(_ key: Key) {
        young.removeValue(forKey: key)
        old.removeValue(forKey: key)
    }

    /// Forgets all entries that `matches` names.
    mutating func removeAll(where matches: (Value) -> Bool) {
        young = young.filter { !matches($0.value) }
        old = old.filter { !matches($0.value) }
    }
}
