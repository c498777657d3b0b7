import Hub
import Languages

/// What a refusal about a calendar link looks like outside.
extension CalendarRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .showsNothing: .invalid("missions", "A calendar shows missions, trips, or both.")
        case .tooMany:
            Problem(409, "tooManyLinks", "You have \(Hub.calendarLinksMax) calendar links. Remove one first.")
        case .alreadyIssued:
            Problem(
                409,
                "alreadyIssued",
                "This link was made before, and its address is shown only once.",
                detail: "Make another one under a new identity.",
                field: "id"
            )
        case .idUsedOtherwise: .idUsedOtherwise
        case .adultsOnly: Problem(403, "adultsOnly", "Only adults can make a calendar link.")
        case .notFound: .notFound
        }
    }
}
