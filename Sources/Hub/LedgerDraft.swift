import Crypto
import Family
import LedgerLog
import SQL
import Storage

/// Entries that are worked out before the writer's turn: what transfers come to after one head of the ledger.
///
/// It is made while an earlier one is still on its way to the disk, from what that one leaves behind. It counts only if
/// the ledger then has the head that it was made for; otherwise it is thrown away, and the transfers are asked for anew
/// in the writer's turn.
struct LedgerDraft: Sendable {
    /// The head that the ledger must have.
    let head: String
    /// The ledger as this leaves it, with its head.
    let row: LedgerRow
    /// What stores the entries and the sums of the accounts that they change.
    let changes: [SQL]
    let notes: [LedgerNoteRow]
    let taken: [TakenTransfer]
    /// Whose accounts it changes.
    let owners: Set<ID<LedgerHolder>>
    /// The keys that signed.
    let keys: Set<ID<LedgerKey>>
    /// Of which assets something was to leave the payer's own accounts.
    let assetsGiven: Set<Asset.Number>
    /// Who was paid, once for each transfer.
    let payees: [ID<LedgerHolder>]
}

extension LedgerMemory {
    /// Takes transfers that a device has signed, and goes on behind them.
    ///
    /// Nil where one of them is not plain, or not all that it names is known; the memory is of no use then. Plain is what
    /// moves at once between two accounts, by a key that signs for their owner.
    mutating func draft(_ batch: VerifiedTransfers, outside: Outside) throws(StorageError) -> LedgerDraft? {
        let (head, now) = (row.head, max(outside.now(), row.lastAt))
        var salts = outside.random(LogLeaf.saltCount * batch.transfers.count)[...]
        var (changes, notes, taken): ([SQL], [LedgerNoteRow], [TakenTransfer]) = ([], [], [])
        changes.reserveCapacity(batch.transfers.count)
        taken.reserveCapacity(batch.transfers.count)
        var (given, payees): (Set<Asset.Number>, [ID<LedgerHolder>]) = ([], [])
        for one in batch.transfers {
            guard let (debit, credit) = plainEnds(of: one, by: batch.signatory) else { return nil }
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
            taken.append(TakenTransfer(outcome: outcome, first: outcome, hold: nil, leaf: leaf.number, at: now))
            changes.append(try row.adding(leaf, answering: answer))
            // What the family owns is never one's own.
            if debit.owner == nil || debit.owner != credit.owner { given.insert(one.transfer.asset) }
            if outcome.isDone {
                if let note = one.note {
                    notes.append(
                        LedgerNoteRow(leaf: leaf.number, holder: batch.holder, salt: note.salt, text: note.text)
                    )
                }
                if let payee = credit.owner, payee != batch.holder { payees.append(payee) }
            }
        }
        guard row.sign(frontier, by: system, now: now) else { return nil }
        let saving = try known.takeUnsaved()
        return LedgerDraft(
            head: head,
            row: row,
            changes: changes + saving.changes,
            notes: notes,
            taken: taken,
            owners: saving.owners,
            keys: Set(batch.transfers.map(\.signature.key)),
            assetsGiven: given,
            payees: payees
        )
    }

    /// The accounts of a transfer that is plain and certainly new.
    private func plainEnds(
        of one: VerifiedTransfers.One,
        by signatory: Signatory
    ) -> (debit: Account, credit: Account)? {
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
}
