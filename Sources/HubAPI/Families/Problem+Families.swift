import Hub
import Languages

extension FamilyRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .nameEmptyOrTooLong: .invalid("name", "Enter a name of at most 60 visible characters, on one line.")
        case .nameHoldsAddress: .holdsAddress("name")
        case .birthYearOutOfRange: .invalid("birthYear", "Enter a year from 1900 to now.")
        case .birthYearMissing: .invalid("birthYear", "Enter the year of birth to join as a child.")
        case .birthYearOfAdult:
            .invalid("birthYear", "Enter the year of birth of a child: under 18 this year.")
        case .adultsOnly: Problem(403, "adultsOnly", "Only an adult of the family can do this.")
        case .notYours: Problem(403, "notYours", "Only the member can do this.")
        case .lastAdult:
            Problem(
                409,
                "lastAdult",
                "The family's children need an adult.",
                detail: "Hand them over to another family first, or wait until another adult has joined."
            )
        case .childNeedsAdult:
            Problem(
                409,
                "childNeedsAdult",
                "A child needs an adult.",
                detail: "An adult of the family can hand a child over, with an invite of another family."
            )
        case .guardianDecides:
            Problem(
                403,
                "guardianDecides",
                "The family's adults decide what they see of a child.",
                detail: "From the year of the 13th birthday, a child can ask to show less."
            )
        case .otherGuardianDecides: .otherGuardianDecides
        case .hoursOfOtherGuardian: .hoursOfOtherGuardian
        case .tooManyHours: .invalid("items", "At most 20 hidden hours.")
        case .hoursOutOfRange:
            .invalid("items", "Days are 1 to 7, minutes of the day 0 to 1439, an offset -1080 to 1080 minutes.")
        case .hasPhone:
            Problem(409, "hasPhone", "This member has a number and logs in with it.")
        case .walletNotEmpty: .walletNotEmpty
        case .tooMany:
            Problem(409, "tooManyMembers", "A family has at most \(Hub.familyMembersMax) members.")
        case .notFound: .notFound
        }
    }
}

extension InviteRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .noInvite:
            Problem(
                404,
                "noInvite",
                "Invite expired or already used.",
                detail: "It works once, within three days, for one person. Ask for a new one."
            )
        case .codeNeeded:
            Problem(
                409,
                "codeNeeded",
                "This invite needs a texted code.",
                detail: "Request a code for your number, or ask for an invite made for your number."
            )
        case .ownFamily: Problem(409, "ownFamily", "You are already in this family.")
        case .tooMany: Problem(409, "tooManyInvites", "This family has 20 open invites. Revoke one first.")
        case .alreadyIssued:
            Problem(
                409,
                "alreadyIssued",
                "This invite exists. Its link is shown only once.",
                detail: "Revoke it and make a new one.",
                field: "id"
            )
        case .idUsedOtherwise: .idUsedOtherwise
        case .tooManyTries(let seconds):
            Problem(429, "tooManyTries", "Too many tries. Wait a moment.").retry(afterSeconds: seconds)
        }
    }
}

extension Problem {
    fileprivate static let otherGuardianDecides = Problem(
        403,
        "otherGuardianDecides",
        "Another guardian has to do this.",
        detail: "Ask another adult of the family."
    )
    fileprivate static let hoursOfOtherGuardian = Problem(
        403,
        "otherGuardianDecides",
        "Another guardian set some of these hours.",
        detail: "Only that guardian can change or remove them, or all other guardians together."
    )
    fileprivate static let walletNotEmpty = Problem(
        409,
        "walletNotEmpty",
        "The wallet is not empty.",
        detail: "The money belongs to this family. Pay it to someone or withdraw it first."
    )
}
