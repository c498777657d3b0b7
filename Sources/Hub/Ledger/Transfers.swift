import Crypto
package import Family
import LedgerLog
import SQL
import Storage

/// What a member wants to move, before it is checked.
package struct TransferRequest: Hashable, Sendable {
    /// Where an amount comes from or goes to.
    package enum End: Hashable, Sendable {
        /// The family's cash of that asset.
        case cash
        case account(ID<Account>)
        /// Another member's first account of that asset.
        case member(ID<Member>)
    }

    /// What a device has signed: the transfer's own bytes with these parts in it.
    package struct Signature: Hashable, Sendable {
        package var key: ID<LedgerKey>
        package var validUntil: Timestamp
        /// What hides the memo; 16 bytes, empty without one.
        package var noteSalt: [UInt8]
        package var bytes: [UInt8]

        package init(key: ID<LedgerKey>, validUntil: Timestamp, noteSalt: [UInt8], bytes: [UInt8]) {
            self.key = key
            self.validUntil = validUntil
            self.noteSalt = noteSalt
            self.bytes = bytes
        }
    }

    package var from: End
    package var to: End
    package var asset: Asset.Number
    package var amount: Amount
    /// Takes what there is where the amount is more.
    package var isAtMost: Bool
    package var memo: String?
    /// Asks for it to be held until somebody else agrees; a device has to say so where its family wants that.
    package var isHeld: Bool
    /// Nil where the hub signs with the key that it keeps for the member.
    package var signature: Signature?

    package init(
        from: End,
        to: End,
        asset: Asset.Number,
        amount: Amount,
        isAtMost: Bool = false,
        memo: String? = nil,
        isHeld: Bool = false,
        signature: Signature? = nil
    ) {
        self.from = from
        self.to = to
        self.asset = asset
        self.amount = amount
        self.isAtMost = isAtMost
        self.memo = memo
        self.isHeld = isHeld
        self.signature = signature
    }
}

/// What came of a transfer.
package struct TransferInfo: Hashable, Sendable {
    package var transfer: Transfer
    package var outcome: LedgerOutcome
    /// Of a hold: what became of it.
    package var hold: Ledger.HoldState?
    package var memo: String?
    /// The leaf that says so.
    package var leaf: Int
    /// When the hub took it.
    package var at: Timestamp
    /// Where the key is that signed it.
    package var signedBy: LedgerKeyHolding.KeyCustody
}

extension Hub {
    /// How long a signature by the hub's own keeping may be presented, which it does at once.
    static let hubSignatureMilliseconds: Int64 = 60_000
    /// How far ahead a device may sign.
    static let deviceSignatureMilliseconds: Int64 = 600_000
    private static let memoCharactersMax = 200

    /// Moves an amount; a repeat of the same request answers as the first did, and moves nothing.
    ///
    /// One thing is not kept: the refusal of a payment that would have opened an account.
    ///
    /// What a child brings from the cash is held until an adult posts it. The signature is checked before the writer's
    /// turn. What is paid for a wish settles it. Throws `WalletRefusal`, of which `.refused` is written in the log, or
    /// `StorageError`.
    package func transfer(
        _ id: ID<LedgerCommand>,
        by member: ID<Member>,
        _ request: TransferRequest,
        settling wish: ID<MoneyRequest>? = nil
    ) async throws -> TransferInfo {
        let memo = try Hub.validMemo(request.memo)
        if request.signature != nil, wish == nil {
            return try await signedTransfer(id, by: member, request, memo: memo)
        }
        let signed = request.signature == nil ? nil : try await check([(id, request)], by: member).transfers.first
        let info = try await atLedger(of: member) { turn, row -> TransferInfo in
            let holder = try turn.holder(of: row)
            try turn.checkPayee(request.to, of: row)
            let signer = try turn.signer(of: holder, given: request.signature)
            let text = try turn.memo(memo, of: id, given: request.signature)
            let built = try turn.transfer(id, request, by: signer, note: text)
            // What was signed before the turn is what is asked now.
            guard signed == nil || signed == built else { throw WalletRefusal.signatureWrong }
            let taken = try turn.execute(built, text, by: signer, of: row)
            // A refused payment opens no account.
            guard taken.first.result != .idTaken, taken.outcome.isDone || !turn.hasOpenedForPayee else {
                throw WalletRefusal.refused(taken.first)
            }
            if taken.outcome.isDone, let wish { try turn.settle(wish, by: built) }
            return TransferInfo(built, taken, memo: memo, signedBy: signer.keeping)
        }
        guard info.outcome.isDone else { throw WalletRefusal.refused(info.outcome) }
        return info
    }

    /// Moves what a device has signed, as one of a batch.
    private func signedTransfer(
        _ id: ID<LedgerCommand>,
        by member: ID<Member>,
        _ request: TransferRequest,
        memo: String?
    ) async throws -> TransferInfo {
        let batch = try await verify([(id, request)], of: member)
        guard let transfer = batch.transfers.first?.transfer, let taken = try await taken(batch).first else {
            throw WalletRefusal.signatureWrong
        }
        guard taken.first.isDone else { throw WalletRefusal.refused(taken.first) }
        return TransferInfo(transfer, taken, memo: memo, signedBy: .device)
    }

    /// A memo as it is kept, nil where there is none.
    static func validMemo(_ memo: String?) throws(WalletRefusal) -> String? {
        guard let memo, !memo.isEmpty else { return nil }
        guard let memo = trimmed(memo, charactersMax: memoCharactersMax) else { throw .memoTooLong }
        return memo
    }

    /// Checks devices' signatures on the asker's thread, and answers what they signed.
    ///
    /// Throws `WalletRefusal` for the first that is not right.
    func check(
        _ requests: [(id: ID<LedgerCommand>, request: TransferRequest)],
        by member: ID<Member>
    ) async throws -> SignedTransfers {
        let now = outside.now()
        for (_, request) in requests {
            guard let signature = request.signature else { throw WalletRefusal.signatureWrong }
            guard signature.validUntil.milliseconds(since: now) <= Hub.deviceSignatureMilliseconds else {
                throw WalletRefusal.validTooLong
            }
        }
        let (ledger, holder, signed) = try await database.read { transaction in
            guard let row = try transaction.member(member), let ledger = try transaction.ledger(of: row.family),
                let holder = try transaction.ledgerHolder(member, in: ledger.id)
            else { throw WalletRefusal.keyUnknown }
            let part = LedgerPart(of: ledger.id, in: transaction)
            return (
                ledger.id, holder,
                try requests.map {
                    try SignedTransfer($0.id, $0.request, of: holder.id, isChild: row.isChild(now: now), in: part)
                }
            )
        }
        for one in signed {
            let message = LedgerEvent.command(.transfer(one.transfer)).message(in: ledger)
            guard Ed25519Key.isGenuine(one.signature, of: message, by: one.publicKey) else {
                throw WalletRefusal.signatureWrong
            }
        }
        return SignedTransfers(ledger: ledger, holder: holder.id, role: holder.role, transfers: signed.map(\.transfer))
    }
}

/// What a member's devices have signed, and what the member was in the ledger then.
struct SignedTransfers: Sendable {
    let ledger: ID<Ledger>
    let holder: ID<LedgerHolder>
    let role: LedgerRole
    let transfers: [Transfer]
}

/// What a device says that it signed.
private struct SignedTransfer: Sendable {
    let transfer: Transfer
    let signature: [UInt8]
    let publicKey: [UInt8]

    init(
        _ id: ID<LedgerCommand>,
        _ request: TransferRequest,
        of holder: ID<LedgerHolder>,
        isChild: Bool,
        in part: LedgerPart
    ) throws {
        guard let signature = request.signature, case .account(let debit) = request.from,
            case .account(let credit) = request.to
        else { throw WalletRefusal.signatureWrong }
        guard let key = try part.key(signature.key), key.holding.holder == holder, !key.isRevoked else {
            throw WalletRefusal.keyUnknown
        }
        let debitAccount = try part.account(debit)
        let note = try Hub.validMemo(request.memo).map { NoteDigest(salt: signature.noteSalt, text: $0) }
        transfer = Transfer(
            id: id,
            debit: debit,
            credit: credit,
            asset: request.asset,
            amount: request.amount,
            kind: .of(debitAccount, try part.account(credit)),
            phase: isChild && debitAccount?.kind == .cash || request.isHeld ? .hold : .single,
            isAtMost: request.isAtMost,
            validUntil: signature.validUntil,
            holdUntil: request.isHeld ? signature.validUntil.advanced(byMilliseconds: Hub.holdMilliseconds) : nil,
            signer: signature.key,
            note: note ?? .none
        )
        self.signature = signature.bytes
        publicKey = key.holding.publicKey
    }
}

extension TransferInfo {
    /// What came of one that was just asked for.
    fileprivate init(
        _ transfer: Transfer,
        _ taken: TakenTransfer,
        memo: String?,
        signedBy: LedgerKeyHolding.KeyCustody
    ) {
        self.init(
            transfer: transfer,
            outcome: taken.first,
            hold: taken.hold,
            memo: memo,
            leaf: taken.leaf,
            at: taken.at,
            signedBy: signedBy
        )
    }

    /// What a leaf says of a transfer; nil where it is of something else.
    init?(_ leaf: LeafRow, in ledger: ID<Ledger>, _ transaction: Transaction) throws {
        guard let entry = LedgerEntry(bytes: leaf.record), case .command(.transfer(let transfer)) = entry.event else {
            return nil
        }
        self.init(
            transfer: transfer,
            outcome: entry.outcome,
            hold: try transaction.answered(transfer.id, in: ledger)?.record.hold,
            memo: try transaction.ledgerNote(leaf.number, in: ledger)?.text,
            leaf: leaf.number,
            at: entry.at,
            signedBy: try transaction.ledgerKey(transfer.signer, in: ledger)?.holding.keeping ?? .hub
        )
    }
}

extension Transfer.Kind {
    /// What a movement between two accounts is, seen by their kinds and owners.
    static func of(_ debit: Account?, _ credit: Account?) -> Transfer.Kind {
        if debit?.kind == .cash { return .deposit }
        if credit?.kind == .cash { return .withdrawal }
        return debit?.owner == credit?.owner ? .transfer : .payment
    }
}
