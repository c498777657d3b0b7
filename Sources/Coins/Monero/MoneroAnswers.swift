import Family

// What Monero's wallet program is asked and answers, by its own names.

struct AddressToCheck: Encodable {
    var address: String
    var any_net_type = true
}

struct CheckedAddress: Decodable {
    var valid: Bool
}

struct FileToOpen: Encodable {
    var filename: String
    var password: String
}

struct FileToMake: Encodable {
    var filename: String
    var password: String
    var address: String
    var viewkey: String
    var restore_height: UInt64
    var autosave_current = true
}

struct Closing: Encodable {
    var autosave_current: Bool
}

struct AllAccounts: Encodable {
    var account_index = 0
    var all_accounts = true
}

struct AllArrivals: Encodable {
    // "in" is a word of Swift's.
    enum CodingKeys: String, CodingKey {
        case arrived = "in"
        case out
        case pool
        case all_accounts
    }

    var arrived = true
    var out = true
    var pool = true
    var all_accounts = true
}

struct Height: Decodable {
    var height: UInt64
}

struct Balances: Decodable {
    struct Part: Decodable {
        var account_index: UInt32
        var blocks_to_unlock: UInt64
    }

    /// Absent where nothing arrived.
    var per_subaddress: [Part]?
}

struct Accounts: Decodable {
    struct Account: Decodable {
        var account_index: UInt32
        var base_address: String
        var balance: UInt64
        var unlocked_balance: UInt64
    }

    var subaddress_accounts: [Account]
}

struct Transfers: Decodable {
    enum CodingKeys: String, CodingKey {
        case arrived = "in"
        case out
        case pool
    }

    struct Entry: Decodable {
        struct Index: Decodable {
            var major: UInt32
            var minor: UInt32
        }

        var txid: String
        var amount: UInt64
        var height: UInt64
        var timestamp: Int64
        /// Absent in the pool.
        var confirmations: UInt64?
        var subaddr_index: Index
        var double_spend_seen: Bool
    }

    /// Absent where there is none.
    var arrived: [Entry]?
    var out: [Entry]?
    var pool: [Entry]?

    /// All that left by a block.
    var departures: [CoinReading.Departure] {
        (out ?? []).map { CoinReading.Departure(hash: $0.txid, height: $0.height) }
    }

    /// All of them, the latest first: those without a block before the others.
    var arrivals: [CoinReading.Arrival] {
        let inBlocks = (arrived ?? []).map { entry in
            entry.arrival(height: entry.height, .inBlock(confirmations: entry.confirmations ?? 0))
        }
        return (pool ?? []).map { $0.arrival(height: nil, .inPool) }
            + inBlocks.sorted { ($0.height ?? 0, $0.hash) > ($1.height ?? 0, $1.hash) }
    }
}

extension Transfers.Entry {
    fileprivate func arrival(
        height: UInt64?,
        _ sighting: CoinTransferProgress.ChainSighting
    ) -> CoinReading.Arrival {
        // A time out of range counts as the oldest.
        let seconds = (0..<1 << 40).contains(timestamp) ? timestamp : 0
        var arrival = CoinReading.Arrival(
            hash: txid,
            account: subaddr_index.major,
            amount: CoinAmount(amount),
            at: Timestamp(milliseconds: seconds * 1_000),
            height: height,
            sighting: sighting,
            isDoubtful: double_spend_seen
        )
        arrival.address = subaddr_index.minor
        return arrival
    }
}
