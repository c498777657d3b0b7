package import Family
package import SQL

/// A browser that takes push messages, as stored.
package struct PushSubscriptionRow: Sendable {
    package var session: ID<Session>
    package var member: ID<Member>
    package var endpointHash: [UInt8]
    package var sealed: [UInt8]
    package var createdAt: Timestamp
    /// When its page last said that it showed a message.
    package var shownAt: Timestamp?
    /// The tag of the member's language, as it is read from the store; nil where they chose none.
    package private(set) var language: String?
    /// Whether others use the browser too, as it is read from the store.
    package private(set) var isShared = false

    package init(
        session: ID<Session>,
        member: ID<Member>,
        endpointHash: [UInt8],
        sealed: [UInt8],
        createdAt: Timestamp,
        shownAt: Timestamp? = nil
    ) {
        self.session = session
        self.member = member
        self.endpointHash = endpointHash
        self.sealed = sealed
        self.createdAt = createdAt
        self.shownAt = shownAt
    }

    fileprivate static let columns: StaticString = "session, member, endpoint_hash, sealed, created_at, shown_at"
    fileprivate static let selected: StaticString =
        """
        push_subscription.session, push_subscription.member, endpoint_hash, sealed, push_subscription.created_at, \
        shown_at, (SELECT language FROM member WHERE member.id = push_subscription.member), \
        (SELECT shared FROM session WHERE session.id = push_subscription.session)
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        session = try row.id(0)
        member = try row.id(1)
        endpointHash = try row.blob(2)
        sealed = try row.blob(3)
        createdAt = try row.timestamp(4)
        shownAt = try row.timestampOrNull(5)
        language = try row.textOrNull(6)
        isShared = try row.integer(7) != 0
    }
}

extension Transaction {
    /// Sets the browser of a session, in place of the one before and of whoever had it.
    package func setPushSubscription(_ subscription: PushSubscriptionRow) throws(StorageError) {
        try run(
            """
            DELETE FROM push_subscription
            WHERE session = \(subscription.session.bytes) OR endpoint_hash = \(subscription.endpointHash)
            """
        )
        try run(
            """
            INSERT INTO push_subscription (\(literal: PushSubscriptionRow.columns)) VALUES (
                \(subscription.session.bytes), \(subscription.member.bytes), \(subscription.endpointHash),
                \(subscription.sealed), \(subscription.createdAt.milliseconds),
                \(subscription.shownAt?.milliseconds))
            """
        )
    }

    /// The browser of a session; nil where it takes no push messages, or the session has ended.
    package func pushSubscription(of session: ID<Session>) throws(StorageError) -> PushSubscriptionRow? {
        try first(
            """
            SELECT \(literal: PushSubscriptionRow.selected) FROM push_subscription WHERE session = \(session.bytes)
            """
        ).map(PushSubscriptionRow.init)
    }

    /// The browsers of a member whose sessions last, the oldest first.
    package func pushSubscriptions(of member: ID<Member>, now: Timestamp) throws(StorageError)
        -> [PushSubscriptionRow]
    {
        try rows(
            """
            SELECT \(literal: PushSubscriptionRow.selected)
            FROM push_subscription JOIN session ON session.id = push_subscription.session
            WHERE push_subscription.member = \(member.bytes) AND session.expires_at > \(now.milliseconds)
            ORDER BY push_subscription.created_at, session.id
            """
        ).map(PushSubscriptionRow.init)
    }

    /// Ends the push messages of a session's browser; false where there were none.
    @discardableResult
    package func removePushSubscription(of session: ID<Session>) throws(StorageError) -> Bool {
        try run("DELETE FROM push_subscription WHERE session = \(session.bytes)") == 1
    }

    /// Ends all push messages of a member.
    package func removePushSubscriptions(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM push_subscription WHERE member = \(member.bytes)")
    }

    /// Records that a browser showed one of its messages; false where it is none of its, or it was recorded already.
    package func notePushShown(
        _ message: ID<OutboxMessage>,
        by session: ID<Session>,
        isSeen: Bool,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        let changed = try run(
            """
            UPDATE outbox SET delivered_at = coalesce(delivered_at, \(now.milliseconds)),
                seen_at = coalesce(seen_at, \(isSeen ? now.milliseconds : nil))
            WHERE id = \(message.bytes) AND subscription = \(session.bytes)
            """
        )
        guard changed == 1 else { return false }
        try removeFollowUp(of: message)
        try run(
            """
            UPDATE push_subscription SET shown_at = \(now.milliseconds)
            WHERE session = \(session.bytes) AND (SELECT hidden FROM outbox WHERE id = \(message.bytes)) = 0
            """
        )
        return true
    }

    /// Lets the hidden push messages that were just written to a member count as any other where a browser shows them.
    package func countAlarmPushes(to member: ID<Member>) throws(StorageError) {
        try run(
            """
            UPDATE outbox SET hidden = 0
            WHERE member = \(member.bytes) AND channel = 'push' AND hidden = 1 AND state = 'queued' AND attempts = 0
            """
        )
    }
}
