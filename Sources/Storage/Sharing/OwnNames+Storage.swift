package import Family
package import SQL

/// Somebody whom a viewer calls otherwise than they call themselves.
package struct OwnNameRow: Sendable {
    package var subject: ID<Member>
    /// What they call themselves.
    package var name: String
    /// What the viewer calls them.
    package var ownName: String
}

extension Transaction {
    /// What a viewer calls somebody they see; nil where they gave them no name, or see them no longer.
    package func ownName(
        of subject: ID<Member>,
        by viewer: ID<Member>,
        now: Timestamp
    ) throws(StorageError) -> String? {
        try first(
            """
            SELECT own_name FROM connection
            WHERE viewer = \(viewer.bytes) AND subject = \(subject.bytes)
                AND coalesce(expires_at, \(Int64.max)) > \(now.milliseconds)
            """
        )?.textOrNull(0)
    }

    /// Everyone to whom a viewer gave a name, and whom they still see.
    package func ownNames(by viewer: ID<Member>, now: Timestamp) throws(StorageError) -> [OwnNameRow] {
        try rows(
            """
            SELECT connection.subject, member.name, connection.own_name FROM connection
            JOIN member ON member.id = connection.subject
            WHERE connection.viewer = \(viewer.bytes) AND connection.own_name IS NOT NULL
                AND coalesce(connection.expires_at, \(Int64.max)) > \(now.milliseconds)
            """
        ).map { row throws(StorageError) in
            OwnNameRow(subject: try row.id(0), name: try row.text(1), ownName: try row.text(2))
        }
    }

    /// Gives the person at the other end of a viewer's connection, or the ghost in its place, a name; nil takes it away.
    package func setOwnName(_ id: ID<Connection>, _ name: String?) throws(StorageError) {
        try run("UPDATE connection SET own_name = \(name) WHERE id = \(id.bytes)")
        try run("UPDATE ghost SET own_name = \(name) WHERE id = \(id.bytes)")
    }

    /// Erases the names that went with connections which ran out.
    package func eraseOwnNames(now: Timestamp) throws(StorageError) {
        try run(
            "UPDATE connection SET own_name = NULL WHERE own_name IS NOT NULL AND expires_at <= \(now.milliseconds)"
        )
    }
}
