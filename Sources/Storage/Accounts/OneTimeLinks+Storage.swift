package import Family
package import SQL

/// What a link opens, once.
package enum LinkPurpose: String, Sendable {
    case password
    case logIn
}

extension Transaction {
    /// Adds a link under the hash of its token, in place of an earlier one of the same member and purpose; `maker` is the
    /// guardian whom a login link is of.
    package func setLink(
        _ tokenHash: [UInt8],
        for member: ID<Member>,
        _ purpose: LinkPurpose,
        madeBy maker: ID<Member>? = nil,
        expiresAt: Timestamp
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO one_time_link (token_hash, member, purpose, made_by, expires_at)
            VALUES (\(tokenHash), \(member.bytes), \(purpose.rawValue), \(maker?.bytes),
                \(expiresAt.milliseconds))
            ON CONFLICT (member, purpose) DO UPDATE SET token_hash = excluded.token_hash,
                made_by = excluded.made_by, expires_at = excluded.expires_at
            """
        )
    }

    /// Whom a link that has not run out is for; nil where there is none.
    package func link(
        _ tokenHash: [UInt8],
        _ purpose: LinkPurpose,
        now: Timestamp
    ) throws(StorageError) -> ID<Member>? {
        try first(
            """
            SELECT member FROM one_time_link
            WHERE token_hash = \(tokenHash) AND purpose = \(purpose.rawValue) AND expires_at > \(now.milliseconds)
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// The guardian who made a login link; nil for one of before v0065.
    package func linkMaker(_ tokenHash: [UInt8]) throws(StorageError) -> ID<Member>? {
        try first("SELECT made_by FROM one_time_link WHERE token_hash = \(tokenHash)")?.idOrNull(0)
    }

    /// Uses a link up.
    package func removeLink(_ tokenHash: [UInt8]) throws(StorageError) {
        try run("DELETE FROM one_time_link WHERE token_hash = \(tokenHash)")
    }

    /// Takes back what would log somebody in.
    package func removeLinks(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM one_time_link WHERE member = \(member.bytes)")
    }
}
