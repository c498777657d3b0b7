package import Family
package import SQL

/// The secret of a member's authenticator app as stored.
package struct AuthenticatorRow: Sendable {
    /// Nil until the member showed that the app has it.
    package var secretSealed: [UInt8]?
    /// One that is being set up.
    package var pendingSealed: [UInt8]?
    /// The last step whose code was used.
    package var usedStep: Int64
    package var confirmedAt: Timestamp?
}

extension Transaction {
    /// The authenticator app of a member, or nil.
    package func authenticator(of member: ID<Member>) throws(StorageError) -> AuthenticatorRow? {
        try first(
            """
            SELECT secret_sealed, pending_sealed, used_step, confirmed_at FROM authenticator
            WHERE member = \(member.bytes)
            """
        ).map { row throws(StorageError) in
            AuthenticatorRow(
                secretSealed: try row.blobOrNull(0),
                pendingSealed: try row.blobOrNull(1),
                usedStep: try row.integer(2),
                confirmedAt: try row.timestampOrNull(3)
            )
        }
    }

    /// Keeps a secret that a member is setting up, beside the one in use.
    package func setPendingAuthenticator(_ member: ID<Member>, sealed: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO authenticator (member, pending_sealed) VALUES (\(member.bytes), \(sealed))
            ON CONFLICT (member) DO UPDATE SET pending_sealed = excluded.pending_sealed
            """
        )
    }

    /// Takes the secret that was being set up into use; `step` is that of the code which showed it.
    package func confirmAuthenticator(_ member: ID<Member>, step: Int64, now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE authenticator SET secret_sealed = pending_sealed, pending_sealed = NULL, used_step = \(step),
                confirmed_at = \(now.milliseconds)
            WHERE member = \(member.bytes) AND pending_sealed IS NOT NULL
            """
        )
    }

    /// Uses the code of a step up.
    package func useAuthenticator(_ member: ID<Member>, step: Int64) throws(StorageError) {
        try run("UPDATE authenticator SET used_step = \(step) WHERE member = \(member.bytes) AND used_step < \(step)")
    }

    /// Forgets a member's authenticator app; false where there is none in use.
    package func removeAuthenticator(of member: ID<Member>) throws(StorageError) -> Bool {
        try run("DELETE FROM authenticator WHERE member = \(member.bytes) AND secret_sealed IS NOT NULL") == 1
    }

    /// Gives a member recovery codes in place of those they had.
    package func setRecoveryCodes(_ hashes: [[UInt8]], of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM recovery_code WHERE member = \(member.bytes)")
        for hash in hashes {
            try run("INSERT INTO recovery_code (member, code_hash) VALUES (\(member.bytes), \(hash))")
        }
    }

    /// How many recovery codes a member has left.
    package func recoveryCodeCount(of member: ID<Member>) throws(StorageError) -> Int {
        Int(try first("SELECT count(*) FROM recovery_code WHERE member = \(member.bytes)")?.integer(0) ?? 0)
    }

    /// Uses a recovery code up; false where the member has no such code.
    package func useRecoveryCode(_ hash: [UInt8], of member: ID<Member>) throws(StorageError) -> Bool {
        try run("DELETE FROM recovery_code WHERE member = \(member.bytes) AND code_hash = \(hash)") == 1
    }
}
