/// How much a write matters on a disk that is full or takes nothing.
package enum WriteUse: Sendable {
    /// Refused with `.full` while what is left of the disk is kept for alarms.
    case ordinary
    /// Takes of what is kept for alarms, and is durable or refused: what protects somebody.
    case reserved
    /// The same, and kept in memory where the disk does not take it: a call for help, and what follows from it (F73).
    case help
}

/// Writes that were answered and that the disk did not take: in order, until it does.
///
/// They are applied in a transaction that stays open, so whoever reads through it sees them. A process that ends before the
/// disk takes them loses them.
struct PendingWrites {
    /// Statements that are kept at most.
    static let max = 200_000

    var writes: [SQL] = []
    /// What the disk said when the first of them was held; nil where none is.
    var cause: StorageError?
}

/// The changes of one transaction, in order.
final class RecordedWrites {
    private(set) var all: [SQL] = []
    private let limit: Int

    /// At most `limit` changes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a change; throws `.full` beyond the limit.
    func add(_ change: SQL) throws(StorageError) {
        guard all.count < limit else { throw StorageError(.full, "too many writes wait for the disk") }
        all.append(change)
    }
}

extension StorageError {
    /// The answer to a write that may not take of what is kept for alarms.
    static let diskFull = StorageError(.full, "what is left of the disk is kept for alarms")

    /// Whether the disk, and not the statement, is why nothing was written.
    var isOfDisk: Bool { code == .full || code == .unavailable || code == .readOnly }
}
