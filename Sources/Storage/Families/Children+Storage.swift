package import Family
package import SQL

/// What a child is to show somebody, once all have agreed.
package struct SharingProposal: Hashable, Sendable {
    package var precision: Precision
    package var expiresAt: Timestamp?
    package var guardianAgreed: Bool
    package var childAgreed: Bool
    /// The guardian who agreed; nil where it is not known.
    package var guardian: ID<Member>?

    package init(
        precision: Precision,
        expiresAt: Timestamp?,
        guardianAgreed: Bool,
        childAgreed: Bool,
        guardian: ID<Member>? = nil
    ) {
        self.precision = precision
        self.expiresAt = expiresAt
        self.guardianAgreed = guardianAgreed
        self.childAgreed = childAgreed
        self.guardian = guardian
    }
}

/// Hidden hours as stored.
package struct HiddenHoursRow: Sendable {
    package var id: ID<HiddenHours>
    package var member: ID<Member>
    package var viewer: ID<Member>
    package private(set) var hours: HiddenHours
    /// The zone whose wall clock they follow; nil where no adult of the family had chosen one.
    package private(set) var timeZone: TimeZoneName?
    /// What the time zone database says of it, so that no machine reads the hours otherwise.
    package private(set) var zoneFile: [UInt8]?
    /// The guardian who set them; nil where it is not known, or they left the hub.
    package var setBy: ID<Member>?
    package var setAt: Timestamp

    package init(
        id: ID<HiddenHours>,
        member: ID<Member>,
        viewer: ID<Member>,
        hours: HiddenHours,
        setBy: ID<Member>?,
        setAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.viewer = viewer
        self.hours = hours
        self.setBy = setBy
        self.setAt = setAt
    }

    /// Has the hours follow the wall clock of a zone.
    package mutating func follow(_ zone: TimeZoneName, file: [UInt8]) {
        (timeZone, zoneFile, hours.zone) = (zone, file, ZoneRules(file: file))
    }

    fileprivate static let columns: StaticString =
        """
        id, member, viewer, days, from_minute, until_minute, utc_offset_minutes, set_by, set_at, time_zone, zone_file
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        viewer = try row.id(2)
        let hours = HiddenHours(
            days: UInt8(truncatingIfNeeded: try row.integer(3)),
            fromMinute: Int(try row.integer(4)),
            untilMinute: Int(try row.integer(5)),
            utcOffsetMinutes: Int(try row.integer(6))
        )
        // Damaged ones hide the child always: they must not keep an alarm from everybody else.
        self.hours = hours ?? .always
        setBy = try row.idOrNull(7)
        setAt = try row.timestamp(8)
        if let zone = try row.textOrNull(9).flatMap({ TimeZoneName($0) }), let file = try row.blobOrNull(10) {
            follow(zone, file: file)
        }
    }
}

extension Transaction {
    /// What is proposed for a connection, or nil.
    package func proposal(for connection: ID<Connection>) throws(StorageError) -> SharingProposal? {
        let row = try first(
            """
            SELECT precision, expires_at, guardian_agreed, child_agreed, guardian FROM sharing_proposal
            WHERE connection = \(connection.bytes)
            """
        )
        guard let row else { return nil }
        return SharingProposal(
            precision: try row.precision(0),
            expiresAt: try row.timestampOrNull(1),
            guardianAgreed: try row.bool(2),
            childAgreed: try row.bool(3),
            guardian: try row.idOrNull(4)
        )
    }

    /// Proposes something for a connection in place of what was proposed, or nothing any more.
    package func setProposal(for connection: ID<Connection>, _ proposal: SharingProposal?) throws(StorageError) {
        try run("DELETE FROM sharing_proposal WHERE connection = \(connection.bytes)")
        guard let proposal else { return }
        try run(
            """
            INSERT INTO sharing_proposal (connection, precision, expires_at, guardian_agreed, child_agreed, guardian)
            VALUES (\(connection.bytes), \(Int64(proposal.precision.rawValue)), \(proposal.expiresAt?.milliseconds),
                \(proposal.guardianAgreed), \(proposal.childAgreed), \(proposal.guardian?.bytes))
            """
        )
    }

    /// The hours in which a member is hidden, in the order they were made.
    package func hiddenHours(of member: ID<Member>) throws(StorageError) -> [HiddenHoursRow] {
        try rows(
            "SELECT \(literal: HiddenHoursRow.columns) FROM hidden_hours WHERE member = \(member.bytes) ORDER BY id"
        ).map(HiddenHoursRow.init)
    }

    /// Every member with hidden hours.
    package func membersWithHiddenHours() throws(StorageError) -> [ID<Member>] {
        try rows("SELECT DISTINCT member FROM hidden_hours").map { row throws(StorageError) in try row.id(0) }
    }

    /// Replaces all hours in which a member is hidden.
    package func setHiddenHours(of member: ID<Member>, _ rows: [HiddenHoursRow]) throws(StorageError) {
        try run("DELETE FROM hidden_hours WHERE member = \(member.bytes)")
        let ids = Set(rows.map(\.id))
        for request in try guardianRequests(of: member) {
            if case .hours(let id) = request.matter, !ids.contains(id) { try removeGuardianRequest(request.id) }
        }
        for row in rows {
            try run(
                """
                INSERT INTO hidden_hours (\(literal: HiddenHoursRow.columns))
                VALUES (\(row.id.bytes), \(row.member.bytes), \(row.viewer.bytes), \(Int64(row.hours.days)),
                    \(row.hours.fromMinute), \(row.hours.untilMinute), \(row.hours.utcOffsetMinutes),
                    \(row.setBy?.bytes), \(row.setAt.milliseconds), \(row.timeZone?.text), \(row.zoneFile))
                """
            )
        }
    }
}
