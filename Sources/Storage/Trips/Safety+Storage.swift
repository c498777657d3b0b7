package import Family
package import SQL

/// What the hub watches over for one member, as stored; the value itself stays sealed here.
package struct SafetyWatchRow: Sendable {
    package var member: ID<Member>
    package var sealed: [UInt8]
    /// When it must be handed its next deadline.
    package var deadline: Timestamp?
    /// Whether a trip, a countdown or an alarm runs.
    package var isActive: Bool

    package init(member: ID<Member>, sealed: [UInt8], deadline: Timestamp?, isActive: Bool) {
        self.member = member
        self.sealed = sealed
        self.deadline = deadline
        self.isActive = isActive
    }
}

/// The hashes of a member's PINs; the first two are always there.
package struct SafetyPINRow: Hashable, Sendable {
    package var pinHash: String
    package var duressHash: String
    /// What was set where the second PIN was given as the present one; it does what the second one does.
    package var shadowHash: String?
    /// The second PIN that was set there; it does the same.
    package var shadowDuressHash: String?

    package init(pinHash: String, duressHash: String) {
        self.pinHash = pinHash
        self.duressHash = duressHash
    }
}

extension Transaction {
    /// What is watched over for a member; nil for who never set out or called for help.
    package func safetyWatch(of member: ID<Member>) throws(StorageError) -> SafetyWatchRow? {
        guard
            let row = try first("SELECT sealed, deadline, active FROM safety_watch WHERE member = \(member.bytes)")
        else { return nil }
        return SafetyWatchRow(
            member: member,
            sealed: try row.blob(0),
            deadline: try row.timestampOrNull(1),
            isActive: try row.integer(2) != 0
        )
    }

    /// Replaces what is watched over for a member, with its deadline.
    package func setSafetyWatch(_ watch: SafetyWatchRow) throws(StorageError) {
        try run(
            """
            INSERT INTO safety_watch (member, sealed, deadline, active) VALUES (
                \(watch.member.bytes), \(watch.sealed), \(watch.deadline?.milliseconds), \(watch.isActive ? 1 : 0))
            ON CONFLICT (member) DO UPDATE SET
                sealed = excluded.sealed, deadline = excluded.deadline, active = excluded.active
            """
        )
    }

    /// Those whose watch is due, the first ones first.
    package func membersDue(now: Timestamp, limit: Int) throws(StorageError) -> [ID<Member>] {
        try rows(
            """
            SELECT member FROM safety_watch WHERE deadline <= \(now.milliseconds) ORDER BY deadline LIMIT \(limit)
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// When the next watch is due; nil where none is.
    package func nextSafetyDeadline() throws(StorageError) -> Timestamp? {
        try first("SELECT min(deadline) FROM safety_watch WHERE deadline IS NOT NULL")?.timestampOrNull(0)
    }

    /// Those for whom a trip, a countdown or an alarm runs.
    package func membersWatchedOver() throws(StorageError) -> [ID<Member>] {
        try rows("SELECT member FROM safety_watch WHERE active = 1")
            .map { row throws(StorageError) in try row.id(0) }
    }

    /// The hashes of a member's PINs; nil until they set one.
    package func safetyPIN(of member: ID<Member>) throws(StorageError) -> SafetyPINRow? {
        let row = try first(
            """
            SELECT pin_hash, duress_hash, shadow_hash, shadow_duress_hash FROM safety_pin
            WHERE member = \(member.bytes)
            """
        )
        guard let row else { return nil }
        var pins = SafetyPINRow(pinHash: try row.text(0), duressHash: try row.text(1))
        (pins.shadowHash, pins.shadowDuressHash) = (try row.textOrNull(2), try row.textOrNull(3))
        return pins
    }

    /// Replaces all of them.
    package func setSafetyPIN(_ pins: SafetyPINRow, of member: ID<Member>) throws(StorageError) {
        try run(
            """
            INSERT INTO safety_pin (member, pin_hash, duress_hash, shadow_hash, shadow_duress_hash) VALUES (
                \(member.bytes), \(pins.pinHash), \(pins.duressHash), \(pins.shadowHash), \(pins.shadowDuressHash))
            ON CONFLICT (member) DO UPDATE SET
                pin_hash = excluded.pin_hash, duress_hash = excluded.duress_hash, shadow_hash = excluded.shadow_hash,
                shadow_duress_hash = excluded.shadow_duress_hash
            """
        )
    }
}
