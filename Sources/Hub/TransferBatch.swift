import Bus
package import Family
import SQL
import Storage
import Synchronization

/// Transfers of one member that a device signed, with every signature checked; only the hub makes one.
package struct VerifiedTransfers: Sendable {
    struct One: Sendable {
        let id: ID<LedgerCommand>
        let request: TransferRequest
        let transfer: Transfer
        let signature: LedgerSignature
        /// Its memo, with the salt that the device gave.
        let note: LedgerText?
    }

    let member: ID<Member>
    let ledger: ID<Ledger>
    /// What the member was in it when the signatures were checked.
    let holder: ID<LedgerHolder>
    let role: LedgerRole
    let transfers: [One]

    var signatory: Signatory { .holder(holder, role) }
}

extension Hub {
    /// Checks the signatures of transfers, on the asker's thread and before the writer's turn.
    ///
    /// Throws `WalletRefusal` for the first that is not right.
    package func verify(
        _ requests: [(id: ID<LedgerCommand>, request: TransferRequest)],
        of member: ID<Member>
    ) async throws -> VerifiedTransfers {
        let signed = try await check(requests, by: member)
        let transfers = try zip(requests, signed.transfers).map { asked, transfer in
            guard let signature = asked.request.signature else { throw WalletRefusal.signatureWrong }
            return VerifiedTransfers.One(
                id: asked.id,
                request: asked.request,
                transfer: transfer,
                signature: LedgerSignature(key: signature.key, bytes: signature.bytes),
                note: try Hub.validMemo(asked.request.memo).map { LedgerText(salt: signature.noteSalt, text: $0) }
            )
        }
        return VerifiedTransfers(
            member: member,
            ledger: signed.ledger,
            holder: signed.holder,
            role: signed.role,
            transfers: transfers
        )
    }

    /// Takes verified transfers in one durable transaction and under one signed head; each is answered by itself.
    package func take(_ batch: VerifiedTransfers) async throws -> [LedgerOutcome] {
        try await taken(batch).map(\.outcome)
    }

    /// The same, with where each answer stands.
    ///
    /// What they come to is worked out here, as far as it is known what the ledger will be, while the writer stores what
    /// was before.
    func taken(_ batch: VerifiedTransfers) async throws -> [TakenTransfer] {
        let now = outside.now()
        let line = ledgers.line(of: batch.ledger)
        await line.enter()
        defer { line.leave() }
        let kept = KeptDraft()
        defer { kept.letGo() }
        let (taken, events) = try await database.transaction { handOver in
            // Drafts come to the writer in the order in which they were made.
            line.goOn { memory in
                // What cannot be worked out here is asked for in the writer's turn, which says why.
                (try? memory.draft(batch, outside: outside)) ?? nil
            } handOver: { draft in
                kept.keep(draft)
                handOver { try self.take(batch, kept.draft, on: line, in: $0, now: now) }
            }
        }
        bus.publish(events)
        return taken
    }

    /// Takes transfers as they were worked out before, or anew; answers what is to be published, too.
    private func take(
        _ batch: VerifiedTransfers,
        _ draft: LedgerDraft?,
        on line: LedgerLine,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> ([TakenTransfer], [BusEvent]) {
        guard let row = try transaction.member(batch.member), row.disabledAt == nil else {
            throw WalletRefusal.notFound
        }
        if let draft {
            if let events = try store(draft, of: batch, by: row, in: transaction, now: now) {
                return (draft.taken, events)
            }
            line.breakOff()
        }
        return try atLedger(of: row.family, in: transaction, now: now) { try $0.take(batch, by: row) }
    }

    /// Stores what was worked out before, and answers what is to be published; nil where the ledger, or what the payer is
    /// and may, is no longer what it was made for.
    private func store(
        _ draft: LedgerDraft,
        of batch: VerifiedTransfers,
        by payer: MemberRow,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [BusEvent]? {
        let ledger = draft.row.id
        guard let row = try transaction.ledger(of: payer.family), row.id == ledger, row.head == draft.head,
            let holder = try transaction.ledgerHolder(payer.id, in: ledger), holder.id == batch.holder,
            holder.role == batch.role, holder.role == (payer.isChild(now: now) ? .child : .adult)
        else { return nil }
        for id in draft.keys {
            guard let key = try transaction.ledgerKey(id, in: ledger), !key.isRevoked, key.holding.holder == holder.id
            else { return nil }
        }
        // Where somebody else may have to agree, what was spent today decides.
        if !draft.assetsGiven.isEmpty {
            let limits = try transaction.dayLimits(of: holder.id)
            for asset in draft.assetsGiven {
                guard limits[asset] == nil, try transaction.approvalSum(of: ledger, asset) == nil else { return nil }
            }
        }
        for change in draft.changes { try transaction.run(change) }
        for note in draft.notes { try transaction.addNote(note, in: ledger) }
        var news = LedgerNews()
        news.holders = draft.owners
        try transaction.save(draft.row)
        for payee in draft.payees {
            guard let member = try transaction.ledgerHolder(payee)?.member, member != payer.id else { continue }
            try transaction.addNotice(NoticeRow(.paid, for: member, about: payer.id, outside: outside))
            news.noticed.insert(member)
        }
        return try news.events(in: ledger, transaction)
    }
}

/// What was worked out, until its asker lets go of it: not the writer, for whom all others wait, has to free what it is
/// made of.
private final class KeptDraft: Sendable {
    private let kept = Mutex<LedgerDraft?>(nil)

    var draft: LedgerDraft? { kept.withLock { $0 } }

    func keep(_ draft: LedgerDraft?) { kept.withLock { $0 = draft } }

    func letGo() { keep(nil) }
}

extension LedgerTurn {
    /// Takes verified transfers in the writer's turn.
    fileprivate mutating func take(_ batch: VerifiedTransfers, by payer: MemberRow) throws -> [TakenTransfer] {
        let holder = try holder(of: payer)
        return try batch.transfers.map { one in
            let signer = try signer(of: holder, given: one.request.signature)
            let built = try transfer(one.id, one.request, by: signer, note: one.note)
            // What was signed before the turn is what is asked now.
            guard built == one.transfer else { throw WalletRefusal.signatureWrong }
            return try take(built, one.note, by: signer, of: payer)
        }
    }

    /// Asks for one transfer and tells of it.
    mutating func take(
        _ transfer: Transfer,
        _ note: LedgerText?,
        by signer: LedgerSigner,
        of payer: MemberRow
    ) throws -> TakenTransfer {
        let outcome = try ask([.transfer(transfer)], [note], by: signer)[0]
        if outcome.isDone, !outcome.isRepeat { try announce(transfer, by: payer) }
        let answered = try part.answered(transfer.id)
        let isIt = answered?.record.command == .transfer(transfer)
        return TakenTransfer(
            outcome: outcome,
            first: isIt ? answered?.record.outcome ?? outcome : LedgerOutcome(.idTaken),
            hold: answered?.record.hold,
            leaf: answered?.leaf ?? 0,
            at: answered?.at ?? now
        )
    }
}

/// What came of one of several transfers.
struct TakenTransfer: Sendable {
    /// As it is answered now.
    let outcome: LedgerOutcome
    /// As it was answered the first time, or that another was asked for under its identity.
    let first: LedgerOutcome
    /// Of a hold: what became of it.
    let hold: Ledger.HoldState?
    /// The leaf that says so, and when the hub took it.
    let leaf: Int
    let at: Timestamp
}
