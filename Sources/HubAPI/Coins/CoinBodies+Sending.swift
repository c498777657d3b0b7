import API
import Coins
import Family
import Hub

/// A wallet's payees, payments and requests, as an export has them.
struct CoinDetailsBody: Encodable {
    var wallet: ID<CoinHolding>
    var payees: [CoinPayeeBody]
    var payments: [CoinPaymentBody]
    var requests: [CoinRequestBody]
}

extension HubService {
    /// What a member's wallets of coins have beside what was read of them.
    func coinDetails(of member: ID<Member>) async throws -> [CoinDetailsBody] {
        try await hub.coinDetails(of: member).map { details in
            CoinDetailsBody(
                wallet: details.wallet,
                payees: details.payees.map(CoinPayeeBody.init),
                payments: details.payments.map(CoinPaymentBody.init),
                requests: details.requests.map(CoinRequestBody.init)
            )
        }
    }
}

extension CoinPayeeBody {
    init(_ info: CoinPayeeInfo) {
        self.init(
            id: info.id,
            name: info.name,
            address: info.address,
            addedAt: info.addedAt,
            payableFrom: info.payableFrom
        )
    }
}

extension CoinPaymentBody {
    init(_ info: CoinPaymentInfo) {
        let state: State =
            switch info.payment.progress.state {
            case .prepared: .prepared
            case .relayed: .relayed
            case .inPool: .inPool
            case .confirming: .confirming
            case .confirmed: .confirmed
            case .failed: .failed
            case .reorganised: .reorganised
            }
        self.init(
            id: info.id,
            state: state,
            from: info.from,
            to: Destination(payee: info.payee, account: info.account, name: info.name, address: info.address),
            amount: info.amount.text,
            fee: info.fee.text,
            total: info.total.text,
            hash: info.hash,
            note: info.note,
            preparedAt: info.payment.preparedAt,
            sentAt: info.payment.sentAt,
            confirmations: "\(info.payment.progress.confirmations)",
            goodUntil: info.payment.goodUntil,
            waitsForMe: info.waitsForWord ? true : nil,
            discardable: info.isDiscardable ? true : nil
        )
    }
}

extension CoinRequestBody {
    init(_ info: CoinRequestInfo) {
        self.init(
            id: info.id,
            account: info.account,
            address: info.address,
            amount: info.amount?.text,
            memo: info.memo,
            uri: info.uri,
            received: info.received.text,
            createdAt: info.createdAt
        )
    }
}
