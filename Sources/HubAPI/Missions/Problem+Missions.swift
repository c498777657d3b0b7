import Family
import Hub
import Languages

extension MissionsRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .notFound: .notFound
        case .notAllowed: Problem(403, "notAllowed", "This is for another family member.")
        case .idTaken: .idUsedOtherwise
        case .tooMany:
            Problem(409, "tooMany", "Your family's list is full. Finish or delete some first.")
        case .nameEmptyOrTooLong: .invalid("title", "Enter a name of 1 to 80 characters, on one line.")
        case .minutesOutOfRange: .invalid("minutes", "Enter 1 to 1440 minutes.")
        case .assigneeUnknown: .invalid("assignee", "Unknown family member.")
        case .turnsUnfit:
            .invalid("turns", "Choose two or more members, each once, for a repeating mission.")
        case .priceOutOfRange: .invalid("price", "Enter a price of 1 to \(StoreItem.priceMax.text) gold.")
        case .stockOutOfRange: .invalid("stock", "Enter a stock of 0 to \(StoreItem.stockMax).")
        case .dayPast: .invalid("until", "This day has passed. Choose today or a later day.")
        case .mission(let refusal): refusal.problem
        case .focus(let refusal): refusal.problem
        case .purchase(let refusal): refusal.problem
        case .ledger(let outcome): Problem(outcome)
        }
    }
}

extension MissionRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .isRemoved: Problem(409, "missionRemoved", "This mission was deleted.")
        case .notYetDue: Problem(409, "notYetDue", "Not due yet.")
        case .takenByOther: Problem(409, "takenByOther", "Already in progress by another member.")
        case .isRunning: Problem(409, "missionRunning", "This mission's countdown is running. End it first.")
        case .isOver: Problem(409, "missionOver", "Already over.")
        case .isClaimed: Problem(409, "missionClaimed", "Needs approval by an adult of your family.")
        case .notClaimed: Problem(409, "notClaimed", "Not marked as done.")
        case .notApproved: Problem(409, "notApproved", "There is no approval to undo.")
        case .tooLateToUndo:
            Problem(409, "tooLateToUndo", "An approval can be undone for one day only.")
        case .goldNeeded: .invalid("gold", "Enter how much gold this pays.")
        case .wrongGold: .invalid("gold", "This amount is out of range.")
        }
    }
}

extension FocusRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .alreadyRunning:
            Problem(
                409,
                "alreadyRunning",
                "Another countdown is running.",
                detail: "End it first, on the device where you started it."
            )
        case .notRunning: .notFound
        case .pauseNotAllowed: Problem(409, "pauseNotAllowed", "Your family's rules allow no pauses.")
        case .noPauseLeft: Problem(409, "noPauseLeft", "You have used your hour of pauses.")
        case .stopNotAllowed:
            Problem(409, "stopNotAllowed", "Your family's rules require countdowns to finish.")
        }
    }
}

extension PurchaseRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .retired: Problem(409, "itemRetired", "No longer in the store.", field: "item")
        case .notForYou: .notFound
        case .soldOut: Problem(409, "soldOut", "Sold out.", field: "item")
        case .notEnoughGold(let missing):
            .notEnoughGold(missing: missing)
        }
    }
}

extension Problem {
    fileprivate static func notEnoughGold(missing: Amount) -> Problem {
        var problem = Problem(
            409,
            "notEnoughGold",
            "Not enough gold.",
            detail: "\(missing.text) gold missing. Nothing was bought.",
            field: "item"
        )
        problem.missing = missing.text
        return problem
    }
}
