import Family
import Synchronization
import Work

/// Limits what members ask of the program of coins: each has one call under way and one that waits, within a budget.
///
/// A wallet is its member's own, so that calls on one wallet take turns too. No member waits here for another one.
final class CoinTurns: Sendable {
    /// The call of a member that waits for the one under way.
    private struct Line {
        var waiting: CheckedContinuation<Bool, Never>?
    }

    /// Seconds after which a call that found one waiting already is worth trying again.
    private static let retrySeconds = 5

    /// Spending passwords and words being hashed: they delay no log-in.
    let hashing: BackgroundQueue
    /// Members with a call under way.
    private let lines = Mutex<[ID<Member>: Line]>([:])
    /// Thirty calls after a silence, and two a minute for long: one takes the program up to half a minute.
    private let budget = RateLimiter<ID<Member>>(perSecond: 1.0 / 30, burst: 30)
    /// How often a member may raise limits: each is told by text and mail.
    let raises = RateLimiter<ID<Member>>(perDay: 3)

    init(in workplace: Workplace) {
        hashing = BackgroundQueue(in: workplace)
    }

    /// Does something in a member's turn; throws `CoinSendingRefusal.tooManyCalls` where two of theirs are there already, or
    /// their budget is used up.
    func alone<Answer: Sendable>(
        _ member: ID<Member>,
        now: () -> Timestamp,
        _ work: () async throws -> Answer
    ) async throws -> Answer {
        guard await enter(member) else {
            throw CoinSendingRefusal.tooManyCalls(retryAfterSeconds: Self.retrySeconds)
        }
        defer { leave(member) }
        if let seconds = budget.retryAfterSeconds(member, now: now()) {
            throw CoinSendingRefusal.tooManyCalls(retryAfterSeconds: seconds)
        }
        return try await work()
    }

    /// Waits for a member's turn; false where another call of theirs waits already.
    private func enter(_ member: ID<Member>) async -> Bool {
        await withCheckedContinuation { continuation in
            let isTurn = lines.withLock { lines -> Bool? in
                guard let line = lines[member] else {
                    lines[member] = Line()
                    return true
                }
                guard line.waiting == nil else { return false }
                lines[member] = Line(waiting: continuation)
                return nil
            }
            if let isTurn { continuation.resume(returning: isTurn) }
        }
    }

    private func leave(_ member: ID<Member>) {
        let next = lines.withLock { lines in
            let next = lines[member]?.waiting
            lines[member] = next == nil ? nil : Line()
            return next
        }
        next?.resume(returning: true)
    }
}

extension Hub {
    /// Does what keeps the program of coins or the hashing of passwords busy, in its member's turn.
    func inCoinTurn<Answer: Sendable>(
        of member: ID<Member>,
        _ work: () async throws -> Answer
    ) async throws -> Answer {
        try await coinTurns.alone(member, now: outside.now, work)
    }
}
