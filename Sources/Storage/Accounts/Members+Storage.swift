package import Family
package import SQL

/// A member as stored; sealed fields stay sealed here.
package struct MemberRow: Sendable {
    package var id: ID<Member>
    package var family: ID<FamilyGroup>
    package var role: String
    package var keeper: Bool
    package var name: String
    package var colour: Int
    package var phoneLookup: [UInt8]?
    package var phoneSealed: [UInt8]?
    /// A number that was vouched for and never proved; nil beside one that was proved.
    package var unconfirmedLookup: [UInt8]?
    package var unconfirmedSealed: [UInt8]?
    package var passwordHash: String?
    package var dataKeyWrapped: [UInt8]?
    package var createdAt: Timestamp
    package var disabledAt: Timestamp?
    /// Which picture the member has; nil without one.
    package var pictureVersion: String?
    /// Of children alone.
    package var birthYear: Int?
    /// As the time zone database calls it; nil where they chose none.
    package var timeZone: String?
    /// The tag of the language in which they are written to; nil where they chose none.
    package var language: String?

    package init(
        id: ID<Member>,
        family: ID<FamilyGroup>,
        role: String,
        keeper: Bool,
        name: String,
        colour: Int,
        phoneLookup: [UInt8]?,
        phoneSealed: [UInt8]?,
        passwordHash: String?,
        dataKeyWrapped: [UInt8]?,
        createdAt: Timestamp
    ) {
        self.id = id
        self.family = family
        self.role = role
        self.keeper = keeper
        self.name = name
        self.colour = colour
        self.phoneLookup = phoneLookup
        self.phoneSealed = phoneSealed
        self.passwordHash = passwordHash
        self.dataKeyWrapped = dataKeyWrapped
        self.createdAt = createdAt
    }

    /// The keyed hashes of the numbers that they log in by.
    package var lookups: [[UInt8]] { [phoneLookup, unconfirmedLookup].compactMap { $0 } }

    fileprivate static let columns: StaticString =
        """
        id, family, role, keeper, name, colour, phone_lookup, phone_sealed, password_hash, data_key_wrapped, \
        created_at, disabled_at, picture_version, birth_year, time_zone, unconfirmed_lookup, unconfirmed_sealed, language
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        family = try row.id(1)
        role = try row.text(2)
        keeper = try row.integer(3) != 0
        name = try row.text(4)
        colour = Int(try row.integer(5))
        phoneLookup = try row.blobOrNull(6)
        phoneSealed = try row.blobOrNull(7)
        passwordHash = try row.textOrNull(8)
        dataKeyWrapped = try row.blobOrNull(9)
        createdAt = try row.timestamp(10)
        disabledAt = try row.timestampOrNull(11)
        pictureVersion = try row.textOrNull(12)
        birthYear = try row.integerOrNull(13).map { Int($0) }
        timeZone = try row.textOrNull(14)
        unconfirmedLookup = try row.blobOrNull(15)
        unconfirmedSealed = try row.blobOrNull(16)
        language = try row.textOrNull(17)
    }
}

extension Transaction {
    /// Adds a member; false when the number is taken.
    package func addMember(_ member: MemberRow) throws(StorageError) -> Bool {
        let changed = try run(
            """
            INSERT INTO member (\(literal: MemberRow.columns)) VALUES (
                \(member.id.bytes), \(member.family.bytes), \(member.role), \(member.keeper ? 1 : 0), \(member.name),
                \(member.colour), \(member.phoneLookup), \(member.phoneSealed), \(member.passwordHash),
                \(member.dataKeyWrapped), \(member.createdAt.milliseconds), \(member.disabledAt?.milliseconds),
                \(member.pictureVersion), \(member.birthYear.map(Int64.init)), \(member.timeZone),
                \(member.unconfirmedLookup), \(member.unconfirmedSealed), \(member.language)
            ) ON CONFLICT (phone_lookup) DO NOTHING
            """
        )
        return changed == 1
    }

    /// One member, or nil.
    package func member(_ id: ID<Member>) throws(StorageError) -> MemberRow? {
        try first("SELECT \(literal: MemberRow.columns) FROM member WHERE id = \(id.bytes)").map(MemberRow.init)
    }

    /// The member with this number's keyed hash, or nil.
    package func member(phoneLookup: [UInt8]) throws(StorageError) -> MemberRow? {
        try first("SELECT \(literal: MemberRow.columns) FROM member WHERE phone_lookup = \(phoneLookup)").map(
            MemberRow.init
        )
    }

    /// Everybody whose number this is said to be and nobody proved, in the order they came.
    package func members(unconfirmedLookup: [UInt8]) throws(StorageError) -> [MemberRow] {
        try rows(
            """
            SELECT \(literal: MemberRow.columns) FROM member
            WHERE unconfirmed_lookup = \(unconfirmedLookup) ORDER BY id
            """
        ).map(MemberRow.init)
    }

    /// The record of each voucher for a number that is not proved; members without one have their own identity.
    package func vouchers(forUnconfirmed lookup: [UInt8]) throws(StorageError) -> [[UInt8]] {
        try rows("SELECT coalesce(vouched_by, id) FROM member WHERE unconfirmed_lookup = \(lookup)")
            .map { row throws(StorageError) in try row.blob(0) }
    }

    /// The record of a member's voucher; nil without one.
    package func voucher(of member: ID<Member>) throws(StorageError) -> [UInt8]? {
        try first("SELECT vouched_by FROM member WHERE id = \(member.bytes)")?.blobOrNull(0)
    }

    /// Records by whose invite alone a member says that a number is theirs.
    package func setVoucher(of member: ID<Member>, _ voucher: [UInt8]) throws(StorageError) {
        try run("UPDATE member SET vouched_by = \(voucher) WHERE id = \(member.bytes)")
    }

    /// How many say of one number that it is theirs, of the number of which most do; 0 where every number is proved.
    package func mostWithOneUnconfirmedNumber() throws(StorageError) -> Int {
        let row = try first(
            """
            SELECT count(*) FROM member WHERE unconfirmed_lookup IS NOT NULL
            GROUP BY unconfirmed_lookup ORDER BY 1 DESC LIMIT 1
            """
        )
        return Int(try row?.integer(0) ?? 0)
    }

    /// A page of members in the order they came, after `last`.
    package func members(after last: ID<Member>?, limit: Int) throws(StorageError) -> [MemberRow] {
        try rows(
            """
            SELECT \(literal: MemberRow.columns) FROM member
            WHERE id > \(last?.bytes ?? []) ORDER BY id LIMIT \(limit)
            """
        ).map(MemberRow.init)
    }

    /// Writes a keeper's row as it is, so that the trial alarm finds out whether the database can commit.
    package func rewriteKeeper() throws(StorageError) {
        try run(
            """
            UPDATE member SET keeper = keeper
            WHERE id = (SELECT id FROM member WHERE keeper = 1 ORDER BY id LIMIT 1)
            """
        )
    }

    /// How many members there are, disabled ones among them.
    package func memberCount() throws(StorageError) -> Int {
        Int(try first("SELECT count(*) FROM member")?.integer(0) ?? 0)
    }

    /// Sets what members may change of themselves.
    package func setProfile(_ id: ID<Member>, name: String, colour: Int) throws(StorageError) {
        try run("UPDATE member SET name = \(name), colour = \(colour) WHERE id = \(id.bytes)")
    }

    /// Gives a member another password; the one before, if any, is not to come back with a backup.
    package func setPasswordHash(_ id: ID<Member>, _ hash: String) throws(StorageError) {
        if try first("SELECT 1 FROM member WHERE id = \(id.bytes) AND password_hash IS NOT NULL") != nil {
            try addRevocation(.password, id.bytes)
        }
        try renewPasswordHash(id, hash)
    }

    /// Replaces the hash of the same password.
    package func renewPasswordHash(_ id: ID<Member>, _ hash: String) throws(StorageError) {
        try run("UPDATE member SET password_hash = \(hash) WHERE id = \(id.bytes)")
    }

    /// Shuts a member out and ends their sessions; nothing is deleted.
    ///
    /// False where there is no such member.
    package func disableMember(_ id: ID<Member>, now: Timestamp) throws(StorageError) -> Bool {
        let changed = try run(
            "UPDATE member SET disabled_at = coalesce(disabled_at, \(now.milliseconds)) WHERE id = \(id.bytes)"
        )
        try run("DELETE FROM session WHERE member = \(id.bytes)")
        return changed == 1
    }

    /// Whom a member's Home page shows; nil until they chose.
    package func shown(_ id: ID<Member>) throws(StorageError) -> (kind: String, subject: ID<Member>?)? {
        guard let row = try first("SELECT kind, subject FROM shown WHERE member = \(id.bytes)") else { return nil }
        return (try row.text(0), try row.idOrNull(1))
    }

    /// Remembers whom a member's Home page shows.
    package func setShown(_ id: ID<Member>, kind: String, subject: ID<Member>?) throws(StorageError) {
        try run(
            """
            INSERT INTO shown (member, kind, subject) VALUES (\(id.bytes), \(kind), \(subject?.bytes))
            ON CONFLICT (member) DO UPDATE SET kind = excluded.kind, subject = excluded.subject
            """
        )
    }
}
