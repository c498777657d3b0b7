package import Family
package import SQL

/// An offer to join a family, as stored.
package struct InviteRow: Sendable {
    /// How one ended before its time.
    package enum Ending: String, Sendable {
        case used, revoked, guessed
    }

    package var id: ID<Invite>
    package var family: ID<FamilyGroup>
    package var inviter: ID<Member>
    package var role: String
    /// What the inviter shows whoever joins.
    package var mySharing: Precision
    /// What the inviter asks them to show.
    package var askedSharing: Precision
    package var tokenHash: [UInt8]
    /// Only of one that is for one number.
    package var codeHash: [UInt8]?
    package var phoneLookup: [UInt8]?
    package var phoneSealed: [UInt8]?
    package var requestHash: [UInt8]
    package var createdAt: Timestamp
    package var expiresAt: Timestamp
    /// Wrong codes since `failuresSince`.
    package var failures = 0
    package var failuresSince: Timestamp
    package var ending: Ending?

    package init(
        id: ID<Invite>,
        family: ID<FamilyGroup>,
        inviter: ID<Member>,
        role: String,
        mySharing: Precision,
        askedSharing: Precision,
        tokenHash: [UInt8],
        requestHash: [UInt8],
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.family = family
        self.inviter = inviter
        self.role = role
        self.mySharing = mySharing
        self.askedSharing = askedSharing
        self.tokenHash = tokenHash
        self.requestHash = requestHash
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        failuresSince = createdAt
    }

    /// Whether it may still be used.
    package func isLive(now: Timestamp) -> Bool { ending == nil && now < expiresAt }

    fileprivate static let columns: StaticString =
        """
        id, family, inviter, role, my_sharing, asked_sharing, token_hash, code_hash, phone_lookup, phone_sealed, \
        request_hash, created_at, expires_at, failures, failures_since, ending
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        family = try row.id(1)
        inviter = try row.id(2)
        role = try row.text(3)
        mySharing = try row.precision(4)
        askedSharing = try row.precision(5)
        tokenHash = try row.blob(6)
        codeHash = try row.blobOrNull(7)
        phoneLookup = try row.blobOrNull(8)
        phoneSealed = try row.blobOrNull(9)
        requestHash = try row.blob(10)
        createdAt = try row.timestamp(11)
        expiresAt = try row.timestamp(12)
        failures = Int(try row.integer(13))
        failuresSince = try row.timestamp(14)
        ending = try row.textOrNull(15).flatMap(Ending.init(rawValue:))
    }
}

extension Transaction {
    /// Adds an invite.
    package func addInvite(_ row: InviteRow) throws(StorageError) {
        try run(
            """
            INSERT INTO invite (\(literal: InviteRow.columns)) VALUES (
                \(row.id.bytes), \(row.family.bytes), \(row.inviter.bytes), \(row.role),
                \(Int64(row.mySharing.rawValue)), \(Int64(row.askedSharing.rawValue)), \(row.tokenHash),
                \(row.codeHash), \(row.phoneLookup), \(row.phoneSealed), \(row.requestHash),
                \(row.createdAt.milliseconds), \(row.expiresAt.milliseconds), \(row.failures),
                \(row.failuresSince.milliseconds), \(row.ending?.rawValue))
            """
        )
    }

    /// One invite, live or not, or nil.
    package func invite(_ id: ID<Invite>) throws(StorageError) -> InviteRow? {
        try first("SELECT \(literal: InviteRow.columns) FROM invite WHERE id = \(id.bytes)").map(InviteRow.init)
    }

    /// The invite with this token, live or not, or nil.
    package func invite(tokenHash: [UInt8]) throws(StorageError) -> InviteRow? {
        try first("SELECT \(literal: InviteRow.columns) FROM invite WHERE token_hash = \(tokenHash)")
            .map(InviteRow.init)
    }

    /// The live invites for a number.
    package func liveInvites(phoneLookup: [UInt8], now: Timestamp) throws(StorageError) -> [InviteRow] {
        try rows(
            """
            SELECT \(literal: InviteRow.columns) FROM invite
            WHERE phone_lookup = \(phoneLookup) AND expires_at > \(now.milliseconds) AND ending IS NULL ORDER BY id
            """
        ).map(InviteRow.init)
    }

    /// The live invites into a family, oldest first.
    package func liveInvites(into family: ID<FamilyGroup>, now: Timestamp) throws(StorageError) -> [InviteRow] {
        try rows(
            """
            SELECT \(literal: InviteRow.columns) FROM invite
            WHERE family = \(family.bytes) AND expires_at > \(now.milliseconds) AND ending IS NULL ORDER BY id
            """
        ).map(InviteRow.init)
    }

    /// Ends an invite before its time; the number that it was for goes.
    package func endInvite(_ id: ID<Invite>, _ ending: InviteRow.Ending) throws(StorageError) {
        try run("UPDATE invite SET ending = \(ending.rawValue), phone_sealed = NULL WHERE id = \(id.bytes)")
    }

    /// Records how many wrong codes an invite has had since a moment.
    package func setInviteFailures(_ id: ID<Invite>, _ count: Int, since: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE invite SET failures = \(count), failures_since = \(since.milliseconds) WHERE id = \(id.bytes)
            """
        )
    }

    /// Ends every live invite of a member, who is no longer there to give them.
    package func endInvites(of inviter: ID<Member>) throws(StorageError) {
        try run(
            """
            UPDATE invite SET ending = 'revoked', phone_sealed = NULL
            WHERE inviter = \(inviter.bytes) AND ending IS NULL
            """
        )
    }
}
