public import Family

/// A payee, who can be paid 24 hours after it was added.
public struct CoinPayeeBody: Codable, Hashable, Sendable {
    public var id: ID<CoinPayee>
    public var name: String
    public var address: String
    public var addedAt: Timestamp
    public var payableFrom: Timestamp

    public init(id: ID<CoinPayee>, name: String, address: String, addedAt: Timestamp, payableFrom: Timestamp) {
        self.id = id
        self.name = name
        self.address = address
        self.addedAt = addedAt
        self.payableFrom = payableFrom
    }
}

/// `POST /coin-wallets/{id}/payees`.
public struct AddCoinPayeeBody: Codable, Hashable, Sendable {
    public var id: ID<CoinPayee>
    public var name: String
    public var address: String

    public init(id: ID<CoinPayee>, name: String, address: String) {
        self.id = id
        self.name = name
        self.address = address
    }
}

/// `POST /coin-wallets/{id}/payments`: a payment to prepare; nothing is sent yet.
public struct PrepareCoinPaymentBody: Codable, Hashable, Sendable {
    /// Exactly one of both.
    public struct Destination: Codable, Hashable, Sendable {
        public var payee: ID<CoinPayee>?
        /// An account of the same wallet.
        public var account: UInt32?

        public init(payee: ID<CoinPayee>? = nil, account: UInt32? = nil) {
            self.payee = payee
            self.account = account
        }
    }

    public var id: ID<CoinPayment>
    /// The account that pays.
    public var from: UInt32
    public var to: Destination
    public var amount: String
    /// For the member alone; it is not on the chain.
    public var note: String?
    public var spendingPassword: String

    public init(
        id: ID<CoinPayment>,
        from: UInt32,
        to: Destination,
        amount: String,
        note: String? = nil,
        spendingPassword: String
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.amount = amount
        self.note = note
        self.spendingPassword = spendingPassword
    }
}

/// A payment out of a wallet of coins.
public struct CoinPaymentBody: Codable, Hashable, Sendable {
    /// Where it is.
    public enum State: String, Codable, Sendable {
        /// Made and kept; nothing was sent.
        case prepared
        /// Given to a node, which may not have answered.
        case relayed
        /// Waits for a block.
        case inPool
        /// 1 to 9 confirmations.
        case confirming
        /// At least ten.
        case confirmed
        /// Refused for good by a node that has it nowhere.
        case failed
        /// Was in a block that the chain gave up.
        case reorganised
    }

    /// The payee or the account.
    public struct Destination: Codable, Hashable, Sendable {
        /// Absent for an account of the same wallet.
        public var payee: ID<CoinPayee>?
        public var account: UInt32?
        /// The payee's name when it was prepared.
        public var name: String?
        public var address: String

        public init(payee: ID<CoinPayee>?, account: UInt32?, name: String?, address: String) {
            self.payee = payee
            self.account = account
            self.name = name
            self.address = address
        }
    }

    public var id: ID<CoinPayment>
    public var state: State
    /// The account that pays.
    public var from: UInt32
    public var to: Destination
    public var amount: String
    public var fee: String
    /// Amount and fee.
    public var total: String
    /// Of the transaction, 64 hexadecimal digits.
    public var hash: String
    public var note: String?
    public var preparedAt: Timestamp
    /// Absent while it is prepared.
    public var sentAt: Timestamp?
    public var confirmations: String
    /// Until when it may be sent, while it is prepared; then another is to be prepared.
    public var goodUntil: Timestamp
    /// Whether no node has it, and none is given it again before its member says so; absent otherwise.
    public var waitsForMe: Bool?
    /// Whether no node can have it, so that it can be discarded; absent otherwise.
    public var discardable: Bool?

    /// A payment as its member sees it.
    public init(
        id: ID<CoinPayment>,
        state: State,
        from: UInt32,
        to: Destination,
        amount: String,
        fee: String,
        total: String,
        hash: String,
        note: String?,
        preparedAt: Timestamp,
        sentAt: Timestamp?,
        confirmations: String,
        goodUntil: Timestamp,
        waitsForMe: Bool? = nil,
        discardable: Bool? = nil
    ) {
        (self.id, self.state, self.from, self.to) = (id, state, from, to)
        (self.amount, self.fee, self.total, self.hash) = (amount, fee, total, hash)
        self.note = note
        (self.preparedAt, self.sentAt) = (preparedAt, sentAt)
        (self.confirmations, self.goodUntil) = (confirmations, goodUntil)
        (self.waitsForMe, self.discardable) = (waitsForMe, discardable)
    }
}

/// `GET /coin-wallets/{id}/payments/{payment}/proof`: what shows the payee that they were paid.
public struct CoinProofBody: Codable, Hashable, Sendable {
    public var hash: String
    public var address: String
    /// The transaction's secret key, for `check_tx_key`.
    public var key: String
    public var amount: String

    public init(hash: String, address: String, key: String, amount: String) {
        self.hash = hash
        self.address = address
        self.key = key
        self.amount = amount
    }
}

/// A request to be paid coins, with an address of its own.
public struct CoinRequestBody: Codable, Hashable, Sendable {
    public var id: ID<CoinRequest>
    public var account: UInt32
    /// Of this request alone.
    public var address: String
    public var amount: String?
    public var memo: String?
    /// `monero:ADDRESS?tx_amount=…&tx_description=…`, which the QR code shows.
    public var uri: String
    /// All that arrived at the address.
    public var received: String
    public var createdAt: Timestamp

    /// A request as its member sees it.
    public init(
        id: ID<CoinRequest>,
        account: UInt32,
        address: String,
        amount: String?,
        memo: String?,
        uri: String,
        received: String,
        createdAt: Timestamp
    ) {
        (self.id, self.account, self.address) = (id, account, address)
        (self.amount, self.memo, self.uri) = (amount, memo, uri)
        (self.received, self.createdAt) = (received, createdAt)
    }
}

/// `POST /coin-wallets/{id}/requests`.
public struct AskForCoinsBody: Codable, Hashable, Sendable {
    public var id: ID<CoinRequest>
    public var account: UInt32
    public var amount: String?
    /// What the payer is shown.
    public var memo: String?

    public init(id: ID<CoinRequest>, account: UInt32, amount: String? = nil, memo: String? = nil) {
        self.id = id
        self.account = account
        self.amount = amount
        self.memo = memo
    }
}
