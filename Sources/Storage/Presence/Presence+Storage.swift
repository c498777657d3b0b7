package import Family
package import SQL

/// What a member's fixes add up to, still sealed.
package struct PresenceRow: Sendable {
    package var sealed: [UInt8]
    /// The hub's change number at the last change.
    package var changed: Int64

    package init(sealed: [UInt8], changed: Int64) {
        self.sealed = sealed
        self.changed = changed
    }
}

extension Transaction {
    /// A member's presence; nil before the first fix.
    package func presence(of member: ID<Member>) throws(StorageError) -> PresenceRow? {
        guard let row = try first("SELECT sealed, changed FROM presence WHERE member = \(member.bytes)") else {
            return nil
        }
        return PresenceRow(sealed: try row.blob(0), changed: try row.integer(1))
    }

    /// Replaces a member's presence.
    package func savePresence(_ presence: PresenceRow, member: ID<Member>) throws(StorageError) {
        try post(
            SQL(
                prepared: """
                    INSERT INTO presence (member, sealed, changed) VALUES ($1, $2, $3)
                    ON CONFLICT (member) DO UPDATE SET sealed = excluded.sealed, changed = excluded.changed
                    """,
                [.blob(member.bytes), .blob(presence.sealed), .integer(presence.changed)]
            )
        )
    }
}
