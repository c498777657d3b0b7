package import Family
package import SQL

/// The numbers and mail addresses that members gave, by keyed hashes (F91).
///
/// An address that one member had, or an outside contact agreed at, before another member only claimed it stays the first
/// one's, so that a false claim hides no one.
extension Transaction {
    /// Records that a member gave an address; what was known of it before stays.
    package func addGivenAddress(
        _ hash: [UInt8],
        of member: ID<Member>,
        isProved: Bool,
        at: Timestamp
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO given_address (member, address_hash, given_at, proved_at)
            VALUES (\(member.bytes), \(hash), \(at.milliseconds), \(isProved ? at.milliseconds : nil))
            ON CONFLICT (member, address_hash) DO UPDATE
            SET proved_at = coalesce(given_address.proved_at, excluded.proved_at)
            """
        )
    }

    /// Whether an address counts as one of a member's; `agreedAt` is when an outside contact agreed at it.
    package func gave(
        _ hash: [UInt8],
        _ member: ID<Member>,
        agreedAt: Timestamp? = nil
    ) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM given_address AS own
            WHERE own.member = \(member.bytes) AND own.address_hash = \(hash)
                AND (own.proved_at IS NOT NULL
                    OR own.given_at <= \(agreedAt?.milliseconds ?? .max) AND NOT EXISTS (
                        SELECT 1 FROM given_address AS other
                        WHERE other.address_hash = own.address_hash AND other.member <> own.member
                            AND (other.given_at < own.given_at OR other.proved_at <= own.given_at)))
            """
        ) != nil
    }

    /// A member with all others who gave an address of theirs: the accounts that may be of one person.
    package func accounts(like member: ID<Member>) throws(StorageError) -> Set<ID<Member>> {
        let others = try rows(
            """
            SELECT DISTINCT other.member FROM given_address AS own
            JOIN given_address AS other ON other.address_hash = own.address_hash AND other.member <> own.member
            WHERE own.member = \(member.bytes)
                AND (own.proved_at IS NOT NULL
                    OR other.given_at >= own.given_at AND coalesce(other.proved_at, \(Int64.max)) > own.given_at)
            """
        ).map { row throws(StorageError) in try row.id(0, of: Member.self) }
        return Set(others + [member])
    }

    /// Members who gave addresses of which no hash is known: those of before v0066.
    package func membersWithoutGivenAddress() throws(StorageError) -> [ID<Member>] {
        try rows(
            """
            SELECT id FROM member
            WHERE (phone_sealed IS NOT NULL OR unconfirmed_sealed IS NOT NULL
                OR id IN (SELECT member FROM member_mail WHERE mail_sealed IS NOT NULL))
                AND id NOT IN (SELECT member FROM given_address)
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }
}
