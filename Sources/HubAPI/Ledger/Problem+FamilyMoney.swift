import Family
import Hub
import Languages

extension MoneyRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .notFound: .notFound
        case .idUsedOtherwise: .idUsedOtherwise
        case .assetNameInvalid: .invalid("name", "Enter a name of 1 to 40 characters, on one line.")
        case .assetNameTaken:
            Problem(409, "assetNameTaken", "Your family already has a unit with this name.", field: "name")
        case .scaleTooLarge: .invalid("scale", "Enter 0 to \(Hub.assetScaleMax) decimals.")
        case .tooManyAssets: Problem(409, "tooManyAssets", "A family has at most \(Hub.assetsMax) assets.")
        case .assetUnknown: .invalid("asset", "Unknown asset.")
        case .noMint:
            Problem(
                422,
                "noMint",
                "This asset cannot be created. It comes from cash.",
                detail: "Deposit it instead.",
                field: "asset"
            )
        case .amountZero: .invalid("amount", "Enter more than 0.")
        case .oneself: .invalid("to", "This is you. Choose someone else.")
        case .sourceUnknown:
            .invalid("from", "Choose cash, or an open account of yours with the same asset.")
        case .scheduleInvalid:
            .invalid(
                "schedule",
                "Choose every day, a weekday from 1 to 7 or a day of the month from 1 to 31, and a time such as 18:00."
            )
        case .timeZoneUnknown: .invalid("timeZone", "Unknown time zone.")
        case .tooManyAllowances:
            Problem(409, "tooManyAllowances", "A family has at most \(Hub.allowancesMax) allowances.")
        case .approvalNeeded:
            Problem(409, "approvalNeeded", "Another member must approve this. Sign it with a hold.", field: "hold")
        case .secondAdultNeeded:
            Problem(403, "secondAdultNeeded", "Another adult of your family must approve this.")
        case .sharesTooLarge:
            .invalid("share", "All your shares together are 0 to 100 percent.")
        case .alreadyDecided(let state): .alreadyDecided(state)
        case .limitsInvalid:
            .invalid("perDay", "Give each child of your family at most one limit per asset.")
        case .refused(let outcome): Problem(outcome)
        }
    }
}

extension Problem {
    fileprivate static func alreadyDecided(_ state: Ledger.HoldState) -> Problem {
        let words: Phrase =
            switch state {
            case .held: "It is pending."
            case .posted: "It was approved."
            case .voided: "It was declined or cancelled."
            case .expired: "It expired, and the amount was returned."
            }
        return Problem(409, "alreadyDecided", "Already decided.", detail: words)
    }
}
