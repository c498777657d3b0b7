import Family
import LedgerLog
import Storage
import Synchronization

/// A ledger as one head leaves it, for whoever writes the next entry.
struct LedgerSnapshot: Sendable {
    /// The head that stands in it is that of all entries which led to this.
    var row: LedgerRow
    var frontier: MerkleFrontier
    let system: LedgerSigner
    var known: PartialLedger

    /// Whether its head is that of all that was added to it.
    var isSigned: Bool { row.leafCount == frontier.count }
}

/// The ledgers that were last written, so that who writes the next entry reads none of it again.
///
/// What stands here is what the database says as long as the database has the same head: nothing of a ledger changes
/// without an entry, and the head is signed over all of them. So nobody has to say when something here is out of date, be
/// it that a transaction was undone or that another one came between.
final class LedgerCache: Sendable {
    private static let ledgersMax = 16

    private let lines = Mutex<[ID<Ledger>: LedgerPipeline]>([:])

    /// Takes out what is known of a ledger that has this head; nil where nothing is.
    func take(_ ledger: ID<Ledger>, head: String) -> LedgerSnapshot? { line(of: ledger).take(head: head) }

    /// Remembers a ledger as it is with the head that stands in it.
    func keep(_ memory: LedgerSnapshot) { line(of: memory.row.id).keep(memory) }

    /// Where transfers of a ledger come one behind the other.
    func line(of ledger: ID<Ledger>) -> LedgerPipeline {
        lines.withLock { lines in
            if let line = lines[ledger] { return line }
            if lines.count == LedgerCache.ledgersMax { lines.removeAll(keepingCapacity: true) }
            let line = LedgerPipeline()
            lines[ledger] = line
            return line
        }
    }
}
