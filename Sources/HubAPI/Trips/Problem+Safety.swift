import Family
import Hub
import Languages

extension SafetyRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .pinNeeded: Problem(403, "pinNeeded", "Enter your PIN.")
        case .wrongPIN: Problem(403, "wrongPin", "Wrong PIN. Nothing changed.", field: "pin")
        case .pinLocked(let seconds):
            Problem(429, "pinLocked", "Too many wrong PINs. Wait before you try again.")
                .retry(afterSeconds: seconds)
        case .pinsNotSet: Problem(409, "pinsNotSet", "Set a PIN first.")
        case .pinsUnusable: .invalid("pin", "Enter 4 to 8 digits. The duress PIN must differ.")
        case .safetyRuns:
            Problem(409, "safetyRuns", "Not possible during a trip, countdown or alarm.")
        case .pinResetWaits: Problem(409, "pinResetWaits", "A new PIN is already requested. Cancel it first.")
        case .busy:
            Problem(429, "tooManyRequests", "Too many checks at once. Try again.").retry(afterSeconds: 2)
        case .trip(let refusal): refusal.problem
        case .idUsedOtherwise: .idUsedOtherwise
        case .destination: .invalid("destination.name", "Enter a destination of 1 to 120 characters, on one line.")
        case .device: .invalid("device", "Choose a phone of yours.")
        case .companions: .invalid("companions", "Choose people you are connected with.")
        case .underDuress: .underDuress
        case .notWatching: .invalid("members", "Choose people who see you or follow your trip.")
        case .tooManyCompanions: .invalid("companions", "At most 20 companions.")
        case .dueAtMissing: .invalid("dueAt", "No route found. Enter your expected arrival.")
        case .settings: .invalid("graceMinutes", "A time is out of range.")
        case .notFound, .noView: .notFound
        case .tooManyViewers: Problem(409, "tooManyViewers", "Ten browsers already follow. Remove one first.")
        case .tooManyBrowsers:
            Problem(409, "tooManyViewers", "Three browsers opened this link. Log in to see the alarm.")
        case .viewerRemoved: Problem(409, "viewerRemoved", "The traveller removed this browser.")
        case .viewEnded: Problem(401, "viewEnded", "This view has ended. Open the link again.")
        case .tooManyTries(let seconds):
            Problem(429, "tooManyTries", "Too many wrong codes. Wait before you try again.").retry(
                afterSeconds: seconds
            )
        case .drilledTooOften(let seconds):
            Problem(
                429,
                "drilledTooOften",
                "One test per minute, three a day to each person. Wait before you try again."
            ).retry(afterSeconds: seconds)
        case .pinResetTooOften(let seconds):
            Problem(429, "tooManyRequests", "A new PIN can be requested three times a day.")
                .retry(afterSeconds: seconds)
        case .deadZones:
            .invalid("items", "At most 50 areas, each with a name, a point, and a radius of 20 to 10 000 metres.")
        }
    }
}

extension TripRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .alreadyOnTrip: Problem(409, "alreadyOnTrip", "You are already on a trip.")
        case .alreadyDue: Problem(409, "alreadyDue", "Enter a time in the future.", field: "dueAt")
        case .tooLong: Problem(409, "tripTooLong", "A trip lasts at most a day.")
        case .notOnTrip: Problem(409, "notOnTrip", "You are not on a trip.")
        case .hasEnded: Problem(409, "tripEnded", "The trip is over.")
        case .alarmIsOpen: Problem(409, "alarmIsOpen", "An alarm is open. Confirm first that you are safe.")
        case .noExtensionLeft: Problem(409, "noExtensionLeft", "You added time three times. No extensions left.")
        case .wrongExtension: .invalid("minutes", "Add 1 to 60 minutes.")
        }
    }
}
