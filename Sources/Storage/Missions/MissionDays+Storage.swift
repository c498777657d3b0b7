package import Family
package import SQL

/// An open occurrence of a mission whose next day may have begun.
package struct OpenDay: Hashable, Sendable {
    package var mission: ID<Mission>
    package var number: UInt32
    package var due: LocalDay
}

extension Transaction {
    /// Occurrences that are open though the next one of their missions may be due by `day`; those after one of them.
    ///
    /// In the order of their days, without those of deleted missions and those for which a countdown runs.
    package func openDays(
        until day: LocalDay,
        after last: OpenDay? = nil,
        limit: Int
    ) throws(StorageError) -> [OpenDay] {
        // What comes on some days of a week may come again later than the day after, which is for the rules to say. The kinds
        // are those of `MissionRepeat.Every.stored`: 3 comes every week, 5 every month.
        try rows(
            """
            SELECT occurrence.mission, occurrence.number, occurrence.due
            FROM mission_occurrence AS occurrence JOIN mission ON mission.id = occurrence.mission
            WHERE occurrence.phase = 0 AND occurrence.running IS NULL AND occurrence.due < \(day.number)
                AND (occurrence.due, occurrence.mission, occurrence.number)
                    > (\(last?.due.number ?? .min), \(last?.mission.bytes ?? []), \(Int64(last?.number ?? 0)))
                AND mission.repeats_from = \(Int64(MissionRepeat.From.due.rawValue)) AND mission.removed_at IS NULL
                AND occurrence.due <= CAST(\(day.number) AS BIGINT)
                    - CASE mission.repeats_every WHEN 3 THEN 7 WHEN 5 THEN 28 ELSE 1 END
            ORDER BY occurrence.due, occurrence.mission, occurrence.number LIMIT \(limit)
            """
        ).map { row throws(StorageError) in
            OpenDay(
                mission: try row.id(0),
                number: UInt32(clamping: try row.integer(1)),
                due: LocalDay(number: try row.integer(2))
            )
        }
    }
}
