package import Family
package import SQL

/// Those to whom an alarm of the second PIN looks cleared: members and outside contacts who were told of it while it was
/// visible, and were added only after it or an earlier one under duress had opened.
extension Transaction {
    /// Whether anybody was told of an alarm and is told how it goes on.
    package func isAnybody(toldOf alarm: ID<Alarm>) throws(StorageError) -> Bool {
        if try isAnyContact(toldOf: alarm) { return true }
        return try !recipients(of: alarm).isEmpty
    }

    /// Who was told of an alarm, and was not there before a moment, in the order they were told.
    package func recipients(of alarm: ID<Alarm>, knownAfter moment: Timestamp) throws(StorageError) -> [ID<Member>] {
        try rows(
            """
            SELECT member FROM alarm_recipient WHERE alarm = \(alarm.bytes) AND looks_cleared_at IS NULL
                AND coalesce(known_at, told_at) > \(moment.milliseconds)
            ORDER BY told_at, member
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// The contacts who were told of an alarm, and had not agreed before a moment, in the order they were told.
    package func contacts(
        toldOf alarm: ID<Alarm>,
        knownAfter moment: Timestamp
    ) throws(StorageError) -> [ID<Contact>] {
        try rows(
            """
            SELECT contact FROM alarm_contact WHERE alarm = \(alarm.bytes) AND looks_cleared_at IS NULL
                AND coalesce(known_at, told_at) > \(moment.milliseconds)
            ORDER BY told_at, contact
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// Records that an alarm looks cleared to a recipient from now on.
    package func setLooksCleared(_ alarm: ID<Alarm>, to member: ID<Member>, now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE alarm_recipient SET looks_cleared_at = \(now.milliseconds)
            WHERE alarm = \(alarm.bytes) AND member = \(member.bytes)
            """
        )
    }

    /// Records that an alarm looks cleared to a contact from now on.
    package func setLooksCleared(_ alarm: ID<Alarm>, to contact: ID<Contact>, now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE alarm_contact SET looks_cleared_at = \(now.milliseconds)
            WHERE alarm = \(alarm.bytes) AND contact = \(contact.bytes)
            """
        )
    }

    /// Whether an alarm that is open has to look cleared to somebody who was told of it.
    package func appearsCleared(_ alarm: ID<Alarm>, to member: ID<Member>) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM alarm_recipient
            WHERE alarm = \(alarm.bytes) AND member = \(member.bytes) AND looks_cleared_at IS NOT NULL
            """
        ) != nil
    }

    /// Whether an alarm that is open has to look cleared to an outside contact who was told of it.
    package func appearsCleared(_ alarm: ID<Alarm>, to contact: ID<Contact>) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM alarm_contact
            WHERE alarm = \(alarm.bytes) AND contact = \(contact.bytes) AND looks_cleared_at IS NOT NULL
            """
        ) != nil
    }
}
