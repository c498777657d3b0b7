package import Family
package import SQL

/// A connection as stored.
package struct ConnectionRow: Sendable {
    package var id: ID<Connection>
    package var viewer: ID<Member>
    package var subject: ID<Member>
    package var precision: Precision
    package var expiresAt: Timestamp?
    /// What the code granted when it was redeemed.
    package var grantedPrecision: Precision
    package var grantedUntil: Timestamp?
    package var requestHash: [UInt8]
    /// The hub's change number at the last change.
    package var changed: Int64
    /// What the viewer calls the subject, for themselves alone.
    package var ownName: String?

    /// A connection as a redeemed code makes it.
    package init(
        id: ID<Connection>,
        viewer: ID<Member>,
        subject: ID<Member>,
        precision: Precision,
        expiresAt: Timestamp?,
        requestHash: [UInt8],
        changed: Int64
    ) {
        self.id = id
        self.viewer = viewer
        self.subject = subject
        self.precision = precision
        self.expiresAt = expiresAt
        grantedPrecision = precision
        grantedUntil = expiresAt
        self.requestHash = requestHash
        self.changed = changed
    }

    fileprivate static let columns: StaticString =
        "id, viewer, subject, precision, expires_at, granted_precision, granted_until, request_hash, changed, own_name"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        viewer = try row.id(1)
        subject = try row.id(2)
        precision = try row.precision(3)
        expiresAt = try row.timestampOrNull(4)
        grantedPrecision = try row.precision(5)
        grantedUntil = try row.timestampOrNull(6)
        requestHash = try row.blob(7)
        changed = try row.integer(8)
        ownName = try row.textOrNull(9)
    }
}

/// Somebody who may see a member.
package struct SeerRow: Sendable {
    package var viewer: ID<Member>
    package var connectedAt: Timestamp
    /// Since when they see the member exactly; nil where they see less.
    package var exactSince: Timestamp?

    fileprivate init(_ row: Row) throws(StorageError) {
        viewer = try row.id(0)
        connectedAt = try row.timestamp(1)
        exactSince = try row.timestampOrNull(2)
    }
}

/// A subject's consent waiting to be used.
package struct ConnectCodeRow: Sendable {
    package var member: ID<Member>
    package var codeHash: [UInt8]
    package var precision: Precision
    package var shareExpiresAt: Timestamp?
    package var expiresAt: Timestamp

    package init(
        member: ID<Member>,
        codeHash: [UInt8],
        precision: Precision,
        shareExpiresAt: Timestamp?,
        expiresAt: Timestamp
    ) {
        self.member = member
        self.codeHash = codeHash
        self.precision = precision
        self.shareExpiresAt = shareExpiresAt
        self.expiresAt = expiresAt
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        member = try row.id(0)
        codeHash = try row.blob(1)
        precision = try row.precision(2)
        shareExpiresAt = try row.timestampOrNull(3)
        expiresAt = try row.timestamp(4)
    }
}

extension Transaction {
    /// Replaces a member's connect code.
    package func setConnectCode(_ code: ConnectCodeRow) throws(StorageError) {
        try run(
            """
            INSERT INTO connect_code (member, code_hash, precision, share_expires_at, expires_at)
            VALUES (\(code.member.bytes), \(code.codeHash), \(Int64(code.precision.rawValue)),
                \(code.shareExpiresAt?.milliseconds), \(code.expiresAt.milliseconds))
            ON CONFLICT (member) DO UPDATE SET code_hash = excluded.code_hash, precision = excluded.precision,
                share_expires_at = excluded.share_expires_at, expires_at = excluded.expires_at
            """
        )
    }

    /// A member's connect code, also one that ran out.
    package func connectCode(of member: ID<Member>) throws(StorageError) -> ConnectCodeRow? {
        try first(
            """
            SELECT member, code_hash, precision, share_expires_at, expires_at FROM connect_code
            WHERE member = \(member.bytes)
            """
        ).map(ConnectCodeRow.init)
    }

    /// Removes a member's connect code once it is used.
    package func removeConnectCode(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM connect_code WHERE member = \(member.bytes)")
    }

    /// Adds a connection, or gives the one between these two its new level and identity.
    ///
    /// They know each other since the one before it, where that still showed something; the viewer's name for the subject
    /// stays while that had not run out.
    package func saveConnection(_ connection: ConnectionRow, now: Timestamp) throws(StorageError) {
        let before = try first(
            """
            SELECT created_at, CASE precision WHEN 3 THEN exact_since END FROM connection
            WHERE viewer = \(connection.viewer.bytes) AND subject = \(connection.subject.bytes)
                AND precision > 0 AND coalesce(expires_at, \(Int64.max)) > \(now.milliseconds)
            """
        )
        let createdAt = try before?.timestamp(0) ?? now
        let exactSince = connection.precision == .exact ? try before?.timestampOrNull(1) ?? now : nil
        let ownName = try ownName(of: connection.subject, by: connection.viewer, now: now)
        try run(
            """
            DELETE FROM connection
            WHERE viewer = \(connection.viewer.bytes) AND subject = \(connection.subject.bytes)
            """
        )
        try run(
            """
            INSERT INTO connection (\(literal: ConnectionRow.columns), created_at, exact_since) VALUES (
                \(connection.id.bytes), \(connection.viewer.bytes), \(connection.subject.bytes),
                \(Int64(connection.precision.rawValue)), \(connection.expiresAt?.milliseconds),
                \(Int64(connection.grantedPrecision.rawValue)), \(connection.grantedUntil?.milliseconds),
                \(connection.requestHash), \(connection.changed), \(ownName), \(createdAt.milliseconds),
                \(exactSince?.milliseconds))
            """
        )
    }

    /// One connection, or nil.
    package func connection(_ id: ID<Connection>) throws(StorageError) -> ConnectionRow? {
        try first("SELECT \(literal: ConnectionRow.columns) FROM connection WHERE id = \(id.bytes)").map(
            ConnectionRow.init
        )
    }

    /// The connection by which `viewer` sees `subject`, or nil.
    package func connection(viewer: ID<Member>, subject: ID<Member>) throws(StorageError) -> ConnectionRow? {
        try first(
            """
            SELECT \(literal: ConnectionRow.columns) FROM connection
            WHERE viewer = \(viewer.bytes) AND subject = \(subject.bytes)
            """
        ).map(ConnectionRow.init)
    }

    /// Everyone a member sees, in the order they were connected.
    package func connections(viewer: ID<Member>) throws(StorageError) -> [ConnectionRow] {
        try rows("SELECT \(literal: ConnectionRow.columns) FROM connection WHERE viewer = \(viewer.bytes) ORDER BY id")
            .map(ConnectionRow.init)
    }

    /// Everyone who sees a member, in the order they were connected.
    package func connections(subject: ID<Member>) throws(StorageError) -> [ConnectionRow] {
        try rows(
            "SELECT \(literal: ConnectionRow.columns) FROM connection WHERE subject = \(subject.bytes) ORDER BY id"
        )
        .map(ConnectionRow.init)
    }

    /// Whoever may see anything of a member now, in the order they were connected.
    package func seers(of subject: ID<Member>, now: Timestamp) throws(StorageError) -> [SeerRow] {
        try rows(
            """
            SELECT viewer, created_at, CASE precision WHEN 3 THEN coalesce(exact_since, created_at) END FROM connection
            WHERE subject = \(subject.bytes) AND precision > 0
                AND coalesce(expires_at, \(Int64.max)) > \(now.milliseconds)
            ORDER BY id
            """
        ).map(SeerRow.init)
    }

    /// A connection of a viewer by the request that made it, or was answered by it.
    package func connection(
        viewer: ID<Member>,
        requestHash: [UInt8]
    ) throws(StorageError) -> ConnectionRow? {
        try first(
            """
            SELECT \(literal: ConnectionRow.columns) FROM connection
            WHERE viewer = \(viewer.bytes) AND request_hash = \(requestHash)
            """
        ).map(ConnectionRow.init)
    }

    /// Keeps what another request for a connection is answered, so that a repeat of it is answered the same.
    package func setRequest(of connection: ConnectionRow) throws(StorageError) {
        try run(
            """
            UPDATE connection SET request_hash = \(connection.requestHash),
                granted_precision = \(Int64(connection.grantedPrecision.rawValue)),
                granted_until = \(connection.grantedUntil?.milliseconds)
            WHERE id = \(connection.id.bytes)
            """
        )
    }

    /// Sets what a connection lets through; one that showed nothing any more counts from now on.
    package func setConnection(
        _ id: ID<Connection>,
        precision: Precision,
        expiresAt: Timestamp?,
        changed: Int64,
        now: Timestamp
    ) throws(StorageError) {
        let exactSince = precision == .exact ? now.milliseconds : nil
        let (least, end) = (now.milliseconds, Int64.max)
        try run(
            """
            UPDATE connection SET precision = \(Int64(precision.rawValue)), expires_at = \(expiresAt?.milliseconds),
                created_at = CASE WHEN precision > 0 AND coalesce(expires_at, \(end)) > \(least)
                    THEN created_at ELSE \(least) END,
                exact_since = CASE WHEN \(exactSince == nil ? 1 : 0) = 1 THEN NULL
                    WHEN precision = 3 AND coalesce(expires_at, \(end)) > \(least) THEN coalesce(exact_since, \(least))
                    ELSE \(least) END,
                changed = \(changed)
            WHERE id = \(id.bytes)
            """
        )
    }

    /// Ends a connection.
    package func removeConnection(_ id: ID<Connection>) throws(StorageError) {
        try run("DELETE FROM connection WHERE id = \(id.bytes)")
    }
}

extension Row {
    /// The level in a column.
    func precision(_ column: Column) throws(StorageError) -> Precision {
        guard let raw = UInt8(exactly: try integer(column)), let precision = Precision(rawValue: raw) else {
            throw StorageError(.corrupt, "a connection has no known precision")
        }
        return precision
    }
}
