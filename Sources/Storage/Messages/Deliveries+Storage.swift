package import Family
package import SQL

/// Something that is told to several people by several ways, such as an alarm; the domain knows no more of it.
package enum Incident: Sendable {}

/// How far one message about an incident came, as stored.
package struct DeliveryRow: Sendable {
    package var message: ID<OutboxMessage>
    package var channel: String
    package var member: ID<Member>?
    package var contact: ID<Contact>?
    /// `queued`, `leased`, `sent` or `failed`.
    package var state: String
    package var createdAt: Timestamp
    package var endedAt: Timestamp?
    package var deliveredAt: Timestamp?
    package var seenAt: Timestamp?
    package var acknowledgedAt: Timestamp?
    /// Whether nothing sends it: it is on the hub alone.
    package var isKept: Bool
    /// The one it is about must not notice that it was sent.
    package var isHidden: Bool

    fileprivate init(_ row: Row) throws(StorageError) {
        message = try row.id(0)
        channel = try row.text(1)
        member = try row.idOrNull(2)
        contact = try row.idOrNull(3)
        state = try row.text(4)
        createdAt = try row.timestamp(5)
        endedAt = try row.timestampOrNull(6)
        deliveredAt = try row.timestampOrNull(7)
        seenAt = try row.timestampOrNull(8)
        acknowledgedAt = try row.timestampOrNull(9)
        isKept = try row.integer(10) != 0
        isHidden = try row.integer(11) != 0
    }
}

extension Transaction {
    /// Every message about an incident, in the order they were written; of one moment by whom they are for.
    package func deliveries(of incident: ID<Incident>) throws(StorageError) -> [DeliveryRow] {
        try rows(
            """
            SELECT id, channel, member, contact, state, created_at, ended_at, delivered_at, seen_at, acknowledged_at,
                kept, hidden
            FROM outbox WHERE incident = \(incident.bytes) ORDER BY created_at, member NULLS FIRST, contact NULLS FIRST, channel, id
            """
        ).map(DeliveryRow.init)
    }

    /// Records that somebody answers for an incident: what was told to them counts as seen and acknowledged.
    package func acknowledge(
        _ incident: ID<Incident>,
        by member: ID<Member>?,
        orContact contact: ID<Contact>?,
        now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE outbox SET acknowledged_at = coalesce(acknowledged_at, \(now.milliseconds)),
                seen_at = coalesce(seen_at, \(now.milliseconds))
            WHERE incident = \(incident.bytes)
                AND (member = \(member?.bytes) OR contact = \(contact?.bytes))
            """
        )
    }

    /// Gives up what has not left yet of an incident's messages, those to one contact alone where one is named.
    ///
    /// A message that is being sent is not tried again where it fails.
    package func cancelMessages(
        about incident: ID<Incident>,
        to contact: ID<Contact>? = nil,
        now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE outbox
            SET state = 'failed', ended_at = \(now.milliseconds), recipient_sealed = NULL, text_sealed = NULL
            WHERE incident = \(incident.bytes) AND state = 'queued'
                AND (\(contact == nil ? 1 : 0) = 1 OR contact = \(contact?.bytes))
            """
        )
        try run(
            """
            UPDATE outbox SET expires_at = \(now.milliseconds) WHERE incident = \(incident.bytes) AND state = 'leased'
                AND (\(contact == nil ? 1 : 0) = 1 OR contact = \(contact?.bytes))
            """
        )
    }
}
