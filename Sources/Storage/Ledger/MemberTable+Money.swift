import Family
import SQL

extension MemberTable {
    /// What a family pays again and again, and what waits for somebody's word.
    ///
    /// All of it names people as the ledger does, and goes when that leads to nobody any more (`forget`).
    static let money = [
        ofLedger("standing_order", key: "id"),
        ofLedger("approval_sum", key: "ledger, asset"),
        ofLedger("day_limit", key: "belongs_to, asset"),
        ofLedger("savings_goal", key: "ledger, account"),
        ofLedger("savings_goal_picture", key: "ledger, account"),
        ofLedger("open_decision", key: "ledger, id"),
    ]

    /// What goes of a member's before nothing leads to them any more.
    static func moneyDeletions(of member: ID<Member>) -> [SQL] {
        [
            """
            DELETE FROM standing_order WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(member.bytes))
                OR paid_to IN (SELECT id FROM ledger_holder WHERE member = \(member.bytes))
            """,
            """
            DELETE FROM day_limit WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(member.bytes))
            """,
            """
            DELETE FROM savings_goal WHERE belongs_to IN (SELECT id FROM ledger_holder WHERE member = \(member.bytes))
            """,
        ]
    }

    private static func ofLedger(_ name: StaticString, key: StaticString) -> MemberTable {
        MemberTable(
            name,
            [],
            export: .nothing(because: "what of it was paid stands in wallet.json"),
            kept: .until("it is ended, decided, or nobody is left in the family"),
            key: key,
            deletion: .holdsNobody(because: "only ledger_holder leads from it to a member, until they leave")
        )
    }
}
