import Hub
import Languages

extension ProofRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .needed(let kinds): .proofNeeded(kinds)
        case .wrong(.password): Problem(403, "wrongPassword", "Wrong password.", field: "password")
        case .wrong(.totp):
            Problem(
                401,
                "wrongTotp",
                "Wrong code.",
                detail:
                    "Each code works once. Wait for the next one, and check your device's clock.",
                field: "totp"
            )
        case .wrong(.recoveryCode):
            Problem(401, "wrongRecoveryCode", "Wrong or used recovery code.", field: "recoveryCode")
        case .wrong(.passkey):
            Problem(401, "wrongPasskey", "Passkey not accepted. Try again.", field: "passkey")
        case .wrong(.code): CodeRefusal.wrongCode.problem
        case .sessionEnded: .notLoggedIn
        }
    }
}

extension FactorRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .nameEmptyOrTooLong: .invalid("name", "Enter a name of 1 to 60 visible characters, on one line.")
        case .tooManyPasskeys:
            Problem(409, "tooManyPasskeys", "You have \(Hub.passkeysMax) passkeys. Remove one first.")
        case .passkeyUnusable:
            .invalid("attestation", "This passkey cannot be used here.", detail: "Try again.")
        case .passkeyTaken: Problem(409, "passkeyTaken", "This passkey is already in use.")
        case .wrongCode:
            .invalid("code", "Wrong code.", detail: "Enter the code the app shows now.")
        case .nothingToRecover:
            Problem(409, "nothingToRecover", "Set up a passkey or an authenticator app first.")
        case .notFound: .notFound
        }
    }
}

extension PhoneChangeRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .sameNumber: .invalid("phone", "This is already your number.")
        case .waiting(let seconds):
            Problem(
                409,
                "phoneChangeWaiting",
                "Your number was changed within the last three days.",
                detail: "The old number can still undo that. You cannot change it again before then."
            ).retry(afterSeconds: seconds)
        case .guardianDecides:
            Problem(403, "guardianDecides", "A guardian manages this account. You can set a number at 18.")
        case .noChange:
            Problem(
                404,
                "noPhoneChange",
                "Link expired or already used.",
                detail: "It works once, within three days."
            )
        }
    }
}

extension MailRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .invalid: .invalid("mail", "Invalid mail address.", detail: "Write it like anna@example.org.")
        case .tooSoon(let seconds): CodeRefusal.tooSoon(retryAfterSeconds: seconds).problem
        }
    }
}

extension Problem {
    /// What proves anew who somebody is, as words for programs.
    static func proofNeeded(_ kinds: [ProofKind]) -> Problem {
        var problem = Problem(401, "proofNeeded", "Confirm it is you.")
        problem.proofs = kinds.map(\.rawValue)
        return problem
    }

    /// What a browser that is new to a member takes beside what came, as words for programs.
    static func secondFactorNeeded(_ kinds: [ProofKind]) -> Problem {
        var problem = Problem(
            401,
            "secondFactorNeeded",
            "New browser: a second proof is needed.",
            detail: "Send the request again with one of `proofs`."
        )
        problem.proofs = kinds.map(\.rawValue)
        return problem
    }
}
