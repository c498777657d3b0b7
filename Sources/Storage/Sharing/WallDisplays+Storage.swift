package import Family
package import SQL

extension Transaction {
    /// Whether a member agreed that the walls of the family they are in may show them on a map.
    package func hasWallConsent(_ member: ID<Member>) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM wall_consent JOIN member ON member.id = wall_consent.member
                AND member.family = wall_consent.family
            WHERE wall_consent.member = \(member.bytes)
            """
        ) != nil
    }

    /// Keeps a member's consent for the family they are in.
    package func addWallConsent(
        of member: ID<Member>,
        in family: ID<FamilyGroup>,
        id: ID<WallDisplay.Consent>,
        now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO wall_consent (member, family, id, at)
            VALUES (\(member.bytes), \(family.bytes), \(id.bytes), \(now.milliseconds))
            """
        )
    }

    /// Ends the links of a member that show more than a clock, and their consent: both are of one family.
    package func leaveWalls(_ member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM clock_link WHERE member = \(member.bytes) AND parts <> 0")
        try removeWallConsent(of: member)
    }

    /// Whether an adult of a family has a link that shows a map.
    package func hasWallMap(in family: ID<FamilyGroup>) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM clock_link JOIN member ON member.id = clock_link.member
            WHERE member.family = \(family.bytes) AND parts & \(Int64(WallDisplay.Parts.map.rawValue)) <> 0
            """
        ) != nil
    }

    /// Takes a member's consent back.
    package func removeWallConsent(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM wall_consent WHERE member = \(member.bytes)")
    }
}
