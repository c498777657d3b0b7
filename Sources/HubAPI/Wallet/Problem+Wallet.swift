import Family
import Hub

extension Problem {
    init(_ refusal: WalletRefusal) {
        self =
            switch refusal {
            case .notFound: .notFound
            case .assetUnknown: .invalid("asset", "Your family has no such asset.")
            case .nameEmptyOrTooLong: .invalid("name", "A name is one line of 1 to 40 characters.")
            case .nameTaken: Problem(409, "nameTaken", "This account name already exists.", field: "name")
            case .memoTooLong: .invalid("memo", "A memo is one line of at most 200 characters.")
            case .tooManyAccounts:
                Problem(409, "tooManyAccounts", "You have \(Hub.accountsMax) accounts. Close one first.")
            case .payeeHasNoAccount: .payeeHasNoAccount
            case .payeeElsewhere: .payeeElsewhere
            case .payeeUnknown: .invalid("toMember", "There is nobody like that in your family.")
            case .payeeOneself: .invalid("toMember", "This is you. Choose one of your accounts instead.")
            // The rules let nobody move what is another's: it is as if the account were not there.
            case .notAllowed: .accountUnknown("from")
            case .keyUnknown:
                Problem(422, "keyUnknown", "This device may not sign for you, or no longer.", field: "signature.key")
            case .signatureWrong:
                Problem(
                    422,
                    "signatureWrong",
                    "The signature is of something else, or by another key. Nothing moved.",
                    field: "signature"
                )
            case .validTooLong:
                .invalid("signature.validUntil", "A signature is good for ten minutes at most.")
            case .tooManyKeys:
                Problem(409, "tooManyKeys", "\(Hub.ledgerKeysMax) devices sign for you. Revoke one first.")
            case .keyOwn, .agreementTooLong, .agreementDiffers, .cosignatureUntimely, .cosignedMore:
                Problem(ofDevice: refusal)
            case .requestEnded: Problem(409, "requestEnded", "This was paid or ended before.")
            case .requestHeld:
                Problem(409, "requestHeld", "What you paid for this waits until somebody of your family agrees.")
            case .tooManyRequests:
                Problem(
                    409,
                    "tooManyMoneyRequests",
                    "\(Hub.moneyRequestsMax) of your requests wait already. Take one back first."
                )
            case .amountZero: .amountZero
            case .logShorter: .logShorter
            case .rootDiffers:
                Problem(409, "rootDiffers", "The log is another one than you were shown.", field: "root")
            case .placeUnknown: .invalid("after", "This is what the page before said is next.")
            case .refused(let outcome): Problem(outcome)
            }
    }

    /// Why nothing was done about a device that signs.
    private init(ofDevice refusal: WalletRefusal) {
        self =
            switch refusal {
            case .keyOwn: Problem(409, "keyOwn", "This is a key of your own. You can revoke it alone.")
            case .agreementTooLong: .invalid("validUntil", "An agreement is good for a week at most.")
            case .agreementDiffers:
                Problem(
                    409,
                    "agreementDiffers",
                    "Somebody began this before you. Please look again, and agree to theirs.",
                    field: "validUntil"
                )
            case .cosignatureUntimely: .invalid("time", "A device signs a head when it sees it.")
            case .cosignedMore:
                Problem(409, "cosignedMore", "This device has signed a later head of the log.", field: "size")
            default: .internal
            }
    }

    /// What the ledger answered, in words; `done` is no refusal.
    init(_ outcome: LedgerOutcome) {
        self =
            switch outcome.result {
            case .done, .linkedRefused, .chainOpen, .chainTooLong: .internal
            case .idReserved: .invalid("id", "An identity is not all zeros.")
            case .idTaken: .idUsedOtherwise
            case .tooLate:
                Problem(
                    409,
                    "signatureExpired",
                    "This was signed to be presented earlier. Please sign it again.",
                    field: "signature"
                )
            case .amountZero: .amountZero
            case .sameAccount:
                Problem(422, "sameAccount", "Nothing moves from an account to itself. Choose another one.", field: "to")
            case .debitUnknown: .accountUnknown("from")
            case .creditUnknown: .accountUnknown("to")
            case .assetDiffers:
                Problem(422, "otherAsset", "One of these accounts holds something else.", field: "asset")
            case .debitClosed: .accountClosed("from")
            case .creditClosed: .accountClosed("to")
            case .overflow:
                Problem(409, "amountTooLarge", "With that the sum would be more than can be counted.", field: "amount")
            case .insufficient: .insufficient(outcome.amount, of: nil)
            case .assetUnknown: .invalid("asset", "Your family has no such asset.")
            case .assetTaken: Problem(409, "assetTaken", "There is an asset of this number already.", field: "asset")
            case .scaleTooLarge:
                .invalid("scale", "An asset has at most \(Asset.scaleMax) decimals.")
            case .accountUnknown: .notFound
            case .accountClosed: .accountClosed(nil)
            case .accountHasHolds: .accountHasHolds
            case .accountNotEmpty:
                Problem(
                    409,
                    "accountNotEmpty",
                    "There is still something in this account.",
                    detail: "Say to which of your accounts it goes, or take it out first."
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
                .invalid("sweepTo", "What is left goes to another account of yours of the same asset.")
            case .creditClosed: .accountClosed("sweepTo")
            // What is held cannot be swept.
            case .insufficient: .accountHasHolds
            default: Problem(outcome)
            }
    }

    /// Why nobody was asked for money, said of what is asked there.
    init(asking refusal: WalletRefusal) {
        self = Problem(refusal)
        if field == "toMember" { field = "member" }
        if case .notFound = refusal {
            self = .invalid("account", "You have no such account.")
        }
        if case .refused(let outcome) = refusal, outcome.result == .creditClosed {
            self = .invalid("account", "This account is closed.")
        }
    }

    /// Why something held stays as it is.
    private init(hold result: LedgerResult) {
        self =
            switch result {
            case .holdEndsPast: .invalid("holdUntil", "What is held is held until a moment to come.")
            case .holdPosted: Problem(409, "holdEnded", "This was approved before.")
            case .holdVoided: Problem(409, "holdEnded", "This was declined before.")
            case .holdExpired: Problem(409, "holdEnded", "The time for this is over.")
            case .holdStillRuns: Problem(409, "holdStillRuns", "The time for this is not over yet.")
            case .aboveHold: Problem(409, "aboveHold", "No more than what is held can be approved.", field: "amount")
            case .holdDiffers: Problem(409, "holdDiffers", "What is held is something else.")
            default: .notFound
            }
    }

    /// There is not as much; what is missing is said exactly, and in words where the asset is known.
    static func insufficient(_ missing: Amount, of asset: AssetInfo?) -> Problem {
        let words = asset.map { "\(missing.words(scale: $0.scale)) \($0.name) more would be needed. Nothing moved." }
        var problem = Problem(
            409,
            "insufficient",
            "There is not enough in this account.",
            detail: words ?? "Nothing moved.",
            field: "amount"
        )
        problem.missing = missing.text
        return problem
    }

    private static let amountZero = Problem.invalid(
        "amount",
        "An amount is at least one of the asset's smallest unit."
    )

    private static let logShorter = Problem(
        409,
        "logShorter",
        "The log has fewer entries than that.",
        detail: "If your device keeps a signed head of more, something was taken out of the log since."
    )

    private static let payeeHasNoAccount = Problem(
        409,
        "payeeHasNoAccount",
        "They have no account for this yet.",
        detail: "They can open one in their wallet.",
        field: "toMember"
    )

    private static let payeeElsewhere = Problem(
        409,
        "payeeElsewhere",
        "They are in another family, which has a ledger of its own.",
        detail: "Money moves within a family.",
        field: "toMember"
    )

    private static let accountHasHolds = Problem(
        409,
        "accountHasHolds",
        "Something in this account is still held.",
        detail: "It can be closed once that was approved or declined."
    )

    private static func accountUnknown(_ field: String) -> Problem {
        Problem(
            422,
            "accountUnknown",
            "There is no such account in your family's ledger, or it is not yours.",
            field: field
        )
    }

    private static func accountClosed(_ field: String?) -> Problem {
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
