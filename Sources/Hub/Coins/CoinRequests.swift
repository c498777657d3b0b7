import Bus
import Coins
import Crypto
package import Family
import SQL
import Storage

/// A request to be paid, as it is sealed.
struct CoinRequestCard: Codable, Hashable, Sendable {
    var account: UInt32
    /// The number of its address within the account.
    var index: UInt32
    var address: String
    /// A count of the smallest unit in decimal digits.
    var amount: String?
    var memo: String?
}

/// A request as the wallet's member sees it.
package struct CoinRequestInfo: Hashable, Sendable {
    package var id: ID<CoinRequest>
    package var account: UInt32
    package var address: String
    package var amount: CoinAmount?
    package var memo: String?
    /// What arrived at its address in blocks.
    package var received: CoinAmount
    package var createdAt: Timestamp

    /// What a payer's wallet reads from the QR code.
    package var uri: String {
        var parts: [String] = []
        if let amount { parts.append("tx_amount=\(amount.decimal)") }
        if let memo { parts.append("tx_description=\(Self.escaped(memo))") }
        return "monero:\(address)" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
    }

    /// Percent-encoded, all but what RFC 3986 leaves alone.
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return String(
            text.utf8.flatMap { byte -> [Character] in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                    [Character(Unicode.Scalar(byte))]
                default: ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }
        )
    }
}

/// Requests to be paid: an address for each, so that its payments are known, and payers cannot compare addresses.
extension Hub {
    private static let coinRequestsMax = 100
    private static let coinMemoMax = 100

    /// The requests of a member's wallet, the latest first.
    package func coinRequests(of id: ID<CoinHolding>, of member: ID<Member>) async throws -> [CoinRequestInfo] {
        try await database.read { transaction in
            let (wallet, key) = try self.ownCoins(id, of: member, in: transaction)
            let record = try self.record(of: wallet, key)
            return try transaction.coinRequests(of: id).map { try self.info($0, record, key) }
        }
    }

    /// Asks for coins at an address that was used for nothing; a repeat answers as the first time.
    ///
    /// Throws `CoinRefusal`, `CoinSendingRefusal`, or `StorageError`.
    package func askForCoins(
        _ request: ID<CoinRequest>,
        account: UInt32,
        amount: CoinAmount?,
        memo: String?,
        in id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> CoinRequestInfo {
        guard let coins = outside.coins else { throw CoinRefusal.notOffered }
        if amount == .zero { throw CoinSendingRefusal.amountInvalid }
        let memo = try memoOfCoins(memo)
        let hash = vault.hash(request: [id.text, "\(account)", amount?.text ?? "", memo ?? ""], by: member)
        return try await inCoinTurn(of: member) { () async throws -> CoinRequestInfo in
            let (known, file, last) = try await database.read { transaction in
                try self.draft(request, hash, account: account, in: id, of: member, in: transaction)
            }
            if let known { return known }
            let place: CoinPlace
            do throws(CoinFailure) {
                place = try await coins.openAddress(in: file, account: account, after: last)
            } catch {
                throw CoinRefusal.failed(error)
            }
            let card = CoinRequestCard(
                account: account,
                index: place.index,
                address: place.address,
                amount: amount?.text,
                memo: memo
            )
            let info = try await add(request, card, hash, to: id, of: member)
            bus.publish([.wallet(member)])
            return info
        }
    }

    private func add(
        _ request: ID<CoinRequest>,
        _ card: CoinRequestCard,
        _ hash: [UInt8],
        to id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> CoinRequestInfo {
        let now = outside.now()
        return try await database.transaction { transaction in
            let (wallet, key) = try self.ownCoins(id, of: member, in: transaction)
            let record = try self.record(of: wallet, key)
            if let known = try self.knownRequest(request, hash, wallet, record, key, in: transaction) {
                return known
            }
            let row = CoinItemRow(
                id: request,
                member: member,
                wallet: id,
                sealed: try self.sealing(request, key).seal(card),
                requestHash: hash,
                at: now
            )
            try transaction.add(request: row)
            return try self.info(row, record, key)
        }
    }

    private func memoOfCoins(_ text: String?) throws -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard let memo = shownName(text, charactersMax: Hub.coinMemoMax) else { throw CoinSendingRefusal.textTooLong }
        return memo
    }

    /// The request that an equal one made before; or the file, and the last address that was used of the account.
    private func draft(
        _ request: ID<CoinRequest>,
        _ hash: [UInt8],
        account: UInt32,
        in id: ID<CoinHolding>,
        of member: ID<Member>,
        in transaction: Transaction
    ) throws -> (known: CoinRequestInfo?, file: CoinFile, last: UInt32) {
        let (wallet, key) = try ownCoins(id, of: member, in: transaction)
        let record = try record(of: wallet, key)
        let known = try knownRequest(request, hash, wallet, record, key, in: transaction)
        let card = try card(of: wallet, key)
        if card.hot?.isConfirmed == false { throw CoinSendingRefusal.notConfirmed }
        guard account == 0 || record?.accounts.contains(where: { $0.index == account }) == true else {
            throw CoinRefusal.accountUnknown
        }
        let others = try transaction.coinRequests(of: id)
        guard known != nil || others.count < Hub.coinRequestsMax else {
            throw CoinSendingRefusal.tooManyRequests
        }
        let used = try others.map { try open($0, key) }.filter { $0.account == account }.map(\.index)
        let seen = record?.arrivals.filter { $0.account == account }.compactMap(\.address) ?? []
        return (known, try file(of: wallet, card, key), (used + seen).max() ?? 0)
    }

    /// Removes a request; what is paid to its address later still arrives.
    package func removeCoinRequest(
        _ request: ID<CoinRequest>,
        in id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws {
        try await database.transaction { transaction in
            _ = try self.ownCoins(id, of: member, in: transaction)
            guard try transaction.coinRequest(request)?.wallet == id else { throw CoinRefusal.notFound }
            try transaction.removeCoinRequest(request)
        }
        bus.publish([.wallet(member)])
    }

    /// A member's own wallet, watched or hot; a child's needs its consent.
    private func ownCoins(
        _ id: ID<CoinHolding>,
        of member: ID<Member>,
        in transaction: Transaction
    ) throws -> (CoinWalletRow, AEADKey) {
        guard let row = try transaction.member(member), let key = vault.dataKey(of: row),
            let wallet = try transaction.coinWallet(id), wallet.member == member
        else { throw CoinRefusal.notFound }
        if row.isChild(now: outside.now()), try !transaction.hasCoinConsent(member) { throw CoinRefusal.consentNeeded }
        return (wallet, key)
    }

    private func knownRequest(
        _ id: ID<CoinRequest>,
        _ hash: [UInt8],
        _ wallet: CoinWalletRow,
        _ record: CoinRecord?,
        _ key: AEADKey,
        in transaction: Transaction
    ) throws -> CoinRequestInfo? {
        guard let before = try transaction.coinRequest(id) else { return nil }
        guard before.wallet == wallet.id, before.requestHash == hash else { throw CoinRefusal.idUsedOtherwise }
        return try info(before, record, key)
    }

    private func sealing(_ request: ID<CoinRequest>, _ key: AEADKey) -> SealedJSON {
        SealedJSON(key: key, purpose: .coinRequest, owner: request.bytes)
    }

    private func open(_ row: CoinItemRow<CoinRequest>, _ key: AEADKey) throws -> CoinRequestCard {
        try sealing(row.id, key).open(row.sealed)
    }

    func info(
        _ row: CoinItemRow<CoinRequest>,
        _ record: CoinRecord?,
        _ key: AEADKey
    ) throws -> CoinRequestInfo {
        let card = try open(row, key)
        let arrived = (record?.arrivals ?? []).filter { arrival in
            arrival.account == card.account && arrival.address == card.index
                && (arrival.state == .confirming || arrival.state == .confirmed)
        }
        return CoinRequestInfo(
            id: row.id,
            account: card.account,
            address: card.address,
            amount: card.amount.flatMap { CoinAmount(text: $0) },
            memo: card.memo,
            received: arrived.reduce(.zero) { $0.adding(CoinAmount(text: $1.amount) ?? .zero) ?? $0 },
            createdAt: row.at
        )
    }
}
