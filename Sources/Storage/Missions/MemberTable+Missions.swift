import Family
import SQL

extension MemberTable {
    /// Missions, countdowns and what was bought for gold.
    ///
    /// What somebody gave to others stays with those; who gave it is nobody.
    static let missions = [
        MemberTable(
            "mission",
            ["giver", "assignee"],
            export: .file("missions.json"),
            kept: .withMember,
            deletion: .atOnce { member in
                [
                    "DELETE FROM mission WHERE assignee = \(member.id.bytes)",
                    "UPDATE mission SET giver = \(member.nobody.bytes) WHERE giver = \(member.id.bytes)",
                ]
            }
        ),
        MemberTable(
            "mission_occurrence",
            ["doer"],
            export: .file("missions.json"),
            kept: .withMember,
            key: "mission, number",
            deletion: .atOnce { member in
                [
                    """
                    UPDATE mission_occurrence SET doer = NULL, running = NULL WHERE doer = \(member.id.bytes)
                    """
                ]
            }
        ),
        MemberTable(
            "mission_turn",
            ["member"],
            export: .nothing(because: "it says who else takes turns; whose time it was stands in missions.json"),
            kept: .withMember,
            key: "mission, position",
            deletion: .atOnce { ["DELETE FROM mission_turn WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "focus_session",
            ["member"],
            export: .file("missions.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM focus_session WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "mission_settings",
            ["member"],
            export: .file("missions.json"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM mission_settings WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "streak_pause",
            ["member"],
            export: .file("missions.json"),
            kept: .withMember,
            key: "member, first_day",
            deletion: .atOnce { ["DELETE FROM streak_pause WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "guest_record",
            ["member"],
            export: .file("missions.json"),
            kept: .withMember,
            key: "member, id",
            deletion: .atOnce { ["DELETE FROM guest_record WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "store_item",
            [],
            export: .nothing(because: "it is the family's"),
            kept: .until("nobody is left in the family"),
            deletion: .holdsNobody(because: "it says what there is, not whose it is")
        ),
        MemberTable(
            "store_item_picture",
            [],
            export: .nothing(because: "it is the family's"),
            kept: .until("the picture is taken away, or nobody is left in the family"),
            key: "item",
            deletion: .holdsNobody(because: "it shows what there is, not whose it is")
        ),
        MemberTable(
            "store_item_buyer",
            ["member"],
            export: .nothing(because: "it says what a family offers to whom"),
            kept: .withMember,
            key: "item, member",
            deletion: .atOnce { ["DELETE FROM store_item_buyer WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "purchase",
            ["buyer"],
            export: .file("missions.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM purchase WHERE buyer = \($0.id.bytes)"] }
        ),
    ]
}
