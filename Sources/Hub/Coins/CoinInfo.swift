import Coins
import Crypto
package import Family
import SQL
import Storage

/// What only a hot wallet has.
package struct HotCoinInfo: Sendable {
    /// Of each account by its number, what is in it and what can be spent now; empty while that is not known.
    package var amounts: [UInt32: (balance: CoinAmount, available: CoinAmount)]
    package var limit: CoinAmount
    /// A higher limit that waits.
    package var raised: (amount: CoinAmount, from: Timestamp)?
    package var spentToday: CoinAmount
    package var isConfirmed: Bool
    /// Until when it pays nothing, as the hub was put back from a backup.
    package var pausedUntil: Timestamp?
    /// Whether its spending password was changed after that backup, so that its words alone let it pay.
    package var isPasswordOld: Bool
    /// Whether its limit was lowered after that backup, so that it is nothing until it is set again.
    package var isLimitOld: Bool

    /// The amount in all accounts; nil while it is not known, or more than a chain can count.
    package var balance: CoinAmount? { sum(\.balance) }

    /// What can be spent of it now.
    package var available: CoinAmount? { sum(\.available) }

    private func sum(_ part: (((balance: CoinAmount, available: CoinAmount)) -> CoinAmount)) -> CoinAmount? {
        guard !amounts.isEmpty else { return nil }
        return amounts.values.reduce(CoinAmount.zero as CoinAmount?) { $0?.adding(part($1)) }
    }
}

/// The sealed parts of a wallet of coins.
extension Hub {
    func sealing(_ purpose: Vault.Purpose, _ id: ID<CoinHolding>, _ key: AEADKey) -> SealedJSON {
        SealedJSON(key: key, purpose: purpose, owner: id.bytes)
    }

    func card(of row: CoinWalletRow, _ key: AEADKey) throws -> CoinCard {
        try sealing(.coinWallet, row.id, key).open(row.sealed)
    }

    func record(of row: CoinWalletRow, _ key: AEADKey) throws -> CoinRecord? {
        try row.readingSealed.map { try sealing(.coinReading, row.id, key).open($0) }
    }

    /// The file from which a wallet is read.
    func file(of row: CoinWalletRow, _ card: CoinCard, _ key: AEADKey) throws -> CoinFile {
        var file = CoinFile(
            name: vault.coinFile(of: row.id),
            password: card.filePassword,
            keys: CoinViewKeys(address: card.address, viewKey: card.viewKey),
            birthHeight: card.birthHeight
        )
        file.images = try row.imagesSealed.map { try sealing(.coinImages, row.id, key).open($0) }
        file.accounts = card.hot?.accounts ?? 1
        return file
    }

    func info(_ row: CoinWalletRow, of member: MemberRow, in transaction: Transaction) throws -> CoinWalletInfo {
        guard let key = vault.dataKey(of: member) else { throw CoinRefusal.notFound }
        let card = try card(of: row, key)
        let record = try record(of: row, key)
        return CoinWalletInfo(
            id: row.id,
            coin: row.coin,
            name: card.name,
            address: card.address,
            addedAt: row.addedAt,
            accountNames: Dictionary(card.accountNames.map { ($0.index, $0.name) }) { first, _ in first },
            record: record,
            readAt: row.readAt,
            trouble: coinWatch.trouble(of: row.id),
            hot: try card.hot.map { hot in
                let payments = try self.payments(of: row.id, key, in: transaction)
                return self.info(hot, row, record, payments, now: self.outside.now())
            }
        )
    }

    private func info(
        _ hot: HotCoins,
        _ row: CoinWalletRow,
        _ record: CoinRecord?,
        _ payments: [OpenCoinPayment],
        now: Timestamp
    ) -> HotCoinInfo {
        var amounts: [UInt32: (balance: CoinAmount, available: CoinAmount)] = [:]
        for account in record?.accounts ?? [] where hot.isSpendKnown {
            amounts[account.index] = (
                CoinAmount(text: account.received) ?? .zero, CoinAmount(text: account.unlocked) ?? .zero
            )
        }
        // What a node was given and no block holds is gone from the wallet, which the reading does not know yet.
        for (_, card, payment) in payments where payment.sentAt != nil && payment.isOpen(now) {
            guard let before = amounts[card.from] else { continue }
            amounts[card.from] = (before.balance.less(payment.leaving), before.available.less(card.total))
        }
        return HotCoinInfo(
            amounts: amounts,
            limit: limit(of: hot, row, now: now),
            raised: row.isLimitOld ? nil : hot.dailyLimit.waiting(now),
            spentToday: CoinPayment.spent(payments.map(\.payment), now: now) ?? CoinAmount(.max),
            isConfirmed: hot.isConfirmed,
            pausedUntil: row.pausedUntil(now),
            isPasswordOld: row.isPasswordOld,
            isLimitOld: row.isLimitOld
        )
    }
}

extension HotCoins {
    /// The limit by its rules.
    var dailyLimit: CoinLimit {
        get {
            CoinLimit(
                CoinAmount(text: limit) ?? .zero,
                raised: raised.flatMap { CoinAmount(text: $0) },
                from: raisedFrom.map { Timestamp(milliseconds: $0) }
            )
        }
        set {
            (limit, raised) = (newValue.amount.text, newValue.raised?.text)
            raisedFrom = newValue.raisedFrom?.milliseconds
        }
    }
}
