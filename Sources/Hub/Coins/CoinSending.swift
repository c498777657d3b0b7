import Bus
import Coins
package import Family
import SQL
import Storage

/// Prepared payments are given to a node once.
extension Hub {
    /// Gives a prepared payment to the node; asked again it gives the same bytes, which pay once.
    ///
    /// One that waits for its member's word has it then, and counts against the limit of this day. That it is given away is
    /// committed before the node hears of it. Throws `CoinRefusal`, `CoinSendingRefusal`, or `StorageError`.
    package func sendCoins(
        _ payment: ID<CoinPayment>,
        out id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> CoinPaymentInfo {
        guard let coins = outside.coins else { throw CoinRefusal.notOffered }
        return try await inCoinTurn(of: member) { () async throws -> CoinPaymentInfo in
            let before = try await database.read { transaction in
                try self.payment(payment, self.hotCoins(id, of: member, in: transaction), in: transaction)
            }
            if before.payment.sentAt != nil, !before.payment.isUnseen { return info(before.row, before.card) }
            _ = try await coinHeight(coins)
            let (card, isFirst) = try await begin(payment, out: id, of: member)
            if isFirst { bus.publish([.notice(member), .wallet(member)]) }
            let given = try await give(payment, card, by: coins)
            bus.publish([.wallet(member)])
            if case .refused(let isFeeTooLow) = given?.outcome, isFirst {
                throw isFeeTooLow ? CoinSendingRefusal.feeChanged : .refusedByNode
            }
            if let seen = given?.info { return seen }
            // Another call gives it to the node just now.
            let now = try await database.read { transaction in
                try self.payment(payment, self.hotCoins(id, of: member, in: transaction), in: transaction)
            }
            return info(now.row, now.card)
        }
    }

    /// Discards a payment that no node can have; of one that a node may have, says so.
    package func dropCoinPayment(
        _ payment: ID<CoinPayment>,
        out id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws {
        let now = outside.now()
        try await database.transaction { transaction in
            let wallet = try self.hotCoins(id, of: member, in: transaction)
            let found = try self.payment(payment, wallet, in: transaction)
            guard found.row.isDiscardable else {
                // A payment of a backup may have been given to a node since.
                let isUnsure = found.row.state == "begun" || found.payment.waitsForWord(now)
                throw isUnsure ? CoinSendingRefusal.mayBeOnChain : .alreadySent
            }
            try transaction.removeCoinPayment(payment)
        }
        bus.publish([.wallet(member)])
    }

    /// What shows the payee of a payment that they were paid, as the chain has it.
    package func coinProof(
        of payment: ID<CoinPayment>,
        out id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> CoinProof {
        guard let coins = outside.coins else { throw CoinRefusal.notOffered }
        return try await inCoinTurn(of: member) { () async throws -> CoinProof in
            let (_, card, state) = try await database.read { transaction in
                try self.payment(payment, self.hotCoins(id, of: member, in: transaction), in: transaction)
            }
            guard state.sentAt != nil else { throw CoinSendingRefusal.notSent }
            do throws(CoinFailure) {
                let amount = try await coins.paid(card.hash, key: card.key, to: card.address)
                return CoinProof(hash: card.hash, address: card.address, key: card.key, amount: amount)
            } catch {
                throw CoinRefusal.failed(error)
            }
        }
    }

    /// One payment of a wallet.
    func payment(
        _ id: ID<CoinPayment>,
        _ wallet: OpenHotCoins,
        in transaction: Transaction
    ) throws -> OpenCoinPayment {
        guard let row = try transaction.coinPayment(id), row.item.wallet == wallet.row.id else {
            throw CoinRefusal.notFound
        }
        let card: CoinPaymentCard = try sealing(id, wallet.key).open(row.item.sealed)
        return (row, card, row.payment(leaving: card.leaving))
    }

    /// Commits that a member wants a payment given to a node now; whether by a new word of theirs.
    private func begin(
        _ id: ID<CoinPayment>,
        out holding: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> (card: CoinPaymentCard, isFirst: Bool) {
        let now = outside.now()
        return try await database.transaction { transaction in
            let wallet = try self.hotCoins(holding, of: member, in: transaction)
            var (row, card, payment) = try self.payment(id, wallet, in: transaction)
            guard !card.transaction.isEmpty else { throw CoinSendingRefusal.alreadySent }
            guard payment.sentAt == nil || payment.waitsForWord(now) else { return (card, false) }
            try self.requireSpendable(wallet.row, now: now)
            guard !payment.isExpired(now) else { throw CoinSendingRefusal.paymentExpired }
            if let payee = card.payee, payment.sentAt == nil {
                _ = try self.payableOne(payee, of: wallet, in: transaction, now: now)
            }
            let others = try self.payments(of: holding, wallet.key, in: transaction).filter { $0.row.item.id != id }
            try self.judge(card.leaving, of: wallet, besides: others.map(\.payment), now: now)
            if payment.sentAt != nil {
                payment.beginAgain(now: now)
            } else if !payment.begin(now: now) {
                throw CoinSendingRefusal.paymentExpired
            }
            row.keep(payment)
            try transaction.setCoinPayment(row)
            try transaction.addNotice(self.notice(.coinPaymentSent, for: member))
            return (card, true)
        }
    }
}
