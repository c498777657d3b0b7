import Crypto
package import Family
package import LedgerLog
package import SQL
import Storage

/// What a check of a family's ledger came to.
package struct LedgerReport: Sendable {
    /// What is wrong.
    package enum Fault: Sendable {
        /// In the log.
        case log(LedgerCheck.Finding)
        /// An account is kept with other sums than the entries make.
        case balance(ID<Account>)
        /// What stands for a full tile of the tree is kept as something else than the leaves make.
        case tile(level: Int, number: Int)
    }

    package var ledger: ID<Ledger>
    package var family: ID<FamilyGroup>
    /// How many leaves were gone through.
    package var leafCount: Int
    /// The first thing that is wrong; nil where all is right.
    package var fault: Fault?
    /// The last root as the hub signed it, and the devices that have seen it.
    package var head: String
}

extension Hub {
    /// Leaves that are read at once.
    private static let leavesAtOnce = 1_000

    /// Goes through every ledger of a database as if nobody were to be trusted.
    package static func checkLedgers(in database: Database) async throws -> [LedgerReport] {
        var reports: [LedgerReport] = []
        for row in try await database.read({ try $0.ledgers() }) {
            reports.append(try await check(row, in: database))
        }
        return reports
    }

    /// Goes through the ledger of a member's family; nil where it has none yet.
    package func checkLedger(of member: ID<Member>) async throws -> LedgerReport? {
        let row = try await database.read { transaction in
            try transaction.member(member).flatMap { try transaction.ledger(of: $0.family) }
        }
        guard let row else { return nil }
        return try await Hub.check(row, in: database)
    }

    /// Goes through one ledger as far as it reached when its row was read.
    private static func check(_ row: LedgerRow, in database: Database) async throws -> LedgerReport {
        var check = LedgerCheck()
        var report = LedgerReport(ledger: row.id, family: row.family, leafCount: 0, fault: nil, head: row.head)
        while check.finding == nil, check.tree.count < row.leafCount {
            let (from, limit) = (check.tree.count, min(leavesAtOnce, row.leafCount - check.tree.count))
            let leaves = try await database.read { try $0.leaves(of: row.id, from: from, limit: limit) }
            // A number that is missing is a leaf that is not what stands in the tree.
            for (offset, leaf) in leaves.enumerated() where leaf.number == from + offset {
                guard check.append(LogLeaf(salt: leaf.salt, record: leaf.record), commitment: leaf.commitment) else {
                    break
                }
            }
            guard check.tree.count > from else { break }
        }
        report.leafCount = check.tree.count
        if check.finding == nil {
            if let head = SignedNote(row.head) { _ = check.hold(against: head) } else { check.refuseHead() }
        }
        if check.finding == nil {
            check = try await database.read { [check] transaction in
                var held = check
                try hold(&held, againstSeen: row, transaction)
                return held
            }
        }
        report.fault = check.finding.map { .log($0) }
        report.head = try await database.read { try cosignedHead(of: row, $0) }
        guard report.fault == nil else { return report }
        report.fault = try await wrongTile(of: row, check.tree, in: database)
        guard report.fault == nil else { return report }
        let accounts = try await database.read { transaction -> [LedgerAccountRow]? in
            // Only where nothing has come since, so that the sums are those of these leaves.
            guard try transaction.ledger(of: row.family)?.leafCount == row.leafCount else { return nil }
            return try transaction.ledgerAccounts(in: row.id)
        }
        guard let accounts = accounts?.map(\.account) else { return report }
        let stored = Set(accounts.map(\.id))
        let wrong =
            accounts.first { check.book.ledger[$0.id] != $0 }
            ?? check.book.ledger.accounts.first { !stored.contains($0.id) }
        report.fault = wrong.map { .balance($0.id) }
        return report
    }

    /// The first stored tile that differs from the one which the leaves make.
    private static func wrongTile(
        of row: LedgerRow,
        _ tree: MerkleTree,
        in database: Database
    ) async throws -> LedgerReport.Fault? {
        for level in 0..<LogTile.levelsMax {
            let kept = try await database.read { transaction in
                try transaction.tiles(
                    of: row.id,
                    level: level,
                    in: 0..<row.leafCount >> (8 * (level + 1))
                )
            }
            let wrong = kept.keys.sorted().first { number in
                let (above, place) = (number / LogTile.width, number % LogTile.width)
                return tree.tile(level: level + 1, index: above, width: place + 1)?.suffix(TreeHash.byteCount)
                    != kept[number]?[...]
            }
            if let wrong { return .tile(level: level, number: wrong) }
        }
        return nil
    }
}
