package import Family
package import SQL

/// A wallet of a member on a coin's chain, as stored.
package struct CoinWalletRow: Sendable {
    package var id: ID<CoinHolding>
    package var member: ID<Member>
    package var coin: Coin
    package var sealed: [UInt8]
    package var requestHash: [UInt8]
    /// Nil before the first reading.
    package var readingSealed: [UInt8]?
    package var readAt: Timestamp?
    /// Key images of a hot wallet; nil before its spending password was used for them.
    package var imagesSealed: [UInt8]?
    package var addedAt: Timestamp
    /// When the hub was last put back from a backup; nil where it never was since.
    package var restoredAt: Timestamp?
    /// Whether its spending password was changed after that backup.
    package var isPasswordOld = false
    /// Whether its limit was lowered after that backup.
    package var isLimitOld = false

    package init(
        id: ID<CoinHolding>,
        member: ID<Member>,
        coin: Coin,
        sealed: [UInt8],
        requestHash: [UInt8],
        addedAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.coin = coin
        self.sealed = sealed
        self.requestHash = requestHash
        self.addedAt = addedAt
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        guard let coin = Coin(rawValue: UInt8(clamping: try row.integer(2))) else {
            throw StorageError(.corrupt, "a wallet is of an unknown coin")
        }
        (id, member, self.coin) = (try row.id(0), try row.id(1), coin)
        (sealed, requestHash) = (try row.blob(3), try row.blob(4))
        (readingSealed, readAt) = (try row.blobOrNull(5), try row.timestampOrNull(6))
        (addedAt, imagesSealed) = (try row.timestamp(7), try row.blobOrNull(8))
        (restoredAt, isPasswordOld, isLimitOld) = (try row.timestampOrNull(9), try row.bool(10), try row.bool(11))
    }
}

/// An adult's consent to a child's wallet of coins.
package enum CoinConsent {}

extension Transaction {
    /// Adds a wallet of coins.
    package func add(_ row: CoinWalletRow) throws(StorageError) {
        try run(
            """
            INSERT INTO coin_wallet (id, member, coin, sealed, request_hash, added_at)
            VALUES (\(row.id.bytes), \(row.member.bytes), \(Int64(row.coin.rawValue)), \(row.sealed),
                \(row.requestHash), \(row.addedAt.milliseconds))
            """
        )
    }

    /// One wallet of coins, or nil.
    package func coinWallet(_ id: ID<CoinHolding>) throws(StorageError) -> CoinWalletRow? {
        try first(
            """
            SELECT id, member, coin, sealed, request_hash, reading_sealed, read_at, added_at, images_sealed,
                restored_at, is_password_old, is_limit_old
            FROM coin_wallet WHERE id = \(id.bytes)
            """
        ).map(CoinWalletRow.init)
    }

    /// A member's wallets of coins, in the order in which they were added.
    package func coinWallets(of member: ID<Member>) throws(StorageError) -> [CoinWalletRow] {
        try rows(
            """
            SELECT id, member, coin, sealed, request_hash, reading_sealed, read_at, added_at, images_sealed,
                restored_at, is_password_old, is_limit_old
            FROM coin_wallet WHERE member = \(member.bytes) ORDER BY added_at, id
            """
        ).map(CoinWalletRow.init)
    }

    /// Every wallet of coins with its member and the time of its last reading, in the order of their identities.
    package func coinWalletTimes() throws(StorageError) -> [(
        id: ID<CoinHolding>, member: ID<Member>, readAt: Timestamp?
    )] {
        try rows(
            """
            SELECT coin_wallet.id, member, read_at FROM coin_wallet JOIN member ON member.id = coin_wallet.member
            WHERE member.disabled_at IS NULL ORDER BY coin_wallet.id
            """
        ).map { row throws(StorageError) in (try row.id(0), try row.id(1), try row.timestampOrNull(2)) }
    }

    /// The identity of every wallet of coins, of members who are shut out too.
    package func coinWalletIDs() throws(StorageError) -> [ID<CoinHolding>] {
        try rows("SELECT id FROM coin_wallet").map { row throws(StorageError) in try row.id(0) }
    }

    /// Replaces what a wallet of coins is.
    package func setCoinWallet(_ id: ID<CoinHolding>, sealed: [UInt8]) throws(StorageError) {
        try run("UPDATE coin_wallet SET sealed = \(sealed) WHERE id = \(id.bytes)")
    }

    /// Keeps what was read of a wallet of coins; one that was removed meanwhile stays removed.
    package func setCoinReading(
        of id: ID<CoinHolding>,
        sealed: [UInt8],
        at time: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE coin_wallet SET reading_sealed = \(sealed), read_at = \(time.milliseconds) WHERE id = \(id.bytes)
            """
        )
    }

    /// Keeps the key images of a wallet of coins.
    package func setCoinImages(of id: ID<CoinHolding>, sealed: [UInt8]) throws(StorageError) {
        try run("UPDATE coin_wallet SET images_sealed = \(sealed) WHERE id = \(id.bytes)")
    }

    /// Removes a wallet of coins.
    package func removeCoinWallet(_ id: ID<CoinHolding>) throws(StorageError) {
        try run("DELETE FROM coin_wallet WHERE id = \(id.bytes)")
    }

    /// Whether an adult of this child's family allowed it to watch a wallet of coins.
    ///
    /// A consent counts while both are in one family.
    package func hasCoinConsent(_ child: ID<Member>) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM coin_consent JOIN member ON member.id = coin_consent.child
                JOIN member AS guardian ON guardian.id = coin_consent.adult AND guardian.family = member.family
            WHERE coin_consent.child = \(child.bytes)
            """
        ) != nil
    }

    /// Keeps an adult's consent, or takes it back.
    package func setCoinConsent(
        _ isGiven: Bool,
        for child: ID<Member>,
        by adult: ID<Member>,
        id: ID<CoinConsent>,
        now: Timestamp
    ) throws(StorageError) {
        try run("DELETE FROM coin_consent WHERE child = \(child.bytes)")
        guard isGiven else { return }
        try run(
            """
            INSERT INTO coin_consent (child, adult, id, at)
            VALUES (\(child.bytes), \(adult.bytes), \(id.bytes), \(now.milliseconds))
            """
        )
    }
}
