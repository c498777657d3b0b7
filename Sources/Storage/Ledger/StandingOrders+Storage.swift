package import Family
package import SQL

/// A standing order as stored.
package struct StandingOrderRow: Sendable {
    package var order: StandingOrder
    package var ledger: ID<Ledger>
    package var giver: ID<LedgerHolder>
    package var payee: ID<LedgerHolder>
    /// Of the order, by its signer.
    package var signature: [UInt8]
    /// What hides its words, and the words; empty where there are none.
    package var salt: [UInt8]
    package var text: String
    /// The occurrence that is paid next, in days since 1970-01-01.
    package var nextDay: Int64
    package var isAnnounced: Bool
    /// When the hub has to look at it again.
    package var deadline: Timestamp

    package init(
        order: StandingOrder,
        ledger: ID<Ledger>,
        giver: ID<LedgerHolder>,
        payee: ID<LedgerHolder>,
        signature: [UInt8],
        salt: [UInt8],
        text: String,
        nextDay: Int64,
        isAnnounced: Bool,
        deadline: Timestamp
    ) {
        self.order = order
        self.ledger = ledger
        self.giver = giver
        self.payee = payee
        self.signature = signature
        self.salt = salt
        self.text = text
        self.nextDay = nextDay
        self.isAnnounced = isAnnounced
        self.deadline = deadline
    }

    fileprivate static let columns: StaticString =
        "terms, ledger, belongs_to, paid_to, signature, salt, text, next_day, is_announced, deadline"

    fileprivate init(_ row: Row) throws(StorageError) {
        guard let order = StandingOrder(bytes: try row.blob(0)) else {
            throw StorageError(.corrupt, "a standing order cannot be read")
        }
        self.order = order
        ledger = try row.id(1)
        giver = try row.id(2)
        payee = try row.id(3)
        signature = try row.blob(4)
        salt = try row.blob(5)
        text = try row.text(6)
        nextDay = try row.integer(7)
        isAnnounced = try row.bool(8)
        deadline = try row.timestamp(9)
    }
}

/// A held amount that somebody has to decide on, as stored.
package struct OpenDecisionRow: Sendable {
    package var ledger: ID<Ledger>
    /// The transfer that holds.
    package var hold: ID<LedgerCommand>
    package var asker: ID<LedgerHolder>
    package var endsAt: Timestamp?

    package init(ledger: ID<Ledger>, hold: ID<LedgerCommand>, asker: ID<LedgerHolder>, endsAt: Timestamp?) {
        self.ledger = ledger
        self.hold = hold
        self.asker = asker
        self.endsAt = endsAt
    }

    fileprivate static let columns: StaticString = "ledger, id, belongs_to, ends_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        ledger = try row.id(0)
        hold = try row.id(1)
        asker = try row.id(2)
        endsAt = try row.integerOrNull(3).map { Timestamp(milliseconds: $0) }
    }
}

extension Transaction {
    /// One order, or nil.
    package func standingOrder(_ id: ID<StandingOrder>) throws(StorageError) -> StandingOrderRow? {
        try first("SELECT \(literal: StandingOrderRow.columns) FROM standing_order WHERE id = \(id.bytes)")
            .map(StandingOrderRow.init)
    }

    /// The orders of a ledger, in the order in which they came.
    package func standingOrders(of ledger: ID<Ledger>) throws(StorageError) -> [StandingOrderRow] {
        try rows(
            """
            SELECT \(literal: StandingOrderRow.columns) FROM standing_order
            WHERE ledger = \(ledger.bytes) ORDER BY id
            """
        ).map(StandingOrderRow.init)
    }

    /// Orders whose deadline has come, the longest overdue first; one that cannot be read is left out.
    package func standingOrdersDue(now: Timestamp, limit: Int) throws(StorageError) -> [ID<StandingOrder>] {
        try rows(
            """
            SELECT id FROM standing_order WHERE deadline <= \(now.milliseconds) ORDER BY deadline LIMIT \(limit)
            """
        ).map { row throws(StorageError) in try row.id(0) }
    }

    /// Adds an order, or replaces how far it has come.
    package func save(_ row: StandingOrderRow) throws(StorageError) {
        try run(
            """
            INSERT INTO standing_order (id, \(literal: StandingOrderRow.columns)) VALUES (
                \(row.order.id.bytes), \(row.order.bytes), \(row.ledger.bytes), \(row.giver.bytes),
                \(row.payee.bytes), \(row.signature), \(row.salt), \(row.text), \(row.nextDay),
                \(row.isAnnounced ? 1 : 0), \(row.deadline.milliseconds))
            ON CONFLICT (id) DO UPDATE SET
                next_day = excluded.next_day, is_announced = excluded.is_announced, deadline = excluded.deadline
            """
        )
    }

    /// Looks at an order again later, whatever it says.
    package func putOffStandingOrder(_ id: ID<StandingOrder>, until moment: Timestamp) throws(StorageError) {
        try run("UPDATE standing_order SET deadline = \(moment.milliseconds) WHERE id = \(id.bytes)")
    }

    /// Ends an order.
    package func removeStandingOrder(_ id: ID<StandingOrder>) throws(StorageError) {
        try run("DELETE FROM standing_order WHERE id = \(id.bytes)")
    }

    /// The sums of a ledger above which another adult has to agree.
    package func approvalSums(of ledger: ID<Ledger>) throws(StorageError) -> [Asset.Number: Amount] {
        let found = try rows("SELECT asset, amount FROM approval_sum WHERE ledger = \(ledger.bytes)")
        var sums: [Asset.Number: Amount] = [:]
        for row in found { sums[try row.asset(0)] = try row.amount(1) }
        return sums
    }

    /// The sum of one asset, and since when it holds; nil where there is none.
    package func approvalSum(
        of ledger: ID<Ledger>,
        _ asset: Asset.Number
    ) throws(StorageError) -> (amount: Amount, setAt: Timestamp)? {
        let row = try first(
            SQL(
                prepared: "SELECT amount, set_at FROM approval_sum WHERE ledger = $1 AND asset = $2",
                [.blob(ledger.bytes), .integer(Int64(asset.rawValue))]
            )
        )
        guard let row else { return nil }
        return (try row.amount(0), try row.timestamp(1))
    }

    /// Replaces the sum of one asset, which holds from now on unless it is what it was; nil takes it away.
    package func setApprovalSum(
        _ amount: Amount?,
        for asset: Asset.Number,
        of ledger: ID<Ledger>,
        now: Timestamp
    ) throws(StorageError) {
        let number = Int64(asset.rawValue)
        guard let amount else {
            try run("DELETE FROM approval_sum WHERE ledger = \(ledger.bytes) AND asset = \(number)")
            return
        }
        try run(
            """
            INSERT INTO approval_sum (ledger, asset, amount, set_at) VALUES (
                \(ledger.bytes), \(number), \(amount.storedBytes), \(now.milliseconds))
            ON CONFLICT (ledger, asset) DO UPDATE SET amount = excluded.amount,
                set_at = CASE WHEN approval_sum.amount = excluded.amount THEN approval_sum.set_at ELSE excluded.set_at END
            """
        )
    }

    /// What somebody gives away in a day alone.
    package func dayLimits(of holder: ID<LedgerHolder>) throws(StorageError) -> [Asset.Number: Amount] {
        let found = try rows(
            SQL(prepared: "SELECT asset, amount FROM day_limit WHERE belongs_to = $1", [.blob(holder.bytes)])
        )
        var limits: [Asset.Number: Amount] = [:]
        for row in found { limits[try row.asset(0)] = try row.amount(1) }
        return limits
    }

    /// Replaces somebody's limit of one asset; nil takes it away.
    package func setDayLimit(
        _ amount: Amount?,
        for asset: Asset.Number,
        of holder: ID<LedgerHolder>
    ) throws(StorageError) {
        let number = Int64(asset.rawValue)
        guard let amount else {
            try run("DELETE FROM day_limit WHERE belongs_to = \(holder.bytes) AND asset = \(number)")
            return
        }
        try run(
            """
            INSERT INTO day_limit (belongs_to, asset, amount) VALUES (\(holder.bytes), \(number), \(amount.storedBytes))
            ON CONFLICT (belongs_to, asset) DO UPDATE SET amount = excluded.amount
            """
        )
    }

    /// What waits for somebody's word in a ledger, in the order in which it was asked for.
    package func openDecisions(in ledger: ID<Ledger>) throws(StorageError) -> [OpenDecisionRow] {
        try rows(
            "SELECT \(literal: OpenDecisionRow.columns) FROM open_decision WHERE ledger = \(ledger.bytes) ORDER BY id"
        ).map(OpenDecisionRow.init)
    }

    /// One of them, or nil.
    package func openDecision(
        _ hold: ID<LedgerCommand>,
        in ledger: ID<Ledger>
    ) throws(StorageError) -> OpenDecisionRow? {
        try first(
            """
            SELECT \(literal: OpenDecisionRow.columns) FROM open_decision
            WHERE ledger = \(ledger.bytes) AND id = \(hold.bytes)
            """
        ).map(OpenDecisionRow.init)
    }

    /// Those whose time is over, the longest first.
    package func decisionsDue(now: Timestamp, limit: Int) throws(StorageError) -> [OpenDecisionRow] {
        try rows(
            """
            SELECT \(literal: OpenDecisionRow.columns) FROM open_decision
            WHERE ends_at <= \(now.milliseconds) ORDER BY ends_at LIMIT \(limit)
            """
        ).map(OpenDecisionRow.init)
    }

    /// Lets something wait for somebody's word.
    package func add(_ decision: OpenDecisionRow) throws(StorageError) {
        try run(
            """
            INSERT INTO open_decision (\(literal: OpenDecisionRow.columns)) VALUES (
                \(decision.ledger.bytes), \(decision.hold.bytes), \(decision.asker.bytes),
                \(decision.endsAt?.milliseconds))
            """
        )
    }

    /// It was decided, or nobody can any more.
    package func removeDecision(_ hold: ID<LedgerCommand>, in ledger: ID<Ledger>) throws(StorageError) {
        try run("DELETE FROM open_decision WHERE ledger = \(ledger.bytes) AND id = \(hold.bytes)")
    }

    /// The family of a ledger, or nil.
    package func family(of ledger: ID<Ledger>) throws(StorageError) -> ID<FamilyGroup>? {
        try first("SELECT family FROM ledger WHERE id = \(ledger.bytes)").map { row throws(StorageError) in
            try row.id(0)
        }
    }

    /// Somebody as their ledger calls them, or nil.
    package func ledgerHolder(_ id: ID<LedgerHolder>) throws(StorageError) -> LedgerHolderRow? {
        try first("SELECT id, member, role FROM ledger_holder WHERE id = \(id.bytes)").map(LedgerHolderRow.init)
    }
}

extension Row {
    fileprivate func asset(_ column: Column) throws(StorageError) -> Asset.Number {
        Asset.Number(UInt32(truncatingIfNeeded: try integer(column)))
    }

    fileprivate func amount(_ column: Column) throws(StorageError) -> Amount {
        let bytes = try blob(column)
        guard bytes.count == 16 else { throw StorageError(.corrupt, "an amount is not 16 bytes long") }
        return Amount(storedBytes: bytes[...])
    }
}
