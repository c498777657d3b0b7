package import Family
package import SQL

/// A family's place as stored: what it says is sealed.
package struct FamilyPlaceRow: Sendable {
    package var id: ID<Place>
    package var family: ID<FamilyGroup>
    /// Nil once the maker has left the family.
    package var maker: ID<Member>?
    package var sealed: [UInt8]
    package var version: UInt32
    package var requestHash: [UInt8]

    package init(
        id: ID<Place>,
        family: ID<FamilyGroup>,
        maker: ID<Member>?,
        sealed: [UInt8],
        version: UInt32,
        requestHash: [UInt8]
    ) {
        self.id = id
        self.family = family
        self.maker = maker
        self.sealed = sealed
        self.version = version
        self.requestHash = requestHash
    }

    fileprivate static let columns: StaticString = "id, family, maker, sealed, version, request_hash"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        family = try row.id(1)
        maker = try row.idOrNull(2)
        sealed = try row.blob(3)
        version = UInt32(clamping: try row.integer(4))
        requestHash = try row.blob(5)
    }
}

/// A family's key as one of its members has it: sealed under that member's own key.
package struct FamilyKeyRow: Hashable, Sendable {
    package var member: ID<Member>
    package var sealed: [UInt8]

    package init(member: ID<Member>, sealed: [UInt8]) {
        self.member = member
        self.sealed = sealed
    }
}

extension Transaction {
    /// Adds a place to a family.
    package func addFamilyPlace(_ place: FamilyPlaceRow, now: Timestamp) throws(StorageError) {
        try run(
            """
            INSERT INTO family_place (\(literal: FamilyPlaceRow.columns), created_at) VALUES (
                \(place.id.bytes), \(place.family.bytes), \(place.maker?.bytes), \(place.sealed),
                \(Int64(place.version)), \(place.requestHash), \(now.milliseconds))
            """
        )
    }

    /// One place of a family, or nil.
    package func familyPlace(_ id: ID<Place>) throws(StorageError) -> FamilyPlaceRow? {
        try first("SELECT \(literal: FamilyPlaceRow.columns) FROM family_place WHERE id = \(id.bytes)")
            .map(FamilyPlaceRow.init)
    }

    /// A family's places, in the order they were made.
    package func familyPlaces(of family: ID<FamilyGroup>) throws(StorageError) -> [FamilyPlaceRow] {
        try rows(
            "SELECT \(literal: FamilyPlaceRow.columns) FROM family_place WHERE family = \(family.bytes) ORDER BY id"
        ).map(FamilyPlaceRow.init)
    }

    /// Replaces what a family's place says.
    package func setFamilyPlace(_ id: ID<Place>, sealed: [UInt8], version: UInt32) throws(StorageError) {
        try run("UPDATE family_place SET sealed = \(sealed), version = \(Int64(version)) WHERE id = \(id.bytes)")
    }

    /// Takes a place from its family; who followed it keeps what they accepted as a place of their own.
    package func removeFamilyPlace(_ id: ID<Place>) throws(StorageError) {
        for follower in try followers(of: id) { try setFollowing(follower.id, nil) }
        try run("DELETE FROM family_place WHERE id = \(id.bytes)")
    }

    /// Ends what ties a member to a family's places: those that they made stay the family's, those that they followed
    /// are their own.
    package func leaveFamilyPlaces(_ member: ID<Member>) throws(StorageError) {
        try run("UPDATE family_place SET maker = NULL WHERE maker = \(member.bytes)")
        try run(
            """
            UPDATE place SET family_place = NULL, accepted_version = NULL
            WHERE member = \(member.bytes) AND family_place IS NOT NULL
            """
        )
        try run("DELETE FROM family_key WHERE member = \(member.bytes)")
    }

    /// A family's key as its members have it.
    package func familyKeys(of family: ID<FamilyGroup>) throws(StorageError) -> [FamilyKeyRow] {
        try rows("SELECT member, sealed FROM family_key WHERE family = \(family.bytes) ORDER BY member")
            .map { row throws(StorageError) in FamilyKeyRow(member: try row.id(0), sealed: try row.blob(1)) }
    }

    /// Gives a member the key of their family.
    package func setFamilyKey(_ key: FamilyKeyRow, of family: ID<FamilyGroup>) throws(StorageError) {
        try run(
            """
            INSERT INTO family_key (member, family, sealed)
            VALUES (\(key.member.bytes), \(family.bytes), \(key.sealed))
            ON CONFLICT (member) DO UPDATE SET family = excluded.family, sealed = excluded.sealed
            """
        )
    }

    /// The data keys of everyone in a family, also of those who are shut out.
    package func dataKeys(of family: ID<FamilyGroup>) throws(StorageError) -> [DataKeyRow] {
        try rows("SELECT id, data_key_wrapped FROM member WHERE family = \(family.bytes) ORDER BY id")
            .map { row throws(StorageError) in DataKeyRow(member: try row.id(0), wrapped: try row.blobOrNull(1)) }
    }
}
