import Hub
import Languages

extension ConnectionRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .wrongPhoneOrCode:
            Problem(
                404,
                "wrongPhoneOrCode",
                "Wrong number or code, or code expired.",
                detail: "Check both, or ask for a new code."
            )
        case .oneself: .invalid("phone", "This is your own number.")
        case .nothingToShare: .invalid("precision", "A code shares at least the name of a place.")
        case .expiryInThePast: .invalid("expiresAt", "Enter an end in the future.")
        case .askedTooOften(let seconds):
            Problem(429, "askedTooOften", "Too many requests today. Try again later.")
                .retry(afterSeconds: seconds)
        case .tooManyGuesses(let seconds):
            Problem(429, "tooManyTries", "Too many wrong codes. Check the code and try again later.")
                .retry(afterSeconds: seconds)
        case .idUsedOtherwise: .idUsedOtherwise
        case .notFound: .notFound
        }
    }
}

extension SharingRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .endInThePast: .invalid("until", "Enter an end in the future.")
        case .nothingLeft:
            .invalid("precisionAtMost", "To show nothing, stop sharing.")
        case .daysOutOfRange: .invalid("reminderDays", "A reminder comes after 1 to 30 days.")
        }
    }
}

extension SubjectRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .notFound: .notFound
        case .periodEmpty: .invalid("from", "The period ends before it begins.")
        case .cursorUnknown: .invalid("after", "Unknown cursor.")
        case .memberMissing: .invalid("member", "Give a member only when kind is member.")
        }
    }
}
