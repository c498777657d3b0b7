import Crypto
import Family
import LedgerLog
import Storage

/// Entries that are worked out before the writer's turn: what transfers come to after one head of the ledger.
///
/// It is made while an earlier one is still on its way to the disk, from what that one leaves behind. It counts only if
/// the ledger then has the head that it was made for; otherwise it is thrown away, and the transfers are asked for anew
/// in the writer's turn.
struct LedgerDraft: Sendable {
    /// A leaf, and what stands beside it.
    struct Leaf: Sendable {
        let row: LeafRow
        let answer: AnswerRow
        let note: LedgerNoteRow?
    }

    /// The head that the ledger must have.
    let head: String
    /// The ledger as this leaves it, with its head.
    let row: LedgerRow
    let leaves: [Leaf]
    /// The accounts that it changes, with the last leaf about each.
    let accounts: [(account: Account, lastLeaf: Int?)]
    let taken: [TakenTransfer]
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
    mutating func draft(_ batch: VerifiedTransfers, outside: Outside) -> LedgerDraft? {
        let (head, now) = (row.head, max(outside.now(), row.lastAt))
        var salts = outside.random(LogLeaf.saltCount * batch.transfers.count)[...]
        var (leaves, taken): ([LedgerDraft.Leaf], [TakenTransfer]) = ([], [])
        leaves.reserveCapacity(batch.transfers.count)
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
            var note: LedgerNoteRow?
            // What the family owns is never one's own.
            if debit.owner == nil || debit.owner != credit.owner { given.insert(one.transfer.asset) }
            if outcome.isDone {
                note = one.note.map {
                    LedgerNoteRow(leaf: leaf.number, holder: batch.holder, salt: $0.salt, text: $0.text)
                }
                if let payee = credit.owner, payee != batch.holder { payees.append(payee) }
            }
            leaves.append(LedgerDraft.Leaf(row: leaf, answer: answer, note: note))
        }
        guard row.sign(frontier, by: system, now: now) else { return nil }
        return LedgerDraft(
            head: head,
            row: row,
            leaves: leaves,
            accounts: known.takeUnsaved(),
            taken: taken,
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
