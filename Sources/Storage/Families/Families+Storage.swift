package import Family
package import SQL

/// A family as stored.
package struct FamilyRow: Sendable {
    package var id: ID<FamilyGroup>
    /// Nil until somebody gives it one.
    package var name: String?

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        name = try row.textOrNull(1)
    }
}

extension Transaction {
    /// Adds a family; the members who join it name it by `id`.
    package func addFamily(_ id: ID<FamilyGroup>, now: Timestamp) throws(StorageError) {
        try run("INSERT INTO family (id, created_at) VALUES (\(id.bytes), \(now.milliseconds))")
    }

    /// One family, or nil.
    package func family(_ id: ID<FamilyGroup>) throws(StorageError) -> FamilyRow? {
        try first("SELECT id, name FROM family WHERE id = \(id.bytes)").map(FamilyRow.init)
    }

    /// Gives a family a name, or takes it away.
    package func setFamilyName(_ id: ID<FamilyGroup>, _ name: String?) throws(StorageError) {
        try run("UPDATE family SET name = \(name) WHERE id = \(id.bytes)")
    }

    /// Everybody of a family who is not shut out, in the order they came to the hub.
    package func members(of family: ID<FamilyGroup>) throws(StorageError) -> [MemberRow] {
        let ids = try rows(
            "SELECT id FROM member WHERE family = \(family.bytes) AND disabled_at IS NULL ORDER BY id"
        ).map { row throws(StorageError) in try row.id(0, of: Member.self) }
        var members: [MemberRow] = []
        for id in ids { if let member = try member(id) { members.append(member) } }
        return members
    }

    /// The adults of every family who may log in.
    package func adults() throws(StorageError) -> [ID<Member>] {
        try rows("SELECT id FROM member WHERE role = 'adult' AND disabled_at IS NULL ORDER BY id")
            .map { row throws(StorageError) in try row.id(0) }
    }

    /// Moves a member into another family with a role there; a family that nobody is left in goes.
    package func moveMember(_ member: MemberRow, to family: ID<FamilyGroup>, role: String) throws(StorageError) {
        try run("UPDATE member SET family = \(family.bytes), role = \(role) WHERE id = \(member.id.bytes)")
        try run(
            """
            DELETE FROM family WHERE id = \(member.family.bytes)
                AND NOT EXISTS (SELECT 1 FROM member WHERE family = \(member.family.bytes))
            """
        )
    }

    /// Since when a member is in their family; nil where they did not join it, or it is not known.
    package func familySince(of member: ID<Member>) throws(StorageError) -> Timestamp? {
        try first("SELECT family_since FROM member WHERE id = \(member.bytes)")?.timestampOrNull(0)
    }

    /// Notes that a member joined their family.
    package func setFamilySince(_ member: ID<Member>, _ at: Timestamp) throws(StorageError) {
        try run("UPDATE member SET family_since = \(at.milliseconds) WHERE id = \(member.bytes)")
    }

    /// Since when a member who was an adult is a child; nil for any other.
    package func childSince(of member: ID<Member>) throws(StorageError) -> Timestamp? {
        try first("SELECT minor_since FROM member WHERE id = \(member.bytes)")?.timestampOrNull(0)
    }

    /// Notes that an adult became a child.
    package func setChildSince(_ member: ID<Member>, _ at: Timestamp) throws(StorageError) {
        try run("UPDATE member SET minor_since = \(at.milliseconds) WHERE id = \(member.bytes)")
    }

    /// Sets what a member is in their family, and the year they were born in.
    package func setRole(_ member: ID<Member>, _ role: String, birthYear: Int?) throws(StorageError) {
        try run(
            """
            UPDATE member SET role = \(role), birth_year = \(birthYear.map(Int64.init)) WHERE id = \(member.bytes)
            """
        )
    }
}
