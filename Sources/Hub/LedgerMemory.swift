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
    /// Answers that are remembered of one ledger.
    private static let answersMax = 4_096

    /// One ledger's memory: whoever works with it keeps the others out for so long.
    private final class Seat: Sendable {
        let memory = Mutex<LedgerMemory?>(nil)
    }

    private let seats = Mutex<[ID<Ledger>: Seat]>([:])

    /// Takes out what is known of a ledger that has this head; nil where nothing is.
    func take(_ ledger: ID<Ledger>, head: String) -> LedgerMemory? {
        seat(of: ledger).memory.withLock { memory in
            guard let known = memory.take(), known.row.head == head else { return nil }
            return known
        }
    }

    /// Remembers a ledger as it is with the head that stands in it.
    func keep(_ memory: LedgerMemory) {
        seat(of: memory.row.id).memory.withLock { seat in
            seat = memory
            LedgerMemories.tidy(&seat)
        }
    }

    /// Lets `body` go on from what is known of a ledger, one caller after the other; nil afterwards forgets it.
    func goOn(_ ledger: ID<Ledger>, _ body: (inout LedgerMemory?) -> Void) {
        seat(of: ledger).memory.withLock { memory in
            body(&memory)
            LedgerMemories.tidy(&memory)
        }
    }

    private static func tidy(_ memory: inout LedgerMemory?) {
        guard let count = memory?.known.ledger.records.count, count > answersMax else { return }
        memory?.known.forgetAnswers(but: answersMax / 2)
    }

    private func seat(of ledger: ID<Ledger>) -> Seat {
        seats.withLock { seats in
            if let seat = seats[ledger] { return seat }
            if seats.count == LedgerMemories.ledgersMax { seats.removeAll(keepingCapacity: true) }
            let seat = Seat()
            seats[ledger] = seat
            return seat
        }
    }
}
