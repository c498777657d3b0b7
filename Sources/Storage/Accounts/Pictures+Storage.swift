package import Family
package import SQL

extension Transaction {
    /// A member's picture, still sealed; nil without one.
    package func picture(of member: ID<Member>) throws(StorageError) -> [UInt8]? {
        try first("SELECT sealed FROM picture WHERE member = \(member.bytes)")?.blob(0)
    }

    /// Replaces a member's picture, and the version that names it.
    package func setPicture(of member: ID<Member>, sealed: [UInt8], version: String) throws(StorageError) {
        try run(
            """
            INSERT INTO picture (member, sealed) VALUES (\(member.bytes), \(sealed))
            ON CONFLICT (member) DO UPDATE SET sealed = excluded.sealed
            """
        )
        try run("UPDATE member SET picture_version = \(version) WHERE id = \(member.bytes)")
    }

    /// Removes a member's picture; false where there was none.
    package func removePicture(of member: ID<Member>) throws(StorageError) -> Bool {
        try run("UPDATE member SET picture_version = NULL WHERE id = \(member.bytes)")
        return try run("DELETE FROM picture WHERE member = \(member.bytes)") == 1
    }
}
