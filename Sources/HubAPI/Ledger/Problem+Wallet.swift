import Family
import Hub
import Languages

extension WalletRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .notFound: .notFound
        case .assetUnknown: .invalid("asset", "Unknown asset.")
        case .nameEmptyOrTooLong: .invalid("name", "Enter a name of 1 to 40 characters, on one line.")
        case .nameTaken: Problem(409, "nameTaken", "This name is taken.", field: "name")
        case .memoTooLong: .invalid("memo", "Enter a note of at most 200 characters, on one line.")
        case .tooManyAccounts:
            Problem(409, "tooManyAccounts", "You have \(Hub.accountsMax) accounts. Close one first.")
        case .payeeHasNoAccount: .payeeHasNoAccount
        case .payeeElsewhere: .payeeElsewhere
        case .payeeUnknown: .invalid("toMember", "Unknown family member.")
        case .payeeOneself: .invalid("toMember", "This is you. Choose one of your accounts instead.")
        // The rules let nobody move what is another's: it is as if the account were not there.
        case .notAllowed: .accountUnknown("from")
        case .keyUnknown:
            Problem(
                422,
                "keyUnknown",
                "This device cannot sign for you, or its key was revoked.",
                field: "signature.key"
            )
        case .signatureWrong:
            Problem(422, "signatureWrong", "Invalid signature. Nothing moved.", field: "signature")
        case .validTooLong:
            .invalid("signature.validUntil", "A signature is valid for at most 10 minutes.")
        case .tooManyKeys:
            Problem(409, "tooManyKeys", "\(Hub.ledgerKeysMax) devices sign for you. Revoke one first.")
        case .keyOwn, .agreementTooLong, .agreementDiffers, .cosignatureUntimely, .cosignedMore:
            Problem(ofDevice: self)
        case .requestEnded: Problem(409, "requestEnded", "Already paid or ended.")
        case .requestHeld:
            Problem(409, "requestHeld", "Your payment needs approval by another member of your family.")
        case .tooManyRequests:
            Problem(
                409,
                "tooManyMoneyRequests",
                "You have \(Hub.moneyRequestsMax) open requests. Cancel one first."
            )
        case .amountZero: .amountZero
        case .logShorter: .logShorter
        case .rootDiffers:
            Problem(409, "rootDiffers", "The ledger differs from the one you saw.", field: "root")
        case .placeUnknown: .invalid("after", "Send the cursor of the previous page.")
        case .refused(let outcome): Problem(outcome)
        }
    }
}

extension Problem {
    /// Why nothing was done about a device that signs.
    fileprivate init(ofDevice refusal: WalletRefusal) {
        self =
            switch refusal {
            case .keyOwn: Problem(409, "keyOwn", "This is your own key. You can revoke it alone.")
            case .agreementTooLong: .invalid("validUntil", "An approval is valid for at most a week.")
            case .agreementDiffers:
                Problem(
                    409,
                    "agreementDiffers",
                    "Someone started this before you. Reload and approve theirs.",
                    field: "validUntil"
                )
            case .cosignatureUntimely: .invalid("time", "A device signs a head when it sees it.")
            case .cosignedMore:
                Problem(409, "cosignedMore", "This device signed a later head of the ledger.", field: "size")
            default: .internal
            }
    }

    /// What the ledger answered, in words; `done` is no refusal.
    init(_ outcome: LedgerOutcome) {
        self =
            switch outcome.result {
            case .done, .linkedRefused, .chainOpen, .chainTooLong: .internal
            case .idReserved: .invalid("id", "An id must not be all zeros.")
            case .idTaken: .idUsedOtherwise
            case .tooLate:
                Problem(409, "signatureExpired", "The signature expired. Sign again.", field: "signature")
            case .amountZero: .amountZero
            case .sameAccount:
                Problem(422, "sameAccount", "Choose two different accounts.", field: "to")
            case .debitUnknown: .accountUnknown("from")
            case .creditUnknown: .accountUnknown("to")
            case .assetDiffers:
                Problem(422, "otherAsset", "One of these accounts has a different asset.", field: "asset")
            case .debitClosed: .accountClosed("from")
            case .creditClosed: .accountClosed("to")
            case .overflow:
                Problem(409, "amountTooLarge", "Amount too large.", field: "amount")
            case .insufficient: .insufficient(outcome.amount, of: nil)
            case .assetUnknown: .invalid("asset", "Unknown asset.")
            case .assetTaken: Problem(409, "assetTaken", "This asset number is taken.", field: "asset")
            case .scaleTooLarge:
                .invalid("scale", "At most \(Asset.scaleMax) decimals.")
            case .accountUnknown: .notFound
            case .accountClosed: .accountClosed(nil)
            case .accountHasHolds: .accountHasHolds
            case .accountNotEmpty:
                Problem(
                    409,
                    "accountNotEmpty",
                    "The account is not empty.",
                    detail: "Choose an account for the rest, or withdraw it first."
                )
            case .holdEndsPast, .holdUnknown, .holdIsNone, .holdDiffers, .holdPosted, .holdVoided, .holdExpired,
                .holdStillRuns, .aboveHold:
                Problem(hold: outcome.result)
            }
    }

    /// Why a closing was refused, said of what is asked there.
    init(closing outcome: LedgerOutcome) {
        self =
            switch outcome.result {
            case .assetDiffers, .sameAccount:
                .invalid("sweepTo", "Choose another account of yours with the same asset.")
            case .creditClosed: .accountClosed("sweepTo")
            // What is held cannot be swept.
            case .insufficient: .accountHasHolds
            default: Problem(outcome)
            }
    }

    /// Why nobody was asked for money, said of what is asked there.
    init(asking refusal: WalletRefusal) {
        self = refusal.problem
        if field == "toMember" { field = "member" }
        if case .notFound = refusal {
            self = .invalid("account", "Unknown account.")
        }
        if case .refused(let outcome) = refusal, outcome.result == .creditClosed {
            self = .invalid("account", "This account is closed.")
        }
    }

    /// Why something held stays as it is.
    fileprivate init(hold result: LedgerResult) {
        self =
            switch result {
            case .holdEndsPast: .invalid("holdUntil", "A hold must end in the future.")
            case .holdPosted: Problem(409, "holdEnded", "Already approved.")
            case .holdVoided: Problem(409, "holdEnded", "Already declined.")
            case .holdExpired: Problem(409, "holdEnded", "Expired.")
            case .holdStillRuns: Problem(409, "holdStillRuns", "Not expired yet.")
            case .aboveHold: Problem(409, "aboveHold", "The amount is larger than the hold.", field: "amount")
            case .holdDiffers: Problem(409, "holdDiffers", "The hold differs.")
            default: .notFound
            }
    }

    /// There is not as much; what is missing is said exactly, and in words where the asset is known.
    static func insufficient(_ missing: Amount, of asset: AssetInfo?) -> Problem {
        let words: Phrase? = asset.map { "\(missing.words(scale: $0.scale)) \($0.name) missing. Nothing moved." }
        var problem = Problem(
            409,
            "insufficient",
            "Not enough in this account.",
            detail: words ?? "Nothing moved.",
            field: "amount"
        )
        problem.missing = missing.text
        return problem
    }

    fileprivate static let amountZero = Problem.invalid(
        "amount",
        "Enter more than 0."
    )

    fileprivate static let logShorter = Problem(
        409,
        "logShorter",
        "The ledger has fewer entries.",
        detail: "If your device has a signed head with more, entries were removed since."
    )

    fileprivate static let payeeHasNoAccount = Problem(
        409,
        "payeeHasNoAccount",
        "They have no account for this asset, and no room for another.",
        detail: "They can close one in their wallet.",
        field: "toMember"
    )

    fileprivate static let payeeElsewhere = Problem(
        409,
        "payeeElsewhere",
        "They are in another family, with its own ledger.",
        detail: "Money moves only within a family.",
        field: "toMember"
    )

    fileprivate static let accountHasHolds = Problem(
        409,
        "accountHasHolds",
        "The account has an open hold.",
        detail: "Close it once the hold is approved or declined."
    )

    fileprivate static func accountUnknown(_ field: String) -> Problem {
        Problem(422, "accountUnknown", "Unknown account, or not yours.", field: field)
    }

    fileprivate static func accountClosed(_ field: String?) -> Problem {
        Problem(409, "accountClosed", "This account is closed.", field: field)
    }
}

extension Amount {
    /// The amount in wholes, with as many decimals as the asset has.
    fileprivate func words(scale: UInt8) -> String {
        guard scale > 0 else { return text }
        let digits = String(repeating: "0", count: Swift.max(0, Int(scale) + 1 - text.count)) + text
        return "\(digits.dropLast(Int(scale))).\(digits.suffix(Int(scale)))"
    }
}
