package import Family
package import SQL

/// Something that was taken back: a token, a key, a connection, or what a member was let in by.
package struct RevocationRow: Hashable, Sendable {
    /// What it was, as the schema names it.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        /// Told by the hash of a token or code, or by its identity: what came back once never comes again. A link to a
        /// clock stands for a live link and its viewers, and for wallets of coins too.
        case device, clockLink, passkey, recoveryCode, ledgerKey, connection
        /// Told by the connection or outside contact, or by whose it was: what came later counts alone.
        case sharing, authenticator, password, pin, member, watch

        /// Whether it is told by whose it was; nothing is kept of who is not there any more.
        var isOfMember: Bool {
            switch self {
            case .authenticator, .password, .pin, .member, .watch: true
            case .device, .clockLink, .passkey, .recoveryCode, .ledgerKey, .connection, .sharing: false
            }
        }
    }

    /// Numbers grow.
    package var id: Int64
    package var kind: Kind
    package var what: [UInt8]
    /// Of `sharing`: what the connection shows since, and until when; of a contact 0 where they ended it, 1 where their
    /// member removed them; of a wallet of coins how often its password or limit was changed.
    package var precision: Int64?
    package var expiresAt: Int64?

    package init(id: Int64, kind: Kind, what: [UInt8], precision: Int64? = nil, expiresAt: Int64? = nil) {
        self.id = id
        self.kind = kind
        self.what = what
        self.precision = precision
        self.expiresAt = expiresAt
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.integer(0)
        guard let kind = Kind(rawValue: try row.text(1)) else { throw StorageError(.mismatch, "revocation.kind") }
        self.kind = kind
        what = try row.blob(2)
        precision = try row.integerOrNull(3)
        expiresAt = try row.integerOrNull(4)
    }
}

extension Transaction {
    /// Everything that was taken back lately, in that order.
    package func revocations() throws(StorageError) -> [RevocationRow] {
        try rows("SELECT id, kind, what, precision, expires_at FROM revocation ORDER BY id").map(RevocationRow.init)
    }

    /// The number of the last one that there ever was; 0 before the first.
    package func lastRevocation() throws(StorageError) -> Int64 {
        try lastNumber(givenIn: "revocation")
    }

    /// The same in a database that may be of before anything was noted so.
    package func lastRevocationIfAny() throws(StorageError) -> Int64 {
        guard try hasTable("revocation") else { return 0 }
        return try lastRevocation()
    }

    /// How many members have left.
    package func tombstoneCount() throws(StorageError) -> Int64 {
        try first("SELECT count(*) FROM tombstone")?.integer(0) ?? 0
    }

    /// Adds one, as those are added that the tables see to themselves.
    package func addRevocation(_ kind: RevocationRow.Kind, _ what: [UInt8]) throws(StorageError) {
        try run("INSERT INTO revocation (kind, what) VALUES (\(kind.rawValue), \(what))")
    }

    /// Records that those up to a number are kept beside the backups.
    package func markKept(upTo id: Int64, now: Timestamp) throws(StorageError) {
        try run("UPDATE revocation SET kept_at = \(now.milliseconds) WHERE kept_at IS NULL AND id <= \(id)")
    }

    /// Takes something back once more that a database from a backup still has, and keeps that it was.
    ///
    /// A key of a ledger is the caller's to revoke: that is an entry of its log.
    package func takeBack(_ revocation: RevocationRow, now: Timestamp) throws(StorageError) {
        let (what, at) = (revocation.what, now.milliseconds)
        switch revocation.kind {
        case .device:
            try run("UPDATE device SET revoked_at = \(at) WHERE token_hash = \(what) AND revoked_at IS NULL")
        case .clockLink:
            // Links to a calendar and live links are told so too: by the hash of their token alone. So are consents, deputies and
            // what members said of them, by an identity that the hub made, and wallets of coins, by a byte before theirs.
            try run("DELETE FROM clock_link WHERE token_hash = \(what)")
            try run("DELETE FROM calendar_link WHERE token_hash = \(what)")
            try takeBackCoins(what, count: revocation.precision)
            try run("DELETE FROM coin_consent WHERE id = \(what)")
            try run("DELETE FROM wall_consent WHERE id = \(what)")
            try run("UPDATE deputy_choice SET is_guarded = 0 WHERE id = \(what)")
            if let deputy = ID<DeputyMachine>(bytes: what) { try endDeputy(deputy, now: now) }
            try run("UPDATE live_link SET ended_at = \(at) WHERE token_hash = \(what) AND ended_at IS NULL")
            try run("UPDATE live_viewer SET dropped_at = \(at) WHERE token_hash = \(what) AND dropped_at IS NULL")
        case .passkey: try run("DELETE FROM passkey WHERE id = \(what)")
        case .recoveryCode: try run("DELETE FROM recovery_code WHERE code_hash = \(what)")
        case .connection: try run("DELETE FROM connection WHERE id = \(what)")
        case .sharing:
            try lowerSharing(revocation)
            try takeBackContact(revocation, now: now)
        case .authenticator: try run("DELETE FROM authenticator WHERE member = \(what)")
        case .password: try run("UPDATE member SET password_hash = NULL WHERE id = \(what)")
        case .pin: try run("DELETE FROM safety_pin WHERE member = \(what)")
        case .member: try run("UPDATE member SET disabled_at = \(at) WHERE id = \(what) AND disabled_at IS NULL")
        case .watch: try endWatch(of: what, now: now)
        case .ledgerKey: break
        }
        try run(
            """
            INSERT INTO revocation (kind, what, precision, expires_at)
            SELECT \(revocation.kind.rawValue), \(what), \(revocation.precision), \(revocation.expiresAt)
            WHERE NOT EXISTS (SELECT 1 FROM revocation WHERE what = \(what) AND kind = \(revocation.kind.rawValue)
                AND precision IS NOT DISTINCT FROM \(revocation.precision)
                AND expires_at IS NOT DISTINCT FROM \(revocation.expiresAt))
                AND (\(revocation.kind.isOfMember ? 1 : 0) = 0 OR EXISTS (SELECT 1 FROM member WHERE id = \(what)))
            """
        )
    }

    /// Whose key of a ledger this is, where it still counts: a member's device's.
    package func ownerOfLedgerKey(_ id: ID<LedgerKey>) throws(StorageError) -> ID<Member>? {
        try first(
            """
            SELECT ledger_holder.member FROM ledger_key JOIN ledger_holder ON ledger_holder.id = ledger_key.belongs_to
            WHERE ledger_key.id = \(id.bytes) AND ledger_key.is_revoked = 0
            """
        )?.idOrNull(0)
    }

    private func lowerSharing(_ revocation: RevocationRow) throws(StorageError) {
        let (precision, until) = (revocation.precision ?? 0, revocation.expiresAt)
        try run(
            """
            UPDATE connection SET precision = CASE WHEN precision < \(precision) THEN precision ELSE \(precision) END,
                expires_at = CASE WHEN expires_at <= coalesce(\(until), expires_at) THEN expires_at
                    ELSE \(until) END
            WHERE id = \(revocation.what)
            """
        )
        guard precision > 0 else { return }
        try run(
            "UPDATE live_link SET precision = \(precision) WHERE id = \(revocation.what) AND precision > \(precision)"
        )
    }

    /// Of an outside contact whom the backup would call: their answer ends as they ended it, or they are removed again.
    private func takeBackContact(_ revocation: RevocationRow, now: Timestamp) throws(StorageError) {
        guard let id = ID<Contact>(bytes: revocation.what), let contact = try outsideContact(id) else { return }
        guard revocation.precision == 0 else {
            return try removeOutsideContact(contact.id, keeping: [], now: now)
        }
        try run(
            """
            UPDATE outside_contact SET answered_at = \(now.milliseconds),
                state = CASE state WHEN 'asked' THEN 'declined' ELSE 'ended' END
            WHERE id = \(revocation.what) AND state IN ('asked', 'agreed')
            """
        )
    }

    /// Ends a trip, countdown or alarm that was over when the backup did not know it yet.
    private func endWatch(of member: [UInt8], now: Timestamp) throws(StorageError) {
        let at = now.milliseconds
        try run("DELETE FROM safety_watch WHERE member = \(member) AND active = 1")
        try run("UPDATE alarm SET closed_at = \(at) WHERE member = \(member) AND closed_at IS NULL")
        try run(
            """
            UPDATE trip_detail SET ended_at = \(at)
            WHERE ended_at IS NULL AND trip IN (SELECT id FROM trip WHERE member = \(member))
            """
        )
    }
}
