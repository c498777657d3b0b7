import Family
import Hub
import Languages
import Maps

extension Problem {
    init(_ refusal: PictureRefusal) {
        self =
            switch refusal {
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

    init(_ refusal: LogInRefusal) {
        self =
            switch refusal {
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

    init(_ refusal: CodeRefusal) {
        self =
            switch refusal {
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

    init(_ refusal: PasswordRefusal) {
        self =
            switch refusal {
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

    init(_ refusal: ConnectionRefusal) {
        self =
            switch refusal {
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

    init(_ refusal: SharingRefusal) {
        self =
            switch refusal {
            case .endInThePast: .invalid("until", "Enter an end in the future.")
            case .nothingLeft:
                .invalid("precisionAtMost", "To show nothing, stop sharing.")
            case .daysOutOfRange: .invalid("reminderDays", "A reminder comes after 1 to 30 days.")
            }
    }

    init(_ refusal: PlaceRefusal) {
        self =
            switch refusal {
            case .labelEmptyOrTooLong: .invalid("label", "Enter a label of 1 to 40 characters, on one line.")
            case .labelHoldsAddress: .holdsAddress("label")
            case .labelReserved:
                .invalid("label", "Travelling, Unknown, Lost and In Danger are reserved. Choose another label.")
            case .descriptionEmptyOrTooLong:
                .invalid("description", "Enter a description of 1 to 200 characters, on one line.")
            case .offTheGlobe:
                .invalid("latitude", "Latitude is -90 to 90 and longitude -180 to 180 degrees.")
            case .radiusOutOfRange: .invalid("radiusMetres", "Enter a radius of 10 to 50 000 metres.")
            case .tooMany: Problem(409, "tooManyPlaces", "You have \(Hub.placesMax) places. Remove one first.")
            case .tooManyInFamily:
                Problem(409, "tooManyPlaces", "Your family has \(Hub.familyPlacesMax) places. Remove one first.")
            case .isFamilys:
                Problem(
                    409,
                    "placeIsFamilys",
                    "This place belongs to your family.",
                    detail: "Change it for the family, or stop following it and set a place of your own."
                )
            case .notAllowed:
                Problem(403, "notAllowed", "Only adults, and the member who made a place, change it for the family.")
            case .changedMeanwhile:
                Problem(
                    409,
                    "changedMeanwhile",
                    "This place was changed in the meantime. Nothing was saved.",
                    detail: "Load it again to see the newest version, then repeat your change.",
                    field: "version"
                )
            case .idUsedOtherwise: .idUsedOtherwise
            case .notFound: .notFound
            }
    }

    init(_ refusal: DeviceRefusal) {
        self =
            switch refusal {
            case .nameEmptyOrTooLong: .invalid("name", "Enter a name of 1 to 60 visible characters, on one line.")
            case .tooMany: Problem(409, "tooManyDevices", "You have \(Hub.devicesMax) devices. Revoke one first.")
            case .passphraseTooLong: .invalid("passphrase", "Passphrase too long. At most 32 bytes.")
            case .alreadyIssued:
                Problem(
                    409,
                    "alreadyIssued",
                    "This device exists. Its token is shown only once.",
                    detail: "Add it again with a new id to get a new token.",
                    field: "id"
                )
            case .trackerBound:
                Problem(
                    409,
                    "trackerBound",
                    "This tracker is bound to another device of yours.",
                    detail: "Remove the tracker. It is offered again when it is heard next.",
                    field: "device"
                )
            case .idUsedOtherwise: .idUsedOtherwise
            case .notFound: .notFound
            }
    }

    init(_ refusal: SubjectRefusal) {
        self =
            switch refusal {
            case .notFound: .notFound
            case .periodEmpty: .invalid("from", "The period ends before it begins.")
            case .cursorUnknown: .invalid("after", "Unknown cursor.")
            case .memberMissing: .invalid("member", "Give a member only when kind is member.")
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
        case is CoinRefusal, is CoinSendingRefusal: self.init(coins: error)
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
        case let refusal as LiveLinkRefusal: self.init(refusal)
        case let refusal as CalendarRefusal: self.init(refusal)
        case let refusal as DeputyRefusal: self.init(refusal)
        case let refusal as SubjectRefusal: self.init(refusal)
        case let refusal as HistoryRefusal: self.init(refusal)
        case let refusal as RoutingRefusal: self.init(refusal)
        case let refusal as SearchRefusal: self.init(refusal)
        default:
            guard let trouble = Hub.databaseTrouble(error) else { return nil }
            self = trouble == .outcomeUnknown ? .outcomeUnknown : .databaseAway
        }
    }
}
