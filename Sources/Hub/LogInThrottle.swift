import Family

/// Slows down guessing at one account (S4): from the third wrong password on, the wait doubles from one second.
struct LogInThrottle: Sendable {
    private struct Failures {
        var count: Int
        var lastAt: Timestamp
    }

    private var failures = TwoGenerationCache<[UInt8], Failures>(capacity: 20_000)

    /// How many seconds a try for this account has to wait; nil when it may be made now.
    ///
    /// A try that may be made counts as failed until `forget`, so that guesses made at the same time do not slip through
    /// while the first of them is being checked.
    mutating func secondsToWaitOrCount(_ account: [UInt8], now: Timestamp) -> Int? {
        let failed = failures.value(for: account) ?? Failures(count: 0, lastAt: now)
        if failed.count >= 3 {
            let seconds = Int64(1) << min(failed.count - 3, 12)
            let ready = failed.lastAt.advanced(bySeconds: seconds)
            if now < ready { return Int(ready.milliseconds(since: now) + 999) / 1_000 }
        }
        failures.set(Failures(count: failed.count + 1, lastAt: now), for: account)
        return nil
    }

    /// Forgets an account's failures after the right password.
    mutating func forget(_ account: [UInt8]) {
        failures.remove(account)
    }
}
