import Hub

extension Problem {
    init(_ refusal: ProofRefusal) {
        self =
            switch refusal {
            case .needed(let kinds): .proofNeeded(kinds)
            case .wrong(.password): Problem(403, "wrongPassword", "This is not your password.", field: "password")
            case .wrong(.totp):
                Problem(
                    401,
                    "wrongTotp",
                    "This is not what your app shows now.",
                    detail:
                        "Each code is good once. Wait for the next one, and see that your device has the right time.",
                    field: "totp"
                )
            case .wrong(.recoveryCode):
                Problem(
                    401,
                    "wrongRecoveryCode",
                    "This is none of your recovery codes, or it was used before.",
                    field: "recoveryCode"
                )
            case .wrong(.passkey):
                Problem(401, "wrongPasskey", "This passkey opens nothing here. Please try again.", field: "passkey")
            case .wrong(.code): Problem(CodeRefusal.wrongCode)
            case .sessionEnded: .notLoggedIn
            }
    }

    init(_ refusal: FactorRefusal) {
        self =
            switch refusal {
            case .nameEmptyOrTooLong: .invalid("name", "A name is one line of 1 to 60 characters that can be seen.")
            case .tooManyPasskeys:
                Problem(409, "tooManyPasskeys", "You have \(Hub.passkeysMax) passkeys. Remove one first.")
            case .passkeyUnusable:
                .invalid("attestation", "This passkey cannot be used here.", detail: "Please try again.")
            case .passkeyTaken: Problem(409, "passkeyTaken", "This passkey is in use already.")
            case .wrongCode:
                .invalid("code", "This is not what the app shows now.", detail: "Type the code that it shows, in time.")
            case .nothingToRecover:
                Problem(409, "nothingToRecover", "Set up a passkey or an authenticator app first.")
            case .notFound: .notFound
            }
    }

    init(_ refusal: PhoneChangeRefusal) {
        self =
            switch refusal {
            case .sameNumber: .invalid("phone", "This is your number already.")
            case .waiting(let seconds):
                Problem(
                    409,
                    "phoneChangeWaiting",
                    "Your number was changed within the last three days.",
                    detail: "Until then it can be undone from the old number, and not be changed again."
                ).retry(afterSeconds: seconds)
            case .guardianDecides:
                Problem(
                    403,
                    "guardianDecides",
                    "Your guardian opens this account. A number is yours to set at eighteen."
                )
            case .noChange:
                Problem(
                    404,
                    "noPhoneChange",
                    "This link undoes nothing.",
                    detail: "It was used, or three days have passed."
                )
            }
    }

    init(_ refusal: MailRefusal) {
        self =
            switch refusal {
            case .invalid: .invalid("mail", "This is no mail address.", detail: "Write it as in anna@example.org.")
            case .tooSoon(let seconds): Problem(CodeRefusal.tooSoon(retryAfterSeconds: seconds))
            }
    }

    /// What proves anew who somebody is, as words for programs.
    static func proofNeeded(_ kinds: [ProofKind]) -> Problem {
        var problem = Problem(401, "proofNeeded", "Please confirm that it is you.")
        problem.proofs = kinds.map(\.rawValue)
        return problem
    }

    /// What a browser that is new to a member takes beside what came, as words for programs.
    static func secondFactorNeeded(_ kinds: [ProofKind]) -> Problem {
        var problem = Problem(
            401,
            "secondFactorNeeded",
            "This browser is new to your account, so that it takes something more.",
            detail: "Send what came together with one of what `proofs` names."
        )
        problem.proofs = kinds.map(\.rawValue)
        return problem
    }
}
