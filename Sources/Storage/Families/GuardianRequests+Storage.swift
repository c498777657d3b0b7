package import Family
package import SQL

/// A guardian's request that waits for the agreement of others, as stored.
package struct GuardianRequestRow: Hashable, Sendable {
    /// The act that is asked for.
    package enum Matter: Hashable, Sendable {
        /// Handing the child over by an invite, with what the guardian agreed to.
        case handOver(ID<Invite>, sharing: Precision?, birthYear: Int?)
        /// Removing hidden hours that another guardian set.
        case hours(ID<HiddenHours>)
        /// Showing less to a viewer whom another guardian let see the child.
        case sight(ID<Connection>, Precision)
    }

    package var id: ID<GuardianRequest>
    package var child: ID<Member>
    package var askedBy: ID<Member>
    package var askedAt: Timestamp
    /// When it goes on without those who did not answer; nil where it waits for all of them.
    package var dueAt: Timestamp?
    package var matter: Matter

    package init(
        id: ID<GuardianRequest>,
        child: ID<Member>,
        askedBy: ID<Member>,
        askedAt: Timestamp,
        dueAt: Timestamp? = nil,
        _ matter: Matter
    ) {
        self.id = id
        self.child = child
        self.askedBy = askedBy
        self.askedAt = askedAt
        self.dueAt = dueAt
        self.matter = matter
    }

    fileprivate static let columns: StaticString =
        """
        id, child, asked_by, asked_at, due_at, invite, sharing, birth_year, hours, connection, precision
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        child = try row.id(1)
        askedBy = try row.id(2)
        askedAt = try row.timestamp(3)
        dueAt = try row.timestampOrNull(4)
        if let invite = try row.idOrNull(5, of: Invite.self) {
            let sharing = try row.integerOrNull(6) == nil ? nil : try row.precision(6)
            matter = .handOver(invite, sharing: sharing, birthYear: try row.integerOrNull(7).map(Int.init))
        } else if let hours = try row.idOrNull(8, of: HiddenHours.self) {
            matter = .hours(hours)
        } else {
            matter = .sight(try row.id(9), try row.precision(10))
        }
    }
}

extension Transaction {
    /// Adds a request of a guardian, in place of the same one from before.
    package func addGuardianRequest(_ request: GuardianRequestRow) throws(StorageError) {
        for same in try guardianRequests(of: request.child)
        where same.askedBy == request.askedBy && same.matter.isLike(request.matter) {
            try removeGuardianRequest(same.id)
        }
        var (invite, hours, connection) = ([UInt8]?.none, [UInt8]?.none, [UInt8]?.none)
        var (sharing, precision) = (Precision?.none, Precision?.none)
        var year: Int?
        switch request.matter {
        case .handOver(let id, let shown, let birthYear): (invite, sharing, year) = (id.bytes, shown, birthYear)
        case .hours(let id): hours = id.bytes
        case .sight(let id, let level): (connection, precision) = (id.bytes, level)
        }
        try run(
            """
            INSERT INTO guardian_request (\(literal: GuardianRequestRow.columns)) VALUES (
                \(request.id.bytes), \(request.child.bytes), \(request.askedBy.bytes),
                \(request.askedAt.milliseconds), \(request.dueAt?.milliseconds), \(invite),
                \(sharing.map { Int64($0.rawValue) }), \(year.map(Int64.init)), \(hours), \(connection),
                \(precision.map { Int64($0.rawValue) }))
            """
        )
    }

    /// One request, or nil.
    package func guardianRequest(_ id: ID<GuardianRequest>) throws(StorageError) -> GuardianRequestRow? {
        try first("SELECT \(literal: GuardianRequestRow.columns) FROM guardian_request WHERE id = \(id.bytes)")
            .map(GuardianRequestRow.init)
    }

    /// The requests about a child, oldest first.
    package func guardianRequests(of child: ID<Member>) throws(StorageError) -> [GuardianRequestRow] {
        try rows(
            "SELECT \(literal: GuardianRequestRow.columns) FROM guardian_request WHERE child = \(child.bytes) ORDER BY id"
        ).map(GuardianRequestRow.init)
    }

    /// The requests that go on now without those who did not answer.
    package func guardianRequestsDue(now: Timestamp, limit: Int) throws(StorageError) -> [GuardianRequestRow] {
        try rows(
            """
            SELECT \(literal: GuardianRequestRow.columns) FROM guardian_request
            WHERE due_at <= \(now.milliseconds) ORDER BY due_at LIMIT \(limit)
            """
        ).map(GuardianRequestRow.init)
    }

    /// Has a request go on at a moment without those who did not answer.
    package func setDue(_ id: ID<GuardianRequest>, _ at: Timestamp) throws(StorageError) {
        try run("UPDATE guardian_request SET due_at = \(at.milliseconds) WHERE id = \(id.bytes)")
    }

    /// Removes a request with the agreements to it.
    package func removeGuardianRequest(_ id: ID<GuardianRequest>) throws(StorageError) {
        try run("DELETE FROM guardian_request WHERE id = \(id.bytes)")
    }

    /// Removes all that waits about a child.
    package func removeGuardianRequests(of child: ID<Member>) throws(StorageError) {
        for request in try guardianRequests(of: child) { try removeGuardianRequest(request.id) }
    }

    /// Records that a guardian agreed.
    package func agree(to request: ID<GuardianRequest>, by guardian: ID<Member>) throws(StorageError) {
        try run(
            """
            INSERT INTO guardian_agreement (request, guardian) VALUES (\(request.bytes), \(guardian.bytes))
            ON CONFLICT DO NOTHING
            """
        )
    }

    /// The guardians who agreed to a request.
    package func agreed(to request: ID<GuardianRequest>) throws(StorageError) -> Set<ID<Member>> {
        Set(
            try rows("SELECT guardian FROM guardian_agreement WHERE request = \(request.bytes)")
                .map { row throws(StorageError) in try row.id(0) }
        )
    }

    /// The guardian who let a viewer see a child, and when.
    package func arrangement(of connection: ID<Connection>) throws(StorageError) -> Guardianship.Arrangement? {
        try first("SELECT set_by, set_at FROM connection WHERE id = \(connection.bytes)").map {
            row throws(StorageError) in
            Guardianship.Arrangement(setBy: try row.idOrNull(0), setAt: try row.timestamp(1))
        }
    }

    /// Records the guardian who let a viewer see a child.
    package func setArrangement(
        of connection: ID<Connection>,
        _ arrangement: Guardianship.Arrangement
    ) throws(StorageError) {
        try run(
            """
            UPDATE connection SET set_by = \(arrangement.setBy?.bytes), set_at = \(arrangement.setAt.milliseconds)
            WHERE id = \(connection.bytes)
            """
        )
    }

    /// Moves what waits for guardians by a step of the clock (F80): no hand-over comes sooner for setting it.
    package func moveGuardianRequests(byMilliseconds step: Int64) throws(StorageError) {
        try run("UPDATE guardian_request SET asked_at = asked_at + \(step), due_at = due_at + \(step)")
    }
}

extension GuardianRequestRow.Matter {
    /// Whether one takes the place of the other.
    fileprivate func isLike(_ other: Self) -> Bool {
        switch (self, other) {
        case (.handOver, .handOver): true
        case (.hours(let one), .hours(let two)): one == two
        case (.sight(let one, _), .sight(let two, _)): one == two
        default: false
        }
    }
}
