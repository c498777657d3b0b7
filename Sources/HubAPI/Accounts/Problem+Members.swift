import Family
import Hub
import Languages

extension PhoneRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .missing: .invalid("phone", "Please enter your phone number.")
        case .invalid: .invalid("phone", "Your phone number is invalid.")
        case .regionUnknown: .invalid("region", "Enter two letters, such as CH for Switzerland.")
        case .tooLong: .invalid("input", "A phone number has at most 250 characters.")
        case .caretOutOfRange: .invalid("caret", "A caret stands behind 0 to 500 characters.")
        }
    }
}

extension MemberRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .phoneTaken:
            Problem(409, "phoneTaken", "This number already has an account.", field: "phone")
        case .nameEmptyOrTooLong: .invalid("name", "Enter a name of 1 to 60 visible characters, on one line.")
        case .nameHoldsAddress: .holdsAddress("name")
        case .nameLikeOther:
            Problem(
                409,
                "nameLikeOther",
                "Someone in this family has a name that looks the same. Choose another one.",
                field: "name"
            )
        case .colourUnknown: .invalid("colour", "Enter a colour from 0 to \(Hub.colourCount - 1).")
        case .timeZoneUnknown: .invalid("timeZone", "Enter a time zone such as Europe/Zurich.")
        case .password(let rules): .password(rules)
        case .passwordNotYoursToSet:
            Problem(403, "passwordNotYoursToSet", "The keeper can set passwords only while registration is open.")
        case .hasAccount:
            Problem(
                409,
                "hasAccount",
                "You have an account with this number and password. Log in, or choose another password.",
                field: "password"
            )
        case .severalWithNumber(let members):
            Problem(
                409,
                "severalWithNumber",
                """
                Several members gave this number. Name one by the id: \
                \(members.map { "\($0.name) \($0.id.text)" }.joined(separator: ", ")).
                """
            )
        case .notFound: .notFound
        }
    }
}

extension Problem {
    static let languageUnknown = Problem.invalid("language", "Choose one of en, de, es, fr and zh-Hans.")
}
