package import Family
package import SQL

/// What one member still has in their lists of somebody who left.
package struct DepartedContactRow: Sendable {
    /// A fresh identity.
    package var id: ID<Connection>
    /// A fresh identity, the same in both lists of the member.
    package var ghost: ID<Member>
    /// In whose lists it stands.
    package var member: ID<Member>
    /// Whether the member saw them; otherwise they saw the member.
    package var isSeen: Bool
    package var precision: Precision
    package var expiresAt: Timestamp?
    package var name: String
    package var colour: Int
    /// From then on they are no longer here.
    package var until: Timestamp
    package var changed: Int64
    /// What the member calls them, for themselves alone.
    package var ownName: String?

    /// A ghost in place of a connection.
    package init(
        id: ID<Connection>,
        ghost: ID<Member>,
        inPlaceOf connection: ConnectionRow,
        isSeen: Bool,
        name: String,
        ownName: String? = nil,
        colour: Int,
        until: Timestamp,
        changed: Int64
    ) {
        self.id = id
        self.ghost = ghost
        member = isSeen ? connection.viewer : connection.subject
        self.isSeen = isSeen
        precision = connection.precision
        expiresAt = connection.expiresAt
        self.name = name
        self.ownName = ownName
        self.colour = colour
        self.until = until
        self.changed = changed
    }

    fileprivate static let columns: StaticString =
        "id, ghost, member, is_seen, precision, expires_at, name, colour, until, changed, own_name"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        ghost = try row.id(1)
        member = try row.id(2)
        isSeen = try row.bool(3)
        precision = Precision(rawValue: UInt8(clamping: try row.integer(4))) ?? .off
        expiresAt = try row.timestampOrNull(5)
        name = try row.text(6)
        colour = Int(try row.integer(7))
        until = try row.timestamp(8)
        changed = try row.integer(9)
        ownName = try row.textOrNull(10)
    }
}

extension Transaction {
    /// Adds a ghost.
    package func addGhost(_ ghost: DepartedContactRow) throws(StorageError) {
        try run(
            """
            INSERT INTO ghost (\(literal: DepartedContactRow.columns)) VALUES (
                \(ghost.id.bytes), \(ghost.ghost.bytes), \(ghost.member.bytes), \(ghost.isSeen ? 1 : 0),
                \(Int64(ghost.precision.rawValue)), \(ghost.expiresAt?.milliseconds), \(ghost.name), \(ghost.colour),
                \(ghost.until.milliseconds), \(ghost.changed), \(ghost.ownName))
            """
        )
    }

    /// The ghosts in a member's lists, oldest first.
    package func ghosts(of member: ID<Member>) throws(StorageError) -> [DepartedContactRow] {
        try rows("SELECT \(literal: DepartedContactRow.columns) FROM ghost WHERE member = \(member.bytes) ORDER BY id")
            .map(DepartedContactRow.init)
    }

    /// The ghost that a member still sees under this identity, or nil.
    package func ghost(_ ghost: ID<Member>) throws(StorageError) -> DepartedContactRow? {
        try first(
            "SELECT \(literal: DepartedContactRow.columns) FROM ghost WHERE ghost = \(ghost.bytes) AND is_seen = 1"
        ).map(DepartedContactRow.init)
    }

    /// The ghost in place of a connection, or nil.
    package func ghost(_ id: ID<Connection>) throws(StorageError) -> DepartedContactRow? {
        try first("SELECT \(literal: DepartedContactRow.columns) FROM ghost WHERE id = \(id.bytes)").map(
            DepartedContactRow.init
        )
    }

    /// Sets what a member believes to share with a ghost.
    package func setGhost(
        _ id: ID<Connection>,
        precision: Precision,
        expiresAt: Timestamp?
    ) throws(StorageError) {
        try run(
            """
            UPDATE ghost SET precision = \(Int64(precision.rawValue)), expires_at = \(expiresAt?.milliseconds)
            WHERE id = \(id.bytes)
            """
        )
    }

    /// Takes a ghost out of its list.
    package func removeGhost(_ id: ID<Connection>) throws(StorageError) {
        try run("DELETE FROM ghost WHERE id = \(id.bytes)")
    }

    /// Lets a member's clock show a ghost where it showed somebody.
    package func putGhostOnClock(
        _ ghost: ID<Member>,
        of member: ID<Member>,
        inPlaceOf left: ID<Member>
    ) throws(StorageError) {
        try run(
            """
            UPDATE clock SET face = replace(face, \(left.text), \(ghost.text)) WHERE member = \(member.bytes)
            """
        )
    }
}
