import Crypto
import Family
import LedgerLog
import SQL
import Storage

/// Entries that are worked out before the writer's turn: what transfers come to after one head of the ledger.
///
/// It is made while an earlier one is still on its way to the disk, from what that one leaves behind. It counts only if
/// the ledger then has the head that it was made for, and those who pay are what they were taken for; otherwise it is
/// thrown away, and the transfers are asked for anew in the writer's turn.
struct LedgerDraft: Sendable {
    /// A member whose transfers are in it, as whom their signatures count.
    struct Payer: Sendable {
        let member: ID<Member>
        let holder: ID<LedgerHolder>
        let role: LedgerRole
        /// The keys that signed.
        var keys: Set<ID<LedgerKey>> = []
        /// Of which assets something was to leave their own accounts.
        var assetsGiven: Set<Asset.Number> = []
    }

    /// Somebody who was paid.
    struct Payment: Sendable {
        let payee: ID<LedgerHolder>
        let payer: ID<Member>
    }

    /// The head that the ledger must have.
    let head: String
    /// The ledger as this leaves it, with its head.
    fileprivate(set) var row: LedgerRow
    /// What stores the entries and the sums of the accounts that they change.
    fileprivate(set) var changes: [SQL] = []
    fileprivate(set) var notes: [LedgerNoteRow] = []
    /// What came of each batch; nil where it is to be asked for in the writer's turn.
    fileprivate(set) var taken: [[TakenTransfer]?] = []
    /// Whose accounts it changes.
    fileprivate(set) var owners: Set<ID<LedgerHolder>> = []
    fileprivate(set) var payers: [ID<Member>: Payer] = [:]
    fileprivate(set) var payments: [Payment] = []

    /// Whether every batch is in it.
    var isWhole: Bool { taken.allSatisfy { $0 != nil } }
}

extension LedgerSnapshot {
    /// Takes transfers that devices have signed, batch by batch, and goes on behind them.
    ///
    /// Left out is a batch of which something is not plain, or not known. Plain is what moves at once between two
    /// accounts, by a key that signs for their owner. Nil where nothing is left or no head can be signed. Then, and where
    /// it throws because something known is not stored, the memory is of no use any more.
    mutating func draft(_ batches: [VerifiedTransfers], outside: HubDependencies) throws(StorageError) -> LedgerDraft? {
        let now = max(outside.now(), row.lastAt)
        var draft = LedgerDraft(head: row.head, row: row)
        draft.changes.reserveCapacity(batches.reduce(0) { $0 + 2 * $1.transfers.count })
        for batch in batches {
            let ends = plainEnds(of: batch, beside: draft.payers[batch.member])
            draft.taken.append(
                try ends.map { ends throws(StorageError) in
                    try execute(batch, ends, into: &draft, now: now, random: outside.random)
                }
            )
        }
        guard draft.taken.contains(where: { $0 != nil }), row.sign(frontier, by: system, now: now) else { return nil }
        let saving = try known.takeUnsaved()
        draft.row = row
        draft.changes += saving.changes
        draft.owners = saving.owners
        return draft
    }

    /// Takes a batch whose transfers are all plain.
    private mutating func execute(
        _ batch: VerifiedTransfers,
        _ ends: [Ends],
        into draft: inout LedgerDraft,
        now: Timestamp,
        random: (Int) -> [UInt8]
    ) throws(StorageError) -> [TakenTransfer] {
        var salts = random(LogLeaf.saltCount * batch.transfers.count)[...]
        var payer =
            draft.payers[batch.member]
            ?? LedgerDraft.Payer(member: batch.member, holder: batch.holder, role: batch.role)
        var taken: [TakenTransfer] = []
        taken.reserveCapacity(batch.transfers.count)
        for (one, (debit, credit)) in zip(batch.transfers, ends) {
            let outcome = known.move(one.transfer, now: now)
            let entry = LedgerEntry(
                at: now,
                event: .command(.transfer(one.transfer)),
                signatures: [one.signature],
                outcome: outcome
            )
            let leaf = append(entry, salt: Array(salts.prefix(LogLeaf.saltCount)))
            salts = salts.dropFirst(LogLeaf.saltCount)
            let answer = known.enter(known.ledger.records[known.ledger.records.count - 1], leaf: leaf.number, at: now)
            draft.changes.append(try row.adding(leaf, answering: answer))
            taken.append(TakenTransfer(outcome: outcome, first: outcome, hold: nil, leaf: leaf.number, at: now))
            payer.keys.insert(one.signature.key)
            // What the family owns is never one's own.
            if debit.owner == nil || debit.owner != credit.owner { payer.assetsGiven.insert(one.transfer.asset) }
            guard outcome.isDone else { continue }
            if let note = one.note {
                draft.notes.append(
                    LedgerNoteRow(leaf: leaf.number, holder: batch.holder, salt: note.salt, text: note.text)
                )
            }
            if let payee = credit.owner, payee != batch.holder {
                draft.payments.append(LedgerDraft.Payment(payee: payee, payer: batch.member))
            }
        }
        draft.payers[batch.member] = payer
        return taken
    }

    private typealias Ends = (debit: Account, credit: Account)

    /// The accounts of a batch's transfers, where all of them are plain and certainly new; nil where one is not.
    private func plainEnds(of batch: VerifiedTransfers, beside payer: LedgerDraft.Payer?) -> [Ends]? {
        guard payer == nil || (payer?.holder == batch.holder && payer?.role == batch.role) else { return nil }
        var ends: [Ends] = []
        ends.reserveCapacity(batch.transfers.count)
        for one in batch.transfers {
            guard let pair = plainEnds(of: one, by: batch.signatory) else { return nil }
            ends.append(pair)
        }
        guard batch.transfers.count == 1 || Set(batch.transfers.map(\.id)).count == batch.transfers.count else {
            return nil
        }
        return ends
    }

    private func plainEnds(of one: VerifiedTransfers.One, by signatory: Signatory) -> Ends? {
        let transfer = one.transfer
        guard transfer.phase == .single, !transfer.isLinked, transfer.reference == nil,
            known.answered(transfer.id) == nil, known.isNew(transfer.id),
            known.ledger.assets.contains(where: { $0.number == transfer.asset }),
            let debit = known.ledger[transfer.debit], let credit = known.ledger[transfer.credit],
            transfer.kind == .of(debit, credit),
            LedgerRules.allows(transfer, from: debit, to: credit, by: signatory)
        else { return nil }
        return (debit, credit)
    }

    /// Adds an entry to the tree.
    private mutating func append(_ entry: LedgerEntry, salt: [UInt8]) -> LeafRow {
        let leaf = LeafRow(entry, number: frontier.count, salt: salt)
        frontier.append(TreeHash.leaf(leaf.commitment))
        return leaf
    }
}

extension LeafRow {
    /// An entry behind so many others, hidden behind a salt.
    init(_ entry: LedgerEntry, number: Int, salt: [UInt8]) {
        let leaf = LogLeaf(salt: salt, record: entry.bytes)
        self.init(number: number, commitment: leaf.commitment, salt: salt, record: leaf.record)
    }

    /// Whether its record is the one for which it stands in the tree.
    var isGenuine: Bool { LogLeaf(salt: salt, record: record).commitment == commitment }
}
