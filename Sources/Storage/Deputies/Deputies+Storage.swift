package import Family
package import SQL

/// A machine that notifies the recipients when the hub is silent; the domain knows nothing else of it.
package enum DeputyMachine: Sendable {}

/// What a member said of a deputy, once; what they say later is another.
package enum DeputyChoice: Sendable {}

/// A deputy as stored; its keys stay sealed here.
package struct DeputyRow: Sendable {
    package var id: ID<DeputyMachine>
    package var name: String
    package var hubName: String
    package var keysSealed: [UInt8]
    package var texts: String
    package var pairedAt: Timestamp
    package var generation: Int64
    package var turn: Int64 = 0
    package var heardAt: Timestamp?
    package var endedAt: Timestamp?

    /// Takes its parts as they are.
    package init(
        id: ID<DeputyMachine>,
        name: String,
        hubName: String,
        keysSealed: [UInt8],
        texts: String,
        pairedAt: Timestamp,
        generation: Int64
    ) {
        (self.id, self.name, self.hubName, self.keysSealed) = (id, name, hubName, keysSealed)
        (self.texts, self.pairedAt, self.generation) = (texts, pairedAt, generation)
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        name = try row.text(1)
        hubName = try row.text(2)
        keysSealed = try row.blob(3)
        texts = try row.text(4)
        pairedAt = try row.timestamp(5)
        generation = try row.integer(6)
        turn = try row.integer(7)
        heardAt = try row.timestampOrNull(8)
        endedAt = try row.timestampOrNull(9)
    }

    fileprivate static let columns: StaticString =
        "id, name, hub_name, keys_sealed, texts, paired_at, generation, turn, heard_at, ended_at"
}

/// What a deputy guards, as stored.
package struct DeputyEnvelopeRow: Sendable {
    package var deputy: ID<DeputyMachine>
    /// The incident's name at the deputy.
    package var watch: [UInt8]
    package var member: ID<Member>
    package var alarm: ID<Alarm>
    package var version: Int64
    package var digest: [UInt8]
    package var madeAt: Timestamp
    package var box: [UInt8]
    package var givenSealed: [UInt8]
    package var confirmedAt: Timestamp?
    package var endAt: Timestamp?

    /// Takes its parts as they are.
    package init(
        deputy: ID<DeputyMachine>,
        watch: [UInt8],
        member: ID<Member>,
        alarm: ID<Alarm>,
        version: Int64,
        digest: [UInt8],
        madeAt: Timestamp,
        box: [UInt8],
        givenSealed: [UInt8]
    ) {
        (self.deputy, self.watch, self.member, self.alarm) = (deputy, watch, member, alarm)
        (self.version, self.digest, self.madeAt) = (version, digest, madeAt)
        (self.box, self.givenSealed) = (box, givenSealed)
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        deputy = try row.id(0)
        watch = try row.blob(1)
        member = try row.id(2)
        alarm = try row.id(3)
        version = try row.integer(4)
        digest = try row.blob(5)
        madeAt = try row.timestamp(6)
        box = try row.blob(7)
        givenSealed = try row.blob(8)
        confirmedAt = try row.timestampOrNull(9)
        endAt = try row.timestampOrNull(10)
    }

    fileprivate static let columns: StaticString =
        "deputy, watch, member, alarm, version, digest, made_at, box, given_sealed, confirmed_at, end_at"
}

extension Transaction {
    /// Every deputy, those that were given up and did not hear so too, oldest first.
    package func deputies() throws(StorageError) -> [DeputyRow] {
        try rows("SELECT \(literal: DeputyRow.columns) FROM deputy ORDER BY paired_at, id LIMIT 100").map(
            DeputyRow.init
        )
    }

    /// One deputy.
    package func deputy(_ id: ID<DeputyMachine>) throws(StorageError) -> DeputyRow? {
        try first("SELECT \(literal: DeputyRow.columns) FROM deputy WHERE id = \(id.bytes)").map(DeputyRow.init)
    }

    /// Adds a deputy.
    package func addDeputy(_ deputy: DeputyRow) throws(StorageError) {
        try run(
            """
            INSERT INTO deputy (id, name, hub_name, keys_sealed, texts, paired_at, generation) VALUES (
                \(deputy.id.bytes), \(deputy.name), \(deputy.hubName), \(deputy.keysSealed), \(deputy.texts),
                \(deputy.pairedAt.milliseconds), \(deputy.generation))
            """
        )
    }

    /// Records a deputy's turn, which is later than the one before.
    package func setTurn(_ turn: Int64, heardAt: Timestamp, of deputy: ID<DeputyMachine>) throws(StorageError) {
        try run(
            """
            UPDATE deputy SET turn = \(turn), heard_at = \(heardAt.milliseconds) WHERE id = \(deputy.bytes)
            """
        )
    }

    /// Gives a deputy up: nothing is guarded by it any longer, and it hears so at its next turn.
    package func endDeputy(_ id: ID<DeputyMachine>, now: Timestamp) throws(StorageError) {
        try run("UPDATE deputy SET ended_at = \(now.milliseconds) WHERE id = \(id.bytes) AND ended_at IS NULL")
        try run("DELETE FROM deputy_envelope WHERE deputy = \(id.bytes)")
    }

    /// Begins another life of the hub: what deputies hold of the one before is not ended by not being known.
    package func setDeputyGenerations(_ generation: Int64) throws(StorageError) {
        try run("UPDATE deputy SET generation = \(generation)")
    }

    /// Records whether a member is guarded by a deputy, having read what its operator can read.
    package func setDeputyChoice(
        _ isGuarded: Bool,
        of member: ID<Member>,
        by deputy: ID<DeputyMachine>,
        id: ID<DeputyChoice>,
        now: Timestamp
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO deputy_choice (id, deputy, member, is_guarded, chosen_at) VALUES (
                \(id.bytes), \(deputy.bytes), \(member.bytes), \(isGuarded), \(now.milliseconds))
            ON CONFLICT (deputy, member) DO UPDATE SET
                id = excluded.id, is_guarded = excluded.is_guarded, chosen_at = excluded.chosen_at
            """
        )
    }

    /// Deputies that guard a member by their own word.
    package func guardCount(of member: ID<Member>) throws(StorageError) -> Int {
        let row = try first(
            """
            SELECT count(*) FROM deputy_choice JOIN deputy ON deputy.id = deputy_choice.deputy
            WHERE deputy_choice.member = \(member.bytes) AND is_guarded = 1 AND ended_at IS NULL
            """
        )
        return Int(try row?.integer(0) ?? 0)
    }

    /// Takes back what a member said of every deputy.
    package func removeDeputyChoices(of member: ID<Member>) throws(StorageError) {
        try run("DELETE FROM deputy_choice WHERE member = \(member.bytes)")
    }

    /// Whether a member is guarded by a deputy; nil where they were not asked.
    package func deputyChoice(
        of member: ID<Member>,
        by deputy: ID<DeputyMachine>
    ) throws(StorageError) -> Bool? {
        try first(
            """
            SELECT is_guarded FROM deputy_choice WHERE deputy = \(deputy.bytes) AND member = \(member.bytes)
            """
        )?.bool(0)
    }

    /// How many members said that a deputy guards them.
    package func guardedCount(by deputy: ID<DeputyMachine>) throws(StorageError) -> Int {
        let row = try first("SELECT count(*) FROM deputy_choice WHERE deputy = \(deputy.bytes) AND is_guarded = 1")
        return Int(try row?.integer(0) ?? 0)
    }

    /// The envelopes of a deputy.
    package func deputyEnvelopes(of deputy: ID<DeputyMachine>) throws(StorageError) -> [DeputyEnvelopeRow] {
        try rows(
            """
            SELECT \(literal: DeputyEnvelopeRow.columns) FROM deputy_envelope WHERE deputy = \(deputy.bytes)
            ORDER BY watch LIMIT 200
            """
        ).map(DeputyEnvelopeRow.init)
    }

    /// The envelopes of a member, at every deputy.
    package func deputyEnvelopes(about member: ID<Member>) throws(StorageError) -> [DeputyEnvelopeRow] {
        try rows(
            """
            SELECT \(literal: DeputyEnvelopeRow.columns) FROM deputy_envelope WHERE member = \(member.bytes)
            ORDER BY deputy, watch LIMIT 400
            """
        ).map(DeputyEnvelopeRow.init)
    }

    /// Members with something running that a deputy is known to guard.
    package func membersGuarded() throws(StorageError) -> [ID<Member>] {
        try rows(
            "SELECT DISTINCT member FROM deputy_envelope WHERE confirmed_at IS NOT NULL AND end_at IS NULL LIMIT 1000"
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// Adds an envelope, or replaces it by its next version; whether it was confirmed stays.
    package func setDeputyEnvelope(_ row: DeputyEnvelopeRow) throws(StorageError) {
        try run(
            """
            INSERT INTO deputy_envelope (\(literal: DeputyEnvelopeRow.columns)) VALUES (
                \(row.deputy.bytes), \(row.watch), \(row.member.bytes), \(row.alarm.bytes), \(row.version),
                \(row.digest), \(row.madeAt.milliseconds), \(row.box), \(row.givenSealed),
                \(row.confirmedAt?.milliseconds), \(row.endAt?.milliseconds))
            ON CONFLICT (deputy, watch) DO UPDATE SET version = excluded.version, digest = excluded.digest,
                made_at = excluded.made_at, box = excluded.box, given_sealed = excluded.given_sealed,
                end_at = excluded.end_at
            """
        )
    }

    /// Records when a deputy is told that something is over, the first time alone.
    package func setDeputyEnd(at moment: Timestamp, of row: DeputyEnvelopeRow) throws(StorageError) {
        try run(
            """
            UPDATE deputy_envelope SET end_at = \(moment.milliseconds)
            WHERE deputy = \(row.deputy.bytes) AND watch = \(row.watch) AND end_at IS NULL
            """
        )
    }

    /// Records that a deputy holds a version; whether that was not known before.
    package func confirmDeputyEnvelope(
        _ watch: [UInt8],
        version: Int64,
        of deputy: ID<DeputyMachine>,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        try run(
            """
            UPDATE deputy_envelope SET confirmed_at = \(now.milliseconds)
            WHERE deputy = \(deputy.bytes) AND watch = \(watch) AND version = \(version) AND confirmed_at IS NULL
            """
        ) > 0
    }

    /// Forgets an envelope that its deputy does not hold any longer.
    package func removeDeputyEnvelope(_ watch: [UInt8], of deputy: ID<DeputyMachine>) throws(StorageError) {
        try run("DELETE FROM deputy_envelope WHERE deputy = \(deputy.bytes) AND watch = \(watch)")
    }

    /// Adds a message that a deputy sent in the hub's place; false where it is there already.
    package func addSentMessage(_ message: OutboxRow, sentAt: Timestamp) throws(StorageError) -> Bool {
        guard try first("SELECT 1 FROM outbox WHERE id = \(message.id.bytes)") == nil else { return false }
        try addMessage(message)
        try endMessage(message.id, isSent: true, keeping: false, now: sentAt)
        return true
    }
}
