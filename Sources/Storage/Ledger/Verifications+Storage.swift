package import Family
package import SQL

/// A request for a code as stored: nothing of it can be read without the hub's keys.
package struct VerificationRow: Sendable {
    package var idHash: [UInt8]
    /// `register`, `login`, `recover` or `phone`.
    package var purpose: String
    package var phoneLookup: [UInt8]
    package var phoneSealed: [UInt8]?
    /// Nil where no code was sent.
    package var codeHash: [UInt8]?
    /// Nil for a program.
    package var browserHash: [UInt8]?
    package var networkHash: [UInt8]
    /// What numbers share that differ in their last two digits alone; nil where it is not known.
    package var blockHash: [UInt8]?
    /// Whether it came with the hub's claim code.
    package var claim: Bool
    package var checks = 0
    package var createdAt: Timestamp
    package var expiresAt: Timestamp
    package var usedAt: Timestamp?
    package var replacedAt: Timestamp?
    /// The live invite that it came with.
    package var invite: ID<Invite>?
    /// Whether the number's member is known in the browser that asked: such requests are limited by themselves (S47).
    package var isKnown = false

    package init(
        idHash: [UInt8],
        purpose: String,
        phoneLookup: [UInt8],
        phoneSealed: [UInt8],
        codeHash: [UInt8]?,
        browserHash: [UInt8]?,
        networkHash: [UInt8],
        claim: Bool,
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.idHash = idHash
        self.purpose = purpose
        self.phoneLookup = phoneLookup
        self.phoneSealed = phoneSealed
        self.codeHash = codeHash
        self.browserHash = browserHash
        self.networkHash = networkHash
        self.claim = claim
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    fileprivate static let columns: StaticString =
        """
        id_hash, purpose, phone_lookup, phone_sealed, code_hash, browser_hash, network_hash, claim, checks, \
        created_at, expires_at, used_at, replaced_at, invite, block_hash, known
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        idHash = try row.blob(0)
        purpose = try row.text(1)
        phoneLookup = try row.blob(2)
        phoneSealed = try row.blobOrNull(3)
        codeHash = try row.blobOrNull(4)
        browserHash = try row.blobOrNull(5)
        networkHash = try row.blob(6)
        claim = try row.bool(7)
        checks = Int(try row.integer(8))
        createdAt = try row.timestamp(9)
        expiresAt = try row.timestamp(10)
        usedAt = try row.timestampOrNull(11)
        replacedAt = try row.timestampOrNull(12)
        invite = try row.idOrNull(13)
        blockHash = try row.blobOrNull(14)
        isKnown = try row.bool(15)
    }
}

/// How many codes were sent lately, and how many of those that ran out had been used.
package struct CodeCounts: Sendable {
    package var sent: Int
    package var used: Int
}

extension Transaction {
    /// Adds a request for a code, in place of earlier ones for the same number and purpose; what strangers ask for takes
    /// the place of nothing that was asked for in a known browser.
    package func addVerification(_ row: VerificationRow) throws(StorageError) {
        try run(
            """
            UPDATE verification SET replaced_at = \(row.createdAt.milliseconds), phone_sealed = NULL
            WHERE phone_lookup = \(row.phoneLookup) AND purpose = \(row.purpose) AND known = \(row.isKnown)
                AND used_at IS NULL AND replaced_at IS NULL
            """
        )
        try run(
            """
            INSERT INTO verification (\(literal: VerificationRow.columns)) VALUES (
                \(row.idHash), \(row.purpose), \(row.phoneLookup), \(row.phoneSealed), \(row.codeHash),
                \(row.browserHash), \(row.networkHash), \(row.claim), \(row.checks), \(row.createdAt.milliseconds),
                \(row.expiresAt.milliseconds), \(row.usedAt?.milliseconds), \(row.replacedAt?.milliseconds),
                \(row.invite?.bytes), \(row.blockHash), \(row.isKnown))
            """
        )
    }

    /// The request with this identity's hash, or nil.
    package func verification(_ idHash: [UInt8]) throws(StorageError) -> VerificationRow? {
        try first("SELECT \(literal: VerificationRow.columns) FROM verification WHERE id_hash = \(idHash)")
            .map(VerificationRow.init)
    }

    /// Counts a wrong code.
    package func countWrongCode(_ idHash: [UInt8]) throws(StorageError) {
        try run("UPDATE verification SET checks = checks + 1 WHERE id_hash = \(idHash)")
    }

    /// Uses a request up.
    package func useVerification(_ idHash: [UInt8], now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE verification SET used_at = \(now.milliseconds), phone_sealed = NULL
            WHERE id_hash = \(idHash)
            """
        )
    }

    /// When codes for a number were asked for since a moment, in browsers that its member is known in or elsewhere,
    /// oldest first.
    package func verifications(
        phoneLookup: [UInt8],
        isKnown: Bool,
        since: Timestamp
    ) throws(StorageError) -> [Timestamp] {
        try rows(
            """
            SELECT created_at FROM verification
            WHERE phone_lookup = \(phoneLookup) AND created_at > \(since.milliseconds) AND known = \(isKnown)
            ORDER BY created_at
            """
        ).map { row throws(StorageError) in try row.timestamp(0) }
    }

    /// When codes were asked for from a network since a moment, oldest first; requests in known browsers count for none.
    package func verifications(networkHash: [UInt8], since: Timestamp) throws(StorageError) -> [Timestamp] {
        try rows(
            """
            SELECT created_at FROM verification
            WHERE network_hash = \(networkHash) AND created_at > \(since.milliseconds) AND known = 0
            ORDER BY created_at
            """
        ).map { row throws(StorageError) in try row.timestamp(0) }
    }

    /// The numbers that a browser asked for since a moment, each once, with when it first did, oldest first.
    package func numbersAsked(
        browserHash: [UInt8],
        since: Timestamp
    ) throws(StorageError) -> [(lookup: [UInt8], at: Timestamp)] {
        try rows(
            """
            SELECT phone_lookup, min(created_at) FROM verification
            WHERE browser_hash = \(browserHash) AND created_at > \(since.milliseconds)
            GROUP BY phone_lookup ORDER BY min(created_at)
            """
        ).map { row throws(StorageError) in (try row.blob(0), try row.timestamp(1)) }
    }

    /// The numbers that came with an invite, each once.
    package func numbersAsked(invite: ID<Invite>) throws(StorageError) -> [[UInt8]] {
        try rows("SELECT DISTINCT phone_lookup FROM verification WHERE invite = \(invite.bytes)")
            .map { row throws(StorageError) in try row.blob(0) }
    }

    /// The numbers of one block that were asked for since a moment, each once, the latest to be asked for last.
    package func numbersAsked(blockHash: [UInt8], since: Timestamp) throws(StorageError) -> [[UInt8]] {
        try rows(
            """
            SELECT phone_lookup FROM verification
            WHERE block_hash = \(blockHash) AND created_at > \(since.milliseconds)
            GROUP BY phone_lookup ORDER BY min(created_at), phone_lookup LIMIT 100
            """
        ).map { row throws(StorageError) in try row.blob(0) }
    }

    /// How many codes were sent between two moments, and how many of those opened something; of those asked for in known
    /// browsers alone where `isKnown`.
    package func codes(
        since: Timestamp,
        until: Timestamp,
        isKnown: Bool
    ) throws(StorageError) -> CodeCounts {
        let row = try first(
            """
            SELECT count(code_hash), count(CASE WHEN code_hash IS NOT NULL THEN used_at END) FROM verification
            WHERE created_at > \(since.milliseconds) AND created_at <= \(until.milliseconds) AND known >= \(isKnown)
            """
        )
        return CodeCounts(sent: Int(try row?.integer(0) ?? 0), used: Int(try row?.integer(1) ?? 0))
    }

    /// Erases the numbers of requests that ran out, the codes of those from before `codesBefore`, and forgets requests that no limit counts any more.
    package func tidyVerifications(
        now: Timestamp,
        codesBefore: Timestamp,
        forgetBefore: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE verification SET phone_sealed = NULL
            WHERE expires_at <= \(now.milliseconds) AND phone_sealed IS NOT NULL
            """
        )
        // Empty and not null: limits count that there was one.
        try run(
            """
            UPDATE verification SET code_hash = \([UInt8]())
            WHERE created_at <= \(codesBefore.milliseconds) AND length(code_hash) > 0
            """
        )
        try run("DELETE FROM verification WHERE created_at <= \(forgetBefore.milliseconds)")
    }
}
