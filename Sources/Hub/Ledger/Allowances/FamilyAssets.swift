package import Family
import LedgerLog
import SQL
import Storage

/// An asset of a family with what its adults made of it.
package struct FamilyAssetInfo: Hashable, Sendable {
    package var number: Asset.Number
    package var name: String
    package var scale: UInt8
    /// Whether adults may make it; what is no mint's comes from cash.
    package var hasMint: Bool
    /// What was made so far, less what was given back; nil without a mint.
    package var minted: Amount?
}

/// What an adult wants to have made, and for whom.
package struct MintRequest: Hashable, Sendable {
    package var payee: ID<Member>
    package var asset: Asset.Number
    package var amount: Amount
    package var memo: String?

    /// The amount is one of the asset's smallest units at least.
    package init(payee: ID<Member>, asset: Asset.Number, amount: Amount, memo: String? = nil) {
        (self.payee, self.asset, self.amount, self.memo) = (payee, asset, amount, memo)
    }
}

extension Hub {
    /// Assets of one family, its first two included.
    package static let assetsMax = 50
    /// More decimals than any coin has.
    package static let assetScaleMax: UInt8 = 18
    private static let assetNameCharactersMax = 40

    /// The assets of a family, for everybody in it.
    ///
    /// Throws `FamilyRefusal.notFound` for anybody else.
    package func familyAssets(_ family: ID<FamilyGroup>, for member: ID<Member>) async throws -> [FamilyAssetInfo] {
        try await database.read { transaction in
            guard let row = try transaction.member(member), row.family == family else { throw FamilyRefusal.notFound }
            return try transaction.ledger(of: family).map { try transaction.assets(of: $0.id) } ?? []
        }
    }

    /// Adds an asset of the family's own, which its adults make; a repeat of the same request answers as the first did.
    ///
    /// Throws `FamilyRefusal`, `MoneyRefusal`, or `StorageError`.
    package func addAsset(
        _ id: ID<LedgerCommand>,
        to family: ID<FamilyGroup>,
        by member: ID<Member>,
        name: String,
        scale: Int
    ) async throws -> FamilyAssetInfo {
        guard let name = shownName(name, charactersMax: Hub.assetNameCharactersMax) else {
            throw MoneyRefusal.assetNameInvalid
        }
        guard let scale = UInt8(exactly: scale), scale <= Hub.assetScaleMax else { throw MoneyRefusal.scaleTooLarge }
        return try await atLedger(of: member) { turn, row in
            _ = try turn.transaction.adult(member, of: family, now: turn.now)
            let assets = try turn.assets()
            if let before = try turn.transaction.answered(id, in: turn.row.id)?.record {
                guard case .define(let definition) = before.command, before.outcome.isDone,
                    let known = assets.first(where: { $0.number == definition.asset.number }),
                    known.name == name, known.scale == scale
                else { throw MoneyRefusal.idUsedOtherwise }
                return known
            }
            guard assets.count < Hub.assetsMax else { throw MoneyRefusal.tooManyAssets }
            let isTaken = assets.contains { $0.name.lowercased() == name.lowercased() } || name.lowercased() == "cash"
            guard !isTaken else { throw MoneyRefusal.assetNameTaken }
            let last = assets.map(\.number).max() ?? .coin
            let number = max(Asset.Number.firstOwn, Asset.Number(last.rawValue + 1))
            let signer = try turn.hubSigner(of: try turn.holder(of: row))
            let text = turn.text(name)
            let asset = Asset(number: number, scale: scale)
            let definition = AssetDefinition(id: id, asset: asset, note: text.digest)
            let mint = AccountOpening(id: turn.outside.newID(), asset: number, kind: .mint, owner: nil, floor: .none)
            for (command, text) in [(LedgerCommand.define(definition), text), (.open(mint), nil)] {
                let outcome = try turn.ask([command], [text], by: signer)[0]
                guard outcome.isDone else { throw MoneyRefusal.refused(outcome) }
            }
            return FamilyAssetInfo(number: number, name: name, scale: scale, hasMint: true, minted: .zero)
        }
    }

    /// Makes some of an asset for somebody of the family, at an adult's word, which stands beside the hub's signature.
    ///
    /// Everybody in the family is told. Beyond what the family lets one adult do, it waits for another. A repeat of the
    /// same request answers as the first did. Throws `FamilyRefusal`, `MoneyRefusal`, or `StorageError`.
    package func mint(
        _ id: ID<LedgerCommand>,
        in family: ID<FamilyGroup>,
        by member: ID<Member>,
        _ request: MintRequest
    ) async throws -> TransferInfo {
        let memo = try Hub.validMemo(request.memo)
        guard request.amount != .zero else { throw MoneyRefusal.amountZero }
        let info = try await atLedger(of: member) { turn, row -> TransferInfo in
            _ = try turn.transaction.adult(member, of: family, now: turn.now)
            guard let paid = try turn.transaction.member(request.payee), paid.family == family, paid.disabledAt == nil
            else {
                throw MoneyRefusal.notFound
            }
            guard let mint = try turn.transaction.familyAccount(.mint, request.asset, in: turn.row.id)?.account else {
                throw try turn.assets().contains { $0.number == request.asset }
                    ? MoneyRefusal.noMint : MoneyRefusal.assetUnknown
            }
            if let known = try turn.minted(id, by: row, to: paid, amount: request.amount, from: mint, memo: memo) {
                return known
            }
            let witness = try turn.hubSigner(of: try turn.holder(of: row))
            let credit = try turn.receivingAccount(of: paid, request.asset)
            let isHeld = try turn.needsApproval(request.amount, from: mint, to: credit, by: witness)
            let text = memo.map { turn.text($0) }
            let validUntil = turn.now.advanced(byMilliseconds: Hub.hubSignatureMilliseconds)
            let transfer = Transfer(
                id: id,
                debit: mint.id,
                credit: credit.id,
                asset: request.asset,
                amount: request.amount,
                kind: .mint,
                phase: isHeld ? .hold : .single,
                validUntil: validUntil,
                holdUntil: isHeld ? validUntil.advanced(byMilliseconds: Hub.holdMilliseconds) : nil,
                signer: turn.system.key,
                note: text?.digest ?? .none
            )
            let outcome = try turn.ask(.transfer(transfer), text, witness: witness)
            if outcome.isDone {
                if isHeld { try turn.tellDeciders(of: row) } else { try turn.tellOfMint(by: row) }
            }
            return try turn.info(of: id, memo: memo, signedBy: .hub)
        }
        guard info.outcome.isDone else { throw MoneyRefusal.refused(info.outcome) }
        return info
    }
}

extension LedgerTransaction {
    /// All assets of the ledger.
    func assets() throws -> [FamilyAssetInfo] { try transaction.assets(of: row.id) }

    /// Where somebody gets an asset: their first open account of it, opened in their name where there is none.
    mutating func receivingAccount(of member: MemberRow, _ asset: Asset.Number) throws -> Account {
        let holder = try holder(of: member)
        let accounts = try transaction.ledgerAccounts(of: holder.id).filter { !$0.account.isClosed }
        if let account = accounts.first(where: { $0.account.asset == asset })?.account { return account }
        let text = text(try freeName(for: holder, beside: accounts))
        let opening = AccountOpening(
            id: outside.newID(),
            asset: asset,
            kind: .member,
            owner: holder.id,
            floor: .zero,
            note: text.digest
        )
        let outcome = try ask([.open(opening)], [text], by: try hubSigner(of: holder))[0]
        guard outcome.isDone, let made = try transaction.ledgerAccount(opening.account, in: row.id) else {
            throw MoneyRefusal.refused(outcome)
        }
        return made.account
    }

    /// What came of a transfer that was answered.
    func info(
        of id: ID<LedgerCommand>,
        memo: String?,
        signedBy keeping: LedgerKeyHolding.KeyCustody
    ) throws -> TransferInfo {
        guard let (record, leaf, at) = try transaction.answered(id, in: row.id),
            case .transfer(let transfer) = record.command
        else { throw MoneyRefusal.idUsedOtherwise }
        return TransferInfo(
            transfer: transfer,
            outcome: record.outcome,
            hold: record.hold,
            memo: memo,
            leaf: leaf,
            at: at,
            signedBy: keeping
        )
    }

    /// Everybody in the family is told that something was made.
    mutating func tellOfMint(by member: MemberRow) throws {
        for other in try transaction.members(of: row.family) where other.id != member.id {
            try notify(other.id, .minted, about: member.id)
        }
    }

    /// What was answered when the same was asked before; nil where it was not.
    fileprivate func minted(
        _ id: ID<LedgerCommand>,
        by asker: MemberRow,
        to payee: MemberRow,
        amount: Amount,
        from mint: Account,
        memo: String?
    ) throws -> TransferInfo? {
        guard let (record, leaf, _) = try transaction.answered(id, in: row.id) else { return nil }
        guard case .transfer(let first) = record.command, first.debit == mint.id, first.amount == amount,
            first.phase == .single || first.phase == .hold,
            let owner = try transaction.ledgerAccount(first.credit, in: row.id)?.account.owner,
            try transaction.ledgerHolder(owner)?.member == payee.id
        else { throw MoneyRefusal.idUsedOtherwise }
        let words = try transaction.ledgerNote(leaf, in: row.id)?.text
        guard words == memo || !record.outcome.isDone else { throw MoneyRefusal.idUsedOtherwise }
        return try info(of: id, memo: memo, signedBy: .hub)
    }
}

extension Transaction {
    /// All assets of a ledger, with how much of each was made.
    fileprivate func assets(of ledger: ID<Ledger>) throws -> [FamilyAssetInfo] {
        try ledgerAssets(of: ledger).map { asset in
            let mint = try familyAccount(.mint, asset.asset.number, in: ledger)?.account
            return FamilyAssetInfo(
                number: asset.asset.number,
                name: asset.name,
                scale: asset.asset.scale,
                hasMint: mint != nil,
                minted: mint.map { $0.debitsPosted.less($0.creditsPosted) }
            )
        }
    }
}
