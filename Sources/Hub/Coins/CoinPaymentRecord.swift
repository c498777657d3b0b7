import Coins
import Crypto
package import Family
import SQL
import Storage

/// What a payment is, as it is sealed.
struct CoinPaymentCard: Codable, Hashable, Sendable {
    var from: UInt32
    /// The payee's identity in text; nil for an account of the same wallet.
    var payeeID: String?
    var account: UInt32?
    var name: String?
    var address: String
    /// Counts of the smallest unit in decimal digits.
    var amountText: String
    var feeText: String
    var hash: String
    var key: String
    /// The signed bytes; empty once the chain no longer gives their block up.
    var transaction: String
    var note: String?

    var payee: ID<CoinPayee>? { payeeID.flatMap { ID(text: $0) } }
    var amount: CoinAmount { CoinAmount(text: amountText) ?? .zero }
    var fee: CoinAmount { CoinAmount(text: feeText) ?? .zero }
    /// Amount and fee; all there is where that is more than a chain can count.
    var total: CoinAmount { amount.adding(fee) ?? CoinAmount(.max) }
    /// What it takes from the wallet.
    var leaving: CoinAmount { account == nil ? total : fee }
}

/// A payment that was opened.
typealias OpenCoinPayment = (row: CoinPaymentRow, card: CoinPaymentCard, payment: CoinPayment)

/// A payment as the wallet's member sees it.
package struct CoinPaymentInfo: Sendable {
    package var id: ID<CoinPayment>
    package var payment: CoinPayment
    package var from: UInt32
    package var payee: ID<CoinPayee>?
    package var account: UInt32?
    package var name: String?
    package var address: String
    package var amount: CoinAmount
    package var fee: CoinAmount
    package var total: CoinAmount
    package var hash: String
    package var note: String?
    /// Whether no node is given it again before its member says so.
    package var waitsForWord: Bool
    /// Whether no node can have it, so that its member can discard it.
    package var isDiscardable: Bool
}

/// What shows that a payment was made.
package struct CoinProof: Hashable, Sendable {
    package var hash: String
    package var address: String
    package var key: String
    package var amount: CoinAmount
}

extension Hub {
    /// More than can be made in a day, as each waits for the block of the one before.
    private static let coinPaymentsMax = 1_000

    /// The payments of a wallet, the latest first.
    func payments(
        of id: ID<CoinHolding>,
        _ key: AEADKey,
        in transaction: Transaction
    ) throws -> [OpenCoinPayment] {
        try transaction.coinPayments(of: id, limit: Hub.coinPaymentsMax).map { row in
            let card: CoinPaymentCard = try sealing(row.item.id, key).open(row.item.sealed)
            return (row, card, row.payment(leaving: card.leaving))
        }
    }

    func sealing(_ payment: ID<CoinPayment>, _ key: AEADKey) -> SealedJSON {
        SealedJSON(key: key, purpose: .coinPayment, owner: payment.bytes)
    }

    func info(_ row: CoinPaymentRow, _ card: CoinPaymentCard) -> CoinPaymentInfo {
        let payment = row.payment(leaving: card.leaving)
        return CoinPaymentInfo(
            id: row.item.id,
            payment: payment,
            from: card.from,
            payee: card.payee,
            account: card.account,
            name: card.name,
            address: card.address,
            amount: card.amount,
            fee: card.fee,
            total: card.total,
            hash: card.hash,
            note: card.note,
            waitsForWord: payment.waitsForWord(outside.now()),
            isDiscardable: row.isDiscardable
        )
    }
}

extension CoinPaymentRow {
    /// Whether no node can have it: it is prepared, or was sent and no node was reached.
    var isDiscardable: Bool { sentAt == nil || state == CoinPaymentRow.ungiven }

    /// Its rules, by the state that was kept.
    func payment(leaving: CoinAmount) -> CoinPayment {
        CoinPayment(
            progress: CoinTransferProgress(state: CoinPaymentRow.state(state, confirmations)),
            preparedAt: item.at,
            sentAt: sentAt,
            isHeld: isHeld,
            leaving: leaving
        )
    }

    /// Takes over what became of a payment.
    mutating func keep(_ payment: CoinPayment) {
        (sentAt, isHeld) = (payment.sentAt, payment.isHeld)
        confirmations = payment.progress.confirmations
        state =
            switch payment.progress.state {
            case .prepared: "prepared"
            case .relayed:
                switch state {
                case "prepared", CoinPaymentRow.ungiven: CoinPaymentRow.ungiven
                // Written before a node hears of it; that it took it makes it `relayed`.
                case "begun": "begun"
                default: "relayed"
                }
            case .inPool: "inPool"
            case .confirming: "confirming"
            case .confirmed: "confirmed"
            case .failed: "failed"
            case .reorganised: "reorganised"
            }
    }

    private static func state(_ word: String, _ confirmations: UInt64) -> CoinTransferProgress.State {
        switch word {
        case "prepared": .prepared
        case "inPool": .inPool
        case "confirming": .confirming(confirmations)
        case "confirmed": .confirmed(confirmations)
        case "failed": .failed
        case "reorganised": .reorganised
        // `ungiven`, `begun`, `relayed`, and a word of a later program: it may have been sent.
        default: .relayed
        }
    }
}
