import Family
import Hub

extension Problem {
    init(_ refusal: MissionsRefusal) {
        self =
            switch refusal {
            case .notFound: .notFound
            case .notAllowed: Problem(403, "notAllowed", "This is for somebody else of your family to do.")
            case .idTaken: .idUsedOtherwise
            case .tooMany:
                Problem(409, "tooMany", "There are as many as a family can have. Finish or delete some first.")
            case .nameEmptyOrTooLong: .invalid("title", "A name is one line of 1 to 80 characters.")
            case .minutesOutOfRange: .invalid("minutes", "A mission takes 1 to 1440 minutes.")
            case .assigneeUnknown: .invalid("assignee", "There is nobody like that in your family.")
            case .turnsUnfit:
                .invalid("turns", "Two or more take turns, each of them once, at a mission that comes again.")
            case .priceOutOfRange: .invalid("price", "A price is 1 to \(StoreItem.priceMax.text) gold.")
            case .stockOutOfRange: .invalid("stock", "There are 0 to \(StoreItem.stockMax) of an item.")
            case .dayPast: .invalid("until", "This day has passed. Choose today or a day to come.")
            case .mission(let refusal): Problem(refusal)
            case .focus(let refusal): Problem(refusal)
            case .purchase(let refusal): Problem(refusal)
            case .ledger(let outcome): Problem(outcome)
            }
    }

    private init(_ refusal: MissionRefusal) {
        self =
            switch refusal {
            case .isRemoved: Problem(409, "missionRemoved", "This mission was deleted.")
            case .notYetDue: Problem(409, "notYetDue", "Its day has not come yet.")
            case .takenByOther: Problem(409, "takenByOther", "Somebody else has taken this mission.")
            case .isRunning: Problem(409, "missionRunning", "A countdown runs for this mission. End it first.")
            case .isOver: Problem(409, "missionOver", "This is over already.")
            case .isClaimed: Problem(409, "missionClaimed", "This waits for an adult of your family.")
            case .notClaimed: Problem(409, "notClaimed", "Nobody says that this is done.")
            case .notApproved: Problem(409, "notApproved", "There is no approval to take back.")
            case .tooLateToUndo:
                Problem(409, "tooLateToUndo", "An approval can be taken back for a day. That is over.")
            case .goldNeeded: .invalid("gold", "Say how much this pays.")
            case .wrongGold: .invalid("gold", "This is not what it can pay.")
            }
    }

    private init(_ refusal: FocusRefusal) {
        self =
            switch refusal {
            case .alreadyRunning:
                Problem(
                    409,
                    "alreadyRunning",
                    "Another countdown of yours runs.",
                    detail: "End it first, on whichever device it was started."
                )
            case .notRunning: .notFound
            case .pauseNotAllowed: Problem(409, "pauseNotAllowed", "Your family has settled that there are no pauses.")
            case .noPauseLeft: Problem(409, "noPauseLeft", "An hour of pauses is used up.")
            case .stopNotAllowed:
                Problem(409, "stopNotAllowed", "Your family has settled that a countdown runs to its end.")
            }
    }

    private init(_ refusal: PurchaseRefusal) {
        switch refusal {
        case .retired: self = Problem(409, "itemRetired", "This is not in the store any more.", field: "item")
        case .notForYou: self = .notFound
        case .soldOut: self = Problem(409, "soldOut", "There are no more of these.", field: "item")
        case .notEnoughGold(let missing):
            self = Problem(
                409,
                "notEnoughGold",
                "You do not have enough gold.",
                detail: "\(missing.text) gold more would be needed. Nothing was bought.",
                field: "item"
            )
            self.missing = missing.text
        }
    }
}
