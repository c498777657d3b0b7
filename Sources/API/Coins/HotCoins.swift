public import Family

/// `POST /coin-wallets/made`: a wallet that the hub makes and can spend.
public struct MakeCoinsBody: Codable, Hashable, Sendable {
    public var id: ID<CoinHolding>
    public var name: String
    /// At least 8 characters; the hub does not keep it.
    public var spendingPassword: String
    /// The most that may leave the wallet within 24 hours, fees included.
    public var dailyLimit: String

    public init(id: ID<CoinHolding>, name: String, spendingPassword: String, dailyLimit: String) {
        self.id = id
        self.name = name
        self.spendingPassword = spendingPassword
        self.dailyLimit = dailyLimit
    }
}

/// A new wallet with its words, which are shown until they were confirmed.
public struct MadeCoinsBody: Codable, Hashable, Sendable {
    public var wallet: CoinWalletBody
    /// 25 words, from which the wallet can be restored anywhere.
    public var words: [String]
    /// The numbers of the four words to confirm, from 1, ascending.
    public var asked: [Int]

    public init(wallet: CoinWalletBody, words: [String], asked: [Int]) {
        self.wallet = wallet
        self.words = words
        self.asked = asked
    }
}

/// `POST /coin-wallets/restored`: a wallet from the words of one that was made here or elsewhere.
public struct RestoreCoinsBody: Codable, Hashable, Sendable {
    public var id: ID<CoinHolding>
    public var name: String
    /// 25 words with spaces between.
    public var words: String
    /// The day on which the wallet was made; absent: the whole chain is read.
    public var madeOn: LocalDay?
    public var spendingPassword: String
    public var dailyLimit: String

    public init(
        id: ID<CoinHolding>,
        name: String,
        words: String,
        madeOn: LocalDay? = nil,
        spendingPassword: String,
        dailyLimit: String
    ) {
        self.id = id
        self.name = name
        self.words = words
        self.madeOn = madeOn
        self.spendingPassword = spendingPassword
        self.dailyLimit = dailyLimit
    }
}

/// `POST /coin-wallets/{id}/words`: show the words of a wallet once more, while they are not confirmed.
public struct ShowCoinWordsBody: Codable, Hashable, Sendable {
    public var spendingPassword: String

    public init(spendingPassword: String) {
        self.spendingPassword = spendingPassword
    }
}

/// The words of a wallet that are not confirmed yet.
public struct CoinWordsBody: Codable, Hashable, Sendable {
    public var words: [String]
    /// The numbers of the four words to confirm, from 1, ascending.
    public var asked: [Int]

    public init(words: [String], asked: [Int]) {
        self.words = words
        self.asked = asked
    }
}

/// `POST /coin-wallets/{id}/words/confirmation`: the four words that were asked for, in that order.
public struct ConfirmCoinWordsBody: Codable, Hashable, Sendable {
    public var words: [String]

    public init(words: [String]) {
        self.words = words
    }
}

/// `PUT /coin-wallets/{id}/limit`: lowering counts at once, raising after 24 hours.
public struct CoinLimitBody: Codable, Hashable, Sendable {
    public var dailyLimit: String

    public init(dailyLimit: String) {
        self.dailyLimit = dailyLimit
    }
}

/// `PUT /coin-wallets/{id}/spending-password`.
public struct ChangeSpendingPasswordBody: Codable, Hashable, Sendable {
    public var old: String
    public var new: String

    public init(old: String, new: String) {
        self.old = old
        self.new = new
    }
}

/// `POST /coin-wallets/{id}/accounts`: one more account of a hot wallet.
public struct OpenCoinAccountBody: Codable, Hashable, Sendable {
    public var name: String

    public init(name: String) {
        self.name = name
    }
}
