import Hub

extension Problem {
    init(_ refusal: LeavingRefusal) {
        self =
            switch refusal {
            case .onlyKeeper:
                Problem(
                    409,
                    "onlyKeeper",
                    "You are the only keeper of this hub.",
                    detail: "Name somebody who runs it from now on.",
                    field: "keeper"
                )
            case .keeperUnknown: .invalid("keeper", "This hub has no such adult member.")
            case .lastAdult:
                Problem(
                    409,
                    "lastAdult",
                    "Your family's children would be left without an adult.",
                    detail: "Let another adult join your family first, or delete the children's accounts."
                )
            }
    }

    init(_ refusal: RetentionRefusal) {
        self =
            switch refusal {
            case .daysOutOfRange:
                .invalid("days", "A history is kept for 0 to \(Hub.historyDaysMax) days, or for ever.")
            }
    }
}
