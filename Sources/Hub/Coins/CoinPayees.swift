import Bus
import Coins
import Crypto
package import Family
import SQL
import Storage

/// A payee of a hot wallet, as it is sealed.
struct CoinPayeeCard: Codable, Hashable, Sendable {
    var name: String
    var address: String
}

/// A payee as the wallet's member sees it.
package struct CoinPayeeInfo: Hashable, Sendable {
    package var id: ID<CoinPayee>
    package var name: String
    package var address: String
    package var addedAt: Timestamp

    /// From when it can be paid.
    package var payableFrom: Timestamp { CoinPayeeWait.payableFrom(addedAt) }
}

/// Payees of hot wallets: an address is paid only a day after its member was told that it can be.
extension Hub {
    private static let coinPayeesMax = 50

    /// The payees of a member's hot wallet, in the order in which they were added.
    package func coinPayees(of id: ID<CoinHolding>, of member: ID<Member>) async throws -> [CoinPayeeInfo] {
        try await database.read { transaction in
            let wallet = try self.hotCoins(id, of: member, in: transaction)
            return try transaction.coinPayees(of: id).map { try self.info($0, wallet.key) }
        }
    }

    /// Adds a payee; a repeat answers as the first time.
    ///
    /// Throws `CoinRefusal`, `CoinSendingRefusal`, or `StorageError`.
    package func addCoinPayee(
        _ payee: ID<CoinPayee>,
        named name: String,
        address: String,
        to id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> CoinPayeeInfo {
        guard let coins = outside.coins else { throw CoinRefusal.notOffered }
        guard let name = shownName(name, charactersMax: Hub.coinNameMax) else { throw CoinRefusal.nameEmptyOrTooLong }
        let hash = vault.hash(request: [id.text, name, address], by: member)
        return try await inCoinTurn(of: member) { () async throws -> CoinPayeeInfo in
            let known = try await database.read { transaction in
                try self.knownPayee(payee, hash, self.hotCoins(id, of: member, in: transaction), in: transaction)
            }
            if let known { return known }
            do throws(CoinFailure) { try await coins.check(address: address) } catch { throw CoinRefusal.failed(error) }
            let info = try await add(payee, CoinPayeeCard(name: name, address: address), hash, to: id, of: member)
            bus.publish([.notice(member), .wallet(member)])
            return info
        }
    }

    private func add(
        _ payee: ID<CoinPayee>,
        _ card: CoinPayeeCard,
        _ hash: [UInt8],
        to id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> CoinPayeeInfo {
        let now = outside.now()
        return try await database.transaction { transaction -> CoinPayeeInfo in
            let wallet = try self.hotCoins(id, of: member, in: transaction)
            if let known = try self.knownPayee(payee, hash, wallet, in: transaction) { return known }
            guard wallet.hot.isConfirmed else { throw CoinSendingRefusal.notConfirmed }
            guard try transaction.coinPayees(of: id).count < Hub.coinPayeesMax else {
                throw CoinSendingRefusal.tooManyPayees
            }
            let row = CoinItemRow(
                id: payee,
                member: member,
                wallet: id,
                sealed: try self.sealing(payee, wallet.key).seal(card),
                requestHash: hash,
                at: now
            )
            try transaction.add(payee: row)
            try transaction.addNotice(self.notice(.coinPayeeAdded, for: member))
            return try self.info(row, wallet.key)
        }
    }

    /// Removes a payee, and what is prepared for it and was not sent.
    package func removeCoinPayee(
        _ payee: ID<CoinPayee>,
        of id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws {
        try await database.transaction { transaction in
            let wallet = try self.hotCoins(id, of: member, in: transaction)
            guard try transaction.coinPayee(payee)?.wallet == id else { throw CoinRefusal.notFound }
            for (row, card, _) in try self.payments(of: id, wallet.key, in: transaction) where card.payee == payee {
                try transaction.removeCoinPayment(row.item.id)
            }
            try transaction.removeCoinPayee(payee)
        }
        bus.publish([.wallet(member)])
    }

    private func knownPayee(
        _ id: ID<CoinPayee>,
        _ hash: [UInt8],
        _ wallet: OpenHotCoins,
        in transaction: Transaction
    ) throws -> CoinPayeeInfo? {
        guard let before = try transaction.coinPayee(id) else { return nil }
        guard before.wallet == wallet.row.id, before.requestHash == hash else { throw CoinRefusal.idUsedOtherwise }
        return try info(before, wallet.key)
    }

    func sealing(_ payee: ID<CoinPayee>, _ key: AEADKey) -> SealedJSON {
        SealedJSON(key: key, purpose: .coinPayee, owner: payee.bytes)
    }

    func info(_ row: CoinItemRow<CoinPayee>, _ key: AEADKey) throws -> CoinPayeeInfo {
        let card: CoinPayeeCard = try sealing(row.id, key).open(row.sealed)
        return CoinPayeeInfo(id: row.id, name: card.name, address: card.address, addedAt: row.at)
    }
}
