import Hub
import Languages

extension ClockRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .slotsOutOfRange: .invalid("slots", "A clock has 1 to 12 labels of its own.")
        case .slotEmptyOrTooLong: .invalid("slots", "Enter a label of 1 to 40 characters, on one line.")
        case .slotTwice: .invalid("slots", "Use each label once.")
        case .slotReserved:
            .invalid("slots", "Travelling, Unknown, Lost and In Danger are always shown.")
        case .tooManyMembers:
            .invalid("members", "A clock shows at most \(Hub.clockMembersMax) members, each once.")
        case .memberUnknown: .invalid("members", "You cannot see one of these members.")
        case .tooManyLinks:
            Problem(409, "tooManyLinks", "You have \(Hub.clockLinksMax) links. Remove one first.")
        case .adultsOnly:
            Problem(403, "adultsOnly", "Only an adult can show a map or missions on a wall display.")
        case .notFound: .notFound
        }
    }
}
