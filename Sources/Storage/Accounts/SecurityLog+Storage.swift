package import Family
package import SQL

/// One line of the security log as stored: no identity can be read in it without the hub's keys.
package struct SecurityEventRow: Sendable {
    /// In the order they were written; 0 for one that is not written yet.
    package var id: Int64 = 0
    package var at: Timestamp
    /// What happened, as a camelCase word.
    package var kind: String
    package var memberHash: [UInt8]?
    package var networkHash: [UInt8]?
    package var about: String?

    package init(at: Timestamp, kind: String, memberHash: [UInt8]?, networkHash: [UInt8]?, about: String?) {
        self.at = at
        self.kind = kind
        self.memberHash = memberHash
        self.networkHash = networkHash
        self.about = about
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.integer(0)
        at = try row.timestamp(1)
        kind = try row.text(2)
        memberHash = try row.blobOrNull(3)
        networkHash = try row.blobOrNull(4)
        about = try row.textOrNull(5)
    }
}

extension Transaction {
    /// Adds a line to the security log.
    package func addSecurityEvent(_ event: SecurityEventRow) throws(StorageError) {
        try run(
            """
            INSERT INTO security_event (at, kind, member_hash, network_hash, detail) VALUES (
                \(event.at.milliseconds), \(event.kind), \(event.memberHash), \(event.networkHash), \(event.about))
            """
        )
    }

    /// The lines of the security log after one, oldest first; with a hash, those of one member.
    package func securityEvents(
        after last: Int64,
        memberHash: [UInt8]?,
        limit: Int
    ) throws(StorageError) -> [SecurityEventRow] {
        try rows(
            """
            SELECT id, at, kind, member_hash, network_hash, detail FROM security_event
            WHERE id > \(last) AND (\(memberHash == nil ? 1 : 0) = 1 OR member_hash = \(memberHash))
            ORDER BY id LIMIT \(limit)
            """
        ).map(SecurityEventRow.init)
    }

    /// Forgets lines of the security log from before a moment that are ninety days older than its newest line: the
    /// table refuses to lose others.
    package func removeSecurityEvents(before: Timestamp) throws(StorageError) {
        try run(
            """
            DELETE FROM security_event
            WHERE at <= \(before.milliseconds) AND at <= (SELECT max(at) - 7776000000 FROM security_event)
            """
        )
    }
}
