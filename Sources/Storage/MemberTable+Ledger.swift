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
                return [
                    """
                    DELETE FROM ledger_note
                    WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(id))
                    """,
                    """
                    UPDATE ledger_account SET name = ''
                    WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(id))
                    """,
                    """
                    UPDATE ledger_key SET seed_sealed = NULL, is_revoked = 1
                    WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(id))
                    """,
                    "UPDATE ledger_holder SET member = NULL WHERE member = \(id)",
                ]
            }
        ),
        family("ledger", key: "id"),
        family("ledger_asset", key: "ledger, number"),
        family("ledger_account", key: "ledger, id"),
        family("ledger_key", key: "id"),
        family("ledger_leaf", key: "ledger, number"),
        family("ledger_command", key: "ledger, id"),
        family("ledger_posting", key: "ledger, account, leaf"),
        family("ledger_note", key: "ledger, leaf"),
    ]

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
