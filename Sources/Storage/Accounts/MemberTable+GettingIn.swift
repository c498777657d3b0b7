import Family
import SQL

extension MemberTable {
    /// How the member gets in, and what is on its way to them.
    static let gettingIn = [
        MemberTable(
            "session",
            ["member", "held_by"],
            export: .file("sessions.json"),
            kept: .milliseconds(0, after: "expires_at"),
            // A session that waits for another guardian does not go on because the one by whose link it came left.
            deletion: .atOnce { ["DELETE FROM session WHERE member = \($0.id.bytes) OR held_by = \($0.id.bytes)"] }
        ),
        MemberTable(
            "known_device",
            ["member"],
            export: .nothing(because: "it is the hash of a cookie, and when it was seen"),
            kept: .milliseconds(400 * day, after: "seen_at"),
            key: "token_hash, member",
            deletion: .atOnce { ["DELETE FROM known_device WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "passkey",
            ["member"],
            export: .file("security.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM passkey WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "authenticator",
            ["member"],
            export: .file("security.json"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM authenticator WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "recovery_code",
            ["member"],
            export: .nothing(because: "only hashes of them are kept; how many are left is in security.json"),
            kept: .withMember,
            key: "member, code_hash",
            deletion: .atOnce { ["DELETE FROM recovery_code WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "recovery",
            ["member"],
            export: .nothing(because: "it is a secret that waits a day"),
            kept: .milliseconds(0, after: "expires_at"),
            key: "member",
            deletion: .atOnce { ["DELETE FROM recovery WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "verification",
            ["phone_lookup", "phone_sealed"],
            export: .nothing(because: "it is a code that ran out, and what limits count"),
            kept: .milliseconds(8 * day, after: "created_at"),
            key: "id_hash",
            deletion: .atOnce { member in
                [
                    """
                    DELETE FROM verification WHERE phone_lookup = \(member.phoneLookup) OR phone_lookup IN (
                        SELECT old_phone_lookup FROM phone_change WHERE member = \(member.id.bytes))
                    """,
                    """
                    DELETE FROM verification WHERE phone_lookup = \(member.unconfirmedLookup)
                        AND NOT EXISTS (
                            SELECT 1 FROM member WHERE phone_lookup = \(member.unconfirmedLookup)
                                OR unconfirmed_lookup = \(member.unconfirmedLookup) AND id <> \(member.id.bytes))
                    """,
                ]
            }
        ),
        MemberTable(
            "phone_change",
            ["member", "old_phone_lookup", "old_phone_sealed"],
            export: .file("security.json"),
            // As long as codes for the old number may be remembered, so that these go with the member.
            kept: .milliseconds(5 * day, after: "undo_until"),
            key: "member",
            deletion: .atOnce { ["DELETE FROM phone_change WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "member_mail",
            ["member", "mail_sealed", "pending_mail_sealed"],
            export: .file("profile.json"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM member_mail WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "given_address",
            ["member"],
            export: .nothing(because: "it is keyed hashes of what stands in profile.json, and of what stood there"),
            kept: .withMember,
            key: "member, address_hash",
            deletion: .atOnce { ["DELETE FROM given_address WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "log_in_failure",
            ["account_hash"],
            export: .nothing(because: "it counts wrong passwords that anybody may have typed"),
            kept: .milliseconds(90 * day, after: "last_at"),
            key: "account_hash",
            deletion: .atOnce { member in
                // In a browser that is known, its hash stands behind the number's. Without a number that was proved, the
                // member's own identity stands in its place.
                let account = member.phoneLookup.isEmpty ? member.id.bytes : member.phoneLookup
                // Guesses at wallets of coins are counted by the identity in any case.
                let id = member.id.bytes
                let own: [SQL] = [
                    "DELETE FROM log_in_failure WHERE substr(account_hash, 1, \(account.count)) = \(account)",
                    "DELETE FROM log_in_failure WHERE substr(account_hash, 1, \(id.count)) = \(id)",
                ]
                let lookup = member.unconfirmedLookup
                guard !lookup.isEmpty else { return own }
                // Guesses at a number that others have are counted for them: who leaves gives nobody new tries.
                return own + [
                    """
                    DELETE FROM log_in_failure WHERE substr(account_hash, 1, \(lookup.count)) = \(lookup)
                        AND NOT EXISTS (
                            SELECT 1 FROM member WHERE phone_lookup = \(lookup)
                                OR unconfirmed_lookup = \(lookup) AND id <> \(member.id.bytes))
                    """
                ]
            }
        ),
        MemberTable(
            "push_subscription",
            ["member"],
            export: .file("push.json"),
            kept: .until("its session ends, with which it goes"),
            key: "session",
            deletion: .atOnce { ["DELETE FROM push_subscription WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "outbox",
            ["recipient_sealed", "member"],
            export: .nothing(because: "what was said is erased on sending"),
            kept: .milliseconds(30 * day, after: "ended_at"),
            deletion: .byHub
        ),
    ]
}
