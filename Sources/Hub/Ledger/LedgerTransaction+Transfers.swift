import Crypto
import Family
import LedgerLog
import SQL
import Storage

extension LedgerTransaction {
    /// The key with which somebody asks: the one of their device that has signed, or the hub's for them.
    mutating func signer(
        of holder: LedgerHolderRow,
        given signature: TransferRequest.Signature?
    ) throws -> LedgerSigner {
        guard let signature else { return try hubSigner(of: holder) }
        guard let key = try part.key(signature.key), key.holding.holder == holder.id,
            !key.isRevoked
        else { throw WalletRefusal.keyUnknown }
        return LedgerSigner(
            key: signature.key,
            signatory: .holder(holder.id, holder.role),
            secret: nil,
            given: LedgerSignature(key: signature.key, bytes: signature.bytes),
            keeping: .device
        )
    }

    /// A memo with its salt: the device's, the one of the first time, or a new one.
    func memo(
        _ words: String?,
        of id: ID<LedgerCommand>,
        given signature: TransferRequest.Signature?
    ) throws -> LedgerText? {
        guard let words else { return nil }
        if let signature { return LedgerText(salt: signature.noteSalt, text: words) }
        guard let (_, leaf, _) = try part.answered(id),
            let note = try transaction.ledgerNote(leaf, in: row.id)
        else { return text(words) }
        return LedgerText(salt: note.salt, text: words)
    }

    /// The transfer that a request asks for.
    ///
    /// Of one that was asked before, the parts that the hub chose then, so that a repeat is the same. Who is to be paid
    /// and has no account gets one.
    mutating func transfer(
        _ id: ID<LedgerCommand>,
        _ request: TransferRequest,
        by signer: LedgerSigner,
        note: LedgerText?
    ) throws -> Transfer {
        guard try part.hasAsset(request.asset) else { throw WalletRefusal.assetUnknown }
        let debit = try account(request.from, request.asset)
        let credit = try paidBefore(id, request) ?? account(request.to, request.asset)
        var validUntil = request.signature?.validUntil ?? now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds)
        var digest = note?.digest ?? .none
        if request.signature == nil, case (let before, _, _)? = try part.answered(id),
            case .transfer(let first) = before.command
        {
            validUntil = first.validUntil
            // Of what was refused no words are kept.
            if !before.outcome.isDone, note != nil, first.note != .none { digest = first.note }
        }
        let hold = try hold(request, of: id, from: debit, to: credit, by: signer, validUntil)
        return Transfer(
            id: id,
            debit: debit?.id ?? request.from.account,
            credit: credit?.id ?? request.to.account,
            asset: request.asset,
            amount: request.amount,
            kind: .of(debit, credit),
            phase: hold.isHeld ? .hold : .single,
            isAtMost: request.isAtMost,
            validUntil: validUntil,
            holdUntil: hold.until,
            signer: signer.key,
            note: digest
        )
    }

    /// Refuses to pay oneself, or somebody of another family, who has no account here (D3).
    ///
    /// Of strangers no answer tells whether there are such.
    func checkPayee(_ end: TransferRequest.End, of payer: MemberRow) throws {
        guard case .member(let member) = end else { return }
        guard member != payer.id else { throw WalletRefusal.payeeOneself }
        if let payee = try transaction.member(member), payee.disabledAt == nil {
            if payee.family == payer.family { return }
            guard
                try transaction.connection(viewer: payer.id, subject: member) == nil,
                try transaction.connection(viewer: member, subject: payer.id) == nil
            else { throw WalletRefusal.payeeElsewhere }
        }
        throw WalletRefusal.payeeUnknown
    }

    /// The account that a member was paid into when the same was asked before, whichever is their first one now.
    private func paidBefore(_ id: ID<LedgerCommand>, _ request: TransferRequest) throws -> Account? {
        guard case .member(let member) = request.to, let record = try part.answered(id)?.record,
            case .transfer(let first) = record.command,
            let account = try part.account(first.credit),
            let holder = try transaction.ledgerHolder(member, in: row.id), account.owner == holder.id
        else { return nil }
        return account
    }

    /// The account that is meant; nil for one that the ledger does not know, of which it has to speak.
    private mutating func account(_ end: TransferRequest.End, _ asset: Asset.Number) throws -> Account? {
        switch end {
        case .cash:
            return try transaction.familyAccount(.cash, asset, in: row.id)?.account
        case .account(let id):
            return try part.account(id)
        case .member(let member):
            return try payeeAccount(member, asset)
        }
    }
}

extension TransferRequest.End {
    /// The account that was named, or one that there is not.
    fileprivate var account: ID<Account> {
        if case .account(let id) = self { id } else { ID(high: 0, low: 0) }
    }
}
