import Coins
import Family
import SQL
import Storage

/// What keeps a hot wallet from paying after the hub was put back from a backup, or by a clock that is wrong.
extension Hub {
    /// Whether the time may be ahead: limits, payees and restored wallets may have waited less than it says.
    var isClockAhead: Bool {
        switch outside.clockDoubt() {
        case .wasAway: true
        // The machine's clock is behind the hub's time, which may have gone on from a wrong one.
        case .jumped(let milliseconds): milliseconds < 0
        case nil: false
        }
    }

    /// Moves every wait of coins by a step of the clock, so that none ends sooner (F80).
    func moveCoins(byMilliseconds step: Int64, now: Timestamp, in transaction: Transaction) throws {
        let since = now.advanced(byMilliseconds: -CoinLimit.dayMilliseconds)
        try transaction.moveCoins(byMilliseconds: step, since: since)
        for id in try transaction.coinWalletIDs() {
            do {
                guard let row = try transaction.coinWallet(id), let member = try transaction.member(row.member),
                    let key = vault.dataKey(of: member)
                else { continue }
                var card = try card(of: row, key)
                let before = card
                card.hot?.dailyLimit.move(byMilliseconds: step, now: now)
                guard card != before else { continue }
                try transaction.setCoinWallet(id, sealed: try sealing(.coinWallet, id, key).seal(card))
            } catch let error as StorageError where error.code == .corrupt {
                // One that cannot be read pays nothing, and holds up no other.
            }
        }
    }

    /// Refuses a wallet whose spending password was changed after a backup that was put back, and any wallet for a day after it.
    ///
    /// The backup knows neither what was paid since nor whom its member trusts no longer. A clock that is doubted ends no
    /// wait.
    func requireSpendable(_ row: CoinWalletRow, now: Timestamp) throws {
        guard !isClockAhead else { throw CoinSendingRefusal.clockDoubted }
        guard !row.isPasswordOld else { throw CoinSendingRefusal.spendingPasswordOld }
        if let until = row.pausedUntil(now) { throw CoinSendingRefusal.restoredLately(until: until) }
    }

    /// What may leave a wallet within 24 hours: nothing where the limit was lowered after a backup that was put back.
    func limit(of hot: HotCoins, _ row: CoinWalletRow, now: Timestamp) -> CoinAmount {
        row.isLimitOld ? .zero : hot.dailyLimit.current(now)
    }
}

extension CoinWalletRow {
    /// Until when it pays nothing, as the hub was put back from a backup; nil where it pays.
    ///
    /// The limit counts the payments of a day, and the backup may lack those of the last one.
    func pausedUntil(_ now: Timestamp) -> Timestamp? {
        let until = restoredAt?.advanced(byMilliseconds: CoinLimit.dayMilliseconds)
        return until.flatMap { now < $0 ? $0 : nil }
    }
}
