package import Family

/// A program that makes wallets and payments of a coin.
///
/// It keeps no key that spends: the words of a wallet are given to it for one call.
package protocol CoinSpender: Sendable {
    /// Makes a wallet; no file of it is left.
    func make() async throws(CoinFailure) -> CoinWords

    /// Reads the words of a wallet: `wordsInvalid` where they are none.
    func restore(_ words: String) async throws(CoinFailure) -> CoinWords

    /// Makes and signs a payment, and sends nothing.
    ///
    /// The wallet is read up to `height` before; throws where its key images could not be made.
    func prepare(
        _ order: CoinOrder,
        from file: CoinFile,
        upTo height: UInt64
    ) async throws(CoinFailure) -> CoinPreparation

    /// Gives a signed transaction to the node; the same bytes again pay once.
    func relay(_ transaction: String, hash: String) async -> CoinRelay

    /// Where the node has a transaction; nil where it does not say.
    func find(_ hash: String) async -> CoinFinding?

    /// Opens the next account of a wallet.
    func openAccount(in file: CoinFile) async throws(CoinFailure) -> CoinPlace

    /// Opens an address of an account that was used for nothing, behind the one with the number `last`.
    func openAddress(in file: CoinFile, account: UInt32, after last: UInt32) async throws(CoinFailure) -> CoinPlace

    /// Refuses what is not an address of this chain.
    func check(address: String) async throws(CoinFailure)

    /// What a transaction paid to an address, shown by the transaction's key.
    func paid(_ hash: String, key: String, to address: String) async throws(CoinFailure) -> CoinAmount
}

/// What a wallet can be restored from and read by.
package struct CoinWords: Hashable, Sendable {
    /// 25 words with one space between.
    package var words: String
    package var keys: CoinViewKeys

    /// Both belong together.
    package init(words: String, keys: CoinViewKeys) {
        (self.words, self.keys) = (words, keys)
    }
}

/// An account's or address's number and address.
package struct CoinPlace: Hashable, Sendable {
    package var index: UInt32
    package var address: String

    /// A place in a wallet.
    package init(index: UInt32, address: String) {
        (self.index, self.address) = (index, address)
    }
}

/// A payment to make.
package struct CoinOrder: Sendable {
    /// Of the wallet that pays.
    package var words: String
    package var account: UInt32
    package var address: String
    package var amount: CoinAmount

    /// A payment out of one account.
    package init(words: String, account: UInt32, address: String, amount: CoinAmount) {
        (self.words, self.account, self.address, self.amount) = (words, account, address, amount)
    }
}

/// A payment that is signed and not sent.
package struct PreparedCoins: Hashable, Sendable {
    /// The transaction's name, 64 hexadecimal digits.
    package var hash: String
    /// Its secret key, which proves the payment.
    package var key: String
    /// The transaction itself, in hexadecimal digits.
    package var transaction: String
    package var fee: CoinAmount

    /// A payment as the program made it.
    package init(hash: String, key: String, transaction: String, fee: CoinAmount) {
        (self.hash, self.key, self.transaction, self.fee) = (hash, key, transaction, fee)
    }
}

/// A payment or the reason why there is none, with the wallet's key images, which are good in any case.
package struct CoinPreparation: Sendable {
    package var images: CoinImages
    package var payment: Result<PreparedCoins, CoinFailure>

    /// The outcome of an order.
    package init(images: CoinImages, payment: Result<PreparedCoins, CoinFailure>) {
        (self.images, self.payment) = (images, payment)
    }
}

/// Marks of a wallet's outputs by which the chain tells that one is spent; they spend nothing.
package struct CoinImages: Codable, Hashable, Sendable {
    /// The mark of one output, signed by its key.
    package struct Image: Codable, Hashable, Sendable {
        package var image: String
        package var signature: String

        /// A mark, and what shows that it is genuine.
        package init(image: String, signature: String) {
            (self.image, self.signature) = (image, signature)
        }
    }

    /// Of all outputs in their order.
    package var images: [Image]

    /// Marks of a wallet.
    package init(_ images: [Image]) {
        self.images = images
    }
}

/// The outcome of giving a payment to a node.
package enum CoinRelay: Hashable, Sendable {
    /// The node has it.
    case taken
    /// The node refuses it for good, and has it neither in its pool nor in a block.
    case refused(feeTooLow: Bool)
    /// There was no connection to it: it had nothing of it.
    case unreached
    /// Its answer is missing: it may have it or not.
    case unknown
}

/// Where a node has a transaction.
package enum CoinFinding: Hashable, Sendable {
    case pool
    case block
    case nowhere
}
