import Bus
import Coins
import Crypto
package import Family
import SQL
import Storage

/// A hot wallet that a member wants.
package struct HotCoinsWish: Hashable, Sendable {
    package var id: ID<CoinHolding>
    package var name: String
    package var spendingPassword: String
    package var dailyLimit: CoinAmount
    /// The words of one that there is; nil makes one.
    package var words: String?
    /// When it was made; nil reads the whole chain.
    package var madeAt: Timestamp?

    /// A wallet to make, or to restore from its words.
    package init(
        id: ID<CoinHolding>,
        name: String,
        spendingPassword: String,
        dailyLimit: CoinAmount,
        words: String? = nil,
        madeAt: Timestamp? = nil
    ) {
        (self.id, self.name, self.spendingPassword) = (id, name, spendingPassword)
        (self.dailyLimit, self.words, self.madeAt) = (dailyLimit, words, madeAt)
    }
}

/// The words of a wallet that are to be typed back.
package struct CoinWordsInfo: Sendable {
    package var wallet: CoinWalletInfo
    package var words: [String]
    /// The numbers of those that are asked for, from 1.
    package var asked: [Int]
}

/// Hot wallets of coins (D5): the hub makes them, and pays out of them with a password that it does not keep.
extension Hub {
    /// Makes a wallet, or restores one from its words, and answers with its words.
    ///
    /// A repeat answers as the first time while the words are not confirmed. Throws `CoinRefusal`,
    /// `CoinSendingRefusal`, `MemberRefusal`, or `StorageError`.
    package func addHotCoins(
        _ wish: HotCoinsWish,
        for member: ID<Member>,
        from origin: RequestOrigin
    ) async throws -> CoinWordsInfo {
        guard let coins = outside.coins else { throw CoinRefusal.notOffered }
        guard let name = shownName(wish.name, charactersMax: Hub.coinNameMax) else {
            throw CoinRefusal.nameEmptyOrTooLong
        }
        let now = outside.now()
        if let madeAt = wish.madeAt, madeAt > now { throw CoinRefusal.madeInFuture }
        let words = wish.words.map { MoneroWallet.plain($0) }
        let fields = ["hot", name, wish.dailyLimit.text, words ?? "", wish.madeAt.map { "\($0.milliseconds)" } ?? ""]
        let hash = vault.hash(request: fields, by: member)
        return try await inCoinTurn(of: member) { () async throws -> CoinWordsInfo in
            let found = try await database.read { transaction in
                try self.knownHotCoins(wish.id, hash, of: member, in: transaction)
            }
            if let known = found.known {
                return try await show(known, by: wish.spendingPassword, from: origin, restored: words)
            }
            // Before anything is made, which takes a while.
            _ = try goodForm(
                of: wish.spendingPassword,
                phone: phone(of: found.row) ?? vault.unconfirmedPhone(of: found.row),
                name: found.row.name
            )
            let (card, list) = try await newCard(wish, named: name, words, of: found.row, by: coins)
            let asked = card.hot?.asked ?? []
            let info = try await add(card, wish.id, hash, of: member, coins.coin)
            bus.publish([.wallet(member)])
            return CoinWordsInfo(wallet: info, words: list, asked: asked)
        }
    }

    /// A new wallet as it is kept, and its words.
    private func newCard(
        _ wish: HotCoinsWish,
        named name: String,
        _ words: String?,
        of row: MemberRow,
        by coins: any CoinWallet
    ) async throws -> (card: CoinCard, words: [String]) {
        let made = try await secret(words, by: coins)
        let sealed = try await seal(made.words, under: wish.spendingPassword, of: row, wish.id)
        let list = made.words.split(separator: " ").map(String.init)
        let asked = askedWords()
        var hot = HotCoins(
            salt: sealed.salt,
            pepper: sealed.pepper,
            words: sealed.words,
            asked: asked,
            askedHash: words == nil ? try await slowHash(asked.map { list[$0 - 1] }) : nil,
            isConfirmed: words != nil,
            limit: wish.dailyLimit.text,
            isSpendKnown: words == nil
        )
        hot.dailyLimit = CoinLimit(wish.dailyLimit)
        var card = CoinCard(
            name: name,
            address: made.keys.address,
            viewKey: made.keys.viewKey,
            birthHeight: await birthHeight(wish, by: coins, now: outside.now()),
            filePassword: newToken()
        )
        card.hot = hot
        return (card, list)
    }

    private func add(
        _ card: CoinCard,
        _ id: ID<CoinHolding>,
        _ hash: [UInt8],
        of member: ID<Member>,
        _ coin: Coin
    ) async throws -> CoinWalletInfo {
        let now = outside.now()
        return try await database.transaction { transaction in
            let (row, _) = try self.knownHotCoins(id, hash, of: member, in: transaction)
            guard let key = self.vault.dataKey(of: row) else { throw CoinRefusal.notFound }
            for other in try transaction.coinWallets(of: member)
            where try self.card(of: other, key).address == card.address {
                throw CoinRefusal.alreadyWatched
            }
            let made = CoinWalletRow(
                id: id,
                member: member,
                coin: coin,
                sealed: try self.sealing(.coinWallet, id, key).seal(card),
                requestHash: hash,
                addedAt: now
            )
            try transaction.add(made)
            return try self.info(made, of: row, in: transaction)
        }
    }

    /// The member, who may have such a wallet, and the one that an earlier, equal request made.
    private func knownHotCoins(
        _ id: ID<CoinHolding>,
        _ hash: [UInt8],
        of member: ID<Member>,
        in transaction: Transaction
    ) throws -> (row: MemberRow, known: OpenHotCoins?) {
        guard let row = try transaction.member(member), row.disabledAt == nil else { throw CoinRefusal.notFound }
        guard !row.isChild(now: outside.now()) else { throw CoinSendingRefusal.childNeedsWatchOnly }
        guard let before = try transaction.coinWallet(id) else {
            guard try transaction.coinWallets(of: member).count < Hub.coinWalletsMax else { throw CoinRefusal.tooMany }
            return (row, nil)
        }
        guard before.member == member, before.requestHash == hash else { throw CoinRefusal.idUsedOtherwise }
        return (row, try hotCoins(id, of: member, in: transaction))
    }

    /// By which the words that are asked for are known again.
    private func slowHash(_ words: [String]) async throws -> String {
        let vault = vault
        guard let made = await coinTurns.hashing.run({ vault.hash(password: words.joined(separator: " ")) }),
            let hash = made
        else { throw StorageError(.busy, "words could not be hashed") }
        return hash
    }

    /// New words, or those of the member checked.
    private func secret(_ words: String?, by coins: any CoinWallet) async throws -> CoinWords {
        do throws(CoinFailure) {
            guard let words else { return try await coins.make() }
            return try await coins.restore(words)
        } catch .wordsInvalid {
            throw CoinSendingRefusal.wordsInvalid
        } catch {
            throw CoinRefusal.failed(error)
        }
    }

    /// Where reading begins: a wallet that is made now has nothing in the blocks before.
    private func birthHeight(_ wish: HotCoinsWish, by coins: any CoinWallet, now: Timestamp) async -> UInt64 {
        let madeAt = wish.words == nil ? now : wish.madeAt
        // A node that cannot be believed is not asked: the time tells then.
        if wish.words == nil, let height = try? await coinHeight(coins) {
            return height > CoinNodeState.depthMax ? height - CoinNodeState.depthMax : 0
        }
        return coins.network == .main ? madeAt.map { MoneroHeight.before($0) } ?? 0 : 0
    }

    /// The words of a wallet that an equal request made before.
    private func show(
        _ wallet: OpenHotCoins,
        by password: String,
        from origin: RequestOrigin,
        restored words: String?
    ) async throws -> CoinWordsInfo {
        guard words != nil || !wallet.hot.isConfirmed else { throw CoinSendingRefusal.alreadyConfirmed }
        let words = try await self.words(of: wallet, by: password, from: origin)
        let info = try await database.read { try self.info(wallet.row, of: wallet.member, in: $0) }
        return CoinWordsInfo(wallet: info, words: words.split(separator: " ").map(String.init), asked: wallet.hot.asked)
    }

    /// The words of a wallet once more, while they are not confirmed.
    package func coinWords(
        of id: ID<CoinHolding>,
        of member: ID<Member>,
        by password: String,
        from origin: RequestOrigin
    ) async throws -> CoinWordsInfo {
        try await inCoinTurn(of: member) {
            let wallet = try await database.read { try self.hotCoins(id, of: member, in: $0) }
            return try await show(wallet, by: password, from: origin, restored: nil)
        }
    }

    /// Takes the four words that were asked for; from now on the wallet has an address and can pay.
    ///
    /// Guesses are counted as wrong passwords are (S4).
    package func confirmCoinWords(
        _ typed: [String],
        of id: ID<CoinHolding>,
        of member: ID<Member>,
        from origin: RequestOrigin
    ) async throws -> CoinWalletInfo {
        try await inCoinTurn(of: member) {
            try await confirm(typed, of: id, of: member, from: origin)
        }
    }

    private func confirm(
        _ typed: [String],
        of id: ID<CoinHolding>,
        of member: ID<Member>,
        from origin: RequestOrigin
    ) async throws -> CoinWalletInfo {
        let wallet = try await database.read { try self.hotCoins(id, of: member, in: $0) }
        guard !wallet.hot.isConfirmed, let hash = wallet.hot.askedHash else {
            throw CoinSendingRefusal.alreadyConfirmed
        }
        guard typed.count == wallet.hot.asked.count else { throw CoinSendingRefusal.wordsWrong }
        let words = MoneroWallet.plain(typed.joined(separator: " "))
        // Apart from guesses at the spending password, which are counted by both identities alone.
        let counted = wallet.member.id.bytes + id.bytes + [1]
        let isRight = try await guessing(counted, of: wallet.member, from: origin, wrong: "wrongCoinWords") {
            let vault = vault
            guard let isRight = await coinTurns.hashing.run({ vault.verify(password: words, hash: hash) }) else {
                throw StorageError(.busy, "too many passwords wait to be hashed")
            }
            return isRight
        }
        guard isRight else { throw CoinSendingRefusal.wordsWrong }
        return try await changeCard(id, of: member) { wallet in
            wallet.card.hot?.isConfirmed = true
            wallet.card.hot?.askedHash = nil
            return nil
        }
    }
}
