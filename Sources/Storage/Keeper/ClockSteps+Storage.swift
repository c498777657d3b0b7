package import Family
package import SQL

extension Transaction {
    /// When the machine started, by the clock that the deadlines here are of; nil where they are of no clock of that boot.
    package func bootedAt(_ boot: String) throws(StorageError) -> Timestamp? {
        try first("SELECT booted_at FROM machine_boot WHERE id = 1 AND name = \(boot)")?.timestamp(0)
    }

    /// Keeps that moment; an earlier boot is forgotten.
    package func setBootedAt(_ moment: Timestamp, of boot: String) throws(StorageError) {
        try run(
            """
            INSERT INTO machine_boot (id, name, booted_at) VALUES (1, \(boot), \(moment.milliseconds))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, booted_at = excluded.booted_at
            """
        )
    }

    /// Moves what waits to be sent by a step of the clock: leases, tries and how long it is worth sending.
    package func moveWaitingMessages(byMilliseconds step: Int64) throws(StorageError) {
        try run(
            """
            UPDATE outbox SET due_at = due_at + \(step), expires_at = expires_at + \(step)
            WHERE state IN ('queued', 'leased')
            """
        )
    }

    /// Moves who was told of an open alarm, and who left a trip that runs or has one, by a step of the clock: whoever left
    /// first did so first by the new clock too (F70).
    package func moveRecipients(byMilliseconds step: Int64) throws(StorageError) {
        try run(
            """
            UPDATE alarm_recipient SET told_at = told_at + \(step), known_at = known_at + \(step)
            WHERE alarm IN (SELECT id FROM alarm WHERE closed_at IS NULL)
            """
        )
        try run(
            """
            UPDATE alarm_contact SET known_at = known_at + \(step)
            WHERE alarm IN (SELECT id FROM alarm WHERE closed_at IS NULL)
            """
        )
        try run(
            """
            UPDATE trip_companion SET added_at = added_at + \(step), ended_at = ended_at + \(step)
            WHERE trip IN (SELECT trip FROM trip_detail WHERE ended_at IS NULL)
                OR trip IN (SELECT trip FROM alarm WHERE closed_at IS NULL AND trip IS NOT NULL)
            """
        )
        // Its link ends a day after the start (F50).
        try run(
            """
            UPDATE trip SET started_at = started_at + \(step)
            WHERE id IN (SELECT trip FROM trip_detail WHERE ended_at IS NULL)
            """
        )
    }

    /// Moves PINs and passwords that were asked for and wait by a step of the clock: nobody has them sooner for setting
    /// it.
    package func movePINResets(byMilliseconds step: Int64) throws(StorageError) {
        try run(
            """
            UPDATE recovery
            SET created_at = created_at + \(step), ready_at = ready_at + \(step), expires_at = expires_at + \(step)
            """
        )
        try run(
            """
            UPDATE pin_reset
            SET requested_at = requested_at + \(step), ready_at = ready_at + \(step), due_at = due_at + \(step)
            """
        )
    }

    /// Moves since when people see one another, and exactly, by a step of the clock: whoever was there before an alarm was
    /// so by the new clock too (F29).
    package func moveConnections(byMilliseconds step: Int64) throws(StorageError) {
        try run("UPDATE connection SET created_at = created_at + \(step), exact_since = exact_since + \(step)")
    }

    /// Moves when contacts were listed and answered by a step of the clock: whoever was there before an alarm was so by
    /// the new clock too (F77).
    package func moveContacts(byMilliseconds step: Int64) throws(StorageError) {
        try run(
            """
            UPDATE outside_contact
            SET asked_at = asked_at + \(step), answered_at = answered_at + \(step), listed_at = listed_at + \(step)
            """
        )
    }

    /// Moves how long links are open and browsers are let in by a step of the clock (F80): none outlasts what was agreed.
    package func moveLinks(byMilliseconds step: Int64) throws(StorageError) {
        try run("UPDATE live_link SET began_at = began_at + \(step), expires_at = expires_at + \(step)")
        try run("UPDATE live_viewer SET expires_at = expires_at + \(step)")
        try run("UPDATE trip_viewer SET expires_at = expires_at + \(step)")
    }

    /// Those for whom something waits or runs, and those with a trip that ended after a moment.
    package func membersWithWatch(orTripEndedAfter end: Timestamp) throws(StorageError) -> [ID<Member>] {
        let query: SQL = """
            SELECT member FROM safety_watch WHERE active = 1 OR deadline IS NOT NULL
            UNION SELECT trip.member FROM trip JOIN trip_detail ON trip_detail.trip = trip.id
            WHERE trip_detail.ended_at > \(end.milliseconds)
            """
        return try rows(query)
            .map { row throws(StorageError) in try row.id(0) }
    }
}
