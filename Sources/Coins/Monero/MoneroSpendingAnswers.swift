import Family

// What Monero's wallet program and node are asked and answer around a payment, by their own names.

struct WalletToMake: Encodable {
    var filename: String
    var password: String
    var language = "English"
}

struct WalletToRestore: Encodable {
    var filename: String
    var password: String
    var seed: String
    var restore_height: UInt64 = 0
    var language = "English"
    var autosave_current = false
}

struct KeyToAsk: Encodable {
    var key_type: String
}

struct AskedKey: Decodable {
    var key: String
}

struct AccountToAsk: Encodable {
    var account_index: UInt32
}

struct AskedAddress: Decodable {
    struct Part: Decodable {
        var address: String
        var address_index: UInt32
    }

    var address: String
    var addresses: [Part]
}

struct OpenedAccount: Decodable {
    var account_index: UInt32
    var address: String
}

struct OpenedAddress: Decodable {
    var address_index: UInt32
    var address: String
}

struct AllOfThem: Encodable {
    var all = true
}

struct Outputs: Codable {
    var outputs_data_hex: String
}

struct Images: Codable {
    struct Image: Codable {
        var key_image: String
        var signature: String
    }

    var offset: UInt64?
    /// Absent where the wallet has no output.
    var signed_key_images: [Image]?

    init(_ images: CoinImages) {
        offset = 0
        signed_key_images = images.images.map { Image(key_image: $0.image, signature: $0.signature) }
    }

    var images: CoinImages {
        CoinImages((signed_key_images ?? []).map { CoinImages.Image(image: $0.key_image, signature: $0.signature) })
    }
}

struct NodeToTrust: Encodable {
    var address: String
    var trusted: Bool
    var ssl_support: String
}

struct TransferToMake: Encodable {
    struct Destination: Encodable {
        var amount: UInt64
        var address: String
    }

    var destinations: [Destination]
    var account_index: UInt32
    var do_not_relay = true
}

struct UnsignedTransfer: Decodable {
    var fee: UInt64
    var unsigned_txset: String
}

struct TransferToSign: Encodable {
    var unsigned_txset: String
    var export_raw = true
    var get_tx_keys = true
}

struct SignedTransfer: Decodable {
    var tx_hash_list: [String]
    var tx_key_list: [String]
    var tx_raw_list: [String]
}

struct BalanceToAsk: Encodable {
    var account_index: UInt32
}

struct AccountBalance: Decodable {
    var unlocked_balance: UInt64
    var blocks_to_unlock: UInt64
}

struct TransferToCheck: Encodable {
    var txid: String
    var tx_key: String
    var address: String
}

struct CheckedTransfer: Decodable {
    var received: UInt64
}

struct TransactionToSend: Encodable {
    var tx_as_hex: String
    var do_not_relay = false
}

struct SentTransaction: Decodable {
    var status: String
    var fee_too_low: Bool
}

struct TransactionsToFind: Encodable {
    var txs_hashes: [String]
}

struct FoundTransactions: Decodable {
    struct Entry: Decodable {
        var tx_hash: String
        var in_pool: Bool
    }

    var status: String
    /// Absent where none is known.
    var txs: [Entry]?
}
