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

/// The hashes of a member's PINs.
package struct SafetyPINRow: Hashable, Sendable {
    /// A first PIN that was set with a second one as the present one, and its own second one: keyed hashes.
    package struct Pretended: Hashable, Sendable {
        package var pin: [UInt8]
        package var duress: [UInt8]

        package init(pin: [UInt8], duress: [UInt8]) {
            (self.pin, self.duress) = (pin, duress)
        }
    }

    package var pinHash: String
    package var duressHash: String
    /// What only looks set, each by the second PIN of the one before.
    package var pretended: [Pretended] = []

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
            SELECT pin_hash, duress_hash, pretended, shadow_hash FROM safety_pin WHERE member = \(member.bytes)
            """
        )
        guard let row else { return nil }
        var pins = SafetyPINRow(pinHash: try row.text(0), duressHash: try row.text(1))
        var bytes = (try row.blobOrNull(2) ?? [])[...]
        while bytes.count >= 64 {
            pins.pretended.append(.init(pin: Array(bytes.prefix(32)), duress: Array(bytes.dropFirst(32).prefix(32))))
            bytes = bytes.dropFirst(64)
        }
        // What an earlier version pretended is known no longer; its second PIN still looks wrong.
        if pins.pretended.isEmpty, try row.textOrNull(3) != nil {
            let unknown = [UInt8](repeating: 0, count: 32)
            pins.pretended = [.init(pin: unknown, duress: unknown)]
        }
        return pins
    }

    /// Replaces all of them.
    package func setSafetyPIN(_ pins: SafetyPINRow, of member: ID<Member>) throws(StorageError) {
        try run(
            """
            INSERT INTO safety_pin (member, pin_hash, duress_hash, pretended) VALUES (
                \(member.bytes), \(pins.pinHash), \(pins.duressHash), \(pins.pretended.flatMap { $0.pin + $0.duress }))
            ON CONFLICT (member) DO UPDATE SET
                pin_hash = excluded.pin_hash, duress_hash = excluded.duress_hash, pretended = excluded.pretended,
                shadow_hash = NULL
            """
        )
    }
}
