package import Family
package import SQL

extension Transaction {
    /// Records how many wrong passwords in a row there were for an account, by its keyed hash.
    package func setLogInFailures(_ account: [UInt8], count: Int, at: Timestamp) throws(StorageError) {
        try run(
            """
            INSERT INTO log_in_failure (account_hash, count, last_at)
            VALUES (\(account), \(count), \(at.milliseconds))
            ON CONFLICT (account_hash) DO UPDATE
            SET count = CASE WHEN log_in_failure.count > excluded.count THEN log_in_failure.count
                ELSE excluded.count END, last_at = excluded.last_at
            """
        )
    }

    /// Forgets an account's wrong passwords.
    package func removeLogInFailures(_ account: [UInt8]) throws(StorageError) {
        try run("DELETE FROM log_in_failure WHERE account_hash = \(account)")
    }

    /// Forgets those of a number, in browsers that are known too: there the browser's hash stands behind the number's.
    package func removeLogInFailures(startingWith lookup: [UInt8]) throws(StorageError) {
        guard !lookup.isEmpty else { return }
        try run("DELETE FROM log_in_failure WHERE substr(account_hash, 1, \(lookup.count)) = \(lookup)")
    }

    /// The accounts with wrong passwords, the latest first.
    package func logInFailures(
        limit: Int
    ) throws(StorageError) -> [(account: [UInt8], count: Int, lastAt: Timestamp)] {
        try rows("SELECT account_hash, count, last_at FROM log_in_failure ORDER BY last_at DESC LIMIT \(limit)")
            .map { row throws(StorageError) in (try row.blob(0), Int(try row.integer(1)), try row.timestamp(2)) }
    }

    /// Forgets wrong passwords from before a moment, and beyond so many accounts the oldest.
    package func tidyLogInFailures(before: Timestamp, keeping most: Int) throws(StorageError) {
        try run("DELETE FROM log_in_failure WHERE last_at <= \(before.milliseconds)")
        try run(
            """
            DELETE FROM log_in_failure WHERE account_hash IN (
                SELECT account_hash FROM log_in_failure ORDER BY last_at DESC LIMIT 1000000 OFFSET \(most))
            """
        )
    }
}
