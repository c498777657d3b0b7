import Family
import Hub
import Maps

extension Problem {
    init(_ refusal: PictureRefusal) {
        self =
            switch refusal {
            case .unknownKind: .pictureOnly
            case .tooManyPixels:
                .invalid(
                    nil,
                    "This picture is too large.",
                    detail: "At most 12 000 pixels a side, and 50 million in all."
                )
            case .broken: .invalid(nil, "This picture is damaged, or of a kind that cannot be read.")
            case .tooManyAtOnce:
                Problem(503, "tooManyPictures", "Other pictures are being made. Please try again.")
                    .retry(afterSeconds: 5)
            case .notFound: .notFound
            }
    }

    init(_ refusal: LogInRefusal) {
        self =
            switch refusal {
            case .wrongPhoneOrPassword:
                Problem(401, "wrongPhoneOrPassword", "The number or the password is wrong.")
            case .tooManyTries(let seconds):
                Problem(429, "tooManyTries", "Too many tries. Please wait a moment.").retry(afterSeconds: seconds)
            case .secondFactorNeeded(let kinds): .secondFactorNeeded(kinds)
            case .silentTooLong:
                Problem(
                    401,
                    "silentTooLong",
                    "This number was not used here for half a year, and may be somebody else's by now. "
                        + "Log in with the password, or ask whoever runs this hub for a link to set one."
                )
            }
    }

    init(_ refusal: CodeRefusal) {
        self =
            switch refusal {
            case .wrongCode:
                Problem(
                    401,
                    "wrongCode",
                    "This code is wrong or has run out.",
                    detail: "A code is good for five minutes and five tries, in the browser that asked for it.",
                    field: "code"
                )
            case .tooSoon(let seconds):
                Problem(429, "tooManyCodes", "Codes were asked for often. Please wait a moment.")
                    .retry(afterSeconds: seconds)
            case .textsPaused:
                Problem(503, "textsPaused", "This hub sends no more codes for now. Please try again later.")
                    .retry(afterSeconds: 3_600)
            }
    }

    init(_ refusal: PasswordRefusal) {
        self =
            switch refusal {
            case .wrongPassword: Problem(403, "wrongPassword", "This is not your password.", field: "old")
            case .waiting(let seconds):
                Problem(
                    409,
                    "recoveryWaiting",
                    "Others may still object. Please come back when the wait is over.",
                    field: "recovery"
                ).retry(afterSeconds: seconds)
            case .noRecovery:
                Problem(404, "noRecovery", "There is no such recovery, or it was called off.", field: "recovery")
            case .noLink:
                Problem(
                    404,
                    "noLink",
                    "This link is not good.",
                    detail: "A link works once, and not for long. Ask whoever gave it to you for another.",
                    field: "link"
                )
            }
    }

    init(_ refusal: ConnectionRefusal) {
        self =
            switch refusal {
            case .wrongPhoneOrCode:
                Problem(
                    404,
                    "wrongPhoneOrCode",
                    "No one with this number gave out this code.",
                    detail: "Codes work once and run out after a day. Ask for a new one."
                )
            case .oneself: .invalid("phone", "This is your own number.")
            case .nothingToShare: .invalid("precision", "A code shares at least the name of a place.")
            case .expiryInThePast: .invalid("expiresAt", "The end lies in the past.")
            case .askedTooOften(let seconds):
                Problem(429, "askedTooOften", "You asked many people today. Please wait a while.")
                    .retry(afterSeconds: seconds)
            case .tooManyGuesses(let seconds):
                Problem(429, "tooManyTries", "Too many wrong codes. Check the code and try again later.")
                    .retry(afterSeconds: seconds)
            case .idUsedOtherwise: .idUsedOtherwise
            case .notFound: .notFound
            }
    }

    init(_ refusal: SharingRefusal) {
        self =
            switch refusal {
            case .endInThePast: .invalid("until", "The end lies in the past.")
            case .nothingLeft:
                .invalid("precisionAtMost", "To show nobody anything, stop sharing.")
            case .daysOutOfRange: .invalid("reminderDays", "A reminder comes after 1 to 30 days.")
            }
    }

    init(_ refusal: PlaceRefusal) {
        self =
            switch refusal {
            case .labelEmptyOrTooLong: .invalid("label", "A label is one line of 1 to 40 characters.")
            case .labelReserved:
                .invalid("label", "Travelling, Unknown, Lost and In Danger are the clock's own words.")
            case .descriptionEmptyOrTooLong:
                .invalid("description", "A description is one line of 1 to 200 characters.")
            case .offTheGlobe:
                .invalid("latitude", "Latitude is -90 to 90 and longitude -180 to 180 degrees.")
            case .radiusOutOfRange: .invalid("radiusMetres", "A radius is 10 to 50 000 metres.")
            case .tooMany: Problem(409, "tooManyPlaces", "You have \(Hub.placesMax) places. Remove one first.")
            case .idUsedOtherwise: .idUsedOtherwise
            case .notFound: .notFound
            }
    }

    init(_ refusal: DeviceRefusal) {
        self =
            switch refusal {
            case .nameEmptyOrTooLong: .invalid("name", "A device's name is one line of 1 to 60 visible characters.")
            case .tooMany: Problem(409, "tooManyDevices", "You have \(Hub.devicesMax) devices. Revoke one first.")
            case .passphraseTooLong: .invalid("passphrase", "A passphrase has at most 32 bytes.")
            case .alreadyIssued:
                Problem(
                    409,
                    "alreadyIssued",
                    "This device was added before, and its token is shown only once.",
                    detail: "Add the device again under a new identity to get a new token.",
                    field: "id"
                )
            case .idUsedOtherwise: .idUsedOtherwise
            case .notFound: .notFound
            }
    }

    init(_ refusal: ClockRefusal) {
        self =
            switch refusal {
            case .slotsOutOfRange: .invalid("slots", "A clock has 1 to 12 slots of its own.")
            case .slotEmptyOrTooLong: .invalid("slots", "A slot's label is one line of 1 to 40 characters.")
            case .slotTwice: .invalid("slots", "Each label stands on a clock once.")
            case .slotReserved:
                .invalid("slots", "Travelling, Unknown, Lost and In Danger are always there already.")
            case .tooManyMembers:
                .invalid("members", "A clock shows at most \(Hub.clockMembersMax) members, each once.")
            case .memberUnknown: .invalid("members", "You do not see one of these members.")
            case .tooManyLinks:
                Problem(409, "tooManyLinks", "You have \(Hub.clockLinksMax) links. Remove one first.")
            case .notFound: .notFound
            }
    }

    init(_ refusal: SubjectRefusal) {
        self =
            switch refusal {
            case .notFound: .notFound
            case .periodEmpty: .invalid("from", "The period ends before it begins.")
            case .cursorUnknown: .invalid("after", "This is not a place to go on from.")
            case .memberMissing: .invalid("member", "Name the member to show, and only when kind is member.")
            }
    }
}

extension Problem {
    /// Every broken rule by itself: as a word for programs, and in words.
    static func password(_ rules: [PasswordRule]) -> Problem {
        var problem = Problem.invalid(
            "password",
            "This password is too easy.",
            detail: rules.map(\.words).joined(separator: " ")
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
    var words: String {
        switch self {
        case .atLeastEightCharacters: "Use at least 8 characters."
        case .atMost256Characters: "Use at most 256 characters."
        case .upperCaseLetter: "Add an upper-case letter, or use 15 characters or more."
        case .lowerCaseLetter: "Add a lower-case letter, or use 15 characters or more."
        case .digit: "Add a digit, or use 15 characters or more."
        case .specialCharacter: "Add a special character, or use 15 characters or more."
        case .notCommon: "Choose another one: this is among the passwords that are tried first."
        case .notOwn: "Choose something else than your number, your name or the name of the hub."
        }
    }
}

extension Problem {
    /// The answer to anything thrown by a use case; nil for what is a failure rather than a refusal.
    package init?(refusal error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as PhoneRefusal: self.init(refusal)
        case let refusal as MemberRefusal: self.init(refusal)
        case let refusal as PictureRefusal: self.init(refusal)
        case is DiskRefusal: self = .diskFull
        case _ where Hub.isOfFullDisk(error): self = .nothingWritten
        case let refusal as LogInRefusal: self.init(refusal)
        case let refusal as CodeRefusal: self.init(refusal)
        case let refusal as WatchRefusal: self.init(refusal)
        case let refusal as PositionRequestRefusal: self.init(refusal)
        case let refusal as SafetyRefusal: self.init(refusal)
        case let refusal as OutsideContactRefusal: self.init(refusal)
        case let refusal as WalletRefusal: self.init(refusal)
        case let refusal as MoneyRefusal: self.init(refusal)
        case let refusal as MissionsRefusal: self.init(refusal)
        case let refusal as PushRefusal: self.init(refusal)
        case let refusal as ProofRefusal: self.init(refusal)
        case let refusal as FactorRefusal: self.init(refusal)
        case let refusal as PasswordRefusal: self.init(refusal)
        case let refusal as PhoneChangeRefusal: self.init(refusal)
        case let refusal as MailRefusal: self.init(refusal)
        case let refusal as FamilyRefusal: self.init(refusal)
        case let refusal as InviteRefusal: self.init(refusal)
        case let refusal as LeavingRefusal: self.init(refusal)
        case let refusal as RetentionRefusal: self.init(refusal)
        case let refusal as ConnectionRefusal: self.init(refusal)
        case let refusal as SharingRefusal: self.init(refusal)
        case let refusal as PlaceRefusal: self.init(refusal)
        case let refusal as DeviceRefusal: self.init(refusal)
        case let refusal as ClockRefusal: self.init(refusal)
        case let refusal as SubjectRefusal: self.init(refusal)
        case let refusal as HistoryRefusal: self.init(refusal)
        case let refusal as RoutingRefusal: self.init(refusal)
        case let refusal as SearchRefusal: self.init(refusal)
        default: return nil
        }
    }
}
