import Bus
import Coins
import Crypto
package import Family
import Languages
import SQL
import Storage

/// What a member changes of a hot wallet.
///
/// Whatever weakens it, or takes it away, is told in every session, to the number and by mail.
extension Hub {
    /// Sets the daily limit: a lower one counts at once, a higher one in 24 hours.
    ///
    /// While the clock is doubted it is lowered alone.
    package func setCoinLimit(
        _ limit: CoinAmount,
        of id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> CoinWalletInfo {
        let (now, isClockAhead) = (outside.now(), self.isClockAhead)
        return try await changeCard(id, of: member, keeping: .limit) { wallet in
            // The one of a backup counts no longer.
            let before = wallet.row.isLimitOld ? CoinLimit(.zero) : wallet.hot.dailyLimit
            var next = before
            if !isClockAhead {
                next.set(limit, now: now)
            } else if !next.lower(to: limit) {
                throw CoinSendingRefusal.clockDoubted
            }
            wallet.card.hot?.dailyLimit = next
            guard next.waiting(now) != nil, next != before else { return nil }
            if let seconds = self.coinTurns.raises.retryAfterSeconds(member, now: now) {
                throw CoinSendingRefusal.tooManyCalls(retryAfterSeconds: seconds)
            }
            return .coinLimitRaised
        }
    }

    /// Sets another spending password; the old one opens the words for it.
    package func changeSpendingPassword(
        of id: ID<CoinHolding>,
        of member: ID<Member>,
        from old: String,
        to new: String,
        origin: RequestOrigin
    ) async throws {
        try await inCoinTurn(of: member) {
            let wallet = try await database.read { try self.hotCoins(id, of: member, in: $0) }
            let words = try await words(of: wallet, by: old, from: origin)
            let sealed = try await seal(words, under: new, of: wallet.member, id)
            let known = wallet.hot.words
            _ = try await changeCard(id, of: member, keeping: .password) { now in
                // Another change may have come first; its password opens other bytes of the same words.
                guard now.hot.words == known else { throw CoinSendingRefusal.wrongSpendingPassword }
                now.card.hot?.salt = sealed.salt
                now.card.hot?.pepper = sealed.pepper
                now.card.hot?.words = sealed.words
                return .coinPasswordChanged
            }
        }
    }

    /// Opens the next account of a hot wallet.
    package func openCoinAccount(
        named name: String,
        in id: ID<CoinHolding>,
        of member: ID<Member>
    ) async throws -> CoinWalletInfo {
        guard let coins = outside.coins else { throw CoinRefusal.notOffered }
        guard let name = shownName(name, charactersMax: Hub.coinNameMax) else { throw CoinRefusal.nameEmptyOrTooLong }
        return try await inCoinTurn(of: member) { () async throws -> CoinWalletInfo in
            let wallet = try await database.read { try self.hotCoins(id, of: member, in: $0) }
            guard wallet.hot.isConfirmed else { throw CoinSendingRefusal.notConfirmed }
            guard wallet.hot.accounts < Hub.hotAccountsMax else { throw CoinRefusal.tooMany }
            let file = try file(of: wallet.row, wallet.card, wallet.key)
            let place: CoinPlace
            do throws(CoinFailure) { place = try await coins.openAccount(in: file) } catch {
                throw CoinRefusal.failed(error)
            }
            return try await changeCard(id, of: member) { wallet in
                wallet.card.hot?.accounts = max(wallet.hot.accounts, place.index + 1)
                wallet.card.accountNames.append(CoinCard.AccountName(index: place.index, name: name))
                return nil
            }
        }
    }

    private static let hotAccountsMax: UInt32 = 20

    /// Parts of a hot wallet that no backup brings back once they were changed.
    enum CoinGuard {
        case password
        case limit
    }

    /// Changes a hot wallet; `kept` names what no backup may bring back from then on, and `change` answers what its member is
    /// told.
    func changeCard(
        _ id: ID<CoinHolding>,
        of member: ID<Member>,
        keeping kept: CoinGuard? = nil,
        _ change: @escaping @Sendable (inout OpenHotCoins) throws -> NoticeKind?
    ) async throws -> CoinWalletInfo {
        let (info, told) = try await database.transaction { transaction -> (CoinWalletInfo, NoticeKind?) in
            var wallet = try self.hotCoins(id, of: member, in: transaction)
            let told = try change(&wallet)
            let sealed = try self.sealing(.coinWallet, id, wallet.key).seal(wallet.card)
            switch kept {
            case nil: try transaction.setCoinWallet(id, sealed: sealed)
            case .password: try transaction.setCoinPassword(id, sealed: sealed)
            case .limit:
                let after = wallet.card.hot?.dailyLimit.highest ?? .zero
                let isLower = wallet.row.isLimitOld || after < wallet.hot.dailyLimit.highest
                try transaction.setCoinLimit(id, sealed: sealed, isLower: isLower)
            }
            guard let row = try transaction.coinWallet(id) else { throw CoinRefusal.notFound }
            if let told { try self.tellCoins(told, to: wallet.member, in: transaction) }
            return (try self.info(row, of: wallet.member, in: transaction), told)
        }
        bus.publish([.wallet(member)] + (told == nil ? [] : [.notice(member)]))
        if told != nil { ringOutbox() }
        return info
    }

    /// Tells a member of what weakens a hot wallet of theirs, or takes it away.
    func tellCoins(_ kind: NoticeKind, to row: MemberRow, in transaction: Transaction) throws {
        let text: [Phrase] =
            switch kind {
            case .coinLimitRaised:
                [
                    "Hearth: a higher daily limit of your coin wallet applies in 24 hours.",
                    "Not you? Set it to 0, end your other sessions and change your passwords.",
                ]
            case .coinPasswordChanged:
                [
                    "Hearth: the spending password of your coin wallet was changed.",
                    "Not you? Set its daily limit to 0 and move the coins with its 25 words.",
                ]
            default:
                [
                    "Hearth: your coin wallet was removed from the hub.",
                    "Not you? End your other sessions and change your passwords. Its 25 words bring it back.",
                ]
            }
        try tellEverywhere(kind, text, to: row, in: transaction)
    }
}
