import API
import Coins
import Family
import Hub

extension CoinsBody {
    init(_ overview: CoinsOverview) {
        self.init(
            service: overview.service.map(Service.init),
            wallets: overview.wallets.map(CoinWalletBody.init),
            needsConsent: overview.needsConsent
        )
    }
}

extension CoinsBody.Service {
    fileprivate init(_ service: CoinsOverview.Service) {
        let (state, blocks): (CoinNodeStateName, UInt64) =
            switch service.state {
            case nil: (.unknown, 0)
            case .good: (.good, 0)
            case .away: (.away, 0)
            case .behind(let blocks): (.behind, blocks)
            case .wrongNetwork: (.wrongNetwork, 0)
            case .contradictory: (.contradictory, 0)
            }
        self.init(
            coin: service.coin.name,
            network: CoinNetworkName(service.network),
            node: service.nodeAddress,
            state: state,
            blocksBehind: blocks > 0 ? "\(blocks)" : nil,
            height: service.height.map { "\($0)" }
        )
    }
}

extension Coin {
    /// What the coin is called in the API.
    fileprivate var name: String {
        switch self {
        case .monero: "monero"
        }
    }
}

extension CoinNetworkName {
    fileprivate init(_ network: CoinNetwork) {
        self =
            switch network {
            case .main: .main
            case .staging: .staging
            case .test: .test
            case .local: .local
            }
    }
}

extension CoinWalletBody {
    init(_ info: CoinWalletInfo) {
        let record = info.record
        // Words that were not written down must receive nothing.
        let isShown = info.hot?.isConfirmed ?? true
        self.init(
            id: info.id,
            coin: info.coin.name,
            custody: info.hot == nil ? .watchOnly : .hot,
            name: info.name,
            address: isShown ? info.address : "",
            addedAt: info.addedAt,
            readAt: info.readAt,
            height: record.map { "\($0.height)" },
            whole: record?.isWhole ?? false,
            trouble: info.trouble.map(Trouble.init),
            accounts: (isShown ? record?.accounts ?? [] : []).map { account in
                Account(
                    index: account.index,
                    name: info.accountNames[account.index],
                    address: account.address,
                    received: account.received,
                    unlocked: account.unlocked,
                    blocksToUnlock: "\(account.blocksToUnlock)",
                    balance: info.hot?.amounts[account.index]?.balance.text,
                    available: info.hot?.amounts[account.index]?.available.text
                )
            },
            arrivals: (record?.arrivals ?? []).map(Arrival.init)
        )
        guard let hot = info.hot else { return }
        (balance, available) = (hot.balance?.text, hot.available?.text)
        (dailyLimit, spentToday, wordsConfirmed) = (hot.limit.text, hot.spentToday.text, hot.isConfirmed)
        pausedUntil = hot.pausedUntil
        (passwordOld, limitOld) = (hot.isPasswordOld ? true : nil, hot.isLimitOld ? true : nil)
        raisedLimit = hot.raised.map { RaisedLimit(amount: $0.amount.text, from: $0.from) }
    }
}

extension CoinWalletBody.Trouble {
    fileprivate init(_ failure: CoinFailure) {
        self =
            switch failure {
            case .notRunning: .notRunning
            case .timedOut: .timedOut
            case .inUse: .inUse
            case .addressInvalid, .addressElsewhere, .addressNotPrimary, .viewKeyInvalid, .viewKeyElsewhere,
                .wordsInvalid, .notEnough, .amountTooSmall, .refused:
                .failed
            }
    }
}

extension CoinWalletBody.Arrival {
    fileprivate init(_ arrival: CoinRecord.Arrival) {
        let state: State =
            switch arrival.state {
            case .inPool: .inPool
            case .confirming: .confirming
            case .confirmed: .confirmed
            case .failed: .failed
            case .reorganised: .reorganised
            }
        self.init(
            hash: arrival.hash,
            account: arrival.account,
            amount: arrival.amount,
            at: Timestamp(milliseconds: arrival.milliseconds),
            state: state,
            confirmations: "\(arrival.confirmations)",
            doubtful: arrival.isDoubtful
        )
    }
}
