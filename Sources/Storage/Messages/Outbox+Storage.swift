package import Family
package import SQL

/// A message to a person; the domain knows no more of it.
package enum OutboxMessage: Sendable {}

/// A message as stored; what names its recipient stays sealed here.
package struct OutboxRow: Sendable {
    package var id: ID<OutboxMessage>
    /// `text`, `push` or `mail`.
    package var channel: String
    /// Nil once erased, as the text is.
    package var recipientSealed: [UInt8]?
    package var textSealed: [UInt8]?
    /// How often it was taken to be sent.
    package var attempts = 0
    package var createdAt: Timestamp
    /// Not worth sending from then on.
    package var expiresAt: Timestamp
    /// Whom it is for, where that is a member, or somebody outside.
    package var member: ID<Member>?
    package var contact: ID<Contact>?
    /// What it tells of.
    package var incident: ID<Incident>?
    /// The piece of trip news that it carries to one companion.
    package var news: ID<NewsDelivery>?
    /// When it is to be sent, not read back; nil for at once.
    package var dueAt: Timestamp?
    /// The session whose browser a push message is for.
    package var subscription: ID<Session>?
    /// Goes before what is not.
    package var isUrgent = false
    /// The one it is about must not notice that it was sent.
    package var isHidden = false

    package init(
        id: ID<OutboxMessage>,
        channel: String,
        recipientSealed: [UInt8],
        textSealed: [UInt8],
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.channel = channel
        self.recipientSealed = recipientSealed
        self.textSealed = textSealed
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    fileprivate static let columns: StaticString =
        """
        id, channel, recipient_sealed, text_sealed, attempts, created_at, expires_at, member, contact, incident,
        subscription, urgent, news, hidden
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        channel = try row.text(1)
        recipientSealed = try row.blobOrNull(2)
        textSealed = try row.blobOrNull(3)
        attempts = Int(try row.integer(4))
        createdAt = try row.timestamp(5)
        expiresAt = try row.timestamp(6)
        member = try row.idOrNull(7)
        contact = try row.idOrNull(8)
        incident = try row.idOrNull(9)
        subscription = try row.idOrNull(10)
        isUrgent = try row.integer(11) != 0
        news = try row.idOrNull(12)
        isHidden = try row.integer(13) != 0
    }
}

extension Transaction {
    /// Adds a message, due at once unless it says when.
    package func addMessage(_ message: OutboxRow) throws(StorageError) {
        try run(
            """
            INSERT INTO outbox (\(literal: OutboxRow.columns), state, due_at) VALUES (
                \(message.id.bytes), \(message.channel), \(message.recipientSealed), \(message.textSealed),
                \(message.attempts), \(message.createdAt.milliseconds), \(message.expiresAt.milliseconds),
                \(message.member?.bytes), \(message.contact?.bytes), \(message.incident?.bytes),
                \(message.subscription?.bytes), \(message.isUrgent ? 1 : 0), \(message.news?.bytes),
                \(message.isHidden ? 1 : 0), 'queued', \((message.dueAt ?? message.createdAt).milliseconds))
            """
        )
    }

    /// Lends up to `limit` messages of a channel that are due, until `until`.
    ///
    /// Of urgent ones those go first of whose traveller the fewest left of late, so that the alarms of one traveller do not
    /// keep those of another waiting; all others in the order that they became due.
    package func leaseMessages(
        _ channel: String,
        urgent: Bool,
        now: Timestamp,
        until: Timestamp,
        limit: Int
    ) throws(StorageError) -> [OutboxRow] {
        // SQLite takes a negative limit for none.
        guard limit > 0 else { return [] }
        let due =
            try urgent
            ? urgentMessagesInTurn(channel, now: now, limit: limit)
            : rows(
                """
                SELECT id FROM outbox WHERE state IN ('queued', 'leased') AND due_at <= \(now.milliseconds)
                AND channel = \(channel) AND urgent = 0 ORDER BY due_at, id LIMIT \(limit)
                """
            )
        guard !due.isEmpty else { return [] }
        let ids = try due.map { row throws(StorageError) in try row.blob(0) }
        return try returning(
            """
            UPDATE outbox SET state = 'leased', due_at = \(until.milliseconds), attempts = attempts + 1
            WHERE id IN (\(list: ids)) RETURNING \(literal: OutboxRow.columns)
            """
        ).map(OutboxRow.init)
    }

    /// Urgent messages that are due, by turns of travellers: what left of theirs in the last ten minutes counts.
    private func urgentMessagesInTurn(_ channel: String, now: Timestamp, limit: Int) throws(StorageError) -> [Row] {
        try rows(
            """
            WITH waiting AS (
                SELECT outbox.id, outbox.due_at,
                    coalesce(alarm.member, trip.member, outbox.incident, outbox.id) AS traveller
                FROM outbox LEFT JOIN alarm ON alarm.id = outbox.incident LEFT JOIN trip ON trip.id = outbox.incident
                WHERE outbox.state IN ('queued', 'leased') AND outbox.due_at <= \(now.milliseconds)
                    AND outbox.channel = \(channel) AND outbox.urgent = 1
            ), gone AS (
                SELECT coalesce(alarm.member, trip.member, outbox.incident) AS traveller, count(*) AS number
                FROM outbox LEFT JOIN alarm ON alarm.id = outbox.incident LEFT JOIN trip ON trip.id = outbox.incident
                WHERE outbox.attempts > 0 AND outbox.created_at > \(now.milliseconds - 600_000)
                    AND outbox.channel = \(channel) AND outbox.urgent = 1
                GROUP BY coalesce(alarm.member, trip.member, outbox.incident)
            )
            SELECT id FROM (
                SELECT id, due_at, coalesce(number, 0)
                    + row_number() OVER (PARTITION BY waiting.traveller ORDER BY due_at, id) AS turn
                FROM waiting LEFT JOIN gone ON gone.traveller = waiting.traveller
            ) AS turns ORDER BY turn, due_at, id LIMIT \(limit)
            """
        )
    }

    /// The messages whose lease has ended.
    package func endedLeases(now: Timestamp) throws(StorageError) -> [ID<OutboxMessage>] {
        // The index knows these two states together.
        try rows(
            """
            SELECT id FROM outbox
            WHERE state IN ('queued', 'leased') AND state = 'leased' AND due_at <= \(now.milliseconds)
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// Lends a message that is on its way for longer.
    package func extendLease(of id: ID<OutboxMessage>, until: Timestamp) throws(StorageError) {
        try run("UPDATE outbox SET due_at = \(until.milliseconds) WHERE id = \(id.bytes) AND state = 'leased'")
    }

    /// Urgent messages that nobody has tried to send yet, the newest first.
    package func urgentMessages(limit: Int) throws(StorageError) -> [OutboxRow] {
        try rows(
            """
            SELECT \(literal: OutboxRow.columns) FROM outbox
            WHERE urgent = 1 AND state = 'queued' AND attempts = 0 ORDER BY id DESC LIMIT \(limit)
            """
        ).map(OutboxRow.init)
    }

    /// When the next message of a channel is due or its lease ends; nil where none waits.
    package func nextMessageDueAt(_ channel: String) throws(StorageError) -> Timestamp? {
        try first("SELECT min(due_at) FROM outbox WHERE channel = \(channel) AND state IN ('queued', 'leased')")?
            .timestampOrNull(0)
    }

    /// Makes every lent message due at once: nobody is sending it any more.
    package func takeBackMessages(now: Timestamp) throws(StorageError) {
        try run("UPDATE outbox SET state = 'queued', due_at = \(now.milliseconds) WHERE state = 'leased'")
    }

    /// Records that a message is to be tried again.
    package func postponeMessage(_ id: ID<OutboxMessage>, until: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE outbox SET state = 'queued', due_at = \(until.milliseconds)
            WHERE id = \(id.bytes) AND state = 'leased'
            """
        )
    }

    /// Records a message's end, and erases whom it was for and what it said unless `keeping`.
    package func endMessage(
        _ id: ID<OutboxMessage>,
        isSent: Bool,
        keeping: Bool,
        now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE outbox SET state = \(isSent ? "sent" : "failed"), ended_at = \(now.milliseconds)
            WHERE id = \(id.bytes) AND ended_at IS NULL
            """
        )
        guard !keeping else { return }
        try run("UPDATE outbox SET recipient_sealed = NULL, text_sealed = NULL WHERE id = \(id.bytes)")
    }

    /// Ends a message that nothing sends, and keeps it to be read on the hub.
    package func keepMessage(_ id: ID<OutboxMessage>, now: Timestamp) throws(StorageError) {
        try run("UPDATE outbox SET kept = 1 WHERE id = \(id.bytes) AND ended_at IS NULL")
        try endMessage(id, isSent: true, keeping: true, now: now)
    }

    /// Removes a message, sent or not.
    package func removeMessage(_ id: ID<OutboxMessage>) throws(StorageError) {
        try run("DELETE FROM outbox WHERE id = \(id.bytes)")
    }

    /// Gives up the messages that nobody needs any more, and answers how many those were.
    package func expireMessages(now: Timestamp) throws(StorageError) -> Int {
        try run(
            """
            UPDATE outbox
            SET state = 'failed', ended_at = \(now.milliseconds), recipient_sealed = NULL, text_sealed = NULL
            WHERE state IN ('queued', 'leased') AND due_at <= \(now.milliseconds)
                AND expires_at <= \(now.milliseconds)
            """
        )
    }

    /// The messages that can still be read, oldest first, after `last`.
    package func readableMessages(
        after last: ID<OutboxMessage>?,
        limit: Int
    ) throws(StorageError) -> [OutboxRow] {
        try rows(
            """
            SELECT \(literal: OutboxRow.columns) FROM outbox
            WHERE id > \(last?.bytes ?? []) AND text_sealed IS NOT NULL ORDER BY id LIMIT \(limit)
            """
        ).map(OutboxRow.init)
    }

    /// Erases what was kept for reading until `before`, and forgets that anything was sent until `forgetBefore`.
    package func tidyMessages(keptBefore before: Timestamp, forgetBefore: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE outbox SET recipient_sealed = NULL, text_sealed = NULL
            WHERE ended_at <= \(before.milliseconds) AND text_sealed IS NOT NULL
            """
        )
        try run("DELETE FROM outbox WHERE ended_at <= \(forgetBefore.milliseconds)")
    }
}
