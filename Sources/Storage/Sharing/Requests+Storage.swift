package import Family
package import SQL

/// A wish to see somebody, as stored.
package struct ConnectionRequestRow: Sendable {
    package var id: ID<Connection>
    package var requester: ID<Member>
    /// Nil where there is nobody to be asked.
    package var subject: ID<Member>?
    package var requestHash: [UInt8]
    package var createdAt: Timestamp
    package var expiresAt: Timestamp
    package var declinedAt: Timestamp?

    package init(
        id: ID<Connection>,
        requester: ID<Member>,
        subject: ID<Member>?,
        requestHash: [UInt8],
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.requester = requester
        self.subject = subject
        self.requestHash = requestHash
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    fileprivate static let columns: StaticString =
        "id, requester, subject, request_hash, created_at, expires_at, declined_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        requester = try row.id(1)
        subject = try row.idOrNull(2)
        requestHash = try row.blob(3)
        createdAt = try row.timestamp(4)
        expiresAt = try row.timestamp(5)
        declinedAt = try row.timestampOrNull(6)
    }
}

extension Transaction {
    /// Adds a request.
    package func addConnectionRequest(_ request: ConnectionRequestRow) throws(StorageError) {
        try run(
            """
            INSERT INTO connection_request (\(literal: ConnectionRequestRow.columns)) VALUES (
                \(request.id.bytes), \(request.requester.bytes), \(request.subject?.bytes), \(request.requestHash),
                \(request.createdAt.milliseconds), \(request.expiresAt.milliseconds),
                \(request.declinedAt?.milliseconds))
            """
        )
    }

    /// One request, or nil.
    package func connectionRequest(_ id: ID<Connection>) throws(StorageError) -> ConnectionRequestRow? {
        try first(
            "SELECT \(literal: ConnectionRequestRow.columns) FROM connection_request WHERE id = \(id.bytes)"
        ).map(ConnectionRequestRow.init)
    }

    /// What somebody asked for since a moment, the oldest first.
    package func connectionRequests(
        by requester: ID<Member>,
        since: Timestamp
    ) throws(StorageError) -> [ConnectionRequestRow] {
        try rows(
            """
            SELECT \(literal: ConnectionRequestRow.columns) FROM connection_request
            WHERE requester = \(requester.bytes) AND created_at > \(since.milliseconds) ORDER BY created_at, id
            """
        ).map(ConnectionRequestRow.init)
    }

    /// Those that wait for a member's answer, the oldest first.
    package func connectionRequests(
        to subject: ID<Member>,
        now: Timestamp
    ) throws(StorageError) -> [ConnectionRequestRow] {
        try rows(
            """
            SELECT \(literal: ConnectionRequestRow.columns) FROM connection_request
            WHERE subject = \(subject.bytes) AND declined_at IS NULL AND expires_at > \(now.milliseconds)
            ORDER BY created_at, id
            """
        ).map(ConnectionRequestRow.init)
    }

    /// Whether a member declined this requester since a moment.
    package func hasDeclined(
        _ subject: ID<Member>,
        _ requester: ID<Member>,
        since: Timestamp
    ) throws(StorageError) -> Bool {
        try first(
            """
            SELECT 1 FROM connection_request
            WHERE subject = \(subject.bytes) AND requester = \(requester.bytes)
                AND declined_at > \(since.milliseconds) LIMIT 1
            """
        ) != nil
    }

    /// Records that a request is declined; its requester is not told.
    package func declineConnectionRequest(_ id: ID<Connection>, now: Timestamp) throws(StorageError) {
        try run("UPDATE connection_request SET declined_at = \(now.milliseconds) WHERE id = \(id.bytes)")
    }

    /// Ends a request before its time.
    package func endConnectionRequest(_ id: ID<Connection>, now: Timestamp) throws(StorageError) {
        try run("UPDATE connection_request SET expires_at = \(now.milliseconds) WHERE id = \(id.bytes)")
    }
}
