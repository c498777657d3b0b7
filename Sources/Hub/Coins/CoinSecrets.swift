import Coins
import Crypto
import Family
import SQL
import Storage

/// A hot wallet of a member who may use it.
struct OpenHotCoins {
    var member: MemberRow
    var key: AEADKey
    var row: CoinWalletRow
    var card: CoinCard
    var hot: HotCoins
}

/// The words of hot wallets, which a spending password opens that the hub does not keep.
extension Hub {
    /// A member's own hot wallet; a child's, or that of a member who was disabled, is used for nothing.
    func hotCoins(_ id: ID<CoinHolding>, of member: ID<Member>, in transaction: Transaction) throws -> OpenHotCoins {
        guard let row = try transaction.member(member), row.disabledAt == nil, let key = vault.dataKey(of: row),
            let wallet = try transaction.coinWallet(id), wallet.member == member
        else { throw CoinRefusal.notFound }
        let card = try card(of: wallet, key)
        guard let hot = card.hot else { throw CoinSendingRefusal.watchOnly }
        guard !row.isChild(now: outside.now()) else { throw CoinSendingRefusal.childNeedsWatchOnly }
        return OpenHotCoins(member: row, key: key, row: wallet, card: card, hot: hot)
    }

    /// Seals words under a new spending password, which is judged as every other one.
    func seal(_ words: String, under password: String, of row: MemberRow, _ id: ID<CoinHolding>) async throws -> (
        salt: [UInt8], pepper: Int, words: [UInt8]
    ) {
        let password = try goodForm(
            of: password,
            phone: phone(of: row) ?? vault.unconfirmedPhone(of: row),
            name: row.name
        )
        let (salt, peppers) = (outside.random(PasswordKey.saltCount), vault.keys.peppers)
        let key = try await spendingKey(password, salt: salt, pepper: peppers[peppers.count - 1])
        return (
            salt, peppers.count - 1, key.seal(Array(words.utf8), additional: Vault.Purpose.coinWords.binding(id.bytes))
        )
    }

    /// The words of a wallet; wrong passwords are counted as those of a login are (S4).
    func words(of wallet: OpenHotCoins, by password: String, from origin: RequestOrigin) async throws -> String {
        guard !wallet.row.isPasswordOld else { throw CoinSendingRefusal.spendingPasswordOld }
        let (hot, id) = (wallet.hot, wallet.row.id)
        let peppers = vault.keys.peppers
        guard peppers.indices.contains(hot.pepper), hot.salt.count == PasswordKey.saltCount else {
            throw StorageError(.corrupt, "a wallet of coins names a pepper that this hub has not")
        }
        let typed = String(password.prefix(256))
        var words: String?
        let isRight = try await guessing(
            wallet.member.id.bytes + id.bytes,
            of: wallet.member,
            from: origin,
            wrong: "wrongSpendingPassword"
        ) {
            let key = try await spendingKey(typed, salt: hot.salt, pepper: peppers[hot.pepper])
            words = key.open(hot.words, additional: Vault.Purpose.coinWords.binding(id.bytes))
                .map { String(decoding: $0, as: UTF8.self) }
            return words != nil
        }
        guard isRight, let words else { throw CoinSendingRefusal.wrongSpendingPassword }
        return words
    }

    /// Whether a guess is right, made no faster than S4 allows.
    func guessing(
        _ key: [UInt8],
        of member: MemberRow,
        from origin: RequestOrigin,
        wrong: String,
        _ check: () async throws -> Bool
    ) async throws -> Bool {
        do {
            return try await throttled(key, of: member, countsNetwork: false, from: origin, wrong: wrong, check)
        } catch LogInRefusal.tooManyTries(let seconds) {
            throw CoinSendingRefusal.tooManyGuesses(retryAfterSeconds: seconds)
        }
    }

    private func spendingKey(_ password: String, salt: [UInt8], pepper: HMACKey) async throws -> AEADKey {
        guard let made = await coinTurns.hashing.run({ PasswordKey(pepper: pepper).key(of: password, salt: salt) })
        else {
            throw StorageError(.busy, "too many passwords wait to be hashed")
        }
        guard let key = made else { throw StorageError(.unavailable, "no memory for hashing a password") }
        return key
    }

    /// Four different numbers of words, ascending.
    func askedWords() -> [Int] {
        var asked: Set<Int> = []
        while asked.count < 4 {
            // Of 256 values, 250 are taken, so that each number is as likely.
            for byte in outside.random(8) where byte < 250 && asked.count < 4 { asked.insert(Int(byte) % 25 + 1) }
        }
        return asked.sorted()
    }

    /// The node's height, where it can be believed.
    func coinHeight(_ coins: any CoinWallet) async throws -> UInt64 {
        let reading = await coins.node()
        switch coinWatch.note(reading, expecting: coins.network, now: outside.now()) {
        case .good: break
        case .away: throw CoinSendingRefusal.nodeAway
        case .behind(let blocks): throw CoinSendingRefusal.nodeBehind(blocks: blocks)
        case .wrongNetwork: throw CoinSendingRefusal.nodeWrongNetwork
        case .contradictory: throw CoinSendingRefusal.nodeContradicts
        }
        guard let reading else { throw CoinSendingRefusal.nodeAway }
        return reading.height
    }
}
