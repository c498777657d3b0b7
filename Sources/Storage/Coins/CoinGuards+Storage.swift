package import Family
package import SQL

/// Parts of a wallet of coins that are taken back, each by its byte before an identity or mark.
private enum CoinRevocation: UInt8 {
    case wallet = 1
    case payee = 2
    /// Told by marks, in journals of before these were counted.
    case passwordMark = 3
    case limitMark = 4
    /// Told by the wallet, with how often it was.
    case password = 5
    case limit = 6
}

extension Transaction {
    /// Replaces what a wallet of coins is, whose spending password is another one from now on.
    package func setCoinPassword(_ id: ID<CoinHolding>, sealed: [UInt8]) throws(StorageError) {
        try run(
            "UPDATE coin_wallet SET sealed = \(sealed), password_count = password_count + 1 WHERE id = \(id.bytes)"
        )
    }

    /// Replaces what a wallet of coins is, whose limit was set; `isLower` says that no backup may bring back the one before.
    package func setCoinLimit(_ id: ID<CoinHolding>, sealed: [UInt8], isLower: Bool) throws(StorageError) {
        // What took back the mark of before says nothing of this one.
        try run("UPDATE coin_wallet SET sealed = \(sealed), is_limit_old = 0, limit_mark = NULL WHERE id = \(id.bytes)")
        guard isLower else { return }
        try run("UPDATE coin_wallet SET limit_count = limit_count + 1 WHERE id = \(id.bytes)")
    }

    /// Takes back what is told by the identity of a wallet of coins or of one of its payees; of a password or limit, where the
    /// wallet has one that was changed less often.
    func takeBackCoins(_ what: [UInt8], count: Int64?) throws(StorageError) {
        guard what.count == 17, let kind = CoinRevocation(rawValue: what[0]) else { return }
        let id = Array(what.dropFirst())
        switch kind {
        case .wallet: try run("DELETE FROM coin_wallet WHERE id = \(id)")
        case .payee: try run("DELETE FROM coin_payee WHERE id = \(id)")
        case .passwordMark: try run("UPDATE coin_wallet SET is_password_old = 1 WHERE password_mark = \(id)")
        case .limitMark: try run("UPDATE coin_wallet SET is_limit_old = 1 WHERE limit_mark = \(id)")
        case .password:
            try run(
                """
                UPDATE coin_wallet SET is_password_old = 1, password_count = \(count)
                WHERE id = \(id) AND password_count < \(count)
                """
            )
        case .limit:
            try run(
                """
                UPDATE coin_wallet SET is_limit_old = 1, limit_count = \(count)
                WHERE id = \(id) AND limit_count < \(count)
                """
            )
        }
    }

    /// Keeps wallets of coins in a database from a backup from paying once more, or more, than their members know of.
    ///
    /// Prepared payments go, begun ones wait for their member's word, and nothing is paid for a day. Whatever the backup says,
    /// a node may have had them since.
    func settleRestoredCoins(now: Timestamp) throws(StorageError) {
        try run("DELETE FROM coin_payment WHERE sent_at IS NULL")
        try run("UPDATE coin_payment SET is_held = 1")
        try run("UPDATE coin_payment SET state = 'begun' WHERE state = 'ungiven'")
        try run("UPDATE coin_wallet SET restored_at = \(now.milliseconds)")
    }

    /// Moves what is waited for since a moment by a step of the clock: nothing is payable sooner for setting it.
    ///
    /// A higher limit that waits is sealed, and the caller's to move.
    package func moveCoins(byMilliseconds step: Int64, since: Timestamp) throws(StorageError) {
        let since = since.milliseconds
        try run("UPDATE coin_payee SET added_at = added_at + \(step) WHERE added_at > \(since)")
        try run("UPDATE coin_wallet SET restored_at = restored_at + \(step) WHERE restored_at > \(since)")
        try run(
            """
            UPDATE coin_payment SET prepared_at = prepared_at + \(step), sent_at = sent_at + \(step)
            WHERE coalesce(sent_at, prepared_at) > \(since)
            """
        )
    }
}
