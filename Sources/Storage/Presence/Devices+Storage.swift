package import Family
package import SQL

/// A device as stored.
package struct DeviceRow: Sendable {
    package var id: ID<Device>
    package var member: ID<Member>
    package var name: String
    package var passphraseSealed: [UInt8]?
    /// Whether OwnTracks on this device is shown the people its member sees exactly.
    package var friends = false
    package var createdAt: Timestamp
    package var heardAt: Timestamp?
    package var revokedAt: Timestamp?
    /// How far its clock runs ahead of the hub's; nil while too little was heard to tell.
    package var clockAheadMilliseconds: Int64?
    /// Whether its positions are its member's; a thing's are not.
    package var follows = true
    /// Whether it is a Traccar server, which speaks for trackers.
    package var forwards = false
    /// Whether a guardian of its member was shown its token.
    package var isKnownToGuardian = false

    package init(id: ID<Device>, member: ID<Member>, name: String, createdAt: Timestamp) {
        self.id = id
        self.member = member
        self.name = name
        self.createdAt = createdAt
    }

    fileprivate static let columns: StaticString =
        """
        id, member, name, passphrase_sealed, friends, created_at, heard_at, revoked_at, clock_ahead, follows, forwards,
        token_shared
        """

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        name = try row.text(2)
        passphraseSealed = try row.blobOrNull(3)
        friends = try row.bool(4)
        createdAt = try row.timestamp(5)
        heardAt = try row.timestampOrNull(6)
        revokedAt = try row.timestampOrNull(7)
        clockAheadMilliseconds = try row.integerOrNull(8)
        follows = try row.bool(9)
        forwards = try row.bool(10)
        isKnownToGuardian = try row.bool(11)
    }
}

extension Transaction {
    /// Adds a device under the hash of its token.
    package func addDevice(_ device: DeviceRow, tokenHash: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO device (\(literal: DeviceRow.columns), token_hash) VALUES (
                \(device.id.bytes), \(device.member.bytes), \(device.name), \(device.passphraseSealed),
                \(device.friends),
                \(device.createdAt.milliseconds), \(device.heardAt?.milliseconds),
                \(device.revokedAt?.milliseconds), \(device.clockAheadMilliseconds), \(device.follows),
                \(device.forwards), \(device.isKnownToGuardian), \(tokenHash))
            """
        )
    }

    /// One device, revoked or not; nil where there is none.
    package func device(_ id: ID<Device>) throws(StorageError) -> DeviceRow? {
        try first("SELECT \(literal: DeviceRow.columns) FROM device WHERE id = \(id.bytes)").map(DeviceRow.init)
    }

    /// The device that this token belongs to, while neither it nor its member is shut out.
    package func device(tokenHash: [UInt8]) throws(StorageError) -> DeviceRow? {
        try first(
            """
            SELECT \(literal: DeviceRow.columns) FROM device
            WHERE token_hash = \(tokenHash) AND revoked_at IS NULL
                AND EXISTS (SELECT 1 FROM member WHERE member.id = device.member AND member.disabled_at IS NULL)
            """
        ).map(DeviceRow.init)
    }

    /// A member's devices that are not revoked, in the order they were added.
    package func devices(of member: ID<Member>) throws(StorageError) -> [DeviceRow] {
        try rows(
            """
            SELECT \(literal: DeviceRow.columns) FROM device WHERE member = \(member.bytes) AND revoked_at IS NULL ORDER BY id
            """
        ).map(DeviceRow.init)
    }

    /// Records when the hub last heard of a device, and how far its clock runs ahead; nil leaves what was known of it.
    package func touchDevice(
        _ id: ID<Device>,
        heardAt: Timestamp,
        clockAheadMilliseconds: Int64? = nil
    ) throws(StorageError) {
        try run(
            """
            UPDATE device SET heard_at = \(heardAt.milliseconds),
                clock_ahead = coalesce(\(clockAheadMilliseconds), clock_ahead)
            WHERE id = \(id.bytes)
            """
        )
    }

    /// Replaces what a member may change of a device.
    package func setDevice(_ device: DeviceRow) throws(StorageError) {
        try run(
            """
            UPDATE device SET name = \(device.name), passphrase_sealed = \(device.passphraseSealed),
                friends = \(device.friends)
            WHERE id = \(device.id.bytes)
            """
        )
    }

    /// Gives a device another token; the one before opens nothing from then on.
    ///
    /// With a token that a guardian knows, a device shows no positions of others (F87).
    package func renewDevice(
        _ id: ID<Device>,
        tokenHash: [UInt8],
        isKnownToGuardian: Bool
    ) throws(StorageError) {
        try run(
            """
            UPDATE device SET token_hash = \(tokenHash), token_shared = \(isKnownToGuardian),
                friends = CASE WHEN \(isKnownToGuardian ? 1 : 0) = 1 THEN 0 ELSE friends END
            WHERE id = \(id.bytes)
            """
        )
    }

    /// Ends a device's right to send, with what it forwards.
    package func revokeDevice(_ id: ID<Device>, now: Timestamp) throws(StorageError) {
        try run(
            "UPDATE device SET revoked_at = coalesce(revoked_at, \(now.milliseconds)) WHERE id = \(id.bytes)"
        )
        try clearRevokedDevice(id)
    }

    /// How a phone app reported before it was asked to report every few seconds; nil while it was not.
    package func usualPace(of device: ID<Device>) throws(StorageError) -> String? {
        try first("SELECT usual_pace FROM device WHERE id = \(device.bytes)")?.textOrNull(0)
    }

    /// Replaces that.
    package func setUsualPace(_ pace: String?, of device: ID<Device>) throws(StorageError) {
        try run("UPDATE device SET usual_pace = \(pace) WHERE id = \(device.bytes)")
    }

    /// The phones that were asked to report every few seconds.
    package func hurriedDevices() throws(StorageError) -> [ID<Device>] {
        try rows("SELECT id FROM device WHERE usual_pace IS NOT NULL")
            .map { row throws(StorageError) in try row.id(0) }
    }
}
