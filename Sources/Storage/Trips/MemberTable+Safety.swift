import Family
import SQL

extension MemberTable {
    /// Trips, calls for help and alarms, and who is told of them.
    ///
    /// What others were alarmed of goes with the one it is about.
    static let safety = [
        MemberTable(
            "safety_watch",
            ["member"],
            export: .nothing(because: "it says what runs at this moment, part of it for others than the member"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM safety_watch WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "safety_pin",
            ["member"],
            export: .nothing(because: "only hashes are kept"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM safety_pin WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "pin_reset",
            ["member"],
            export: .nothing(because: "it is hashes that wait a day"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM pin_reset WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "trip",
            ["member"],
            export: .file("trips.json"),
            kept: .withMember,
            deletion: .atOnce { ["DELETE FROM trip WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "trip_detail",
            [],
            export: .file("trips.json"),
            kept: .milliseconds(30 * day, after: "ended_at"),
            key: "trip",
            deletion: .holdsNobody(because: "it hangs on a trip, and goes with it")
        ),
        MemberTable(
            "trip_point",
            [],
            export: .file("track/"),
            kept: .milliseconds(30 * day, after: "at"),
            key: "trip, at",
            deletion: .holdsNobody(because: "it hangs on a trip, and goes with it")
        ),
        MemberTable(
            "true_trip_point",
            [],
            export: .nothing(because: "it would show the traveller's pages that the second PIN was given"),
            kept: .milliseconds(30 * day, after: "at"),
            key: "trip, at",
            deletion: .holdsNobody(because: "it hangs on a trip, and goes with it")
        ),
        MemberTable(
            "trip_companion",
            ["member"],
            export: .nothing(because: "who watched is told while it matters, and forgotten after a month"),
            kept: .milliseconds(30 * day, after: "added_at"),
            key: "trip, member",
            deletion: .atOnce { ["DELETE FROM trip_companion WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "trip_viewer",
            ["member", "recipient"],
            export: .nothing(because: "it is which browser looked, for a day"),
            kept: .milliseconds(2 * day, after: "opened_at"),
            key: "id",
            deletion: .atOnce { member in
                ["DELETE FROM trip_viewer WHERE member = \(member.id.bytes) OR recipient = \(member.id.bytes)"]
            }
        ),
        MemberTable(
            "alarm",
            ["member"],
            export: .file("alarms.json"),
            kept: .milliseconds(90 * day, after: "closed_at"),
            key: "id",
            deletion: .atOnce { ["DELETE FROM alarm WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "alarm_recipient",
            ["member"],
            export: .file("alarms.json"),
            kept: .milliseconds(400 * day, after: "told_at"),
            key: "alarm, member",
            deletion: .atOnce { ["DELETE FROM alarm_recipient WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "outside_contact",
            ["member"],
            export: .file("contacts.json"),
            kept: .withMember,
            deletion: .atOnce { member in
                [
                    """
                    DELETE FROM outbox WHERE contact IN (
                        SELECT id FROM outside_contact WHERE member = \(member.id.bytes))
                    """,
                    "DELETE FROM outside_contact WHERE member = \(member.id.bytes)",
                ]
            }
        ),
        MemberTable(
            "alarm_contact",
            [],
            export: .nothing(because: "which contact was told of which alarm, and nothing else"),
            kept: .milliseconds(400 * day, after: "told_at"),
            key: "alarm, contact",
            deletion: .holdsNobody(because: "it hangs on a contact, and goes with it")
        ),
        MemberTable(
            "dead_zones",
            ["member"],
            export: .file("dead-zones.json"),
            kept: .withMember,
            key: "member",
            deletion: .atOnce { ["DELETE FROM dead_zones WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "drill",
            ["sender", "recipient"],
            export: .file("drills.json"),
            kept: .milliseconds(120 * day, after: "sent_at"),
            key: "id",
            deletion: .atOnce { ["DELETE FROM drill WHERE sender = \($0.id.bytes) OR recipient = \($0.id.bytes)"] }
        ),
        MemberTable(
            "deputy",
            [],
            export: .nothing(because: "it says which machines stand in for the hub, and names no member"),
            kept: .milliseconds(30 * day, after: "ended_at"),
            key: "id",
            deletion: .holdsNobody(because: "it says which machines stand in for the hub, and names no member")
        ),
        MemberTable(
            "deputy_envelope",
            ["member"],
            export: .nothing(because: "it is what others would be told of an alarm, for as long as something runs"),
            kept: .until("the trip, countdown or alarm is over, and its deputy knows"),
            key: "deputy, watch",
            deletion: .atOnce { ["DELETE FROM deputy_envelope WHERE member = \($0.id.bytes)"] }
        ),
        MemberTable(
            "deputy_choice",
            ["member"],
            export: .nothing(because: "it says whether a deputy stands in for the hub, as the page does"),
            kept: .withMember,
            key: "deputy, member",
            deletion: .atOnce { ["DELETE FROM deputy_choice WHERE member = \($0.id.bytes)"] }
        ),
    ]
}
