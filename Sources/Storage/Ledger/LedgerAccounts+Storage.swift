package import Family
package import SQL

/// Under which number the hub keeps what an account comes to.
package struct AccountNumber: Hashable, Sendable {
    fileprivate let rawValue: Int64
}

/// An account as stored: what the ledger knows of it, and its name.
package struct LedgerAccountRow: Sendable {
    /// Nil before it is stored.
    package fileprivate(set) var number: AccountNumber?
    package var account: Account
    /// Empty for the family's own.
    package var name: String
    /// The last leaf that changed it; nil where none has.
    package var lastLeaf: Int?

    package init(account: Account, name: String) {
        self.account = account
        self.name = name
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        let sums = try row.blob(5)
        guard let kind = Account.Kind(rawValue: UInt8(truncatingIfNeeded: try row.integer(2))), sums.count == 64 else {
            throw StorageError(.corrupt, "an account of a ledger cannot be read")
        }
        let floor = try row.blobOrNull(4)
        account = Account(
            id: try row.id(0),
            asset: Asset.Number(UInt32(truncatingIfNeeded: try row.integer(1))),
            kind: kind,
            owner: try row.idOrNull(3),
            floor: floor.map { .overdraft(Amount(storedBytes: $0[...])) } ?? .none,
            debitsPosted: Amount(storedBytes: sums[0..<16]),
            creditsPosted: Amount(storedBytes: sums[16..<32]),
            debitsPending: Amount(storedBytes: sums[32..<48]),
            creditsPending: Amount(storedBytes: sums[48..<64]),
            isClosed: try row.bool(6)
        )
        name = try row.text(7)
        lastLeaf = try row.integerOrNull(8).map { Int($0) }
        number = AccountNumber(rawValue: try row.integer(9))
    }
}

/// An asset as stored.
package struct LedgerAssetRow: Hashable, Sendable {
    package var asset: Asset
    package var name: String

    package init(asset: Asset, name: String) {
        self.asset = asset
        self.name = name
    }
}

extension Transaction {
    /// The assets of a ledger.
    package func ledgerAssets(of ledger: ID<Ledger>) throws(StorageError) -> [LedgerAssetRow] {
        try rows("SELECT number, scale, name FROM ledger_asset WHERE ledger = \(ledger.bytes) ORDER BY number")
            .map { row throws(StorageError) in
                LedgerAssetRow(
                    asset: Asset(
                        number: Asset.Number(UInt32(truncatingIfNeeded: try row.integer(0))),
                        scale: UInt8(truncatingIfNeeded: try row.integer(1))
                    ),
                    name: try row.text(2)
                )
            }
    }

    /// Adds an asset.
    package func addAsset(_ row: LedgerAssetRow, to ledger: ID<Ledger>) throws(StorageError) {
        try run(
            """
            INSERT INTO ledger_asset (ledger, number, scale, name) VALUES (
                \(ledger.bytes), \(Int64(row.asset.number.rawValue)), \(Int64(row.asset.scale)), \(row.name))
            """
        )
    }

    /// One whose sums are missing is found, and cannot be read.
    private static let accounts: StaticString = """
        SELECT a.id, a.asset, a.kind, a.belongs_to, a.floor, b.sums, b.is_closed, a.name, b.last_leaf, a.number
        FROM ledger_account a LEFT JOIN ledger_balance b ON b.account = a.number
        """

    /// One account, or nil.
    package func ledgerAccount(_ id: ID<Account>, in ledger: ID<Ledger>) throws(StorageError) -> LedgerAccountRow? {
        try first("\(literal: Self.accounts) WHERE a.ledger = \(ledger.bytes) AND a.id = \(id.bytes)")
            .map(LedgerAccountRow.init)
    }

    /// Somebody's accounts, closed ones too, in the order in which they were opened.
    package func ledgerAccounts(of holder: ID<LedgerHolder>) throws(StorageError) -> [LedgerAccountRow] {
        try rows("\(literal: Self.accounts) WHERE a.belongs_to = \(holder.bytes) ORDER BY a.id")
            .map(LedgerAccountRow.init)
    }

    /// All accounts of a ledger that have sums.
    package func ledgerAccounts(in ledger: ID<Ledger>) throws(StorageError) -> [LedgerAccountRow] {
        try rows("\(literal: Self.accounts) WHERE a.ledger = \(ledger.bytes) AND b.account IS NOT NULL ORDER BY a.id")
            .map(LedgerAccountRow.init)
    }

    /// The family's own account of a kind and an asset, or nil.
    package func familyAccount(
        _ kind: Account.Kind,
        _ asset: Asset.Number,
        in ledger: ID<Ledger>
    ) throws(StorageError) -> LedgerAccountRow? {
        try first(
            """
            \(literal: Self.accounts)
            WHERE a.ledger = \(ledger.bytes) AND a.kind = \(Int64(kind.rawValue))
                AND a.asset = \(Int64(asset.rawValue)) AND a.belongs_to IS NULL LIMIT 1
            """
        ).map(LedgerAccountRow.init)
    }

    /// Adds an account, and answers under which number.
    package func addAccount(_ row: LedgerAccountRow, to ledger: ID<Ledger>) throws(StorageError) -> AccountNumber {
        let account = row.account
        var floor: [UInt8]?
        if case .overdraft(let most) = account.floor { floor = most.storedBytes }
        let added = try returning(
            """
            INSERT INTO ledger_account (ledger, id, asset, kind, belongs_to, floor, name, number) VALUES (
                \(ledger.bytes), \(account.id.bytes), \(Int64(account.asset.rawValue)), \(Int64(account.kind.rawValue)),
                \(account.owner?.bytes), \(floor), \(row.name),
                (SELECT coalesce(max(number), 0) + 1 FROM ledger_account))
            RETURNING number
            """
        )
        guard let number = try added.first?.integer(0) else {
            throw StorageError(.other, "an account of a ledger was not stored")
        }
        try run(
            """
            INSERT INTO ledger_balance (account, sums, is_closed) VALUES (
                \(number), \(account.storedSums), \(account.isClosed))
            """
        )
        return AccountNumber(rawValue: number)
    }

    /// Gives an account another name.
    package func renameAccount(_ id: ID<Account>, to name: String, in ledger: ID<Ledger>) throws(StorageError) {
        try run("UPDATE ledger_account SET name = \(name) WHERE ledger = \(ledger.bytes) AND id = \(id.bytes)")
    }
}

extension Transaction {
    /// Runs changes each of which is about one row: an entry that is added, or an account's sums.
    ///
    /// Throws `.corrupt` where there is no such row.
    package func run(_ changes: [SQL]) throws(StorageError) {
        for change in changes {
            guard try run(change) == 1 else { throw StorageError(.corrupt, "an account of a ledger has no sums") }
        }
    }
}

extension Account {
    /// The change that stores its sums, whether it is closed, and the last leaf that changed it.
    package func saving(lastLeaf: Int?, under number: AccountNumber) -> SQL {
        SQL(
            prepared: "UPDATE ledger_balance SET sums = $2, is_closed = $3, last_leaf = $4 WHERE account = $1",
            [.integer(number.rawValue), .blob(storedSums), isClosed.sqlValue, lastLeaf.sqlValue]
        )
    }

    /// Debits and credits posted, then held.
    fileprivate var storedSums: [UInt8] {
        Amount.storedBytes(of: [debitsPosted, creditsPosted, debitsPending, creditsPending])
    }
}

extension Amount {
    /// Sixteen bytes, big-endian, as the database keeps it.
    var storedBytes: [UInt8] { Amount.storedBytes(of: [self]) }

    /// The same of several, one behind the other.
    fileprivate static func storedBytes(of amounts: [Amount]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(amounts.count * 16)
        for amount in amounts {
            withUnsafeBytes(of: amount.units.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    init(storedBytes bytes: ArraySlice<UInt8>) {
        self.init(bytes.reduce(0) { $0 << 8 | UInt128($1) })
    }
}
