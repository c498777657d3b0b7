package import Family
package import SQL

extension SeenHead {
    /// Of the columns key, leaf_count, root, seconds and signature.
    fileprivate init(_ row: Row) throws(StorageError) {
        self.init(
            key: try row.id(0),
            leafCount: Int(try row.integer(1)),
            root: try row.blob(2),
            secondsSince1970: try row.integer(3),
            signature: try row.blob(4)
        )
    }
}

extension Transaction {
    /// What devices have seen of a log, the largest first.
    package func cosignatures(of ledger: ID<Ledger>) throws(StorageError) -> [SeenHead] {
        try rows(
            """
            SELECT key, leaf_count, root, seconds, signature FROM ledger_cosignature
            WHERE ledger = \(ledger.bytes) ORDER BY leaf_count DESC, seconds DESC, key
            """
        ).map(SeenHead.init)
    }

    /// What one device has seen; nil where it has signed nothing yet.
    package func cosignature(by key: ID<LedgerKey>) throws(StorageError) -> SeenHead? {
        try first(
            "SELECT key, leaf_count, root, seconds, signature FROM ledger_cosignature WHERE key = \(key.bytes)"
        ).map(SeenHead.init)
    }

    /// Keeps what a device has seen, in place of what it saw before.
    package func save(_ row: SeenHead, of ledger: ID<Ledger>) throws(StorageError) {
        try run(
            """
            INSERT INTO ledger_cosignature (key, ledger, leaf_count, root, seconds, signature) VALUES (
                \(row.key.bytes), \(ledger.bytes), \(row.leafCount), \(row.root), \(row.secondsSince1970),
                \(row.signature))
            ON CONFLICT (key) DO UPDATE SET leaf_count = excluded.leaf_count, root = excluded.root,
                seconds = excluded.seconds, signature = excluded.signature
            """
        )
    }

    /// What stands in the tree for the leaves of a range, in their order.
    package func commitments(of ledger: ID<Ledger>, in range: Range<Int>) throws(StorageError) -> [[UInt8]] {
        try rows(
            """
            SELECT commitment FROM ledger_entry
            WHERE place >= (SELECT ordinal << 40 FROM ledger WHERE id = \(ledger.bytes)) + \(range.lowerBound)
                AND place < (SELECT ordinal << 40 FROM ledger WHERE id = \(ledger.bytes)) + \(range.upperBound)
            ORDER BY place
            """
        ).map { row throws(StorageError) in try row.blob(0) }
    }

    /// How many full tiles of a level are kept: the first ones, without a gap.
    package func tileCount(of ledger: ID<Ledger>, level: Int) throws(StorageError) -> Int {
        let row = try first(
            "SELECT max(number) FROM ledger_tile WHERE ledger = \(ledger.bytes) AND level = \(level)"
        )
        return try row?.integerOrNull(0).map { Int($0) + 1 } ?? 0
    }

    /// What stands for full tiles of a level, by their numbers, as far as they are kept.
    package func tiles(of ledger: ID<Ledger>, level: Int, in range: Range<Int>) throws(StorageError) -> [Int: [UInt8]] {
        var tiles: [Int: [UInt8]] = [:]
        for row in try rows(
            """
            SELECT number, hash FROM ledger_tile WHERE ledger = \(ledger.bytes) AND level = \(level)
                AND number >= \(range.lowerBound) AND number < \(range.upperBound)
            """
        ) {
            tiles[Int(try row.integer(0))] = try row.blob(1)
        }
        return tiles
    }

    /// Keeps what stands for a full tile.
    package func addTile(_ hash: [UInt8], level: Int, number: Int, of ledger: ID<Ledger>) throws(StorageError) {
        try run(
            """
            INSERT INTO ledger_tile (ledger, level, number, hash) VALUES (
                \(ledger.bytes), \(level), \(number), \(hash))
            """
        )
    }
}
