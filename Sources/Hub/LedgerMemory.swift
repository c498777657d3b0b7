import Family
import LedgerLog
import Storage
import Synchronization

/// A ledger as one head leaves it, for whoever writes the next entry.
struct LedgerMemory: Sendable {
    /// The head that stands in it is that of all entries which led to this.
    var row: LedgerRow
    var frontier: MerkleFrontier
    let system: LedgerSigner
    var known: KnownLedger
}

/// The ledgers that were last written, so that who writes the next entry reads none of it again.
///
/// What stands here is what the database says as long as the database has the same head: nothing of a ledger changes
/// without an entry, and the head is signed over all of them. So nobody has to say when something here is out of date, be
/// it that a transaction was undone or that another one came between.
final class LedgerMemories: Sendable {
    private static let ledgersMax = 16

    private let lines = Mutex<[ID<Ledger>: LedgerLine]>([:])

    /// Takes out what is known of a ledger that has this head; nil where nothing is.
    func take(_ ledger: ID<Ledger>, head: String) -> LedgerMemory? { line(of: ledger).take(head: head) }

    /// Remembers a ledger as it is with the head that stands in it.
    func keep(_ memory: LedgerMemory) { line(of: memory.row.id).keep(memory) }

    /// Where transfers of a ledger come one behind the other.
    func line(of ledger: ID<Ledger>) -> LedgerLine {
        lines.withLock { lines in
            if let line = lines[ledger] { return line }
            if lines.count == LedgerMemories.ledgersMax { lines.removeAll(keepingCapacity: true) }
            let line = LedgerLine()
            lines[ledger] = line
            return line
        }
    }
}

/// What is known of one ledger, and who waits to go on from there: whoever works with it keeps the others out for so long.
final class LedgerLine: Sendable {
    /// Answers that are remembered.
    private static let answersMax = 4_096
    /// So many in a row are taken in the writer's turn before the others wait until nothing is on its way.
    private static let inTurnMax = 16

    private struct State: Sendable {
        var memory: LedgerMemory?
        /// Transfers that were handed over and are not answered yet.
        var waitingCount = 0
        /// Those that the writer works out in its turn, and all behind them: what they come to is not known before.
        var inTurnCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Takes out what is known where the ledger has this head; nil where nothing is.
    func take(head: String) -> LedgerMemory? {
        state.withLock { state in
            guard let known = state.memory.take() else { return nil }
            if known.row.head == head { return known }
            // Whatever was worked out behind another head is worth nothing.
            if state.waitingCount > 0 { state.inTurnCount += 1 }
            return nil
        }
    }

    /// Remembers the ledger as it is with the head that stands in it.
    func keep(_ memory: LedgerMemory) {
        var memory = memory
        LedgerLine.tidy(&memory)
        state.withLock { [memory] state in state.memory = memory }
    }

    /// Comes back when there is something to go on from, or soon may be.
    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.waitingCount == 0 || state.inTurnCount < LedgerLine.inTurnMax { return true }
                state.waiters.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Works transfers out from what is known and hands them over, one caller after the other.
    ///
    /// `work` answers nil where they cannot be worked out ahead. Who calls this calls `leave` once they are answered.
    func goOn<Draft>(work: (inout LedgerMemory) -> Draft?, handOver: (Draft?) -> Void) {
        state.withLock { state in
            state.waitingCount += 1
            var draft: Draft?
            if state.inTurnCount == 0, var known = state.memory.take() {
                draft = work(&known)
                if draft != nil {
                    LedgerLine.tidy(&known)
                    state.memory = known
                }
            }
            if draft == nil { state.inTurnCount += 1 }
            handOver(draft)
        }
    }

    /// Says that what was worked out is not stored, but worked out again in the writer's turn.
    func breakOff() {
        state.withLock { $0.inTurnCount += 1 }
    }

    /// Says that transfers which were handed over are answered.
    func leave() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.waitingCount -= 1
            guard state.waitingCount == 0 else { return [] }
            state.inTurnCount = 0
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private static func tidy(_ memory: inout LedgerMemory) {
        guard memory.known.ledger.records.count > answersMax else { return }
        memory.known.forgetAnswers(but: answersMax / 2)
    }
}
