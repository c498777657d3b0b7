import Family
import SQL

extension Transaction {
    /// A row of each table of trips and alarms, both ways where two members stand in it.
    func addSafety(of anna: ID<Member>, seenBy bo: ID<Member>, now: Timestamp) throws {
        let at = now.milliseconds
        try run("INSERT INTO safety_watch (member, sealed, active) VALUES (\(anna.bytes), x'20', 0)")
        try run("INSERT INTO safety_pin (member, pin_hash, duress_hash) VALUES (\(anna.bytes), 'a', 'b')")
        try run(
            """
            INSERT INTO pin_reset (member, pin_hash, duress_hash, token_hash, requested_at, ready_at, due_at)
            VALUES (\(anna.bytes), 'a', 'b', x'F0', 1, 2, 2)
            """
        )
        try run("UPDATE safety_pin SET pin_hash = 'c' WHERE member = \(anna.bytes)")
        for member in [anna, bo] {
            try run("INSERT INTO dead_zones (member, sealed) VALUES (\(member.bytes), x'27')")
        }
        for (trip, member, other) in [([UInt8](repeating: 0x21, count: 16), anna, bo), ([0x22], bo, anna)] {
            try run(
                """
                INSERT INTO trip (id, member, request_hash, started_at, sealed)
                VALUES (\(trip), \(member.bytes), x'23', \(at), x'24')
                """
            )
            try run("INSERT INTO trip_detail (trip, state_sealed) VALUES (\(trip), x'25')")
            try run("INSERT INTO trip_point (trip, at, sealed) VALUES (\(trip), \(at), x'26')")
            try run("INSERT INTO true_trip_point (trip, at, sealed) VALUES (\(trip), \(at), x'26')")
            try run(
                "INSERT INTO trip_companion (trip, member, added_at) VALUES (\(trip), \(other.bytes), \(at))"
            )
            try run(
                """
                INSERT INTO trip_viewer (id, member, trip, recipient, token_hash, browser, opened_at, expires_at)
                VALUES (\(trip), \(member.bytes), \(trip), \(other.bytes), \(trip), 'a browser', \(at), \(at))
                """
            )
            try run("INSERT INTO alarm (id, member, opened_at) VALUES (\(trip), \(member.bytes), \(at))")
            try run(
                """
                INSERT INTO alarm_recipient (alarm, member, told_at, link_hash)
                VALUES (\(trip), \(other.bytes), \(at), \(trip))
                """
            )
            try addContact(trip, of: member, at: at)
            try run(
                """
                INSERT INTO drill (id, sender, recipient, sent_at)
                VALUES (\(trip), \(member.bytes), \(other.bytes), \(at))
                """
            )
        }
        try addDeputy(of: [anna, bo], at: at)
    }

    /// A deputy that guards something of each.
    private func addDeputy(of members: [ID<Member>], at: Int64) throws {
        let id = [UInt8](repeating: 0x2A, count: 16)
        try run(
            """
            INSERT INTO deputy (id, name, hub_name, keys_sealed, texts, paired_at, generation)
            VALUES (\(id), 'a house', 'a hub', x'2B', 'needed', \(at), 1)
            """
        )
        for (number, member) in members.enumerated() {
            let watch = [UInt8](repeating: UInt8(number), count: 16)
            try run(
                """
                INSERT INTO deputy_envelope (deputy, watch, member, alarm, version, digest, made_at, box, given_sealed)
                VALUES (\(id), \(watch), \(member.bytes), \(watch), 1, x'2C', \(at), x'2D', x'2E')
                """
            )
            try run(
                """
                INSERT INTO deputy_choice (id, deputy, member, is_guarded, chosen_at)
                VALUES (\(watch), \(id), \(member.bytes), 1, \(at))
                """
            )
        }
    }

    /// A contact who was told of an alarm; all of them share one id.
    private func addContact(_ id: [UInt8], of member: ID<Member>, at: Int64) throws {
        try run(
            """
            INSERT INTO outside_contact (id, member, sealed, address_hash, link_hash, state, asked_at, listed_at)
            VALUES (\(id), \(member.bytes), x'28', x'29', \(id), 'agreed', \(at), \(at))
            """
        )
        try run(
            """
            INSERT INTO alarm_contact (alarm, contact, told_at, link_hash) VALUES (\(id), \(id), \(at), \(id))
            """
        )
    }
}
