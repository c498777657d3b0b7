import Family
import Hub
import Languages

extension CoinSendingRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .watchOnly:
            Problem(409, "watchOnly", "The hub only watches this wallet. Nothing of it can be spent here.")
        case .notConfirmed:
            Problem(409, "notConfirmed", "Write down the wallet's words and confirm four of them first.")
        case .alreadyConfirmed:
            Problem(409, "alreadyConfirmed", "The words were confirmed. They are shown no more.")
        case .wordsWrong:
            Problem(422, "wordsWrong", "These are not the words. Look at what you wrote down.", field: "words")
        case .wordsInvalid:
            Problem(422, "wordsWrong", "These are not the 25 words of a wallet. Check each one.", field: "words")
        case .childNeedsWatchOnly:
            Problem(403, "childNeedsWatchOnly", "Children watch wallets of coins, and pay out of none.")
        case .wrongSpendingPassword:
            Problem(403, "wrongSpendingPassword", "Wrong spending password.", field: "spendingPassword")
        case .tooManyGuesses(let seconds):
            Problem(429, "tooManyGuesses", "Too many tries. Wait a moment.").retry(afterSeconds: seconds)
        case .tooManyCalls(let seconds):
            Problem(429, "tooManyCalls", "Too many wallet requests at once. Try again in a moment.")
                .retry(afterSeconds: seconds)
        case .amountInvalid:
            .invalid("amount", "Enter a whole count of the smallest unit, such as 1250.")
        case .amountTooSmall:
            Problem(422, "amountTooSmall", "This amount is too small to send.", field: "amount")
        case .destinationInvalid: .invalid("to", "Name one payee or one account.")
        case .payeeUnknown: Problem(404, "payeeUnknown", "This payee is not there. Add the address first.")
        case .payeeWaits:
            Problem(409, "payeeWaits", "This payee is new. You can pay it 24 hours after you added it.")
        case .tooManyPayees: Problem(409, "tooMany", "You have 50 payees. Remove one first.")
        case .tooManyRequests: Problem(409, "tooMany", "You have 100 requests. Remove one first.")
        case .textTooLong: .invalid("text", "A note is one line of at most 100 characters.")
        case .limit, .notEnough, .anotherPaymentOpen, .paymentExpired, .alreadySent, .notSent, .feeChanged,
            .refusedByNode, .mayBeOnChain, .paymentUnderWay:
            Problem(payment: self)
        case .restoredLately, .spendingPasswordOld, .clockDoubted, .notReadYet: Problem(waiting: self)
        case .nodeAway, .nodeBehind, .nodeWrongNetwork, .nodeContradicts: Problem(node: self)
        }
    }
}

extension Problem {
    /// Why a wallet pays nothing yet, or no longer.
    fileprivate init(waiting refusal: CoinSendingRefusal) {
        self =
            switch refusal {
            case .restoredLately:
                Problem(
                    409,
                    "restoredLately",
                    "The hub was put back from a backup. For 24 hours it sends no coins.",
                    detail: "Look at what was sent since the backup was taken. It may be missing here."
                )
            case .spendingPasswordOld:
                Problem(
                    409,
                    "spendingPasswordOld",
                    "The hub was put back from a backup that has an older spending password of this wallet.",
                    detail: "Remove the wallet here and restore it from its 25 words."
                )
            case .clockDoubted:
                Problem(
                    409,
                    "clockDoubted",
                    "The hub's clock may be wrong. No coins are sent until it is certain.",
                    detail: "Tell the keeper. A time service ends this at once, or a day of running."
                )
            default:
                Problem(409, "notReadYet", "This wallet is still being read. Wait until it has all blocks.")
            }
    }

    /// Why a payment is not made now.
    fileprivate init(payment refusal: CoinSendingRefusal) {
        self =
            switch refusal {
            case .limit(let left):
                Problem(
                    409,
                    "limit",
                    "This is more than your daily limit leaves.",
                    detail: "You can send \(left.decimal) XMR within these 24 hours.",
                    field: "amount"
                )
            case .notEnough(let available, let blocks):
                Problem(
                    409,
                    "notEnough",
                    "There is not enough in this account for the amount and its fee.",
                    detail:
                        "You can send up to \(available.decimal) XMR less the fee. Blocks until the rest: \(blocks).",
                    field: "amount"
                )
            case .anotherPaymentOpen:
                Problem(409, "anotherPaymentOpen", "Another payment is open. Send or cancel it, or wait for its block.")
            case .paymentExpired:
                Problem(409, "paymentExpired", "This payment was prepared over an hour ago. Prepare it again.")
            case .alreadySent: Problem(409, "alreadySent", "This payment was sent. It cannot be taken back.")
            case .notSent: Problem(409, "notSent", "This payment was not sent yet.")
            case .mayBeOnChain:
                Problem(
                    409,
                    "mayBeOnChain",
                    "A node may have this payment. It cannot be discarded.",
                    detail: "Send it again, or remove the wallet and restore it from its 25 words. It may still arrive."
                )
            case .paymentUnderWay:
                Problem(
                    409,
                    "paymentUnderWay",
                    "A payment is under way. Wait until a block has it, then remove the wallet."
                )
            case .feeChanged:
                Problem(409, "feeChanged", "The fee rose meanwhile. Nothing was sent; prepare the payment again.")
            default:
                Problem(409, "refusedByNode", "The node refused this payment. Nothing was sent; prepare it again.")
            }
    }

    /// Why the node is not asked.
    fileprivate init(node refusal: CoinSendingRefusal) {
        self =
            switch refusal {
            case .nodeBehind(let blocks):
                Problem(
                    409,
                    "nodeBehind",
                    "The node is behind. Nothing is sent until it has every block.",
                    detail: "Blocks missing, as it says: \(blocks)."
                )
            case .nodeWrongNetwork:
                Problem(409, "nodeWrongNetwork", "The node is on another chain. Tell the keeper of this hub.")
            case .nodeContradicts:
                Problem(409, "nodeContradicts", "The node contradicts itself. Nothing is sent. Tell the keeper.")
            default:
                Problem(503, "nodeAway", "The node does not answer. Nothing was sent. Try again in a minute.")
                    .retry(afterSeconds: 60)
            }
    }
}
