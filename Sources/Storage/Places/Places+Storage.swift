package import Family
package import SQL

/// A place as stored: what it says is sealed.
package struct PlaceRow: Sendable {
    package var id: ID<Place>
    package var member: ID<Member>
    package var sealed: [UInt8]
    package var requestHash: [UInt8]
    /// The place of the family that it follows; nil for one of the member's alone.
    package var follows: Following?

    /// A family's place, and its version that a member accepted.
    package struct Following: Hashable, Sendable {
        package var familyPlace: ID<Place>
        package var version: UInt32

        package init(_ familyPlace: ID<Place>, version: UInt32) {
            self.familyPlace = familyPlace
            self.version = version
        }
    }

    package init(
        id: ID<Place>,
        member: ID<Member>,
        sealed: [UInt8],
        requestHash: [UInt8],
        follows: Following? = nil
    ) {
        self.id = id
        self.member = member
        self.sealed = sealed
        self.requestHash = requestHash
        self.follows = follows
    }

    fileprivate static let columns: StaticString = "id, member, sealed, request_hash, family_place, accepted_version"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        sealed = try row.blob(2)
        requestHash = try row.blob(3)
        guard let familyPlace = try row.idOrNull(4, of: Place.self) else { return }
        follows = Following(familyPlace, version: UInt32(clamping: try row.integerOrNull(5) ?? 0))
    }
}

extension Transaction {
    /// Adds a place.
    package func addPlace(_ place: PlaceRow, now: Timestamp) throws(StorageError) {
        try run(
            """
            INSERT INTO place (id, member, sealed, request_hash, family_place, accepted_version, created_at) VALUES (
                \(place.id.bytes), \(place.member.bytes), \(place.sealed), \(place.requestHash),
                \(place.follows?.familyPlace.bytes), \(place.follows.map { Int64($0.version) }), \(now.milliseconds))
            """
        )
    }

    /// One place, or nil.
    package func place(_ id: ID<Place>) throws(StorageError) -> PlaceRow? {
        try first("SELECT \(literal: PlaceRow.columns) FROM place WHERE id = \(id.bytes)").map(PlaceRow.init)
    }

    /// A member's places, in the order they were made.
    package func places(of member: ID<Member>) throws(StorageError) -> [PlaceRow] {
        try rows("SELECT \(literal: PlaceRow.columns) FROM place WHERE member = \(member.bytes) ORDER BY id")
            .map(PlaceRow.init)
    }

    /// The places of members who follow a place of their family.
    package func followers(of familyPlace: ID<Place>) throws(StorageError) -> [PlaceRow] {
        try rows(
            """
            SELECT \(literal: PlaceRow.columns) FROM place WHERE family_place = \(familyPlace.bytes) ORDER BY member
            """
        ).map(PlaceRow.init)
    }

    /// Says which version of which place of the family a member's own place follows; nil for none.
    package func setFollowing(_ id: ID<Place>, _ follows: PlaceRow.Following?) throws(StorageError) {
        try run(
            """
            UPDATE place SET family_place = \(follows?.familyPlace.bytes),
                accepted_version = \(follows.map { Int64($0.version) })
            WHERE id = \(id.bytes)
            """
        )
    }

    /// Replaces what a place says.
    package func setPlace(_ id: ID<Place>, sealed: [UInt8]) throws(StorageError) {
        try run("UPDATE place SET sealed = \(sealed) WHERE id = \(id.bytes)")
    }

    /// Removes a place.
    package func removePlace(_ id: ID<Place>) throws(StorageError) {
        try run("DELETE FROM place WHERE id = \(id.bytes)")
    }
}
