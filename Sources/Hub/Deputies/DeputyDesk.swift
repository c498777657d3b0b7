import Family
import Storage
import Synchronization

/// What a running hub knows of its deputies beside the database: who waits for a change, whose envelopes are to be made,
/// and what is held back at a start.
final class DeputyDesk: Sendable {
    /// A code that a keeper was shown, until it is used or expires.
    struct Code {
        var text: String
        var hubName: String
        var texts: DeputyTexts
        var expiresAt: Timestamp
    }

    private struct Waiter {
        var number: UInt64
        var continuation: AsyncStream<Void>.Continuation
    }

    private struct State {
        var code: Code?
        /// Members with envelopes to check.
        var wanted: Set<ID<Member>> = []
        var renewing: Task<Void, Never>?
        var renewedAt: Timestamp
        /// Whether there is any deputy: a hub without one does nothing here.
        var isNeeded = false
        /// One a deputy: a later turn takes the place of an earlier one.
        var waiters: [ID<DeputyMachine>: Waiter] = [:]
        var waiterCount: UInt64 = 0
        var isClosed = false
        /// Members guarded since before this start; empty once every deputy was heard.
        var held: Set<ID<Member>> = []
        /// Deputies that were not heard since the start.
        var unheard: Set<ID<DeputyMachine>> = []
        /// Deputies of whose silence the keepers were told.
        var silent: Set<ID<DeputyMachine>> = []
    }

    /// At its start a hub waits for so long for what deputies sent in its place; F3's ten seconds hold all the same.
    private static let holdMilliseconds: Int64 = 8_000
    /// Everybody's envelopes are looked at so often: who is told, and where, may have changed.
    private static let renewMilliseconds: Int64 = 60_000
    /// A silence of which the keepers are told; a hub that was off itself waits for as long.
    private static let silenceMilliseconds: Int64 = 300_000

    /// Turns of one deputy: a stolen one cannot keep the writer busy.
    let budget = RateLimiter<ID<DeputyMachine>>(perSecond: 1, burst: 60)
    private let openedAt: Timestamp
    private let state: Mutex<State>

    init(openedAt: Timestamp) {
        self.openedAt = openedAt
        state = Mutex(State(renewedAt: openedAt))
    }

    var isNeeded: Bool { state.withLock { $0.isNeeded } }

    func remember(_ deputies: [ID<DeputyMachine>], guarding members: [ID<Member>]) {
        state.withLock { state in
            state.isNeeded = !deputies.isEmpty
            (state.unheard, state.held) = (Set(deputies), Set(members))
        }
    }

    func setNeeded(_ isNeeded: Bool) { state.withLock { $0.isNeeded = isNeeded } }

    func show(_ code: Code) { state.withLock { $0.code = code } }

    /// The code that may be used now.
    func code(now: Timestamp) -> Code? {
        state.withLock { state in
            if let code = state.code, code.expiresAt <= now { state.code = nil }
            return state.code
        }
    }

    /// Uses a code up; false where another request did so first.
    func use(_ text: String) -> Bool {
        state.withLock { state in
            guard state.code?.text == text else { return false }
            state.code = nil
            return true
        }
    }

    /// Notes that a deputy was heard: what it sent before is known from here on.
    func hear(_ deputy: ID<DeputyMachine>) {
        state.withLock { state in
            state.unheard.remove(deputy)
            if state.unheard.isEmpty { state.held = [] }
        }
    }

    /// Members with late deadlines that are not handled yet.
    func held(now: Timestamp) -> Set<ID<Member>> {
        guard now.milliseconds(since: openedAt) < Self.holdMilliseconds else { return [] }
        return state.withLock { $0.held }
    }

    /// Asks for a member's envelopes to be checked; `renew` runs once for all members asked for meanwhile.
    func want(_ member: ID<Member>, renew: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard state.isNeeded else { return }
            state.wanted.insert(member)
            guard state.renewing == nil else { return }
            state.renewing = Task { await renew() }
        }
    }

    /// Those who were asked for since the last time; nil where there are none, and the work is over.
    func takeWanted() -> Set<ID<Member>>? {
        state.withLock { state in
            guard !state.wanted.isEmpty else {
                state.renewing = nil
                return nil
            }
            defer { state.wanted = [] }
            return state.wanted
        }
    }

    /// Waits until the work that was asked for is done.
    func settle() async {
        while let renewing = state.withLock({ $0.renewing }) { await renewing.value }
    }

    /// Whether everybody's envelopes are due to be looked at.
    func isRenewalDue(now: Timestamp) -> Bool {
        state.withLock { state in
            guard state.isNeeded, now.milliseconds(since: state.renewedAt) >= Self.renewMilliseconds else {
                return false
            }
            state.renewedAt = now
            return true
        }
    }

    /// Which deputies were not heard for so long that the keepers are told.
    func silent(of deputies: [DeputyRow], now: Timestamp) -> Set<ID<DeputyMachine>> {
        let silent = deputies.filter { row in
            now.milliseconds(since: max(row.heardAt ?? row.pairedAt, openedAt)) >= Self.silenceMilliseconds
        }
        return Set(silent.map(\.id))
    }

    /// Whether the keepers were told of all these silences.
    func areTold(_ silent: Set<ID<DeputyMachine>>) -> Bool {
        state.withLock { silent.isSubset(of: $0.silent) }
    }

    /// Remembers the silences that the keepers know.
    ///
    /// A later silence of the same deputy is another one.
    func noteTold(_ silent: Set<ID<DeputyMachine>>) {
        state.withLock { $0.silent = silent }
    }

    /// A stream that ends its first wait once an envelope changed, or at once where the hub ends; it is left by ending the
    /// loop over it.
    func changes(for deputy: ID<DeputyMachine>) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let (number, before, isClosed) = state.withLock { state in
                state.waiterCount += 1
                let before = state.waiters[deputy]
                state.waiters[deputy] = Waiter(number: state.waiterCount, continuation: continuation)
                return (state.waiterCount, before, state.isClosed)
            }
            before?.continuation.finish()
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { state in
                    guard state.waiters[deputy]?.number == number else { return }
                    state.waiters[deputy] = nil
                }
            }
            if isClosed { continuation.finish() }
        }
    }

    /// Lets every deputy that waits know that something changed.
    func wake() {
        for waiter in state.withLock({ Array($0.waiters.values) }) { waiter.continuation.yield() }
    }

    /// Ends every wait, and lets no other begin.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.continuation.finish() }
    }
}
