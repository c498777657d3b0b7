import Family
import SQL

extension Transaction {
    /// A row of each table of missions and the store, both ways where two members stand in it.
    func addMissions(of anna: ID<Member>, _ bo: ID<Member>, now: Timestamp) throws {
        let at = now.milliseconds
        for (number, member, other) in [(0x41, anna, bo), (0x42, bo, anna)] as [(UInt8, ID<Member>, ID<Member>)] {
            let id = [UInt8](repeating: number, count: 16)
            try run(
                """
                INSERT INTO mission (id, family, giver, assignee, name, minutes, priority, needs_approval, added_at,
                    request_hash)
                SELECT \(id), family, \(other.bytes), id, 'Tidy up', 20, 2, 1, \(at), x'43' FROM member
                WHERE id = \(member.bytes)
                """
            )
            try run(
                """
                INSERT INTO mission_occurrence (mission, number, doer, phase, version, focused_milliseconds,
                    rewarded_milliseconds, round, has_follower)
                VALUES (\(id), 0, \(member.bytes), 0, 1, 0, 0, 0, 0)
                """
            )
            try run(
                "INSERT INTO mission_turn (mission, position, member) VALUES (\(id), 0, \(member.bytes))"
            )
            try run(
                """
                INSERT INTO focus_session (id, member, mission, occurrence, started_at, day, planned_milliseconds,
                    may_pause, may_stop, phase, phase_at, worked_milliseconds, paused_milliseconds,
                    rewarded_milliseconds)
                VALUES (\(id), \(member.bytes), \(id), 0, \(at), 1, 60000, 1, 1, 1, \(at), 60000, 0, 60000)
                """
            )
            try run(
                """
                INSERT INTO mission_settings (member, weight_high, weight_medium, weight_low, payout, may_pause, may_stop,
                    own_needs_approval)
                VALUES (\(member.bytes), 1, 1, 1, 1, 1, 1, 0)
                """
            )
            try addStore(id, to: member, beside: other, at: at)
        }
    }

    private func addStore(_ id: [UInt8], to member: ID<Member>, beside other: ID<Member>, at: Int64) throws {
        try run(
            """
            INSERT INTO store_item (id, family, name, price, buyers, added_at, request_hash)
            SELECT \(id), family, 'Sports bottle', 5, 3, \(at), x'44' FROM member WHERE id = \(other.bytes)
            """
        )
        try run(
            """
            INSERT INTO guest_record (member, id, kind, name, gold, at)
            VALUES (\(member.bytes), \(id), 1, 'Read', 25, \(at))
            """
        )
        try run("INSERT INTO streak_pause (member, first_day) VALUES (\(member.bytes), 1)")
        try run("INSERT INTO store_item_picture (item, version, jpeg) VALUES (\(id), 'one', x'45')")
        try run("INSERT INTO store_item_buyer (item, member) VALUES (\(id), \(member.bytes))")
        try run(
            """
            INSERT INTO purchase (id, item, buyer, price, placed_at, phase, phase_at, version)
            VALUES (\(id), \(id), \(member.bytes), 5, \(at), 1, \(at), 2)
            """
        )
    }
}
