import API
import Family
import HTTP
import Hub

extension HubService {
    /// Trips, calls for help and alarms.
    func performSafety(_ route: SafetyRoute, _ request: Request) async throws -> Response {
        switch route {
        case .pins: try await pins(request)
        case .setPins: try await setPins(request)
        case .requestPinReset: try await requestPINReset(request)
        case .cancelPinReset: try await cancelPINReset(request)
        case .cancelPinResetByLink: try await cancelPINResetByLink(request)
        case .deadZones: try await deadZones(request)
        case .setDeadZones: try await setDeadZones(request)
        case .contacts: try await contacts(request)
        case .addContact: try await addContact(request)
        case .removeContact(let id): try await removeContact(id, request)
        case .viewContact: try await viewContact(request)
        case .answerContact: try await answerContact(request)
        case .overview: try await safety(request)
        case .trips: try await trips(request)
        case .startTrip: try await startTrip(request)
        case .trip(let id): try await trip(id, request)
        case .arrive(let id): try await enterPIN(.arrive, on: id, request)
        case .cancel(let id): try await enterPIN(.cancel, on: id, request)
        case .extend(let id): try await extendTrip(id, request)
        case .answer(let id): try await answerTrip(id, request)
        case .heartbeat(let id): try await heartbeat(id, request)
        case .addCompanion(let id): try await addCompanion(id, request)
        case .removeCompanion(let id, let member): try await removeCompanion(id, member, request)
        case .removeViewer(let id, let viewer): try await removeViewer(id, viewer, request)
        case .positions(let id): try await tripPositions(id, request)
        case .renewLink(let id): try await renewTripLink(id, request)
        case .companionTrips, .companionTrip, .leaveTrip, .acceptTrip, .companionPositions, .openView, .view,
            .viewPositions, .acknowledgeByView:
            try await performWatching(route, request)
        case .alarms, .acknowledge, .act, .confirm, .clear, .startCountdown, .callOff, .drills, .startDrill,
            .confirmDrill:
            try await performAlarms(route, request)
        }
    }

    private func performWatching(_ route: SafetyRoute, _ request: Request) async throws -> Response {
        switch route {
        case .companionTrips: try await companionTrips(request)
        case .companionTrip(let id): try await companionTrip(id, request)
        case .leaveTrip(let id): try await leaveTrip(id, request)
        case .acceptTrip(let id): try await acceptTrip(id, request)
        case .companionPositions(let id): try await companionPositions(id, request)
        case .openView: try await openTripView(request)
        case .view: try await tripView(request)
        case .viewPositions: try await tripViewPositions(request)
        case .acknowledgeByView: try await acknowledgeByView(request)
        default: throw Problem.notFound
        }
    }

    private func performAlarms(_ route: SafetyRoute, _ request: Request) async throws -> Response {
        switch route {
        case .alarms: try await alarms(request)
        case .acknowledge(let id): try await acknowledge(id, request)
        case .act(let id): try await act(id, request)
        case .confirm(let id): try await confirm(id, request)
        case .clear(let id): try await clear(id, request)
        case .startCountdown: try await startCountdown(request)
        case .callOff(let id): try await callOff(id, request)
        case .drills: try await drills(request)
        case .startDrill: try await startDrill(request)
        case .confirmDrill(let id): try await confirmDrill(id, request)
        default: throw Problem.notFound
        }
    }
}

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
