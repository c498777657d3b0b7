import Hub
import Languages

extension LeavingRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .onlyKeeper:
            Problem(
                409,
                "onlyKeeper",
                "You are the only keeper of this hub.",
                detail: "Choose a new keeper.",
                field: "keeper"
            )
        case .keeperUnknown: .invalid("keeper", "Choose an adult member.")
        case .lastAdult:
            Problem(
                409,
                "lastAdult",
                "Your family's children need an adult.",
                detail: "Let another adult join your family first, or delete the children's accounts."
            )
        }
    }
}

extension RetentionRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .daysOutOfRange:
            .invalid("days", "Keep 0 to \(Hub.historyDaysMax) days, or forever.")
        }
    }
}
