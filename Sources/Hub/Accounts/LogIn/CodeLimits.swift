import Family
import SQL
import Storage

/// How many codes may be asked for (S8), and for how long they are remembered to count them.
///
/// All of it counts requests, whether or not a text went out, so that no limit tells who is a member. What is asked for
/// in a browser that the number's member is known in has a budget of its own, which nobody else can use up (S47).
package struct CodeLimits: Sendable {
    /// From one network in an hour.
    package var perNetworkAnHour = 10
    /// For one number in ten minutes.
    package var perNumberInTenMinutes = 5
    /// For one number in a day.
    package var perNumberADay = 10
    /// Different numbers from one browser in a day.
    package var numbersPerBrowserADay = 3
    /// Texts with codes of the whole hub in a day.
    package var textsADay = 100

    package init() {}

    static let rememberedMilliseconds = 8 * day
    private static let minute: Int64 = 60_000
    private static let day: Int64 = 86_400_000
    /// Seconds until the next code for the same number, after the first, second, third and every later one.
    private static let pauses: [Int64] = [30, 60, 120, 300]
    /// With fewer texts than these nothing can be said of what is usual.
    private static let usualMin = 20

    /// The seconds after which the next code for a number may be asked for, when it was asked for at these times.
    func pauseSeconds(after times: [Timestamp], now: Timestamp) -> Int64 {
        let recent = times.count { now.milliseconds(since: $0) < 10 * Self.minute }
        return Self.pauses[min(max(recent, 1), Self.pauses.count) - 1]
    }

    /// Throws `CodeRefusal` where no code may be asked for now.
    func check(_ transaction: Transaction, _ row: VerificationRow, now: Timestamp) throws {
        let wait = try retryAfterSeconds(
            transaction,
            phone: row.phoneLookup,
            network: row.networkHash,
            browser: row.browserHash,
            isKnown: row.isKnown,
            now: now
        )
        if let wait { throw CodeRefusal.tooSoon(retryAfterSeconds: wait) }
        guard try !isPaused(transaction, isKnown: row.isKnown, now: now) else { throw CodeRefusal.textsPaused }
    }

    /// The seconds to wait before a code may be asked for; nil where it may be now.
    func retryAfterSeconds(
        _ transaction: Transaction,
        phone: [UInt8],
        network: [UInt8],
        browser: [UInt8]?,
        isKnown: Bool,
        now: Timestamp
    ) throws -> Int? {
        let times = try transaction.verifications(
            phoneLookup: phone,
            isKnown: isKnown,
            since: now.advanced(byMilliseconds: -Self.day)
        )
        // Neighbours of a known browser are strangers.
        let fromHere =
            isKnown
            ? []
            : try transaction.verifications(
                networkHash: network,
                since: now.advanced(byMilliseconds: -60 * Self.minute)
            )
        var ready = [
            times.last?.advanced(bySeconds: pauseSeconds(after: times, now: now)),
            end(of: times, most: perNumberInTenMinutes, within: 10 * Self.minute),
            end(of: times, most: perNumberADay, within: Self.day),
            end(of: fromHere, most: perNetworkAnHour, within: 60 * Self.minute),
        ]
        if let browser {
            let asked = try transaction.numbersAsked(
                browserHash: browser,
                since: now.advanced(byMilliseconds: -Self.day)
            )
            if !asked.contains(where: { $0.lookup == phone }) {
                ready.append(end(of: asked.map(\.at), most: numbersPerBrowserADay, within: Self.day))
            }
        }
        guard let last = ready.compactMap({ $0 }).max(), now < last else { return nil }
        return Int((last.milliseconds(since: now) + 999) / 1_000)
    }

    /// Whether no texts go out for now: too many in a day, far more than usual, or hardly any that were used.
    ///
    /// In a known browser only what was asked for in such counts, elsewhere all.
    func isPaused(_ transaction: Transaction, isKnown: Bool, now: Timestamp) throws -> Bool {
        let yesterday = now.advanced(byMilliseconds: -Self.day)
        let today = try transaction.codes(since: yesterday, until: now, isKnown: isKnown)
        if today.sent >= textsADay { return true }
        let lastWeek = yesterday.advanced(byMilliseconds: -7 * Self.day)
        let before = try transaction.codes(since: lastWeek, until: yesterday, isKnown: isKnown)
        if before.sent >= Self.usualMin, today.sent >= max(Self.usualMin, before.sent * 3 / 7) { return true }
        // The newest may still be on their way.
        let earlier = now.advanced(byMilliseconds: -10 * Self.minute)
        let old = try transaction.codes(since: yesterday, until: earlier, isKnown: isKnown)
        return old.sent >= Self.usualMin && old.used * 10 < old.sent * 3
    }

    /// When one more than `most` would no longer fall within a period; nil where it would not now.
    private func end(of times: [Timestamp], most: Int, within period: Int64) -> Timestamp? {
        guard most > 0, times.count >= most else { return nil }
        return times[times.count - most].advanced(byMilliseconds: period)
    }
}
