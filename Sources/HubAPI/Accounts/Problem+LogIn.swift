import Family
import Hub
import Languages

extension LogInRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .wrongPhoneOrPassword:
            Problem(401, "wrongPhoneOrPassword", "Wrong number or password.")
        case .tooManyTries(let seconds):
            Problem(429, "tooManyTries", "Too many tries. Wait a moment.").retry(afterSeconds: seconds)
        case .secondFactorNeeded(let kinds): .secondFactorNeeded(kinds)
        case .silentTooLong:
            Problem(
                401,
                "silentTooLong",
                "This number was not used here for half a year and may have a new owner.",
                detail: "Log in with your password, or ask the hub's keeper for a link to set one."
            )
        }
    }
}

extension CodeRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .wrongCode:
            Problem(
                401,
                "wrongCode",
                "Wrong or expired code.",
                detail: "A code is valid for 5 minutes and 5 tries, in the browser that requested it.",
                field: "code"
            )
        case .tooSoon(let seconds):
            Problem(429, "tooManyCodes", "Too many codes requested. Wait a moment.")
                .retry(afterSeconds: seconds)
        case .textsPaused:
            Problem(503, "textsPaused", "This hub sends no codes right now. Try again later.")
                .retry(afterSeconds: 3_600)
        }
    }
}

extension PasswordRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .wrongPassword: Problem(403, "wrongPassword", "Wrong password.", field: "old")
        case .waiting(let seconds):
            Problem(
                409,
                "recoveryWaiting",
                "Others can still object. Come back when the wait is over.",
                field: "recovery"
            ).retry(afterSeconds: seconds)
        case .noRecovery:
            Problem(404, "noRecovery", "Recovery cancelled or not found.", field: "recovery")
        case .noLink:
            Problem(
                404,
                "noLink",
                "Link expired or used.",
                detail: "Ask for a new one.",
                field: "link"
            )
        }
    }
}

extension PictureRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .unknownKind: .pictureOnly
        case .tooManyPixels:
            .invalid(
                nil,
                "Picture too large.",
                detail: "At most 12 000 pixels per side and 50 million in total."
            )
        case .broken: .invalid(nil, "The picture is damaged or its type is not supported.")
        case .tooManyAtOnce:
            Problem(503, "tooManyPictures", "Other pictures are being processed. Try again.")
                .retry(afterSeconds: 5)
        case .notFound: .notFound
        }
    }
}

extension Problem {
    /// Every broken rule by itself: as a word for programs, and in words.
    static func password(_ rules: [PasswordRule]) -> Problem {
        var problem = Problem.invalid(
            "password",
            "Password too weak.",
            detail: "\(sentences: rules.map(\.words))"
        )
        problem.broken = rules.map(\.code)
        return problem
    }
}

extension PasswordRule {
    /// The rule as a word that programs may switch on.
    fileprivate var code: String {
        switch self {
        case .atLeastEightCharacters: "atLeastEightCharacters"
        case .atMost256Characters: "atMost256Characters"
        case .upperCaseLetter: "upperCaseLetter"
        case .lowerCaseLetter: "lowerCaseLetter"
        case .digit: "digit"
        case .specialCharacter: "specialCharacter"
        case .notCommon: "notCommon"
        case .notOwn: "notOwn"
        }
    }

    /// The rule in words, as a sentence of its own.
    var words: Phrase {
        switch self {
        case .atLeastEightCharacters: "Use at least 8 characters."
        case .atMost256Characters: "Use at most 256 characters."
        case .upperCaseLetter: "Add an upper-case letter, or use 15 characters or more."
        case .lowerCaseLetter: "Add a lower-case letter, or use 15 characters or more."
        case .digit: "Add a digit, or use 15 characters or more."
        case .specialCharacter: "Add a special character, or use 15 characters or more."
        case .notCommon: "Choose a less common password."
        case .notOwn: "Do not use your number, your name or the hub's name."
        }
    }
}
