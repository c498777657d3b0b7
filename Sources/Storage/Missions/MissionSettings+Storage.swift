package import Family
package import SQL

extension Transaction {
    /// What was settled about a member's missions.
    package func missionSettings(of member: ID<Member>) throws(StorageError) -> MissionSettings {
        let row = try first(
            """
            SELECT weight_high, weight_medium, weight_low, payout, may_pause, may_stop, own_needs_approval
            FROM mission_settings WHERE member = \(member.bytes)
            """
        )
        guard let row else { return .usual }
        let weights = GoldWeights(
            high: UInt8(clamping: try row.integer(0)),
            medium: UInt8(clamping: try row.integer(1)),
            low: UInt8(clamping: try row.integer(2))
        )
        guard let weights, let payout = PayoutRule(rawValue: UInt8(clamping: try row.integer(3))) else {
            throw StorageError(.corrupt, "settings of missions cannot be read")
        }
        return MissionSettings(
            weights: weights,
            payout: payout,
            mayPause: try row.bool(4),
            mayStop: try row.bool(5),
            ownNeedsApproval: try row.bool(6)
        )
    }

    /// Settles something about a member's missions.
    package func setMissionSettings(of member: ID<Member>, _ settings: MissionSettings) throws(StorageError) {
        let weights = settings.weights
        try run(
            """
            INSERT INTO mission_settings (member, weight_high, weight_medium, weight_low, payout, may_pause,
                may_stop, own_needs_approval)
            VALUES (\(member.bytes), \(Int64(weights.high)), \(Int64(weights.medium)), \(Int64(weights.low)),
                \(Int64(settings.payout.rawValue)), \(settings.mayPause ? 1 : 0), \(settings.mayStop ? 1 : 0),
                \(settings.ownNeedsApproval ? 1 : 0))
            ON CONFLICT (member) DO UPDATE SET weight_high = excluded.weight_high,
                weight_medium = excluded.weight_medium, weight_low = excluded.weight_low, payout = excluded.payout,
                may_pause = excluded.may_pause, may_stop = excluded.may_stop,
                own_needs_approval = excluded.own_needs_approval
            """
        )
    }

    /// A member's pauses, the latest first.
    package func streakPauses(of member: ID<Member>) throws(StorageError) -> [StreakPause] {
        try rows(
            "SELECT first_day, last_day FROM streak_pause WHERE member = \(member.bytes) ORDER BY first_day DESC"
        ).map { row throws(StorageError) in
            StreakPause(
                first: LocalDay(number: try row.integer(0)),
                last: try row.integerOrNull(1).map { LocalDay(number: $0) }
            )
        }
    }

    /// Adds a pause, or sets the end of the one that began on that day.
    package func save(_ pause: StreakPause, of member: ID<Member>) throws(StorageError) {
        try run(
            """
            INSERT INTO streak_pause (member, first_day, last_day)
            VALUES (\(member.bytes), \(pause.first.number), \(pause.last?.number))
            ON CONFLICT (member, first_day) DO UPDATE SET last_day = excluded.last_day
            """
        )
    }

    /// Removes the pause that began on a day.
    package func removeStreakPause(first: LocalDay, of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM streak_pause WHERE member = \(member.bytes) AND first_day = \(first.number)")
    }
}
