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
    package func execute(_ batch: VerifiedTransfers) async throws -> [LedgerOutcome] {
        try await taken(batch).map(\.outcome)
    }

    /// The same, with where each answer stands.
    ///
    /// What they come to is worked out here, as far as it is known what the ledger will be, while the writer stores what
    /// was before; those who come meanwhile go together.
    func taken(_ batch: VerifiedTransfers) async throws -> [TakenTransfer] {
        let line = ledgers.line(of: batch.ledger)
        var word = await line.enter(batch)
        if case .leader(let others) = word { word = await lead(batch, with: others, on: line) }
        if case .answered(let taken) = word { return try taken.get() }
        defer { line.leave() }
        return try await atLedger(of: batch.member) { try $0.execute(batch, by: $1) }
    }

    /// Has transfers worked out and stored with those of others, and says what becomes of one's own.
    private func lead(
        _ batch: VerifiedTransfers,
        with others: [WaitingTransfers],
        on line: LedgerPipeline
    ) async -> LedgerPipeline.Word {
        let (batches, now) = ([batch] + others.map(\.batch), outside.now())
        let kept = KeptDraft()
        defer {
            kept.letGo()
            line.leave()
        }
        do {
            let events = try await database.transaction { handOver in
                // Drafts come to the writer in the order in which they were made.
                line.prepareNext { memory in
                    // What cannot be worked out here is asked for in the writer's turn, where all can be read.
                    (try? memory.draft(batches, outside: outside)) ?? nil
                } handOver: { draft in
                    kept.keep(draft)
                    handOver { try self.store(kept.draft, on: line, in: $0, now: now) }
                }
            }
            if let events { bus.publish(events) }
            // Nothing of it is stored where there are no events.
            let taken = events == nil ? [] : kept.draft?.taken ?? []
            return line.notify(taken, to: others)
        } catch let damage as StorageError where damage.code == .corrupt {
            // What cannot be read may be about one of them alone: each is told by itself.
            line.invalidate()
            return line.notify([], to: others)
        } catch {
            line.invalidate()
            for other in others { other.continuation.resume(returning: .answered(.failure(error))) }
            return .answered(.failure(error))
        }
    }
}

extension Hub {
    /// Stores what was worked out before, and answers what is to be published; nil where the ledger, or what a payer is
    /// and may, is no longer what it was made for.
    private func store(
        _ draft: LedgerDraft?,
        on line: LedgerPipeline,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [BusEvent]? {
        guard let draft else { return nil }
        guard try transaction.ledgerHead(of: draft.row.id) == draft.head,
            try draft.payers.values.allSatisfy({ try mayPay($0, in: draft.row, transaction, now: now) })
        else {
            line.invalidate()
            return nil
        }
        let ledger = draft.row.id
        try transaction.run(draft.changes)
        for note in draft.notes { try transaction.addNote(note, in: ledger) }
        var news = LedgerPostCommit()
        news.holders = draft.owners
        try transaction.save(draft.row)
        for payment in draft.payments {
            guard let member = try transaction.ledgerHolder(payment.payee)?.member, member != payment.payer else {
                continue
            }
            try transaction.addNotice(NoticeRow(.paid, for: member, about: payment.payer, outside: outside))
            news.noticed.insert(member)
        }
        return try news.events(in: ledger, transaction)
    }

    /// Whether a member is still what their transfers were taken for, and nobody else has to agree.
    private func mayPay(
        _ payer: LedgerDraft.Payer,
        in ledger: LedgerRow,
        _ transaction: Transaction,
        now: Timestamp
    ) throws -> Bool {
        guard let member = try transaction.member(payer.member), member.disabledAt == nil,
            member.family == ledger.family,
            let holder = try transaction.ledgerHolder(member.id, in: ledger.id), holder.id == payer.holder,
            holder.role == payer.role, holder.role == (member.isChild(now: now) ? .child : .adult)
        else { return false }
        for id in payer.keys {
            guard let key = try transaction.ledgerKey(id, in: ledger.id), !key.isRevoked,
                key.holding.holder == holder.id
            else { return false }
        }
        guard !payer.assetsGiven.isEmpty else { return true }
        // Where somebody else may have to agree, what was spent today decides.
        let limits = try transaction.dayLimits(of: holder.id)
        return try payer.assetsGiven.allSatisfy { asset in
            try limits[asset] == nil && transaction.approvalSum(of: ledger.id, asset) == nil
        }
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

extension LedgerTransaction {
    /// Takes verified transfers in the writer's turn.
    fileprivate mutating func execute(_ batch: VerifiedTransfers, by payer: MemberRow) throws -> [TakenTransfer] {
        let holder = try holder(of: payer)
        return try batch.transfers.map { one in
            let signer = try signer(of: holder, given: one.request.signature)
            let built = try transfer(one.id, one.request, by: signer, note: one.note)
            // What was signed before the turn is what is asked now.
            guard built == one.transfer else { throw WalletRefusal.signatureWrong }
            return try execute(built, one.note, by: signer, of: payer)
        }
    }

    /// Asks for one transfer and tells of it.
    mutating func execute(
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
