package import Family
package import SQL

/// A change of number that whoever has the old one may still undo.
package struct PhoneChangeRow: Sendable {
    package var member: ID<Member>
    /// The hash of the token that undoes it.
    package var tokenHash: [UInt8]
    package var oldPhoneLookup: [UInt8]
    package var oldPhoneSealed: [UInt8]
    package var changedAt: Timestamp
    /// From then on it stands.
    package var undoUntil: Timestamp

    package init(
        member: ID<Member>,
        tokenHash: [UInt8],
        oldPhoneLookup: [UInt8],
        oldPhoneSealed: [UInt8],
        changedAt: Timestamp,
        undoUntil: Timestamp
    ) {
        self.member = member
        self.tokenHash = tokenHash
        self.oldPhoneLookup = oldPhoneLookup
        self.oldPhoneSealed = oldPhoneSealed
        self.changedAt = changedAt
        self.undoUntil = undoUntil
    }

    fileprivate static let columns: StaticString =
        "member, token_hash, old_phone_lookup, old_phone_sealed, changed_at, undo_until"

    fileprivate init(_ row: Row) throws(StorageError) {
        member = try row.id(0)
        tokenHash = try row.blob(1)
        oldPhoneLookup = try row.blob(2)
        oldPhoneSealed = try row.blob(3)
        changedAt = try row.timestamp(4)
        undoUntil = try row.timestamp(5)
    }
}

extension Transaction {
    /// Gives a member a number that was proved; the caller knows that nobody else proved it.
    package func setPhone(_ id: ID<Member>, lookup: [UInt8], sealed: [UInt8]) throws(StorageError) {
        try run(
            """
            UPDATE member SET phone_lookup = \(lookup), phone_sealed = \(sealed), unconfirmed_lookup = NULL,
                unconfirmed_sealed = NULL
            WHERE id = \(id.bytes)
            """
        )
    }

    /// Remembers a change of number, in place of the member's last one.
    package func setPhoneChange(_ change: PhoneChangeRow) throws(StorageError) {
        try removePhoneChange(of: change.member)
        try run(
            """
            INSERT INTO phone_change (\(literal: PhoneChangeRow.columns)) VALUES (
                \(change.member.bytes), \(change.tokenHash), \(change.oldPhoneLookup), \(change.oldPhoneSealed),
                \(change.changedAt.milliseconds), \(change.undoUntil.milliseconds))
            """
        )
    }

    /// A member's last change of number, while it is remembered.
    package func phoneChange(of member: ID<Member>) throws(StorageError) -> PhoneChangeRow? {
        try first("SELECT \(literal: PhoneChangeRow.columns) FROM phone_change WHERE member = \(member.bytes)")
            .map(PhoneChangeRow.init)
    }

    /// The change that this token undoes, unless it is too late.
    package func phoneChange(tokenHash: [UInt8], now: Timestamp) throws(StorageError) -> PhoneChangeRow? {
        try first(
            """
            SELECT \(literal: PhoneChangeRow.columns) FROM phone_change
            WHERE token_hash = \(tokenHash) AND undo_until > \(now.milliseconds)
            """
        ).map(PhoneChangeRow.init)
    }

    /// Whether a number may come back to the member who had it, so that it is nobody else's until then.
    package func isKept(phoneLookup: [UInt8], now: Timestamp) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM phone_change
            WHERE old_phone_lookup = \(phoneLookup) AND undo_until > \(now.milliseconds) LIMIT 1
            """
        ) != nil
    }

    /// Forgets a member's change of number.
    package func removePhoneChange(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM phone_change WHERE member = \(member.bytes)")
    }

    /// Takes back what a member set up since a moment to prove who they are.
    package func removeProofs(of member: ID<Member>, since: Timestamp) throws(StorageError) {
        try run("DELETE FROM passkey WHERE member = \(member.bytes) AND created_at >= \(since.milliseconds)")
        try run("UPDATE authenticator SET pending_sealed = NULL WHERE member = \(member.bytes)")
        try run("DELETE FROM authenticator WHERE member = \(member.bytes) AND confirmed_at >= \(since.milliseconds)")
    }
}
