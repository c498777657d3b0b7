import Bus
import Crypto
import Family
import SQL
import Storage

/// What a family's money does by itself: allowances are announced and paid, and what nobody decided on is given back.
///
/// Each order and each hold is a row with a deadline. What is done and the next deadline are written in one transaction,
/// and every payment has the identity of its day, so that a hub that was killed or away pays each day once.
extension Hub {
    private static let moneyAtOnce = 64
    /// Payments of one order in one commit, where a hub was away for long.
    private static let occurrencesAtOnce = 50
    private static let troubledMoneyMilliseconds: Int64 = 3_600_000

    /// Does what is due now, some of it where it is much; called again it goes on.
    package func handleMoneyDeadlines() async {
        let now = outside.now()
        do {
            let (orders, decisions) = try await database.read { transaction in
                (
                    try transaction.standingOrdersDue(now: now, limit: Hub.moneyAtOnce),
                    try transaction.decisionsDue(now: now, limit: Hub.moneyAtOnce)
                )
            }
            for order in orders { await meet(order, now: now) }
            for decision in decisions { await expire(decision, now: now) }
        } catch {
            outside.log(LogEntry(.error, "what is to be paid could not be read", [("reason", safeWords(error))]))
        }
        await handleSavingsGoals()
    }

    /// One that fails holds up no other: it is tried again in an hour.
    private func meet(_ id: ID<StandingOrder>, now: Timestamp) async {
        do {
            let told = try await database.transaction { transaction -> [BusEvent] in
                guard let row = try transaction.standingOrder(id), row.deadline <= now,
                    let family = try transaction.family(of: row.ledger)
                else { return [] }
                return try self.atLedger(of: family, in: transaction, now: now) {
                    try $0.follow(row, atOnce: Hub.occurrencesAtOnce)
                }.1
            }
            bus.publish(told)
        } catch {
            outside.log(LogEntry(.error, "an allowance could not be paid", [("reason", safeWords(error))]))
            await putOff(id, until: now.advanced(byMilliseconds: Hub.troubledMoneyMilliseconds))
        }
    }

    private func putOff(_ id: ID<StandingOrder>, until moment: Timestamp) async {
        do {
            try await database.transaction { try $0.putOffStandingOrder(id, until: moment) }
        } catch {
            outside.log(LogEntry(.error, "an allowance could not be put off", [("reason", safeWords(error))]))
        }
    }

    /// Gives back what was held until now.
    private func expire(_ decision: OpenDecisionRow, now: Timestamp) async {
        do {
            let told = try await database.transaction { transaction -> [BusEvent] in
                guard let family = try transaction.family(of: decision.ledger) else { return [] }
                return try self.atLedger(of: family, in: transaction, now: now) { try $0.expire(decision) }.1
            }
            bus.publish(told)
        } catch {
            outside.log(LogEntry(.error, "what was held could not be given back", [("reason", safeWords(error))]))
        }
    }
}

extension LedgerTransaction {
    /// Pays what is due of an order, announces what comes, and says when to look again.
    fileprivate mutating func follow(_ before: StandingOrderRow, atOnce: Int) throws {
        var row = before
        guard let people = try people(of: row), let zone = outside.zoneRules(row.order.zone) else {
            return try end(row)
        }
        let schedule = row.order.schedule
        let moment = { (day: Int64) in schedule.moment(of: day, offsetSeconds: zone.offsetSeconds) }
        var paid = 0
        while moment(row.nextDay) <= now, paid < atOnce {
            try pay(row, day: row.nextDay, people)
            row.nextDay = schedule.occurrence(onOrAfter: row.nextDay + 1)
            row.isAnnounced = false
            paid += 1
        }
        let next = moment(row.nextDay)
        let announcement = next.advanced(byMilliseconds: -Hub.announcementMilliseconds)
        // What is overdue is paid, not announced.
        if !row.isAnnounced, announcement <= now, next > now {
            try notify(people.payee.id, .allowanceSoon, about: people.giver.id)
            try notify(people.giver.id, .allowanceSoon, about: people.payee.id)
            row.isAnnounced = true
        }
        row.deadline = row.isAnnounced ? next : announcement
        try transaction.save(row)
    }

    /// Giver and payee, while both are in the family, the giver is an adult, and the order is the one that was signed.
    private func people(of row: StandingOrderRow) throws -> (giver: MemberRow, payee: MemberRow)? {
        guard let giver = try member(row.giver), let payee = try member(row.payee), !giver.isChild(now: now),
            let key = try transaction.ledgerKey(row.order.signer, in: row.ledger), !key.isRevoked,
            key.holding.holder == row.giver,
            Ed25519Key.isGenuine(
                row.signature,
                of: row.order.message(in: row.ledger),
                by: key.holding.publicKey
            )
        else { return nil }
        return (giver, payee)
    }

    private func member(_ holder: ID<LedgerHolder>) throws -> MemberRow? {
        guard let id = try transaction.ledgerHolder(holder)?.member, let member = try transaction.member(id),
            member.disabledAt == nil, member.family == row.family
        else { return nil }
        return member
    }

    /// Ends an order that nobody can follow any more; who is still there is told.
    private mutating func end(_ row: StandingOrderRow) throws {
        try transaction.removeStandingOrder(row.order.id)
        for holder in [row.giver, row.payee] {
            guard let member = try member(holder) else { continue }
            try notify(member.id, .allowanceEnded, about: nil)
        }
    }

    /// Pays one day of an order, if it was not paid before.
    private mutating func pay(_ row: StandingOrderRow, day: Int64, _ people: (giver: MemberRow, payee: MemberRow))
        throws
    {
        let id = ID<LedgerCommand>(occurrence: day, of: row.order)
        guard try transaction.answered(id, in: row.ledger) == nil else { return }
        let signer = try hubSigner(of: try holder(of: people.giver))
        guard signer.key == row.order.signer,
            let debit = try transaction.ledgerAccount(row.order.debit, in: row.ledger)?.account
        else { throw StorageError(.corrupt, "a standing order names a key or an account that is not there") }
        let credit = try transaction.ledgerAccount(row.order.credit, in: row.ledger)?.account
        let isHeld = try needsApproval(row.order.amount, from: debit, to: credit, by: signer, countsDay: false)
        let validUntil = now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds)
        let transfer = Transfer(
            id: id,
            debit: row.order.debit,
            credit: row.order.credit,
            asset: row.order.asset,
            amount: row.order.amount,
            kind: .allowance,
            phase: isHeld ? .hold : .single,
            reference: ID(sharing: row.order.id),
            validUntil: validUntil,
            holdUntil: isHeld ? validUntil.advanced(byMilliseconds: Hub.holdMilliseconds) : nil,
            signer: signer.key,
            note: row.order.note
        )
        let text = row.text.isEmpty ? nil : LedgerText(salt: row.salt, text: row.text)
        let outcome = try ask([.transfer(transfer)], [text], by: signer)[0]
        guard outcome.isDone else { return try notify(people.giver.id, .allowanceNotPaid, about: people.payee.id) }
        if isHeld {
            try tellDeciders(of: people.giver)
        } else {
            try notify(people.payee.id, .allowancePaid, about: people.giver.id)
            try putAside(outcome.amount, of: id, paidTo: row.order.credit)
        }
    }

    /// Gives back what nobody decided on in time.
    fileprivate mutating func expire(_ decision: OpenDecisionRow) throws {
        guard let (record, _, _) = try transaction.answered(decision.hold, in: row.id),
            case .transfer(let held) = record.command, record.hold == .held
        else { return try transaction.removeDecision(decision.hold, in: row.id) }
        let expiry = Transfer(
            id: outside.newID(),
            debit: held.debit,
            credit: held.credit,
            asset: held.asset,
            amount: record.outcome.amount,
            kind: held.kind,
            phase: .expire,
            reference: held.id,
            validUntil: now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds),
            signer: system.key
        )
        let outcome = try ask(.transfer(expiry))
        guard outcome.isDone, let asker = try member(decision.asker) else { return }
        try notify(asker.id, .approvalExpired, about: nil)
    }
}

extension ID where Subject == LedgerCommand {
    /// The identity of the payment of one day of an order.
    fileprivate init(occurrence day: Int64, of order: StandingOrder) {
        self.init(hashOf: order.occurrenceMessage(day))
    }

    /// A UUID of version 8 (RFC 9562) made of a hash of a message.
    init(hashOf message: [UInt8]) {
        let digest = SHA256.digest(message)
        func word(_ start: Int) -> UInt64 { digest[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(
            high: word(0) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
            low: word(8) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        )
    }
}
