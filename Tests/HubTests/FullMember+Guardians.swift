import Family
import SQL

extension Transaction {
    /// Hidden hours, requests of guardians about each other, and an agreement.
    func addGuardians(of anna: ID<Member>, and bo: ID<Member>, at from: Int64) throws {
        try run(
            """
            INSERT INTO hidden_hours (id, member, viewer, days, from_minute, until_minute, utc_offset_minutes)
            VALUES (x'09', \(anna.bytes), \(bo.bytes), 1, 0, 60, 0)
            """
        )
        try run(
            """
            INSERT INTO guardian_request (id, child, asked_by, asked_at, hours)
            VALUES (x'0a', \(anna.bytes), \(bo.bytes), \(from), x'09'), (x'0b', \(bo.bytes), \(anna.bytes), \(from), x'09')
            """
        )
        try run("INSERT INTO guardian_agreement (request, guardian) VALUES (x'0a', \(anna.bytes))")
        try run(
            """
            INSERT INTO sharing_proposal (connection, precision, expires_at, guardian_agreed, child_agreed, guardian)
            SELECT id, 1, NULL, 1, 0, \(anna.bytes) FROM connection WHERE viewer = \(anna.bytes) LIMIT 1
            """
        )
    }
}
