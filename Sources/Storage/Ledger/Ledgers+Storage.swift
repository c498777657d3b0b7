package import Family
package import SQL

/// A family's ledger as stored.
package struct LedgerRow: Sendable {
    package var id: ID<Ledger>
    package var family: ID<FamilyGroup>
    /// The key by which the hub signs.
    package var systemKey: ID<LedgerKey>
    package var leafCount: Int
    /// The hashes from which the next root is made.
    package var frontier: [UInt8]
    /// The last root, as the hub signed it.
    package var head: String
    /// When the last entry was taken.
    package var lastAt: Timestamp
    /// Which of the hub's ledgers it is, in the high bits of where its entries stand; nil before it is stored.
    fileprivate var ordinal: Int64?

    /// A ledger in which nothing stands yet.
    package init(id: ID<Ledger>, family: ID<FamilyGroup>, systemKey: ID<LedgerKey>, now: Timestamp) {
        self.id = id
        self.family = family
        self.systemKey = systemKey
        leafCount = 0
        frontier = []
        head = ""
        lastAt = now
    }

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        family = try row.id(1)
        systemKey = try row.id(2)
        leafCount = Int(try row.integer(3))
        frontier = try row.blob(4)
        head = try row.text(5)
        lastAt = try row.timestamp(6)
        ordinal = try row.integer(7)
    }
}

/// A leaf as stored.
package struct LeafRow: Sendable {
    package var number: Int
    /// What stands in the tree.
    package var commitment: [UInt8]
    package var salt: [UInt8]
    package var record: [UInt8]

    package init(number: Int, commitment: [UInt8], salt: [UInt8], record: [UInt8]) {
        self.number = number
        self.commitment = commitment
        self.salt = salt
        self.record = record
    }

    /// How many bits of a place say which leaf it is.
    fileprivate static let numberBits: Int64 = 40
    fileprivate static let countMax = 1 << numberBits

    /// Of the columns place, commitment, salt and record.
    fileprivate init(_ row: Row) throws(StorageError) {
        number = Int(try row.integer(0)) & (LeafRow.countMax - 1)
        commitment = try row.blob(1)
        salt = try row.blob(2)
        record = try row.blob(3)
    }
}

/// What the row of a leaf says beside it, of the command that it answers.
package struct AnswerRow: Sendable {
    package var command: ID<LedgerCommand>
    /// What became of a hold, or that a payout was reversed.
    package var hold: Ledger.HoldState?
    /// Of a transfer that was done: the last leaf before it that was about the debited account; nil where there is none.
    package var debitBefore: Int?
    /// The same of the credited account.
    package var creditBefore: Int?

    package init(command: ID<LedgerCommand>, hold: Ledger.HoldState?) {
        self.command = command
        self.hold = hold
    }
}

extension LedgerRow {
    /// The change that adds a leaf behind the others, with what there is to say of the command that it answers.
    package func adding(_ leaf: LeafRow, answering answer: AnswerRow?) throws(StorageError) -> SQL {
        guard let ordinal, leaf.number < LeafRow.countMax else {
            throw StorageError(.other, "a leaf of a ledger that is not stored")
        }
        return SQL(
            prepared: """
                INSERT INTO ledger_entry (
                    place, commitment, salt, record, command, hold, debit_before, credit_before
                ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """,
            [
                .integer(ordinal << LeafRow.numberBits | Int64(leaf.number)), .blob(leaf.commitment),
                .blob(leaf.salt), .blob(leaf.record), (answer?.command.bytes).sqlValue,
                (answer?.hold.map { Int($0.rawValue) }).sqlValue, (answer?.debitBefore).sqlValue,
                (answer?.creditBefore).sqlValue,
            ]
        )
    }
}

/// What was written to an entry in words.
package struct LedgerNoteRow: Sendable {
    package var leaf: Int
    package var holder: ID<LedgerHolder>?
    package var salt: [UInt8]
    package var text: String

    package init(leaf: Int, holder: ID<LedgerHolder>?, salt: [UInt8], text: String) {
        self.leaf = leaf
        self.holder = holder
        self.salt = salt
        self.text = text
    }
}

extension Transaction {
    private static let ledgerColumns: StaticString =
        "id, family, system_key, leaf_count, frontier, head, last_at, ordinal"

    /// A family's ledger, or nil where it has none yet.
    package func ledger(of family: ID<FamilyGroup>) throws(StorageError) -> LedgerRow? {
        try first("SELECT \(literal: Self.ledgerColumns) FROM ledger WHERE family = \(family.bytes)").map(
            LedgerRow.init
        )
    }

    /// The last root of a ledger, as the hub signed it; nil where there is no such ledger.
    package func ledgerHead(of ledger: ID<Ledger>) throws(StorageError) -> String? {
        try first(SQL(prepared: "SELECT head FROM ledger WHERE id = $1", [.blob(ledger.bytes)]))?.text(0)
    }

    /// Every ledger of the hub, in the order of their families.
    package func ledgers() throws(StorageError) -> [LedgerRow] {
        try rows("SELECT \(literal: Self.ledgerColumns) FROM ledger ORDER BY family").map(LedgerRow.init)
    }

    /// Adds a ledger, and answers it as it stands there.
    package func add(_ ledger: LedgerRow) throws(StorageError) -> LedgerRow {
        var ledger = ledger
        ledger.ordinal = try returning(
            """
            INSERT INTO ledger (id, family, system_key, leaf_count, frontier, head, last_at, ordinal) VALUES (
                \(ledger.id.bytes), \(ledger.family.bytes), \(ledger.systemKey.bytes), \(ledger.leafCount),
                \(ledger.frontier), \(ledger.head), \(ledger.lastAt.milliseconds),
                (SELECT coalesce(max(ordinal), 0) + 1 FROM ledger))
            RETURNING ordinal
            """
        ).first?.integer(0)
        return ledger
    }

    /// Replaces what changes of a ledger with every entry.
    package func save(_ ledger: LedgerRow) throws(StorageError) {
        try post(
            SQL(
                prepared: "UPDATE ledger SET leaf_count = $2, frontier = $3, head = $4, last_at = $5 WHERE id = $1",
                [
                    .blob(ledger.id.bytes), ledger.leafCount.sqlValue, .blob(ledger.frontier), .text(ledger.head),
                    .integer(ledger.lastAt.milliseconds),
                ]
            )
        )
    }

    /// Leaves in their order, from a number on.
    package func leaves(of ledger: ID<Ledger>, from number: Int, limit: Int) throws(StorageError) -> [LeafRow] {
        try rows(
            """
            SELECT place, commitment, salt, record FROM ledger_entry
            WHERE place >= (SELECT ordinal << 40 FROM ledger WHERE id = \(ledger.bytes)) + \(number)
                AND place < (SELECT (ordinal + 1) << 40 FROM ledger WHERE id = \(ledger.bytes))
            ORDER BY place LIMIT \(limit)
            """
        ).map(LeafRow.init)
    }

    /// Says what became of a hold.
    package func setHold(
        _ id: ID<LedgerCommand>,
        _ hold: Ledger.HoldState?,
        in ledger: ID<Ledger>
    ) throws(StorageError) {
        try run(
            """
            UPDATE ledger_entry SET hold = \(hold.map { Int64($0.rawValue) })
            WHERE place >> 40 = (SELECT ordinal + 0 FROM ledger WHERE id = \(ledger.bytes)) AND command = \(id.bytes)
            """
        )
    }

    /// What was answered to a command, in which leaf that stands, and since when; nil for one that was never asked.
    package func answered(
        _ id: ID<LedgerCommand>,
        in ledger: ID<Ledger>
    ) throws(StorageError) -> (record: Ledger.Record, leaf: Int, at: Timestamp)? {
        let row = try first(
            SQL(
                // The sum is a value of no column, which the index over a sum can be asked for.
                prepared: """
                    SELECT record, hold, place FROM ledger_entry
                    WHERE place >> 40 = (SELECT ordinal + 0 FROM ledger WHERE id = $1) AND command = $2
                    """,
                [.blob(ledger.bytes), .blob(id.bytes)]
            )
        )
        guard let row else { return nil }
        guard let entry = LedgerEntry(bytes: try row.blob(0)), case .command(let command) = entry.event else {
            throw StorageError(.corrupt, "a leaf of a ledger is no command")
        }
        let hold = try row.integerOrNull(1).flatMap { Ledger.HoldState(rawValue: UInt8(truncatingIfNeeded: $0)) }
        return (
            Ledger.Record(command: command, outcome: entry.outcome, hold: hold),
            Int(try row.integer(2)) & (LeafRow.countMax - 1), entry.at
        )
    }

    /// A command after which no other of a ledger comes, by its identity: the greatest that was ever asked, or none.
    package func latestCommand(in ledger: ID<Ledger>) throws(StorageError) -> ID<LedgerCommand> {
        try first(
            """
            SELECT command FROM ledger_entry
            WHERE place >> 40 = (SELECT ordinal + 0 FROM ledger WHERE id = \(ledger.bytes)) AND command IS NOT NULL
            ORDER BY command DESC LIMIT 1
            """
        )?.id(0) ?? ID(high: 0, low: 0)
    }

    /// A leaf that changed an account, and the one before it; nil for another leaf.
    func posting(
        _ number: Int,
        of account: ID<Account>,
        in ledger: ID<Ledger>
    ) throws(StorageError) -> (leaf: LeafRow, before: Int?)? {
        let row = try first(
            SQL(
                prepared: """
                    SELECT place, commitment, salt, record, debit_before, credit_before FROM ledger_entry
                    WHERE place = (SELECT ordinal << 40 FROM ledger WHERE id = $1) + $2
                    """,
                [.blob(ledger.bytes), .integer(Int64(number))]
            )
        )
        guard let row else { return nil }
        let leaf = try LeafRow(row)
        guard let entry = LedgerEntry(bytes: leaf.record), case .command(.transfer(let transfer)) = entry.event,
            entry.outcome.isDone, transfer.debit == account || transfer.credit == account
        else { return nil }
        return (leaf, try row.integerOrNull(transfer.debit == account ? 4 : 5).map { Int($0) })
    }

    /// Keeps the words of an entry.
    package func addNote(_ note: LedgerNoteRow, in ledger: ID<Ledger>) throws(StorageError) {
        try run(
            """
            INSERT INTO ledger_note (ledger, leaf, belongs_to, salt, text) VALUES (
                \(ledger.bytes), \(note.leaf), \(note.holder?.bytes), \(note.salt), \(note.text))
            """
        )
    }

    /// The words of an entry; nil where there were none, or they were forgotten.
    package func ledgerNote(_ leaf: Int, in ledger: ID<Ledger>) throws(StorageError) -> LedgerNoteRow? {
        let row = try first(
            "SELECT belongs_to, salt, text FROM ledger_note WHERE ledger = \(ledger.bytes) AND leaf = \(leaf)"
        )
        guard let row else { return nil }
        return LedgerNoteRow(leaf: leaf, holder: try row.idOrNull(0), salt: try row.blob(1), text: try row.text(2))
    }
}
