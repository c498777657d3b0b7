import Family

/// Slows down guessing at one account (S4): from the third wrong password on, the wait doubles from one second.
struct LogInThrottle: Sendable {
    private struct Failures {
        var count: Int
        var lastAt: Timestamp
    }

    private var failures = TwoGenerationCache<[UInt8], Failures>(capacity: 20_000)

    /// How many seconds the next try for this account has to wait; nil when it may be made now.
    mutating func secondsToWait(for account: [UInt8], now: Timestamp) -> Int? {
        guard let failed = failures.value(for: account), failed.count >= 3 else { return nil }
        let seconds = Int64(1) << min(failed.count - 3, 12)
        let ready = failed.lastAt.advanced(bySeconds: seconds)
        guard now < ready else { return nil }
        return Int(ready.milliseconds(since: now) + 999) / 1_000
    }

    /// Records a wrong password.
    mutating func countFailure(for account: [UInt8], now: Timestamp) {
        let count = failures.value(for: account)?.count ?? 0
        failures.set(Failures(count: count + 1, lastAt: now), for: account)
    }

    /// Forgets an account's failures after the right password.
    mutating func forget(_ account: [UInt8]) {
        failures.remove(account)
    }
}
