import API
import Family
import Hub

extension Route {
    /// Trips and alarms of the scene's people: nobody there has one, so that every name of one is unknown.
    ///
    /// SafetyAPITests asks for those that there are.
    func ofSafety(_ route: SafetyRoute, _ scene: AccessScene) -> AccessRule {
        let pin = #"{"pin":"2580"}"#
        let place = #""destination":{"name":"Park","latitude":1,"longitude":2}"#
        let trip =
            #"{"id":"\#(scene.newID)",\#(place),"mode":"walk","companions":[],"dueAt":"2026-03-01T18:00:00.000Z"}"#
        switch route {
        case .contacts, .pins, .overview, .trips, .companionTrips, .alarms, .drills, .deadZones: return own(200)
        case .setPins: return own(200, pin)
        // Nobody has a PIN there.
        case .requestPinReset: return own(409, pin)
        case .cancelPinReset: return own(404)
        case .cancelPinResetByLink: return AccessRule(route: self, body: #"{"link":"made up"}"#) { _ in 404 }
        case .setDeadZones:
            return own(200, #"{"items":[{"name":"Tunnel","latitude":47.1,"longitude":9.5,"radiusMetres":200}]}"#)
        case .addContact: return own(201, #"{"id":"\#(scene.newID)","name":"Dora","mail":"dora@example.org"}"#)
        case .removeContact: return own(404, pin)
        case .viewContact: return AccessRule(route: self, body: #"{"token":"made up"}"#) { _ in 404 }
        case .answerContact: return AccessRule(route: self, body: #"{"token":"made up","agree":true}"#) { _ in 404 }
        case .startTrip: return own(409, trip)
        case .trip, .answer, .heartbeat, .positions, .companionTrip, .leaveTrip, .acceptTrip, .companionPositions,
            .acknowledge, .act, .confirm, .confirmDrill:
            return own(404)
        case .arrive, .cancel, .removeCompanion, .removeViewer, .renewLink, .chooseDevice, .clear: return own(404, pin)
        case .extend: return own(404, #"{"minutes":10,"pin":"2580"}"#)
        case .addCompanion: return own(404, #"{"member":"\#(scene.other.id.text)"}"#)
        case .startCountdown:
            return own(201, #"{"id":"\#(scene.newID)","cause":"shake","startedAgoMilliseconds":0}"#)
        case .cancelCountdown: return own(409, pin)
        case .startDrill:
            // Only the owner is connected with the other one.
            let body = #"{"members":["\#(scene.other.id.text)"]}"#
            return AccessRule(route: self, body: body) { $0 == .nobody ? 401 : $0 == .owner ? 204 : 422 }
        case .openView: return AccessRule(route: self, body: #"{"token":"made up"}"#) { _ in 404 }
        case .endViews: return AccessRule(route: self) { _ in 204 }
        case .view, .viewPositions: return AccessRule(route: self) { _ in 401 }
        case .acknowledgeByView:
            return AccessRule(route: self, body: #"{"alarm":"\#(scene.views.alarm.text)"}"#) { _ in 401 }
        }
    }
}
