package import Family
import LedgerLog
import SQL
import Storage
import Synchronization

extension Hub {
    /// Tiles that are worked out in one commit; nobody waits long behind that.
    private static let tilesAtOnce = 64

    /// The hashes of a tile of the log (C2SP tlog-tiles), one behind the other.
    ///
    /// Throws `WalletRefusal.notFound` for another family's log, or a tile that it does not have.
    package func tile(
        of ledger: ID<Ledger>,
        level: Int,
        number: Int,
        width: Int?,
        for member: ID<Member>
    ) async throws -> [UInt8] {
        try await atTree(of: member, in: ledger) { transaction, row in
            guard let range = LogTile.range(level: level, number: number, width: width, size: row.leafCount) else {
                throw WalletRefusal.notFound
            }
            return try transaction.hashes(of: row.id, level: level, in: range).flatMap { $0 }
        }
    }

    /// What stands in the tree for the leaves of a tile, as a bundle of entries: each behind its length in two bytes.
    ///
    /// Throws `WalletRefusal.notFound` as `tile` does.
    package func entryBundle(
        of ledger: ID<Ledger>,
        number: Int,
        width: Int?,
        for member: ID<Member>
    ) async throws -> [UInt8] {
        try await atTree(of: member, in: ledger) { transaction, row in
            guard let range = LogTile.range(level: 0, number: number, width: width, size: row.leafCount) else {
                throw WalletRefusal.notFound
            }
            return try transaction.commitments(of: row.id, in: range).flatMap { commitment in
                [UInt8(truncatingIfNeeded: commitment.count >> 8), UInt8(truncatingIfNeeded: commitment.count)]
                    + commitment
            }
        }
    }

    /// Reads the log of a member's family, and its tree from tiles; refused where there is none, or it is not `ledger`.
    func atTree<Answer: Sendable>(
        of member: ID<Member>,
        in ledger: ID<Ledger>? = nil,
        _ body: @escaping @Sendable (Transaction, LedgerRow) throws -> Answer
    ) async throws -> Answer {
        let (answer, lacking) = try await database.read { transaction in
            guard let person = try transaction.member(member), let row = try transaction.ledger(of: person.family),
                ledger == nil || row.id == ledger, try transaction.ledgerHolder(member, in: row.id) != nil
            else { throw WalletRefusal.notFound }
            let lacksTiles = try transaction.nextTiles(of: row, atMost: 1) != nil
            return (try body(transaction, row), lacksTiles ? row.family : nil)
        }
        // What is not kept yet was worked out: a reader waits for no writer (S54).
        if let lacking { _ = tilesWanted.withLock { $0.insert(lacking) } }
        return answer
    }

    /// Keeps what stands for tiles that have become full, of a log that was read: some of them, the rest the next time.
    ///
    /// A payment does not wait for that: it is one hash in two hundred and fifty-six, and nobody may ever ask.
    package func keepTiles() async {
        guard let family = tilesWanted.withLock({ $0.first }) else { return }
        do {
            let isMore = try await database.transaction { transaction in
                guard let row = try transaction.ledger(of: family),
                    let (level, numbers) = try transaction.nextTiles(of: row, atMost: Hub.tilesAtOnce)
                else { return false }
                for number in numbers {
                    let inside = number * LogTile.width..<(number + 1) * LogTile.width
                    let hash = LogTile.hash(of: try transaction.hashes(of: row.id, level: level, in: inside))
                    try transaction.addTile(hash, level: level, number: number, of: row.id)
                }
                return true
            }
            if isMore { return }
        } catch {
            outside.log(LogEntry(.error, "tiles of a log could not be kept", [("reason", safeWords(error))]))
        }
        // After a failure too: the next reader asks again.
        tilesWanted.withLock { _ = $0.remove(family) }
    }
}

extension Transaction {
    /// The tree over the first `size` leaves of a log.
    func tree(of ledger: ID<Ledger>, size: Int) -> TiledTree<any Error> {
        TiledTree(size: size) { level, range in try self.hashes(of: ledger, level: level, in: range) }
    }

    /// The hashes of a level of a log's tree: of leaves at the lowest, of full tiles above.
    ///
    /// What is not kept yet is worked out. All of them are in the log.
    fileprivate func hashes(of ledger: ID<Ledger>, level: Int, in range: Range<Int>) throws -> [[UInt8]] {
        guard level > 0 else {
            let commitments = try commitments(of: ledger, in: range)
            guard commitments.count == range.count else {
                throw StorageError(.corrupt, "a leaf of a ledger is missing")
            }
            return commitments.map(TreeHash.leaf)
        }
        let kept = try tiles(of: ledger, level: level - 1, in: range)
        return try range.map { number in
            if let hash = kept[number] { return hash }
            let inside = number * LogTile.width..<(number + 1) * LogTile.width
            return LogTile.hash(of: try hashes(of: ledger, level: level - 1, in: inside))
        }
    }

    /// The next full tiles of the lowest level at which some are not kept; nil where all are.
    fileprivate func nextTiles(of row: LedgerRow, atMost limit: Int) throws -> (level: Int, numbers: Range<Int>)? {
        for level in 0..<LogTile.levelsMax {
            let full = row.leafCount >> (8 * (level + 1))
            guard full > 0 else { return nil }
            let kept = try tileCount(of: row.id, level: level)
            if kept < full { return (level, kept..<min(full, kept + limit)) }
        }
        return nil
    }
}
