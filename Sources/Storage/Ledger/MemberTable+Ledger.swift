import Family
import SQL

extension MemberTable {
    /// What was paid.
    ///
    /// It stays when a member leaves, for it is the others' too, and leads to nobody any more (S41).
    static let ledger = [
        MemberTable(
            "ledger_holder",
            ["member"],
            export: .file("wallet.json"),
            kept: .until("nobody is left in the family"),
            key: "id",
            deletion: .atOnce { member in
                let id = member.id.bytes
                return moneyDeletions(of: member.id) + keyDeletions(of: member.id) + [
                    """
                    DELETE FROM ledger_note
                    WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(id))
                    """,
                    """
                    UPDATE ledger_account SET name = ''
                    WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(id))
                    """,
                    """
                    UPDATE ledger_key SET seed_sealed = NULL, is_revoked = 1, name = ''
                    WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(id))
                    """,
                    """
                    DELETE FROM ledger_check
                    WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(id))
                    """,
                    "UPDATE ledger_holder SET member = NULL WHERE member = \(id)",
                ]
            }
        ),
        family("ledger", key: "id"),
        family("ledger_asset", key: "ledger, number"),
        family("ledger_account", key: "ledger, id"),
        family("ledger_balance", key: "account"),
        family("ledger_key", key: "id"),
        family("ledger_entry", key: "place"),
        family("ledger_note", key: "ledger, leaf"),
        family("ledger_check", key: "belongs_to"),
        family("key_revocation", key: "key"),
        family("key_revocation_vote", key: "key, belongs_to"),
        family("ledger_cosignature", key: "key"),
        family("ledger_tile", key: "ledger, level, number"),
        MemberTable(
            "money_request",
            ["asker", "payer"],
            export: .file("money-requests.json"),
            kept: .milliseconds(30 * day, after: "created_at"),
            key: "id",
            deletion: .atOnce { member in
                ["DELETE FROM money_request WHERE asker = \(member.id.bytes) OR payer = \(member.id.bytes)"]
            }
        ),
    ]

    /// What goes of what others want of a member's keys, and of what their devices have seen.
    private static func keyDeletions(of member: ID<Member>) -> [SQL] {
        [
            """
            DELETE FROM key_revocation_vote
            WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(member.bytes))
            """,
            """
            DELETE FROM key_revocation WHERE key IN (SELECT k.id FROM ledger_key k
                JOIN ledger_holder h ON h.id = k.belongs_to WHERE h.member = \(member.bytes))
            """,
            """
            DELETE FROM ledger_cosignature WHERE key IN (SELECT k.id FROM ledger_key k
                JOIN ledger_holder h ON h.id = k.belongs_to WHERE h.member = \(member.bytes))
            """,
        ]
    }

    /// A table of a family's ledger.
    private static func family(_ name: StaticString, key: StaticString) -> MemberTable {
        MemberTable(
            name,
            [],
            export: .nothing(because: "what of it is the member's stands in wallet.json"),
            kept: .until("nobody is left in the family"),
            key: key,
            deletion: .holdsNobody(because: "only ledger_holder leads from it to a member, until they leave")
        )
    }
}
