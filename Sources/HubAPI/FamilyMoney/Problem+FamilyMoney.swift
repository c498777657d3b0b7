import Family
import Hub

extension Problem {
    init(_ refusal: MoneyRefusal) {
        self =
            switch refusal {
            case .notFound: .notFound
            case .idUsedOtherwise: .idUsedOtherwise
            case .assetNameInvalid: .invalid("name", "A name is one line of 1 to 40 characters.")
            case .assetNameTaken:
                Problem(409, "assetNameTaken", "Your family has something of this name already.", field: "name")
            case .scaleTooLarge: .invalid("scale", "An asset has 0 to \(Hub.assetScaleMax) decimals.")
            case .tooManyAssets: Problem(409, "tooManyAssets", "A family has at most \(Hub.assetsMax) assets.")
            case .assetUnknown: .invalid("asset", "Your family has no such asset.")
            case .noMint:
                Problem(
                    422,
                    "noMint",
                    "This cannot be made. It comes from cash.",
                    detail: "Deposit it instead.",
                    field: "asset"
                )
            case .amountZero: .invalid("amount", "An amount is at least one of the asset's smallest unit.")
            case .oneself: .invalid("to", "This is you. Choose somebody else.")
            case .sourceUnknown:
                .invalid("from", "An allowance comes from cash, or from an open account of yours of the same asset.")
            case .scheduleInvalid:
                .invalid(
                    "schedule",
                    "Say every day, a day of the week from 1 to 7, or a day of the month from 1 to 31, and a time such as 18:00."
                )
            case .timeZoneUnknown: .invalid("timeZone", "This hub knows no such time zone.")
            case .tooManyAllowances:
                Problem(409, "tooManyAllowances", "A family has at most \(Hub.allowancesMax) allowances.")
            case .approvalNeeded:
                Problem(
                    409,
                    "approvalNeeded",
                    "Somebody else has to agree to this. Please sign it as something that is held.",
                    field: "hold"
                )
            case .secondAdultNeeded:
                Problem(403, "secondAdultNeeded", "Another adult of your family has to agree to this.")
            case .sharesTooLarge:
                .invalid("share", "All shares of what you get together are 0 to 100 percent.")
            case .alreadyDecided(let state): .alreadyDecided(state)
            case .limitsInvalid:
                .invalid("perDay", "Each limit is of one asset, and of one child of your family, and there once.")
            case .refused(let outcome): Problem(outcome)
            }
    }

    private static func alreadyDecided(_ state: Ledger.HoldState) -> Problem {
        let words =
            switch state {
            case .held: "It waits."
            case .posted: "Somebody agreed to it."
            case .voided: "It was refused or taken back."
            case .expired: "Its time was over, and it was given back."
            }
        return Problem(409, "alreadyDecided", "This was decided before.", detail: words)
    }
}
