import Family
import SQL

extension MemberTable {
    /// Every table of the schema, in the order in which a member's rows go.
    ///
    /// Whoever adds a table adds it here.
    package static let all: [MemberTable] =
        whereabouts + choices + people + sharing + safety + invitations + gettingIn + leaving + oneself
        + ledger + money + coins + missions + takenBack

    static let day: Int64 = 86_400_000

    /// Where the member was.
    private static let whereabouts = [
        MemberTable(
            "fix",
            ["member"],
            export: .file("track/"),
            kept: .asMemberSays(by: "at"),
            key: "member, at, tag",
            deletion: .inParts { member, rows in
                """
                DELETE FROM fix WHERE (member, at, tag) IN (
                    SELECT member, at, tag FROM fix WHERE member = \(member.bytes) LIMIT \(rows))
                """
            }
        ),
        MemberTable(
            "fix_inbox_0",
            ["member"],
            export: .file("track/"),
            kept: .asMemberSays(by: "at"),
            deletion: .atOnce { ["DELETE FROM fix_inbox_0 WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "fix_inbox_1",
            ["member"],
            export: .file("track/"),
            kept: .asMemberSays(by: "at"),
            deletion: .atOnce { ["DELETE FROM fix_inbox_1 WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "fix_pack",
            ["member"],
            export: .file("track/"),
            kept: .asMemberSays(by: "first_at"),
            deletion: .inParts { member, rows in
                """
                DELETE FROM fix_pack WHERE id IN (SELECT id FROM fix_pack WHERE member = \(member.bytes) LIMIT \(rows))
                """
            }
        ),
        MemberTable(
            "presence",
            ["member"],
            export: .nothing(because: "it is made of the fixes, and holds one state, which is replaced"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM presence WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "device",
            ["member"],
            export: .file("devices.json"),
            kept: .milliseconds(30 * day, after: "revoked_at"),
            deletion: .atOnce { ["DELETE FROM device WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "thing_position",
            ["member"],
            export: .file("devices.json"),
            kept: .until("its device is revoked"),
            key: "device",
            deletion: .atOnce { ["DELETE FROM thing_position WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "tracker",
            ["member"],
            export: .file("devices.json"),
            kept: .until("the device that forwards it is revoked"),
            deletion: .atOnce { ["DELETE FROM tracker WHERE member = \($0.id.bytes)"] }
        ),
    ]

    /// What the member made and chose.
    private static let choices = [
        MemberTable(
            "place",
            ["member"],
            export: .file("places.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM place WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "family_key",
            ["member"],
            export: .nothing(because: "it is a key, by which the places in family-places.json are kept"),
            kept: .until("its member leaves the family"),
            key: "member",
            deletion: .atOnce { ["DELETE FROM family_key WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "family_place",
            ["maker"],
            export: .file("family-places.json"),
            kept: .until("it is taken from its family, or the family's last member leaves"),
            // The place stays the family's, without its maker.
            deletion: .atOnce { ["UPDATE family_place SET maker = NULL WHERE maker = \($0.id.bytes)"] }
        ),
        MemberTable(
            "clock",
            ["member", "face"],
            export: .file("clock.json"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { member in
                let text = member.id.text
                return [
                    "DELETE FROM clock WHERE member = \(member.id.bytes)",
                    // Others who still see the one who left have the hand by its ghost's name already.
                    """
                    UPDATE clock SET face = replace(face, \(text), \(member.nobody.text))
                    WHERE replace(face, \(text), \(member.nobody.text)) <> face
                    """,
                ]
            }
        ),
        MemberTable(
            "clock_link",
            ["member"],
            export: .file("clock-links.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM clock_link WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "calendar_link",
            ["member"],
            export: .file("calendar-links.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM calendar_link WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "shown",
            ["member", "subject"],
            export: .file("shown.json"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM shown WHERE member = \($0.id.bytes) OR subject = \($0.id.bytes)"] }
        ),
        MemberTable(
            "picture",
            ["member"],
            export: .file("media/"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM picture WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "retention",
            ["member"],
            export: .file("retention.json"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM retention WHERE member = \($0.id.bytes)"] }
        ),
    ]

    /// Whom the member knows.
    private static let people = [
        MemberTable(
            "connection",
            ["viewer", "subject", "set_by"],
            export: .file("connections.json"),
            kept: .withMember,
            deletion: .atOnce {
                [
                    "DELETE FROM connection WHERE viewer = \($0.id.bytes) OR subject = \($0.id.bytes)",
                    "UPDATE connection SET set_by = NULL WHERE set_by = \($0.id.bytes)",
                ]
            }
        ),
        MemberTable(
            "connect_code",
            ["member"],
            export: .nothing(because: "only its hash is kept, for a day"),
            kept: .milliseconds(0, after: "expires_at"),
            key: "member",
            deletion: .atOnce { ["DELETE FROM connect_code WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "notice",
            ["member", "about"],
            export: .file("notices.json"),
            kept: .milliseconds(30 * day, after: "created_at"),
            deletion: .atOnce { ["DELETE FROM notice WHERE member = \($0.id.bytes) OR about = \($0.id.bytes)"] }
        ),
        MemberTable(
            "ghost",
            ["member"],
            export: .file("connections.json"),
            kept: .milliseconds(7 * day, after: "until"),
            deletion: .atOnce { ["DELETE FROM ghost WHERE member = \($0.id.bytes)"] }
        ),
    ]

    /// Whom the member asked into the family, and the links that open an account once.
    private static let invitations = [
        MemberTable(
            "invite",
            ["inviter", "phone_lookup", "phone_sealed"],
            export: .file("families.json"),
            kept: .milliseconds(30 * day, after: "expires_at"),
            deletion: .atOnce { member in
                [
                    "DELETE FROM invite WHERE inviter = \(member.id.bytes) OR phone_lookup = \(member.phoneLookup)",
                    // What is still open may be for whoever has the number.
                    """
                    DELETE FROM invite WHERE phone_lookup = \(member.unconfirmedLookup) AND ending IS NOT NULL
                    """,
                ]
            }
        ),
        MemberTable(
            "one_time_link",
            ["member", "made_by"],
            export: .nothing(because: "only its hash is kept, for some days"),
            kept: .milliseconds(0, after: "expires_at"),
            key: "token_hash",
            deletion: .atOnce {
                ["DELETE FROM one_time_link WHERE member = \($0.id.bytes) OR made_by = \($0.id.bytes)"]
            }
        ),
    ]

    /// What remains of members who left, and what holds nobody.
    private static let leaving = [
        MemberTable(
            "tombstone",
            [],
            export: .nothing(because: "it is of others, who left"),
            kept: .milliseconds(400 * day, after: "created_at"),
            key: "member_hash",
            deletion: .holdsNobody(because: "a keyed hash leads back to nobody")
        ),
        MemberTable(
            "leaving",
            ["member"],
            export: .nothing(because: "whoever stands there has left"),
            kept: .until("the last row of who leaves is gone, seconds later"),
            deletion: .byHub
        ),
        MemberTable(
            "security_event",
            [],
            export: .nothing(because: "it is the hub's own log, and names nobody but by a keyed hash"),
            kept: .until("ninety days have passed, which the table itself sees to"),
            deletion: .holdsNobody(because: "a keyed hash leads back to nobody")
        ),
        MemberTable(
            "machine_boot",
            [],
            export: .nothing(because: "it is of this machine's clock"),
            kept: .until("the machine starts again"),
            deletion: .holdsNobody(because: "it names a start of the machine alone")
        ),
    ]

    /// The member, last.
    private static let oneself = [
        MemberTable(
            "member",
            ["id", "phone_lookup", "phone_sealed", "unconfirmed_lookup", "unconfirmed_sealed", "vouched_by"],
            export: .file("profile.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM member WHERE id = \($0.id.bytes)"] }
        ),
        MemberTable(
            "family",
            [],
            export: .file("families.json"),
            kept: .until("its last member leaves"),
            deletion: .atOnce { member in
                let family = member.family.bytes
                return [
                    """
                    DELETE FROM family WHERE id = \(family)
                        AND NOT EXISTS (SELECT 1 FROM member WHERE family = \(family))
                    """
                ]
            }
        ),
    ]
}
