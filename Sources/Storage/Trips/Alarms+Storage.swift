package import Family
package import SQL

/// An alarm that somebody was told of, as stored; what is known of it stands in its member's watch.
package struct AlarmRow: Sendable {
    package var id: ID<Alarm>
    /// Whom it is about.
    package var member: ID<Member>
    package var trip: ID<Trip>?
    package var openedAt: Timestamp
    package var closedAt: Timestamp?

    package init(id: ID<Alarm>, member: ID<Member>, trip: ID<Trip>?, openedAt: Timestamp) {
        self.id = id
        self.member = member
        self.trip = trip
        self.openedAt = openedAt
    }

    fileprivate static let columns: StaticString =
        "alarm.id, alarm.member, alarm.trip, alarm.opened_at, alarm.closed_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        trip = try row.idOrNull(2)
        openedAt = try row.timestamp(3)
        closedAt = try row.timestampOrNull(4)
    }
}

/// A test of whether an alarm would reach somebody, as stored.
package struct DrillRow: Sendable {
    package var id: ID<Drill>
    package var sender: ID<Member>
    package var recipient: ID<Member>
    package var sentAt: Timestamp
    package var confirmedAt: Timestamp?

    package init(
        id: ID<Drill>,
        sender: ID<Member>,
        recipient: ID<Member>,
        sentAt: Timestamp,
        confirmedAt: Timestamp? = nil
    ) {
        self.id = id
        self.sender = sender
        self.recipient = recipient
        self.sentAt = sentAt
        self.confirmedAt = confirmedAt
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        sender = try row.id(1)
        recipient = try row.id(2)
        sentAt = try row.timestamp(3)
        confirmedAt = try row.timestampOrNull(4)
    }
}

extension Transaction {
    /// Adds an alarm; one that is there stays as it is.
    package func addAlarm(_ alarm: AlarmRow) throws(StorageError) {
        try run(
            """
            INSERT INTO alarm (id, member, trip, opened_at) VALUES (
                \(alarm.id.bytes), \(alarm.member.bytes), \(alarm.trip?.bytes), \(alarm.openedAt.milliseconds))
            ON CONFLICT (id) DO NOTHING
            """
        )
    }

    /// Records that an alarm is over.
    package func closeAlarm(_ id: ID<Alarm>, now: Timestamp) throws(StorageError) {
        try run("UPDATE alarm SET closed_at = \(now.milliseconds) WHERE id = \(id.bytes) AND closed_at IS NULL")
    }

    /// One alarm.
    package func alarm(_ id: ID<Alarm>) throws(StorageError) -> AlarmRow? {
        try first("SELECT \(literal: AlarmRow.columns) FROM alarm WHERE id = \(id.bytes)").map(AlarmRow.init)
    }

    /// The alarms that a member was told of, and that to them are open or were closed after a moment; the newest first.
    package func alarms(toldTo member: ID<Member>, closedAfter: Timestamp) throws(StorageError) -> [AlarmRow] {
        try rows(
            """
            SELECT \(literal: AlarmRow.columns) FROM alarm_recipient JOIN alarm ON alarm.id = alarm_recipient.alarm
            WHERE alarm_recipient.member = \(member.bytes)
                AND coalesce(alarm_recipient.looks_cleared_at, alarm.closed_at, \(Int64.max))
                    > \(closedAfter.milliseconds)
            ORDER BY alarm.opened_at DESC, alarm.id LIMIT 100
            """
        ).map(AlarmRow.init)
    }

    /// Every alarm about a member, the newest first.
    package func alarms(about member: ID<Member>) throws(StorageError) -> [AlarmRow] {
        try rows(
            """
            SELECT \(literal: AlarmRow.columns) FROM alarm WHERE member = \(member.bytes)
            ORDER BY opened_at DESC, id LIMIT 1000
            """
        ).map(AlarmRow.init)
    }

    /// Adds somebody who is told of an alarm; false where they were before.
    ///
    /// `knownAt` is since when they saw the one it is about, or watched over the trip; nil for since now.
    package func addRecipient(
        _ member: ID<Member>,
        of alarm: ID<Alarm>,
        knownAt: Timestamp?,
        linkHash: [UInt8],
        now: Timestamp
    ) throws(StorageError) -> Bool {
        try run(
            """
            INSERT INTO alarm_recipient (alarm, member, told_at, known_at, link_hash) VALUES (
                \(alarm.bytes), \(member.bytes), \(now.milliseconds), \(knownAt?.milliseconds), \(linkHash))
            ON CONFLICT (alarm, member) DO NOTHING
            """
        ) == 1
    }

    /// Who was told of an alarm and is told how it goes on, in their order.
    package func recipients(of alarm: ID<Alarm>) throws(StorageError) -> [ID<Member>] {
        try rows(
            """
            SELECT member FROM alarm_recipient WHERE alarm = \(alarm.bytes) AND looks_cleared_at IS NULL
            ORDER BY told_at, member
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// Whether a member was told of an alarm, even where it looks cleared to them.
    package func wasTold(_ member: ID<Member>, of alarm: ID<Alarm>) throws(StorageError) -> Bool {
        try first(
            "SELECT 1 FROM alarm_recipient WHERE alarm = \(alarm.bytes) AND member = \(member.bytes)"
        ) != nil
    }

    /// The alarm that a recipient's own link opens.
    package func alarm(linkHash: [UInt8]) throws(StorageError) -> (alarm: ID<Alarm>, recipient: ID<Member>)? {
        guard
            let row = try first("SELECT alarm, member FROM alarm_recipient WHERE link_hash = \(linkHash)")
        else { return nil }
        return (try row.id(0), try row.id(1))
    }

    /// The open alarms that a member was told of and is told how they go on.
    package func openAlarms(toldTo member: ID<Member>) throws(StorageError) -> [AlarmRow] {
        try rows(
            """
            SELECT \(literal: AlarmRow.columns) FROM alarm_recipient JOIN alarm ON alarm.id = alarm_recipient.alarm
            WHERE alarm_recipient.member = \(member.bytes) AND alarm_recipient.looks_cleared_at IS NULL
                AND alarm.closed_at IS NULL
            """
        ).map(AlarmRow.init)
    }

    /// Whether a member ceased to be a trip's companion since they were told of an alarm.
    package func hasLeft(
        _ member: ID<Member>,
        _ trip: ID<Trip>,
        sinceToldOf alarm: ID<Alarm>
    ) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM trip_companion JOIN alarm_recipient ON alarm_recipient.member = trip_companion.member
            WHERE trip_companion.trip = \(trip.bytes) AND trip_companion.member = \(member.bytes)
                AND alarm_recipient.alarm = \(alarm.bytes) AND trip_companion.ended_at >= alarm_recipient.told_at
            """
        ) != nil
    }

    /// In how many browsers the link of an alarm was opened that one recipient, or one contact, was sent.
    package func alarmViewerCount(
        of alarm: ID<Alarm>,
        for recipient: ID<Member>?,
        orContact contact: ID<Contact>? = nil
    ) throws(StorageError) -> Int64 {
        try first(
            """
            SELECT count(*) FROM trip_viewer
            WHERE alarm = \(alarm.bytes) AND (recipient = \(recipient?.bytes) OR contact = \(contact?.bytes))
            """
        )?.integer(0) ?? 0
    }

    /// Adds a test.
    package func addDrill(_ drill: DrillRow) throws(StorageError) {
        try run(
            """
            INSERT INTO drill (id, sender, recipient, sent_at, confirmed_at) VALUES (
                \(drill.id.bytes), \(drill.sender.bytes), \(drill.recipient.bytes), \(drill.sentAt.milliseconds),
                \(drill.confirmedAt?.milliseconds))
            """
        )
    }

    /// Records that a test reached its recipient; false where it was for somebody else.
    package func confirmDrill(_ id: ID<Drill>, by member: ID<Member>, now: Timestamp) throws(StorageError) -> DrillRow?
    {
        try run(
            """
            UPDATE drill SET confirmed_at = coalesce(confirmed_at, \(now.milliseconds))
            WHERE id = \(id.bytes) AND recipient = \(member.bytes)
            """
        )
        return try first(
            """
            SELECT id, sender, recipient, sent_at, confirmed_at FROM drill
            WHERE id = \(id.bytes) AND recipient = \(member.bytes)
            """
        ).map(DrillRow.init)
    }

    /// One test.
    package func drill(_ id: ID<Drill>) throws(StorageError) -> DrillRow? {
        try first("SELECT id, sender, recipient, sent_at, confirmed_at FROM drill WHERE id = \(id.bytes)")
            .map(DrillRow.init)
    }

    /// When a member sent another tests since a moment, the newest first; an accepted trip is a test that was not sent.
    package func drillTimes(
        from sender: ID<Member>,
        to recipient: ID<Member>,
        since: Timestamp
    ) throws(StorageError) -> [Timestamp] {
        try rows(
            """
            SELECT sent_at FROM drill WHERE sender = \(sender.bytes) AND recipient = \(recipient.bytes)
                AND sent_at > \(since.milliseconds) AND NOT EXISTS (
                    SELECT 1 FROM trip WHERE trip.member = drill.sender AND trip.started_at = drill.sent_at)
            ORDER BY sent_at DESC
            """
        ).map { row throws(StorageError) in try row.timestamp(0) }
    }

    /// Whether a member was told of an alarm about another that to them was not over before a moment.
    ///
    /// An alarm that ends in the very millisecond counts: a test of that moment may have been withheld for it.
    package func knewOfAlarm(
        _ recipient: ID<Member>,
        about subject: ID<Member>,
        since: Timestamp
    ) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM alarm_recipient JOIN alarm ON alarm.id = alarm_recipient.alarm
            WHERE alarm_recipient.member = \(recipient.bytes) AND alarm.member = \(subject.bytes)
                AND coalesce(alarm_recipient.looks_cleared_at, alarm.closed_at, \(Int64.max)) >= \(since.milliseconds)
            """
        ) != nil
    }

    /// The tests that a member sent, the newest first.
    package func drills(by sender: ID<Member>) throws(StorageError) -> [DrillRow] {
        try rows(
            """
            SELECT id, sender, recipient, sent_at, confirmed_at FROM drill WHERE sender = \(sender.bytes)
            ORDER BY sent_at DESC, id LIMIT 500
            """
        ).map(DrillRow.init)
    }

    /// The tests that wait for a member's word, the newest first.
    package func drills(waitingFor recipient: ID<Member>) throws(StorageError) -> [DrillRow] {
        try rows(
            """
            SELECT id, sender, recipient, sent_at, confirmed_at FROM drill
            WHERE recipient = \(recipient.bytes) AND confirmed_at IS NULL
            ORDER BY sent_at DESC, id LIMIT 100
            """
        ).map(DrillRow.init)
    }
}
