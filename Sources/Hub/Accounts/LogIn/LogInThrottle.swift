import Family
import SQL
import Storage
import Synchronization

/// Slows down guessing (S4): at one account from the third wrong password on, and from one network beyond so many wrong
/// tries a minute.
struct LogInThrottle: Sendable {
    private struct Failures {
        var count: Int
        var lastAt: Timestamp
    }

    private struct Minute {
        var count: Int
        var beganAt: Timestamp
    }

    /// After so many wrong passwords in a row an account opens by recovery alone.
    private static let failuresMax = 100

    /// Accounts whose wrong passwords are remembered.
    static let accountsMax = 20_000

    private var failures = TwoGenerationCache<[UInt8], Failures>(capacity: LogInThrottle.accountsMax)
    private var minutes = TwoGenerationCache<[UInt8], Minute>(capacity: 20_000)

    /// Takes up what an earlier process had counted, the latest first.
    mutating func remember(_ counted: [(account: [UInt8], count: Int, lastAt: Timestamp)]) {
        for (account, count, lastAt) in counted.reversed() {
            failures.set(Failures(count: count, lastAt: lastAt), for: account)
        }
    }

    /// How many wrong passwords in a row there were for an account; nil while there are too few to write down.
    mutating func countWorthKeeping(_ account: [UInt8]) -> Int? {
        failures.value(for: account).flatMap { $0.count >= 3 ? $0.count : nil }
    }

    /// How many seconds a try for this account has to wait; nil when it may be made now.
    ///
    /// A try that may be made counts as failed until `forget`, so that guesses made at the same time do not slip through
    /// while the first of them is being checked. `perMinute` limits the tries of a network; an empty one has no limit.
    mutating func secondsToWaitOrCount(
        _ account: [UInt8],
        from network: [UInt8],
        perMinute: Int,
        now: Timestamp
    ) -> Int? {
        if let wait = retryAfterSeconds(for: network, perMinute: perMinute, now: now) { return wait }
        let failed = failures.value(for: account) ?? Failures(count: 0, lastAt: now)
        if failed.count >= Self.failuresMax { return 86_400 }
        if failed.count >= 3 {
            let seconds = Int64(1) << min(failed.count - 3, 12)
            let ready = failed.lastAt.advanced(bySeconds: seconds)
            if now < ready { return Int(ready.milliseconds(since: now) + 999) / 1_000 }
        }
        failures.set(Failures(count: failed.count + 1, lastAt: now), for: account)
        if !network.isEmpty {
            minutes.change(network, from: Minute(count: 0, beganAt: now)) { $0.count += 1 }
        }
        return nil
    }

    /// Forgets an account's failures after the right password, which does not count for its network either.
    mutating func forget(_ account: [UInt8], from network: [UInt8]) {
        failures.remove(account)
        takeBack(from: network)
    }

    /// Takes back the one try that was right, and none of those before it.
    mutating func takeBack(_ account: [UInt8], from network: [UInt8]) {
        if var failed = failures.value(for: account) {
            failed.count = max(0, failed.count - 1)
            failures.set(failed, for: account)
        }
        takeBack(from: network)
    }

    private mutating func takeBack(from network: [UInt8]) {
        guard !network.isEmpty, var minute = minutes.value(for: network) else { return }
        minute.count = max(0, minute.count - 1)
        minutes.set(minute, for: network)
    }

    private mutating func retryAfterSeconds(for network: [UInt8], perMinute: Int, now: Timestamp) -> Int? {
        guard !network.isEmpty, let minute = minutes.value(for: network) else { return nil }
        let end = minute.beganAt.advanced(bySeconds: 60)
        guard now < end else {
            minutes.remove(network)
            return nil
        }
        return minute.count >= perMinute ? Int(end.milliseconds(since: now) + 999) / 1_000 : nil
    }
}

extension Hub {
    /// Whether a guess is right, made no faster than S4 allows; `wrong` is what the security log says of one that is
    /// not.
    ///
    /// Guesses are counted for the key, and for the asker's network unless `countsNetwork` is false. A right one takes
    /// those before it back too, unless `forgives` is false.
    func throttled(
        _ key: [UInt8],
        of member: MemberRow?,
        countsNetwork: Bool = true,
        forgives: Bool = true,
        from origin: RequestOrigin,
        wrong: String = "wrongProof",
        _ check: () async throws -> Bool
    ) async throws -> Bool {
        let (now, perMinute) = (outside.now(), settings.logInFailuresPerMinute)
        let network = countsNetwork ? origin.network : []
        let wait = logInThrottle.withLock { throttle in
            throttle.secondsToWaitOrCount(key, from: network, perMinute: perMinute, now: now)
        }
        if let wait {
            note(.logInRefused, member?.id, from: origin, about: "tooManyTries")
            throw LogInRefusal.tooManyTries(retryAfterSeconds: wait)
        }
        let right = try await check()
        try await count(right ? (forgives ? .forgiven : .takenBack) : .wrong, for: key, from: network, now: now)
        if !right { note(.logInRefused, member?.id, from: origin, about: wrong) }
        return right
    }

    private enum Guess {
        case wrong
        /// Right, and counts as no try; those before it stay.
        case takenBack
        /// Right, and those before it are forgotten.
        case forgiven
    }

    /// Writes down how many wrong passwords there were, once they slow anybody down, or forgets them after the right one.
    private func count(_ guess: Guess, for account: [UInt8], from network: [UInt8], now: Timestamp) async throws {
        let count = logInThrottle.withLock { throttle in
            let before = throttle.countWorthKeeping(account)
            switch guess {
            case .wrong: break
            case .takenBack: throttle.takeBack(account, from: network)
            case .forgiven: throttle.forget(account, from: network)
            }
            return before
        }
        // What is taken back was never written down.
        guard let count, guess != .takenBack else { return }
        try await database.transaction { transaction in
            if guess == .forgiven {
                try transaction.removeLogInFailures(account)
            } else {
                try transaction.setLogInFailures(account, count: count, at: now)
            }
        }
    }
}
