package import Family
import SQL
import Storage

/// What a member asks for, before it is checked.
package struct MoneyWish: Hashable, Sendable {
    package var id: ID<MoneyRequest>
    package var payer: ID<Member>
    /// The asker's, into which it is to be paid.
    package var account: ID<Account>
    package var amount: Amount
    package var memo: String?

    package init(
        id: ID<MoneyRequest>,
        payer: ID<Member>,
        account: ID<Account>,
        amount: Amount,
        memo: String? = nil
    ) {
        self.id = id
        self.payer = payer
        self.account = account
        self.amount = amount
        self.memo = memo
    }
}

/// A wish to be paid, as one of both sides sees it.
package struct MoneyRequestInfo: Sendable {
    package var request: MoneyRequest
    /// Whether the asker of this is who wishes it.
    package var isMine: Bool
    /// What the other one is called.
    package var name: String
}

extension Hub {
    /// Wishes of one member that wait.
    package static let moneyRequestsMax = 20

    /// Asks somebody of the family to pay; they are told, and nothing moves.
    ///
    /// A repeat answers as the first time. Throws `WalletRefusal`.
    package func askForMoney(_ wish: MoneyWish, by member: ID<Member>) async throws -> MoneyRequestInfo {
        let memo = try Hub.validMemo(wish.memo) ?? ""
        guard wish.amount != .zero else { throw WalletRefusal.amountZero }
        return try await atLedger(of: member) { turn, row in
            let holder = try turn.holder(of: row)
            try turn.checkPayee(.member(wish.payer), of: row)
            guard let into = try turn.transaction.ledgerAccount(wish.account, in: turn.row.id)?.account,
                into.owner == holder.id
            else { throw WalletRefusal.notFound }
            let request = MoneyRequest(
                id: wish.id,
                asker: member,
                payer: wish.payer,
                account: wish.account,
                asset: into.asset,
                amount: wish.amount,
                memo: memo,
                at: turn.now
            )
            if let before = try turn.transaction.moneyRequest(wish.id, in: turn.row.id) {
                guard before.asksAs(request) else { throw WalletRefusal.refused(LedgerOutcome(.idTaken)) }
                return try MoneyRequestInfo(before, for: member, turn.transaction, now: turn.now)
            }
            guard try !turn.transaction.isMoneyRequestTaken(wish.id) else {
                throw WalletRefusal.refused(LedgerOutcome(.idTaken))
            }
            guard !into.isClosed else { throw WalletRefusal.refused(LedgerOutcome(.creditClosed)) }
            let waiting = try turn.transaction.moneyRequests(of: member, in: turn.row.id)
                .count { $0.asker == member && $0.state == .waiting }
            guard waiting < Hub.moneyRequestsMax else { throw WalletRefusal.tooManyRequests }
            try turn.transaction.save(request, in: turn.row.id)
            try turn.notify(wish.payer, .askedForMoney, about: member)
            turn.news.members.formUnion([member, wish.payer])
            return try MoneyRequestInfo(request, for: member, turn.transaction, now: turn.now)
        }
    }

    /// What a member wishes, and what is wished from them, the latest first; none before their wallet is founded.
    package func moneyRequests(of member: ID<Member>) async throws -> [MoneyRequestInfo] {
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(member), let ledger = try transaction.ledger(of: row.family) else {
                return []
            }
            return try transaction.moneyRequests(of: member, in: ledger.id)
                .map { try MoneyRequestInfo($0, for: member, transaction, now: now) }
        }
    }

    /// Pays a wish from one of the payer's accounts: a transfer of its amount, which settles it in the same step.
    ///
    /// Where the amount is held until somebody agrees, the wish waits as long, and again where nobody did. A repeat answers
    /// as the first time. Throws `WalletRefusal`, `.requestEnded` where another transfer paid it or it was ended,
    /// `.requestHeld` where one is held for it.
    package func pay(
        _ id: ID<MoneyRequest>,
        by member: ID<Member>,
        from account: ID<Account>,
        as transfer: ID<LedgerCommand>,
        isHeld: Bool = false,
        signature: TransferRequest.Signature?
    ) async throws -> TransferInfo {
        let wish = try await database.read { transaction -> MoneyRequest in
            guard let row = try transaction.member(member), let ledger = try transaction.ledger(of: row.family),
                let wish = try transaction.moneyRequest(id, in: ledger.id), wish.payer == member
            else { throw WalletRefusal.notFound }
            return wish
        }
        guard wish.state == .waiting || wish.transfer == transfer else { throw WalletRefusal.requestEnded }
        guard wish.transfer == nil || wish.transfer == transfer else { throw WalletRefusal.requestHeld }
        let request = TransferRequest(
            from: .account(account),
            to: .account(wish.account),
            asset: wish.asset,
            amount: wish.amount,
            memo: wish.memo,
            isHeld: isHeld,
            signature: signature
        )
        return try await self.transfer(transfer, by: member, request, settling: id)
    }

    /// Declines a wish as who was asked, or takes it back as who asked; ended is ended, and a repeat changes nothing.
    package func endMoneyRequest(_ id: ID<MoneyRequest>, by member: ID<Member>) async throws {
        try await atLedger(of: member) { turn, _ in
            guard var wish = try turn.transaction.moneyRequest(id, in: turn.row.id),
                wish.payer == member || wish.asker == member
            else { throw WalletRefusal.notFound }
            guard wish.state != .paid else { throw WalletRefusal.requestEnded }
            guard wish.state == .waiting else { return }
            wish.state = wish.payer == member ? .declined : .withdrawn
            try turn.transaction.save(wish, in: turn.row.id)
            if wish.state == .declined { try turn.notify(wish.asker, .moneyDeclined, about: member) }
            turn.news.members.formUnion([wish.asker, wish.payer])
        }
    }
}

extension LedgerTransaction {
    /// Says by what a wish is paid, in the step that pays it: at once, or once what is held is posted.
    mutating func settle(_ wish: ID<MoneyRequest>, by transfer: Transfer) throws {
        guard var wish = try transaction.moneyRequest(wish, in: row.id),
            wish.state == .waiting || wish.transfer == transfer.id
        else { throw WalletRefusal.requestEnded }
        guard wish.transfer == nil || wish.transfer == transfer.id else { throw WalletRefusal.requestHeld }
        // A repeat changes nothing of what became of it since.
        guard wish.transfer == nil else { return }
        wish.transfer = transfer.id
        if transfer.phase != .hold { wish.state = .paid }
        try keep(wish)
    }

    /// Says what becomes of a wish for which an amount was held: it is paid when that is posted, and waits again when not.
    mutating func settleHeld(by hold: ID<LedgerCommand>, _ state: Ledger.HoldState?) throws {
        guard var wish = try transaction.moneyRequest(paidBy: hold, in: row.id), wish.state == .waiting else { return }
        if state == .posted { wish.state = .paid } else { wish.transfer = nil }
        try keep(wish)
    }

    private mutating func keep(_ wish: MoneyRequest) throws {
        try transaction.save(wish, in: row.id)
        news.members.formUnion([wish.asker, wish.payer])
    }
}

extension MoneyRequestInfo {
    fileprivate init(
        _ request: MoneyRequest,
        for member: ID<Member>,
        _ transaction: Transaction,
        now: Timestamp
    ) throws {
        self.request = request
        isMine = request.asker == member
        let other = isMine ? request.payer : request.asker
        name = try transaction.person(other, to: member, now: now)?.name ?? ""
    }
}
