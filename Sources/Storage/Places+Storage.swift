package import Family
package import SQL

/// A place as stored: what it says is sealed.
package struct PlaceRow: Sendable {
    package var id: ID<Place>
    package var member: ID<Member>
    package var sealed: [UInt8]
    package var requestHash: [UInt8]

    package init(id: ID<Place>, member: ID<Member>, sealed: [UInt8], requestHash: [UInt8]) {
        self.id = id
        self.member = member
        self.sealed = sealed
        self.requestHash = requestHash
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        sealed = try row.blob(2)
        requestHash = try row.blob(3)
    }
}

extension Transaction {
    /// Adds a place.
    package func addPlace(_ place: PlaceRow, now: Timestamp) throws(StorageError) {
        try run(
            """
            INSERT INTO place (id, member, sealed, request_hash, created_at) VALUES (
                \(place.id.bytes), \(place.member.bytes), \(place.sealed), \(place.requestHash), \(now.milliseconds))
            """
        )
    }

    /// One place, or nil.
    package func place(_ id: ID<Place>) throws(StorageError) -> PlaceRow? {
        try first("SELECT id, member, sealed, request_hash FROM place WHERE id = \(id.bytes)").map(PlaceRow.init)
    }

    /// A member's places, in the order they were made.
    package func places(of member: ID<Member>) throws(StorageError) -> [PlaceRow] {
        try rows("SELECT id, member, sealed, request_hash FROM place WHERE member = \(member.bytes) ORDER BY id")
            .map(PlaceRow.init)
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
