import Bus
package import Coins
import Crypto
package import Family
import SQL
import Storage

/// A wallet of coins that a member wants to watch, before it is checked.
package struct CoinWalletRequest: Hashable, Sendable {
    package var id: ID<CoinHolding>
    package var name: String
    package var keys: CoinViewKeys
    /// When the wallet was made; nil reads the whole chain.
    package var madeAt: Timestamp?

    package init(id: ID<CoinHolding>, name: String, keys: CoinViewKeys, madeAt: Timestamp?) {
        self.id = id
        self.name = name
        self.keys = keys
        self.madeAt = madeAt
    }
}

/// A wallet of coins as its member alone sees it.
package struct CoinWalletInfo: Sendable {
    package var id: ID<CoinHolding>
    package var coin: Coin
    package var name: String
    package var address: String
    package var addedAt: Timestamp
    /// By their accounts' numbers.
    package var accountNames: [UInt32: String]
    /// Nil before the first reading.
    package var record: CoinRecord?
    package var readAt: Timestamp?
    /// Why it was not read the last time; nil where it was.
    package var trouble: CoinFailure?
    /// Nil for a wallet that is watched.
    package var hot: HotCoinInfo?
}

/// A member's coins, and the node that they are read by.
package struct CoinsOverview: Sendable {
    /// What the keeper turned on; nil where nothing is read.
    package struct Service: Sendable {
        package var coin: Coin
        package var network: CoinNetwork
        package var nodeAddress: String
        /// Nil before it was asked.
        package var state: CoinNodeState?
        /// Blocks of the node.
        package var height: UInt64?
    }

    package var service: Service?
    package var wallets: [CoinWalletInfo]
    /// Whether an adult has to allow it first.
    package var needsConsent: Bool
}

/// Why a wallet of coins is not added or changed.
package enum CoinRefusal: Error, Hashable, Sendable {
    /// The keeper has not turned coins on.
    case notOffered
    case notFound
    case nameEmptyOrTooLong
    /// A child without an adult's consent.
    case consentNeeded
    case tooMany
    case alreadyWatched
    case idUsedOtherwise
    /// A day that has not come yet.
    case madeInFuture
    case accountUnknown
    case failed(CoinFailure)
}

/// Wallets of coins that members watch (D5): no other member learns that they exist.
extension Hub {
    /// Wallets of one member.
    package static let coinWalletsMax = 5
    static let coinNameMax = 40
    private static let coinAccountsMax = 50

    /// Whether the keeper turned coins on.
    package var offersCoins: Bool { outside.coins != nil }

    /// A member's wallets of coins; from now on they are read more often for a while.
    package func coins(of member: ID<Member>) async throws -> CoinsOverview {
        let now = outside.now()
        coinWatch.noteLook(of: member, now: now)
        let (wallets, needsConsent) = try await database.read { transaction in
            guard let row = try transaction.member(member) else { throw CoinRefusal.notFound }
            let wallets = try transaction.coinWallets(of: member).map { try self.info($0, of: row, in: transaction) }
            return (wallets, try row.isChild(now: now) && !transaction.hasCoinConsent(member))
        }
        let service = outside.coins.map { coins in
            let node = coinWatch.node
            return CoinsOverview.Service(
                coin: coins.coin,
                network: coins.network,
                nodeAddress: coins.nodeAddress,
                state: node?.state,
                height: node?.reading?.height
            )
        }
        return CoinsOverview(
            service: service,
            wallets: wallets,
            needsConsent: needsConsent
        )
    }

    /// Watches a wallet: its address and view key show what arrives, and can spend nothing.
    ///
    /// A repeat answers as the first time. Throws `CoinRefusal`, `MemberRefusal`, or `StorageError`.
    package func watchCoins(_ request: CoinWalletRequest, for member: ID<Member>) async throws -> CoinWalletInfo {
        guard let coins = outside.coins else { throw CoinRefusal.notOffered }
        guard let name = shownName(request.name, charactersMax: Hub.coinNameMax) else {
            throw CoinRefusal.nameEmptyOrTooLong
        }
        let now = outside.now()
        if let madeAt = request.madeAt, madeAt > now { throw CoinRefusal.madeInFuture }
        let isMain = coins.network == .main
        let card = CoinCard(
            name: name,
            address: request.keys.address,
            viewKey: request.keys.viewKey.lowercased(),
            birthHeight: isMain ? request.madeAt.map { MoneroHeight.before($0) } ?? 0 : 0,
            filePassword: newToken()
        )
        let fields = [name, card.address, card.viewKey, request.madeAt.map { "\($0.milliseconds)" } ?? ""]
        let hash = vault.hash(request: fields, by: member)
        return try await inCoinTurn(of: member) { () async throws -> CoinWalletInfo in
            // Before the program is asked, which may take a while, and again in the transaction that adds it.
            let known = try await database.read { try self.knownCoins(request.id, hash, of: member, now: now, in: $0) }
            if let known { return known }
            do throws(CoinFailure) { try await coins.check(request.keys) } catch { throw CoinRefusal.failed(error) }
            let info = try await add(card, request.id, hash, of: member, coins.coin, now: now)
            bus.publish([.wallet(member)])
            return info
        }
    }

    private func add(
        _ card: CoinCard,
        _ id: ID<CoinHolding>,
        _ hash: [UInt8],
        of member: ID<Member>,
        _ coin: Coin,
        now: Timestamp
    ) async throws -> CoinWalletInfo {
        try await database.transaction { transaction -> CoinWalletInfo in
            if let known = try self.knownCoins(id, hash, of: member, now: now, in: transaction) { return known }
            guard let row = try transaction.member(member), let key = self.vault.dataKey(of: row) else {
                throw CoinRefusal.notFound
            }
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

    /// The wallet that an earlier, equal request added; nil where a member may add one under this identity.
    private func knownCoins(
        _ id: ID<CoinHolding>,
        _ hash: [UInt8],
        of member: ID<Member>,
        now: Timestamp,
        in transaction: Transaction
    ) throws -> CoinWalletInfo? {
        guard let row = try transaction.member(member) else { throw CoinRefusal.notFound }
        if let before = try transaction.coinWallet(id) {
            guard before.member == member, before.requestHash == hash else { throw CoinRefusal.idUsedOtherwise }
            return try info(before, of: row, in: transaction)
        }
        if row.isChild(now: now), try !transaction.hasCoinConsent(member) { throw CoinRefusal.consentNeeded }
        guard try transaction.coinWallets(of: member).count < Hub.coinWalletsMax else { throw CoinRefusal.tooMany }
        return nil
    }

    /// Gives a wallet, or accounts in it, other names; an empty one takes an account's name away.
    package func renameCoins(
        _ id: ID<CoinHolding>,
        of member: ID<Member>,
        to name: String?,
        accounts: [(index: UInt32, name: String)]
    ) async throws -> CoinWalletInfo {
        let info = try await database.transaction { transaction -> CoinWalletInfo in
            guard let row = try transaction.member(member), let key = self.vault.dataKey(of: row),
                let wallet = try transaction.coinWallet(id), wallet.member == member
            else { throw CoinRefusal.notFound }
            var card = try self.card(of: wallet, key)
            if let name {
                guard let shown = shownName(name, charactersMax: Hub.coinNameMax) else {
                    throw CoinRefusal.nameEmptyOrTooLong
                }
                card.name = shown
            }
            let known = Set(try self.record(of: wallet, key)?.accounts.map(\.index) ?? [0])
            for account in accounts {
                guard known.contains(account.index), card.accountNames.count < Hub.coinAccountsMax else {
                    throw CoinRefusal.accountUnknown
                }
                card.accountNames.removeAll { $0.index == account.index }
                guard !account.name.isEmpty else { continue }
                guard let shown = shownName(account.name, charactersMax: Hub.coinNameMax) else {
                    throw CoinRefusal.nameEmptyOrTooLong
                }
                card.accountNames.append(CoinCard.AccountName(index: account.index, name: shown))
            }
            var changed = wallet
            changed.sealed = try self.sealing(.coinWallet, id, key).seal(card)
            try transaction.setCoinWallet(id, sealed: changed.sealed)
            return try self.info(changed, of: row, in: transaction)
        }
        bus.publish([.wallet(member)])
        return info
    }

    /// Watches a wallet no longer, and forgets what was read of it; a hot one is refused while a payment out of it is under way.
    ///
    /// One whose words were not confirmed never showed an address: nothing is lost with it.
    package func forgetCoins(_ id: ID<CoinHolding>, of member: ID<Member>) async throws {
        let now = outside.now()
        let isHot = try await database.transaction { transaction -> Bool in
            guard let row = try transaction.member(member), let key = self.vault.dataKey(of: row),
                let wallet = try transaction.coinWallet(id), wallet.member == member
            else { throw CoinRefusal.notFound }
            let isHot = try self.card(of: wallet, key).hot != nil
            if isHot {
                let payments = try self.payments(of: id, key, in: transaction)
                guard !payments.contains(where: { $0.payment.isUnderWay(now) }) else {
                    throw CoinSendingRefusal.paymentUnderWay
                }
                try self.tellCoins(.coinWalletRemoved, to: row, in: transaction)
            }
            try transaction.removeCoinWallet(id)
            return isHot
        }
        await sweepCoinFiles()
        bus.publish([.wallet(member)] + (isHot ? [.notice(member)] : []))
        if isHot { ringOutbox() }
    }

    /// Whether a child may watch a wallet of coins, as an adult of its family says.
    package func setCoinConsent(
        _ isGiven: Bool,
        for child: ID<Member>,
        of family: ID<FamilyGroup>,
        by adult: ID<Member>
    ) async throws {
        let (id, now): (ID<CoinConsent>, Timestamp) = (outside.newID(), outside.now())
        try await database.transaction { transaction in
            _ = try transaction.adult(adult, of: family, now: now)
            guard let row = try transaction.member(child), row.family == family, row.isChild(now: now) else {
                throw FamilyRefusal.notFound
            }
            try transaction.setCoinConsent(isGiven, for: child, by: adult, id: id, now: now)
        }
        bus.publish([.wallet(child)])
    }

    /// Whether each child of a family may watch a wallet of coins, for its adults.
    package func coinConsents(of family: ID<FamilyGroup>, for adult: ID<Member>) async throws -> [ID<Member>: Bool] {
        let now = outside.now()
        return try await database.read { transaction in
            _ = try transaction.adult(adult, of: family, now: now)
            var consents: [ID<Member>: Bool] = [:]
            for row in try transaction.members(of: family) where row.isChild(now: now) {
                consents[row.id] = try transaction.hasCoinConsent(row.id)
            }
            return consents
        }
    }
}
