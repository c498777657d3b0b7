import Coins
import Family
import Hub
import Languages

extension CoinRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .notOffered:
            Problem(409, "coinsOff", "This hub reads no coins. The keeper can turn them on with --coins.")
        case .notFound: .notFound
        case .nameEmptyOrTooLong: .invalid("name", "A name is one line of 1 to 40 characters.")
        case .consentNeeded:
            Problem(403, "consentNeeded", "An adult of your family has to allow this first.")
        case .tooMany:
            Problem(409, "tooMany", "You have \(Hub.coinWalletsMax) wallets of coins. Remove one first.")
        case .alreadyWatched:
            Problem(409, "alreadyWatched", "You have this wallet here already.", field: "address")
        case .idUsedOtherwise: .idUsedOtherwise
        case .madeInFuture: .invalid("madeOn", "This day has not come yet.")
        case .accountUnknown: .invalid("accounts", "This wallet has no such account.")
        case .failed(let failure): Problem(adding: failure)
        }
    }
}

extension Problem {
    /// Why address and view key are not taken.
    fileprivate init(adding failure: CoinFailure) {
        self =
            switch failure {
            case .addressInvalid: .invalid("address", "This is not a Monero address. Copy it whole.")
            case .addressElsewhere(.test), .addressElsewhere(.staging):
                .invalid("address", "This address belongs to a test chain, where coins are worth nothing.")
            case .addressElsewhere:
                .invalid("address", "This address belongs to another chain than the hub reads.")
            case .addressNotPrimary:
                .invalid("address", "Use the wallet's primary address. On the main chain it begins with 4.")
            case .viewKeyInvalid: .invalid("viewKey", "A secret view key has 64 digits, 0 to 9 and a to f.")
            case .viewKeyElsewhere:
                .invalid("viewKey", "This view key belongs to another wallet. Copy both from the same one.")
            case .notRunning, .timedOut, .inUse, .refused, .wordsInvalid, .notEnough, .amountTooSmall:
                Problem(503, "coinsUnavailable", "Coins cannot be read right now. Try again in a minute.")
                    .retry(afterSeconds: 60)
            }
    }
}
