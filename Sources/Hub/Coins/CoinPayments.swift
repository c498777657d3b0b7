import Bus
import Coins
import Crypto
package import Family
import SQL
import Storage

/// A payment that a member wants.
package struct CoinPaymentWish: Sendable {
    /// The payee or the account.
    package enum Destination: Hashable, Sendable {
        case payee(ID<CoinPayee>)
        /// An account of the same wallet.
        case account(UInt32)
    }

    package var id: ID<CoinPayment>
    package var from: UInt32
    package var to: Destination
    package var amount: CoinAmount
    /// For the member alone.
    package var note: String?
    package var spendingPassword: String

    /// A payment out of one account.
    package init(
        id: ID<CoinPayment>,
        from: UInt32,
        to: Destination,
        amount: CoinAmount,
        note: String?,
        spendingPassword: String
    ) {
        (self.id, self.from, self.to, self.amount) = (id, from, to, amount)
        (self.note, self.spendingPassword) = (note, spendingPassword)
    }
}

/// Payments out of hot wallets: prepared, kept, and only then given to a node, once.
extension Hub {
    private static let coinNoteMax = 140

    /// The payments of a member's hot wallet, the latest first; none that grew too old to be sent.
    package func coinPayments(of id: ID<CoinHolding>, of member: ID<Member>) async throws -> [CoinPaymentInfo] {
        let now = outside.now()
        coinWatch.noteLook(of: member, now: now)
        return try await database.read { transaction in
            let wallet = try self.hotCoins(id, of: member, in: transaction)
            return try self.payments(of: id, wallet.key, in: transaction).filter { !$0.payment.isExpired(now) }
                .map { self.info($0.row, $0.card) }
        }
    }

    /// Prepares a payment: signs it and keeps it, and sends nothing.
    ///
    /// A repeat answers what became of it.
    ///
    /// Throws `CoinRefusal`, `CoinSendingRefusal`, or `StorageError`.
    package func prepareCoins(
        _ wish: CoinPaymentWish,
        out id: ID<CoinHolding>,
        of member: ID<Member>,
        from origin: RequestOrigin
    ) async throws -> CoinPaymentInfo {
        guard let coins = outside.coins else { throw CoinRefusal.notOffered }
        let note = try noteOfCoins(wish.note)
        let destination =
            switch wish.to {
            case .payee(let payee): "payee \(payee.text)"
            case .account(let index): "account \(index)"
            }
        let fields = [id.text, "\(wish.from)", destination, wish.amount.text, note ?? ""]
        let hash = vault.hash(request: fields, by: member)
        return try await inCoinTurn(of: member) { () async throws -> CoinPaymentInfo in
            let found = try await database.read { transaction in
                try self.draft(wish, hash, note, out: id, of: member, in: transaction)
            }
            if let known = found.known { return known }
            let height = try await coinHeight(coins)
            let words = try await words(of: found.wallet, by: wish.spendingPassword, from: origin)
            let signed = try await sign(found, wish, words, by: coins, upTo: height)
            let info = try await keep(signed, wish, hash, note, out: id, of: member)
            bus.publish([.wallet(member)])
            return info
        }
    }

    private struct Draft: Sendable {
        var known: CoinPaymentInfo?
        var wallet: OpenHotCoins
        /// The wallet's payments.
        var others: [OpenCoinPayment] = []
        var name: String?
        var address = ""
    }

    private func noteOfCoins(_ text: String?) throws -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard let note = shownName(text, charactersMax: Hub.coinNoteMax) else { throw CoinSendingRefusal.textTooLong }
        return note
    }

    /// Judges all of a payment that needs no program.
    private func draft(
        _ wish: CoinPaymentWish,
        _ hash: [UInt8],
        _ note: String?,
        out id: ID<CoinHolding>,
        of member: ID<Member>,
        in transaction: Transaction
    ) throws -> Draft {
        let now = outside.now()
        let wallet = try hotCoins(id, of: member, in: transaction)
        var draft = Draft(wallet: wallet)
        if let row = try transaction.coinPayment(wish.id) {
            guard row.item.wallet == id, row.item.requestHash == hash else { throw CoinRefusal.idUsedOtherwise }
            let found = try payment(wish.id, wallet, in: transaction)
            guard !found.payment.isExpired(now) else { throw CoinSendingRefusal.paymentExpired }
            draft.known = info(found.row, found.card)
            return draft
        }
        guard wallet.hot.isConfirmed else { throw CoinSendingRefusal.notConfirmed }
        try requireSpendable(wallet.row, now: now)
        guard wish.amount > .zero else { throw CoinSendingRefusal.amountTooSmall }
        guard let record = try record(of: wallet.row, wallet.key), record.isWhole else {
            throw CoinSendingRefusal.notReadYet
        }
        let accounts = record.accounts
        switch wish.to {
        case .payee(let payee):
            let info = try payableOne(payee, of: wallet, in: transaction, now: now)
            (draft.name, draft.address) = (info.name, info.address)
        case .account(let index):
            guard let account = accounts.first(where: { $0.index == index }) else { throw CoinRefusal.accountUnknown }
            draft.address = account.address
        }
        guard wish.from == 0 || accounts.contains(where: { $0.index == wish.from }) else {
            throw CoinRefusal.accountUnknown
        }
        let isOwn = if case .account = wish.to { true } else { false }
        draft.others = try payments(of: id, wallet.key, in: transaction)
        try judge(isOwn ? .zero : wish.amount, of: wallet, besides: draft.others.map(\.payment), now: now)
        return draft
    }

    func payableOne(
        _ id: ID<CoinPayee>,
        of wallet: OpenHotCoins,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> CoinPayeeInfo {
        guard let row = try transaction.coinPayee(id), row.wallet == wallet.row.id else {
            throw CoinSendingRefusal.payeeUnknown
        }
        let info = try info(row, wallet.key)
        guard info.payableFrom <= now else { throw CoinSendingRefusal.payeeWaits(until: info.payableFrom) }
        return info
    }

    /// Refuses what is beyond the daily limit with the others of the wallet, and a second payment while one is open.
    func judge(
        _ leaving: CoinAmount,
        of wallet: OpenHotCoins,
        besides others: [CoinPayment],
        now: Timestamp
    ) throws {
        guard !others.contains(where: { $0.isOpen(now) }) else { throw CoinSendingRefusal.anotherPaymentOpen }
        let spent = CoinPayment.spent(others, now: now) ?? CoinAmount(.max)
        let left = limit(of: wallet.hot, wallet.row, now: now).less(spent)
        guard leaving <= left else { throw CoinSendingRefusal.limit(left: left) }
    }

    /// Lets the program sign, and keeps the wallet's key images whatever comes of it.
    private func sign(
        _ draft: Draft,
        _ wish: CoinPaymentWish,
        _ words: String,
        by coins: any CoinWallet,
        upTo height: UInt64
    ) async throws -> (PreparedCoins, Draft) {
        let wallet = draft.wallet
        let order = CoinOrder(words: words, account: wish.from, address: draft.address, amount: wish.amount)
        let file = try file(of: wallet.row, wallet.card, wallet.key)
        let preparation: CoinPreparation
        do throws(CoinFailure) {
            preparation = try await coins.prepare(order, from: file, upTo: height)
        } catch {
            throw CoinRefusal.failed(error)
        }
        let id = wallet.row.id
        let sealed = try sealing(.coinImages, id, wallet.key).seal(preparation.images)
        try await database.transaction { transaction in
            var now = try self.hotCoins(id, of: wallet.member.id, in: transaction)
            try transaction.setCoinImages(of: id, sealed: sealed)
            guard !now.hot.isSpendKnown else { return }
            now.card.hot?.isSpendKnown = true
            try transaction.setCoinWallet(id, sealed: try self.sealing(.coinWallet, id, now.key).seal(now.card))
        }
        switch preparation.payment {
        case .success(let signed): return (signed, draft)
        case .failure(.amountTooSmall): throw CoinSendingRefusal.amountTooSmall
        case .failure(.notEnough(let available, let blocks)):
            throw CoinSendingRefusal.notEnough(available: available, blocksToUnlock: blocks)
        case .failure(let failure): throw CoinRefusal.failed(failure)
        }
    }

    private func keep(
        _ signed: (payment: PreparedCoins, draft: Draft),
        _ wish: CoinPaymentWish,
        _ hash: [UInt8],
        _ note: String?,
        out id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> CoinPaymentInfo {
        var card = CoinPaymentCard(
            from: wish.from,
            name: signed.draft.name,
            address: signed.draft.address,
            amountText: wish.amount.text,
            feeText: signed.payment.fee.text,
            hash: signed.payment.hash,
            key: signed.payment.key,
            transaction: signed.payment.transaction,
            note: note
        )
        switch wish.to {
        case .payee(let payee): card.payeeID = payee.text
        case .account(let index): card.account = index
        }
        let (made, now) = (card, outside.now())
        return try await database.transaction { transaction in
            // The password took a while: all of it once more.
            let draft = try self.draft(wish, hash, note, out: id, of: member, in: transaction)
            if let known = draft.known { return known }
            try self.judge(made.leaving, of: draft.wallet, besides: draft.others.map(\.payment), now: now)
            for (row, _, payment) in draft.others where payment.isExpired(now) {
                try transaction.removeCoinPayment(row.item.id)
            }
            let item = CoinItemRow<CoinPayment>(
                id: wish.id,
                member: member,
                wallet: id,
                sealed: try self.sealing(wish.id, draft.wallet.key).seal(made),
                requestHash: hash,
                at: now
            )
            let row = CoinPaymentRow(item, state: "prepared")
            try transaction.add(payment: row)
            return self.info(row, made)
        }
    }
}
