import Hub

extension Problem {
    init(_ refusal: FamilyRefusal) {
        self =
            switch refusal {
            case .nameEmptyOrTooLong: .invalid("name", "A name is one line of at most 60 characters that can be seen.")
            case .birthYearOutOfRange: .invalid("birthYear", "A year of birth is a year since 1900 that has begun.")
            case .birthYearMissing: .invalid("birthYear", "Whoever joins as a child says in which year they were born.")
            case .adultsOnly: Problem(403, "adultsOnly", "Only an adult of the family may do this.")
            case .notYours: Problem(403, "notYours", "Only they themselves may do this.")
            case .lastAdult:
                Problem(
                    409,
                    "lastAdult",
                    "The children of the family would be left without an adult.",
                    detail: "Hand them over to another family first, or wait until another adult has joined."
                )
            case .childNeedsAdult:
                Problem(
                    409,
                    "childNeedsAdult",
                    "A child is never without an adult.",
                    detail: "An adult of the family can hand a child over, with an invite of another family."
                )
            case .guardianDecides:
                Problem(
                    403,
                    "guardianDecides",
                    "The adults of the family decide what they see of a child.",
                    detail: "From the year of the thirteenth birthday on, a child may ask for less."
                )
            case .tooManyHours: .invalid("items", "There are at most 20 hidden hours.")
            case .hoursOutOfRange:
                .invalid("items", "Days are 1 to 7, minutes of the day 0 to 1439, an offset -1080 to 1080 minutes.")
            case .hasPhone:
                Problem(409, "hasPhone", "Whoever has a number of their own logs in with it.")
            case .walletNotEmpty:
                Problem(
                    409,
                    "walletNotEmpty",
                    "There is still something in the wallet.",
                    detail: "What is in it belongs to this family. Give it to somebody or take it out first."
                )
            case .tooMany:
                Problem(409, "tooManyMembers", "A family has at most \(Hub.familyMembersMax) members.")
            case .notFound: .notFound
            }
    }

    init(_ refusal: InviteRefusal) {
        self =
            switch refusal {
            case .noInvite:
                Problem(
                    404,
                    "noInvite",
                    "This invite is not good.",
                    detail: "An invite works once, within three days, for the person it was made for. Ask for another."
                )
            case .codeNeeded:
                Problem(
                    409,
                    "codeNeeded",
                    "This invite needs a code by text.",
                    detail: "Ask for a code for your number, or for an invite that is made for your number."
                )
            case .ownFamily: Problem(409, "ownFamily", "You are in this family already.")
            case .tooMany: Problem(409, "tooManyInvites", "This family has 20 open invites. Take one back first.")
            case .alreadyIssued:
                Problem(
                    409,
                    "alreadyIssued",
                    "This invite was made before, and its link is shown only once.",
                    detail: "Take it back, and make another one.",
                    field: "id"
                )
            case .idUsedOtherwise: .idUsedOtherwise
            case .tooManyTries(let seconds):
                Problem(429, "tooManyTries", "Too many tries. Please wait a moment.").retry(afterSeconds: seconds)
            }
    }
}
