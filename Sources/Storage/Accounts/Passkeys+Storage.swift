package import Family
package import SQL

/// A key that an authenticator made for the hub; the domain knows no more of it.
package enum Passkey: Sendable {}

/// A passkey as stored.
package struct PasskeyRow: Sendable {
    package var id: ID<Passkey>
    package var member: ID<Member>
    /// What its authenticator calls it.
    package var credential: [UInt8]
    /// In COSE.
    package var publicKey: [UInt8]
    package var signCount: Int64
    package var name: String
    package var createdAt: Timestamp
    package var usedAt: Timestamp?

    package init(
        id: ID<Passkey>,
        member: ID<Member>,
        credential: [UInt8],
        publicKey: [UInt8],
        signCount: Int64,
        name: String,
        createdAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.credential = credential
        self.publicKey = publicKey
        self.signCount = signCount
        self.name = name
        self.createdAt = createdAt
    }

    fileprivate static let columns: StaticString =
        "id, member, credential, public_key, sign_count, name, created_at, used_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        credential = try row.blob(2)
        publicKey = try row.blob(3)
        signCount = try row.integer(4)
        name = try row.text(5)
        createdAt = try row.timestamp(6)
        usedAt = try row.timestampOrNull(7)
    }
}

extension Transaction {
    /// Adds a passkey; false where its authenticator's name for it is taken.
    package func addPasskey(_ passkey: PasskeyRow) throws(StorageError) -> Bool {
        try run(
            """
            INSERT INTO passkey (\(literal: PasskeyRow.columns)) VALUES (
                \(passkey.id.bytes), \(passkey.member.bytes), \(passkey.credential), \(passkey.publicKey),
                \(passkey.signCount), \(passkey.name), \(passkey.createdAt.milliseconds),
                \(passkey.usedAt?.milliseconds)
            ) ON CONFLICT (credential) DO NOTHING
            """
        ) == 1
    }

    /// A member's passkeys, oldest first.
    package func passkeys(of member: ID<Member>) throws(StorageError) -> [PasskeyRow] {
        try rows("SELECT \(literal: PasskeyRow.columns) FROM passkey WHERE member = \(member.bytes) ORDER BY id")
            .map(PasskeyRow.init)
    }

    /// The passkey that its authenticator calls so, or nil.
    package func passkey(credential: [UInt8]) throws(StorageError) -> PasskeyRow? {
        try first("SELECT \(literal: PasskeyRow.columns) FROM passkey WHERE credential = \(credential)")
            .map(PasskeyRow.init)
    }

    /// Records that a passkey signed; false where it was used meanwhile with a count as high, or is gone.
    package func usePasskey(_ id: ID<Passkey>, from old: Int64, to new: Int64, now: Timestamp) throws(StorageError)
        -> Bool
    {
        try run(
            """
            UPDATE passkey SET sign_count = \(new), used_at = \(now.milliseconds)
            WHERE id = \(id.bytes) AND sign_count = \(old)
            """
        ) == 1
    }

    /// Calls one of a member's passkeys otherwise; false where it is not theirs.
    package func renamePasskey(_ id: ID<Passkey>, of member: ID<Member>, name: String) throws(StorageError) -> Bool {
        try run("UPDATE passkey SET name = \(name) WHERE id = \(id.bytes) AND member = \(member.bytes)") == 1
    }

    /// Removes one of a member's passkeys; false where it is not theirs.
    package func removePasskey(_ id: ID<Passkey>, of member: ID<Member>) throws(StorageError) -> Bool {
        try run("DELETE FROM passkey WHERE id = \(id.bytes) AND member = \(member.bytes)") == 1
    }
}
