import Family
import Hub
import Languages

extension LiveLinkRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .nameEmptyOrTooLong: .invalid("name", "A name is one line of 1 to 60 visible characters.")
        case .hoursOutOfRange: .invalid("hours", "A live link lasts 1 to 24 hours.")
        case .nothingToShare: .invalid("precision", "A live link shows at least the name of a place.")
        case .tooMany:
            Problem(409, "tooManyLinks", "You have \(LiveLink.most) live links. Stop one first.")
        case .alreadyIssued:
            Problem(
                409,
                "alreadyIssued",
                "This link was made before, and it is shown only once.",
                detail: "Make another one under a new identity.",
                field: "id"
            )
        case .idUsedOtherwise: .idUsedOtherwise
        case .notFound, .noView: .notFound
        case .viewEnded: Problem(401, "viewEnded", "This view has ended. Open the link again.")
        }
    }
}
