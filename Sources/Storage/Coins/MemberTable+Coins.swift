import Family
import SQL

extension MemberTable {
    /// What a member has on chains of coins.
    static let coins = [
        MemberTable(
            "coin_wallet",
            ["member"],
            export: .file("coins.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM coin_wallet WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "coin_payee",
            ["member"],
            export: .file("coin-payments.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM coin_payee WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "coin_payment",
            ["member"],
            export: .file("coin-payments.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM coin_payment WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "coin_request",
            ["member"],
            export: .file("coin-payments.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM coin_request WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "coin_consent",
            ["child", "adult"],
            export: .file("coins.json"),
            kept: .withMember,
            key: "child",
            // What an adult allowed ends with that adult.
            deletion: .atOnce { ["DELETE FROM coin_consent WHERE child = \($0.id.bytes) OR adult = \($0.id.bytes)"] }
        ),
    ]
}
