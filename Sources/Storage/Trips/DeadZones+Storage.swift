package import Family
package import SQL

extension Transaction {
    /// A member's places without reception, sealed; nil for who marked none.
    package func deadZones(of member: ID<Member>) throws(StorageError) -> [UInt8]? {
        try first("SELECT sealed FROM dead_zones WHERE member = \(member.bytes)")?.blob(0)
    }

    /// Replaces a member's places without reception; nil removes them.
    package func setDeadZones(_ sealed: [UInt8]?, of member: ID<Member>) throws(StorageError) {
        guard let sealed else {
            try run("DELETE FROM dead_zones WHERE member = \(member.bytes)")
            return
        }
        try run(
            """
            INSERT INTO dead_zones (member, sealed) VALUES (\(member.bytes), \(sealed))
            ON CONFLICT (member) DO UPDATE SET sealed = excluded.sealed
            """
        )
    }
}
