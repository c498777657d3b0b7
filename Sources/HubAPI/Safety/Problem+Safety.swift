import Family
import Hub

extension Problem {
    init(_ refusal: SafetyRefusal) {
        self =
            switch refusal {
            case .pinNeeded: Problem(403, "pinNeeded", "Please enter your PIN.")
            case .wrongPIN: Problem(403, "wrongPin", "This is not your PIN. Nothing was changed.", field: "pin")
            case .pinLocked(let seconds):
                Problem(429, "pinLocked", "Five wrong PINs. Please wait a minute.").retry(afterSeconds: seconds)
            case .pinsNotSet: Problem(409, "pinsNotSet", "Please set your PIN first.")
            case .pinsUnusable: .invalid("pin", "A PIN has four to eight digits, and both differ.")
            case .safetyRuns:
                Problem(409, "safetyRuns", "Not while a trip, a countdown or an alarm of yours runs.")
            case .pinResetWaits: Problem(409, "pinResetWaits", "A new PIN was requested already. Cancel that first.")
            case .busy:
                Problem(429, "tooManyRequests", "Others are being checked. Please try again.").retry(afterSeconds: 2)
            case .trip(let refusal): Problem(refusal)
            case .idUsedOtherwise: .idUsedOtherwise
            case .destination: .invalid("destination.name", "A destination is one line of 1 to 120 characters.")
            case .companions: .invalid("companions", "Choose people with whom you are connected.")
            case .tooManyCompanions: .invalid("companions", "At most 20 people watch over a trip.")
            case .dueAtMissing: .invalid("dueAt", "No way was found, so please say when you are to be asked.")
            case .settings: .invalid("graceMinutes", "A time lies outside its range.")
            case .notFound, .noView: .notFound
            case .tooManyViewers: Problem(409, "tooManyViewers", "Ten browsers look already.")
            case .tooManyBrowsers:
                Problem(409, "tooManyViewers", "Three browsers opened this link. Log in to see the alarm.")
            case .viewerRemoved: Problem(409, "viewerRemoved", "The traveller removed this browser.")
            case .viewEnded: Problem(401, "viewEnded", "This view has ended. Please open the link again.")
            case .tooManyTries(let seconds):
                Problem(429, "tooManyTries", "Too many wrong codes. Please wait.").retry(afterSeconds: seconds)
            case .drilledTooOften(let seconds):
                Problem(429, "drilledTooOften", "One test in a minute.").retry(afterSeconds: seconds)
            case .pinResetTooOften(let seconds):
                Problem(429, "tooManyRequests", "A new PIN can be requested three times a day.")
                    .retry(afterSeconds: seconds)
            case .deadZones:
                .invalid("items", "At most 50, each with a name, a point, and a radius of 20 to 10 000 metres.")
            }
    }

    private init(_ refusal: TripRefusal) {
        self =
            switch refusal {
            case .alreadyOnTrip: Problem(409, "alreadyOnTrip", "Another trip is under way.")
            case .alreadyDue: Problem(409, "alreadyDue", "It would be due in the past.", field: "dueAt")
            case .tooLong: Problem(409, "tripTooLong", "A trip lasts a day at most.")
            case .notOnTrip: Problem(409, "notOnTrip", "No trip is under way.")
            case .hasEnded: Problem(409, "tripEnded", "The trip is over.")
            case .alarmIsOpen: Problem(409, "alarmIsOpen", "An alarm is open. First say that you are safe.")
            case .noExtensionLeft: Problem(409, "noExtensionLeft", "The time was extended three times already.")
            case .wrongExtension: .invalid("minutes", "An extension is 1 to 60 minutes.")
            }
    }
}
