import API
import Family
import Hub

extension SafetyRoute {
    /// Trips, calls for help and alarms.
    var endpoint: Endpoint {
        switch self {
        case .pins: .session { try await $0.pins($1, $2) }
        case .requestPinReset: .session { try await $0.requestPINReset($1, $2) }
        case .cancelPinReset: .session { try await $0.cancelPINReset($1, $2) }
        case .cancelPinResetByLink: .stranger { try await $0.cancelPINResetByLink($1, $2) }
        case .setPins: .session { try await $0.setPins($1, $2) }
        case .deadZones: .session { try await $0.deadZones($1, $2) }
        case .setDeadZones: .session { try await $0.setDeadZones($1, $2) }
        case .contacts: .session { try await $0.contacts($1, $2) }
        case .addContact: .session { try await $0.addContact($1, $2) }
        case .removeContact(let id): .session { try await $0.removeContact(id, $1, $2) }
        case .viewContact: .stranger { try await $0.viewContact($1, $2) }
        case .answerContact: .stranger { try await $0.answerContact($1, $2) }
        case .overview: .session { try await $0.safety($1, $2) }
        case .trips: .session { try await $0.trips($1, $2) }
        case .startTrip: .session { try await $0.startTrip($1, $2) }
        case .trip(let id): .session { try await $0.trip(id, $1, $2) }
        case .arrive(let id): .session(.reserved(.ending)) { try await $0.enterPIN(.arrive, on: id, $1, $2) }
        case .cancel(let id): .session(.reserved(.ending)) { try await $0.enterPIN(.cancel, on: id, $1, $2) }
        case .extend(let id): .session(.reserved(.answer)) { try await $0.extendTrip(id, $1, $2) }
        case .answer(let id): .session(.reserved(.answer)) { try await $0.answerTrip(id, $1, $2) }
        case .heartbeat(let id): .session(.reserved(.heartbeat)) { try await $0.heartbeat(id, $1, $2) }
        case .chooseDevice(let id): .session { try await $0.chooseDevice(id, $1, $2) }
        case .addCompanion(let id): .session { try await $0.addCompanion(id, $1, $2) }
        case .removeCompanion(let id, let member): .session { try await $0.removeCompanion(id, member, $1, $2) }
        case .removeViewer(let id, let viewer): .session { try await $0.removeViewer(id, viewer, $1, $2) }
        case .positions(let id): .session { try await $0.tripPositions(id, $1, $2) }
        case .renewLink(let id): .session { try await $0.renewTripLink(id, $1, $2) }
        case .companionTrips: .session { try await $0.companionTrips($1, $2) }
        case .companionTrip(let id): .session { try await $0.companionTrip(id, $1, $2) }
        case .leaveTrip(let id): .session { try await $0.leaveTrip(id, $1, $2) }
        case .acceptTrip(let id): .session { try await $0.acceptTrip(id, $1, $2) }
        case .companionPositions(let id): .session { try await $0.companionPositions(id, $1, $2) }
        case .alarms: .session { try await $0.alarms($1, $2) }
        case .acknowledge(let id): .session(.reserved(.acknowledgement)) { try await $0.acknowledge(id, $1, $2) }
        case .act(let id): .session(.reserved(.answer)) { try await $0.act(id, $1, $2) }
        case .confirm(let id): .session(.reserved(.answer)) { try await $0.confirm(id, $1, $2) }
        case .clear(let id): .session(.reserved(.ending)) { try await $0.clear(id, $1, $2) }
        case .startCountdown: .session(.reserved(.help).andHeld) { try await $0.startCountdown($1, $2) }
        case .cancelCountdown(let id): .session(.reserved(.ending).andHeld) { try await $0.cancelCountdown(id, $1, $2) }
        case .drills: .session { try await $0.drills($1, $2) }
        case .startDrill: .session { try await $0.startDrill($1, $2) }
        case .confirmDrill(let id): .session { try await $0.confirmDrill(id, $1, $2) }
        case .openView: .stranger(.openingView) { try await $0.openTripView($1, $2) }
        case .view: .view { try await $0.tripView($1, $2) }
        case .viewPositions: .view { try await $0.tripViewPositions($1, $2) }
        case .acknowledgeByView: .view(.acknowledgement) { try await $0.acknowledgeByView($1, $2) }
        case .endViews: .stranger { try await $0.endViews($1, $2) }
        }
    }
}
