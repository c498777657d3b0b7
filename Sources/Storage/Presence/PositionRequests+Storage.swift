package import Family
package import SQL

/// A question where somebody is, as stored.
package struct PositionRequestRow: Hashable, Sendable {
    package var requester: ID<Member>
    package var subject: ID<Member>
    package var at: Timestamp

    package init(requester: ID<Member>, subject: ID<Member>, at: Timestamp) {
        self.requester = requester
        self.subject = subject
        self.at = at
    }
}

extension Transaction {
    /// Adds a question.
    package func addPositionRequest(_ row: PositionRequestRow) throws(StorageError) {
        try run(
            """
            INSERT INTO position_request (requester, subject, at)
            VALUES (\(row.requester.bytes), \(row.subject.bytes), \(row.at.milliseconds))
            """
        )
    }

    /// Has a member's questions stand at the ghost of whom they asked.
    package func putGhostInPositionRequests(
        _ ghost: ID<Member>,
        of requester: ID<Member>,
        inPlaceOf subject: ID<Member>
    ) throws(StorageError) {
        try run(
            """
            UPDATE position_request SET subject = \(ghost.bytes)
            WHERE requester = \(requester.bytes) AND subject = \(subject.bytes)
            """
        )
    }

    /// A member's questions after a moment, the first one first.
    package func positionRequests(
        by requester: ID<Member>,
        since: Timestamp
    ) throws(StorageError) -> [PositionRequestRow] {
        try rows(
            """
            SELECT requester, subject, at FROM position_request
            WHERE requester = \(requester.bytes) AND at > \(since.milliseconds) ORDER BY at, subject
            """
        ).map { row throws(StorageError) in
            PositionRequestRow(requester: try row.id(0), subject: try row.id(1), at: try row.timestamp(2))
        }
    }
}
