package import Family
package import SQL

/// A member's mail address as stored, and one that waits for its code.
package struct MemberMailRow: Sendable {
    package var member: ID<Member>
    /// Nil until an address was proved.
    package var mailSealed: [UInt8]?
    package var pendingMailSealed: [UInt8]?
    package var codeHash: [UInt8]?
    package var codeExpiresAt: Timestamp?
    /// Wrong codes so far.
    package var checks = 0
    package var askedAt = Timestamp(milliseconds: 0)
    /// From when on `askedCount` counts.
    package var askedSince = Timestamp(milliseconds: 0)
    package var askedCount = 0

    package init(member: ID<Member>) {
        self.member = member
    }

    fileprivate static let columns: StaticString =
        """
        member, mail_sealed, pending_mail_sealed, code_hash, code_expires_at, checks, asked_at, asked_since, asked_count
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        member = try row.id(0)
        mailSealed = try row.blobOrNull(1)
        pendingMailSealed = try row.blobOrNull(2)
        codeHash = try row.blobOrNull(3)
        codeExpiresAt = try row.timestampOrNull(4)
        checks = Int(try row.integer(5))
        askedAt = try row.timestamp(6)
        askedSince = try row.timestamp(7)
        askedCount = Int(try row.integer(8))
    }
}

extension Transaction {
    /// What is known of a member's mail address, or nil.
    package func memberMail(_ member: ID<Member>) throws(StorageError) -> MemberMailRow? {
        try first("SELECT \(literal: MemberMailRow.columns) FROM member_mail WHERE member = \(member.bytes)")
            .map(MemberMailRow.init)
    }

    /// Replaces what is known of a member's mail address.
    package func setMemberMail(_ row: MemberMailRow) throws(StorageError) {
        try run(
            """
            INSERT INTO member_mail (\(literal: MemberMailRow.columns)) VALUES (
                \(row.member.bytes), \(row.mailSealed), \(row.pendingMailSealed), \(row.codeHash),
                \(row.codeExpiresAt?.milliseconds), \(row.checks), \(row.askedAt.milliseconds),
                \(row.askedSince.milliseconds), \(row.askedCount))
            ON CONFLICT (member) DO UPDATE SET mail_sealed = excluded.mail_sealed,
                pending_mail_sealed = excluded.pending_mail_sealed, code_hash = excluded.code_hash,
                code_expires_at = excluded.code_expires_at, checks = excluded.checks, asked_at = excluded.asked_at,
                asked_since = excluded.asked_since, asked_count = excluded.asked_count
            """
        )
    }

    /// Forgets addresses whose code ran out.
    package func tidyMemberMail(now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE member_mail SET pending_mail_sealed = NULL, code_hash = NULL, code_expires_at = NULL
            WHERE code_expires_at <= \(now.milliseconds)
            """
        )
    }

    /// Chooses the time zone that a member lives by.
    package func setTimeZone(_ member: ID<Member>, _ zone: String) throws(StorageError) {
        try run("UPDATE member SET time_zone = \(zone) WHERE id = \(member.bytes)")
    }

    /// Chooses the language in which a member is written to, by its tag.
    package func setLanguage(_ member: ID<Member>, _ tag: String) throws(StorageError) {
        try run("UPDATE member SET language = \(tag) WHERE id = \(member.bytes)")
    }
}
