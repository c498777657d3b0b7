import Family
import SQL
import Storage

extension Transaction {
    /// A watched wallet, and a consent to watch one of each with the other.
    func addCoins(of anna: ID<Member>, seenBy bo: ID<Member>, at from: Int64) throws {
        try run(
            """
            INSERT INTO coin_wallet (id, member, coin, sealed, request_hash, reading_sealed, read_at, added_at)
            VALUES (x'0a', \(anna.bytes), 1, x'0b', x'0c', x'0d', \(from), \(from))
            """
        )
        try run(
            """
            INSERT INTO coin_payee (id, member, wallet, sealed, request_hash, added_at)
            VALUES (x'10', \(anna.bytes), x'0a', x'0b', x'0c', \(from))
            """
        )
        try run(
            """
            INSERT INTO coin_payment (id, member, wallet, sealed, request_hash, state, confirmations, prepared_at, sent_at)
            VALUES (x'11', \(anna.bytes), x'0a', x'0b', x'0c', 'relayed', 0, \(from), \(from))
            """
        )
        try run(
            """
            INSERT INTO coin_request (id, member, wallet, sealed, request_hash, created_at)
            VALUES (x'12', \(anna.bytes), x'0a', x'0b', x'0c', \(from))
            """
        )
        try run(
            """
            INSERT INTO coin_consent (child, adult, id, at)
            VALUES (\(anna.bytes), \(bo.bytes), x'0e', \(from)), (\(bo.bytes), \(anna.bytes), x'0f', \(from))
            """
        )
    }
}
