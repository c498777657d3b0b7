import Family
import SQL

extension MemberTable {
    /// What was taken back.
    ///
    /// Last: what goes before may be noted here once more.
    static let takenBack = [
        MemberTable(
            "revocation",
            ["what"],
            export: .nothing(because: "it says what ended and not whose it was, but by an identity"),
            kept: .milliseconds(40 * day, after: "kept_at"),
            key: "id",
            deletion: .atOnce { ["DELETE FROM revocation WHERE what = \($0.id.bytes)"] }
        )
    ]

    /// Who looked, and what keeps sharing in its subject's hands.
    static let sharing = [
        MemberTable(
            "look",
            ["subject", "viewer"],
            export: .file("views.json"),
            kept: .milliseconds(90 * day, after: "first_at"),
            key: "subject, viewer, first_at",
            deletion: .atOnce { ["DELETE FROM look WHERE subject = \($0.id.bytes) OR viewer = \($0.id.bytes)"] }
        ),
        MemberTable(
            "look_hint",
            ["subject", "viewer"],
            export: .nothing(because: "it is when a notice was given, which is among the notices"),
            kept: .milliseconds(90 * day, after: "at"),
            key: "subject, viewer",
            deletion: .atOnce { ["DELETE FROM look_hint WHERE subject = \($0.id.bytes) OR viewer = \($0.id.bytes)"] }
        ),
        MemberTable(
            "wall_consent",
            ["member"],
            export: .file("profile.json"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM wall_consent WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "live_link",
            ["member"],
            export: .file("live-links.json"),
            // Looks by the link are listed for 90 days.
            kept: .milliseconds(91 * day, after: "expires_at"),
            key: "id",
            deletion: .atOnce { ["DELETE FROM live_link WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "live_viewer",
            [],
            export: .file("live-links.json"),
            kept: .until("its link goes, 91 days after its end"),
            key: "id",
            deletion: .holdsNobody(because: "it hangs on a live link, and goes with it")
        ),
        MemberTable(
            "live_look",
            ["subject"],
            export: .file("views.json"),
            kept: .milliseconds(90 * day, after: "first_at"),
            key: "subject, browser, first_at",
            deletion: .atOnce { ["DELETE FROM live_look WHERE subject = \($0.id.bytes)"] }
        ),
        MemberTable(
            "watch",
            ["viewer", "subject"],
            export: .file("watches.json"),
            kept: .withMember,
            key: "viewer, subject",
            deletion: .atOnce { ["DELETE FROM watch WHERE viewer = \($0.id.bytes) OR subject = \($0.id.bytes)"] }
        ),
        MemberTable(
            "crossing",
            ["member"],
            export: .nothing(because: "it waits a minute or two to be told, and follows from the positions"),
            kept: .until("those who asked were told, within minutes"),
            deletion: .atOnce { ["DELETE FROM crossing WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "pause",
            ["member"],
            export: .file("sharing.json"),
            kept: .milliseconds(30 * day, after: "until"),
            key: "member, from_at",
            deletion: .atOnce { ["DELETE FROM pause WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "connection_request",
            ["requester", "subject"],
            export: .file("requests.json"),
            // Whoever was declined is not let through again for 30 days.
            kept: .milliseconds(30 * day, after: "expires_at"),
            deletion: .atOnce { member in
                [
                    """
                    DELETE FROM connection_request
                    WHERE requester = \(member.id.bytes) OR subject = \(member.id.bytes)
                    """
                ]
            }
        ),
        MemberTable(
            "position_request",
            ["requester", "subject"],
            export: .nothing(because: "it counts for a day how often somebody was asked, and says nothing else"),
            kept: .milliseconds(day, after: "at"),
            key: "requester, subject, at",
            deletion: .atOnce { member in
                [
                    """
                    DELETE FROM position_request
                    WHERE requester = \(member.id.bytes) OR subject = \(member.id.bytes)
                    """
                ]
            }
        ),
        MemberTable(
            "sharing_reminder",
            ["member"],
            export: .file("sharing.json"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM sharing_reminder WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "hidden_hours",
            ["member", "viewer", "set_by"],
            export: .nothing(
                because: "guardians set them, and a child's file may fall into the hands they hide it from"
            ),
            kept: .withMember,
            deletion: .atOnce {
                [
                    "DELETE FROM hidden_hours WHERE member = \($0.id.bytes) OR viewer = \($0.id.bytes)",
                    "UPDATE hidden_hours SET set_by = NULL WHERE set_by = \($0.id.bytes)",
                ]
            }
        ),
        MemberTable(
            "sharing_proposal",
            ["guardian"],
            export: .file("connections.json"),
            kept: .until("all have agreed, or the connection ends"),
            key: "connection",
            deletion: .atOnce { ["UPDATE sharing_proposal SET guardian = NULL WHERE guardian = \($0.id.bytes)"] }
        ),
        MemberTable(
            "guardian_request",
            ["child", "asked_by"],
            export: .nothing(because: "guardians decide about a child, whose file may fall into one's hands"),
            kept: .until("the guardians have agreed, or who asked withdraws it"),
            deletion: .atOnce {
                ["DELETE FROM guardian_request WHERE child = \($0.id.bytes) OR asked_by = \($0.id.bytes)"]
            }
        ),
        MemberTable(
            "guardian_agreement",
            ["guardian"],
            export: .nothing(because: "it goes with what it agrees to"),
            kept: .until("what it agrees to is done"),
            key: "request, guardian",
            deletion: .atOnce { ["DELETE FROM guardian_agreement WHERE guardian = \($0.id.bytes)"] }
        ),
    ]
}
