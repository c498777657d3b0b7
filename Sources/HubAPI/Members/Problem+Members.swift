import Family
import Hub

extension Problem {
    init(_ refusal: PhoneRefusal) {
        self =
            switch refusal {
            case .missing: .invalid("phone", "Please enter your phone number.")
            case .invalid: .invalid("phone", "Your phone number is invalid.")
            case .regionUnknown: .invalid("region", "A region is two letters, such as CH for Switzerland.")
            case .tooLong: .invalid("input", "A phone number has at most 250 characters.")
            case .caretOutOfRange: .invalid("caret", "A caret stands behind 0 to 500 characters.")
            }
    }

    init(_ refusal: MemberRefusal) {
        self =
            switch refusal {
            case .phoneTaken:
                Problem(409, "phoneTaken", "This number belongs to a member already.", field: "phone")
            case .nameEmptyOrTooLong: .invalid("name", "A name is one line of 1 to 60 characters that can be seen.")
            case .nameLikeOther:
                Problem(
                    409,
                    "nameLikeOther",
                    "Someone in this family has a name that looks the same. Choose another one.",
                    field: "name"
                )
            case .colourUnknown: .invalid("colour", "A colour is a number from 0 to \(Hub.colourCount - 1).")
            case .timeZoneUnknown: .invalid("timeZone", "A time zone is a name such as Europe/Zurich.")
            case .password(let rules): .password(rules)
            case .passwordNotYoursToSet:
                Problem(403, "passwordNotYoursToSet", "Only while registration is open can the keeper set passwords.")
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
                    "Several members gave this number. Name one by the id: "
                        + members.map { "\($0.name) \($0.id.text)" }.joined(separator: ", ") + "."
                )
            case .notFound: .notFound
            }
    }
}
