public import Family

/// What the hub answers about trips, calls for help and alarms.
public enum SafetyRoute: Hashable, Sendable {
    case pins
    case requestPinReset
    case cancelPinReset
    case cancelPinResetByLink
    case setPins
    /// My places without reception.
    case deadZones
    case setDeadZones
    /// People without an account who are called in an alarm.
    case contacts
    case addContact
    case removeContact(ID<Contact>)
    /// All that my own pages show, in one answer.
    case overview
    case trips
    case startTrip
    case trip(ID<Trip>)
    case arrive(ID<Trip>)
    case cancel(ID<Trip>)
    case extend(ID<Trip>)
    /// "I'm fine" to what I was asked on the way.
    case answer(ID<Trip>)
    case heartbeat(ID<Trip>)
    /// Chooses the device that counts from now on.
    case chooseDevice(ID<Trip>)
    case addCompanion(ID<Trip>)
    case removeCompanion(ID<Trip>, ID<Member>)
    case removeViewer(ID<Trip>, ID<LinkViewers.Viewer>)
    case positions(ID<Trip>)
    case renewLink(ID<Trip>)
    /// Those that I am to watch.
    case companionTrips
    case companionTrip(ID<Trip>)
    case leaveTrip(ID<Trip>)
    /// "I watch."
    case acceptTrip(ID<Trip>)
    case companionPositions(ID<Trip>)
    case alarms
    case acknowledge(ID<Alarm>)
    case act(ID<Alarm>)
    case confirm(ID<Alarm>)
    case clear(ID<Alarm>)
    case startCountdown
    case cancelCountdown(ID<HelpCountdown>)
    case drills
    case startDrill
    case confirmDrill(ID<Drill>)
    /// For who has a link or a code and no account.
    case openView
    case view
    case viewPositions
    case acknowledgeByView
    /// For a browser that leaves: all that a link or a code let it in to see.
    case endViews
    /// For an outside contact, by the token of their link.
    case viewContact
    case answerContact
}

extension SafetyRoute {
    private static func trip(_ id: ID<Trip>) -> String { "/trips/\(id.text)" }

    private static func alarm(_ id: ID<Alarm>) -> String { "/alarms/\(id.text)" }

    /// The method, and the path below the API's root.
    var methodAndPath: (method: String, path: String) {
        switch self {
        case .pins: ("GET", "/me/pins")
        case .setPins: ("PUT", "/me/pins")
        case .requestPinReset: ("POST", "/me/pins/reset")
        case .cancelPinReset: ("DELETE", "/me/pins/reset")
        case .cancelPinResetByLink: ("DELETE", "/pin-reset")
        case .deadZones: ("GET", "/me/dead-zones")
        case .setDeadZones: ("PUT", "/me/dead-zones")
        case .contacts: ("GET", "/me/contacts")
        case .addContact: ("POST", "/me/contacts")
        case .removeContact(let id): ("DELETE", "/me/contacts/\(id.text)")
        case .overview: ("GET", "/me/safety")
        case .trips: ("GET", "/trips")
        case .startTrip: ("POST", "/trips")
        case .trip(let id): ("GET", Self.trip(id))
        case .arrive(let id): ("POST", Self.trip(id) + "/arrive")
        case .cancel(let id): ("POST", Self.trip(id) + "/cancel")
        case .extend(let id): ("POST", Self.trip(id) + "/extend")
        case .answer(let id): ("POST", Self.trip(id) + "/answer")
        case .heartbeat(let id): ("POST", Self.trip(id) + "/heartbeat")
        case .chooseDevice(let id): ("POST", Self.trip(id) + "/device")
        case .addCompanion(let id): ("POST", Self.trip(id) + "/companions")
        case .removeCompanion(let id, let member): ("DELETE", Self.trip(id) + "/companions/\(member.text)")
        case .removeViewer(let id, let viewer): ("DELETE", Self.trip(id) + "/viewers/\(viewer.text)")
        case .positions(let id): ("GET", Self.trip(id) + "/positions")
        case .renewLink(let id): ("POST", Self.trip(id) + "/link")
        case .companionTrips: ("GET", "/companion-trips")
        case .companionTrip(let id): ("GET", "/companion-trips/\(id.text)")
        case .leaveTrip(let id): ("DELETE", "/companion-trips/\(id.text)")
        case .acceptTrip(let id): ("POST", "/companion-trips/\(id.text)/accept")
        case .companionPositions(let id): ("GET", "/companion-trips/\(id.text)/positions")
        case .alarms: ("GET", "/alarms")
        case .acknowledge(let id): ("POST", Self.alarm(id) + "/acknowledge")
        case .act(let id): ("POST", Self.alarm(id) + "/act")
        case .confirm(let id): ("POST", Self.alarm(id) + "/confirm")
        case .clear(let id): ("POST", Self.alarm(id) + "/clear")
        case .startCountdown: ("POST", "/countdowns")
        case .cancelCountdown(let id): ("POST", "/countdowns/\(id.text)/safe")
        case .drills: ("GET", "/drills")
        case .startDrill: ("POST", "/drills")
        case .confirmDrill(let id): ("POST", "/drills/\(id.text)/confirm")
        case .openView: ("POST", "/trip-views")
        case .view: ("GET", "/trip-view")
        case .viewPositions: ("GET", "/trip-view/positions")
        case .acknowledgeByView: ("POST", "/trip-view/acknowledge")
        case .endViews: ("DELETE", "/opened-views")
        case .viewContact: ("POST", "/contact-views")
        case .answerContact: ("POST", "/contact-answers")
        }
    }

    /// The routes of a path's parts below the API's root, one for each method; none where it is not theirs.
    static func candidates(_ parts: [String]) -> [SafetyRoute] {
        switch parts.count {
        case 1: collections(parts[0])
        case 2: items(parts[0], parts[1])
        case 3: nested(parts[0], parts[1], parts[2])
        case 4 where parts[0] == "trips": ofTrip(parts[1], parts[2], parts[3])
        default: []
        }
    }

    private static func collections(_ name: String) -> [SafetyRoute] {
        switch name {
        case "trips": [.trips, .startTrip]
        case "companion-trips": [.companionTrips]
        case "alarms": [.alarms]
        case "countdowns": [.startCountdown]
        case "drills": [.drills, .startDrill]
        case "trip-views": [.openView]
        case "trip-view": [.view]
        case "opened-views": [.endViews]
        case "pin-reset": [.cancelPinResetByLink]
        case "contact-views": [.viewContact]
        case "contact-answers": [.answerContact]
        default: []
        }
    }

    private static func items(_ collection: String, _ item: String) -> [SafetyRoute] {
        switch (collection, item) {
        case ("me", "pins"): [.pins, .setPins]
        case ("me", "dead-zones"): [.deadZones, .setDeadZones]
        case ("me", "contacts"): [.contacts, .addContact]
        case ("me", "safety"): [.overview]
        case ("trip-view", "positions"): [.viewPositions]
        case ("trip-view", "acknowledge"): [.acknowledgeByView]
        case ("trips", _): ID(text: item).map { [.trip($0)] } ?? []
        case ("companion-trips", _): ID(text: item).map { [.companionTrip($0), .leaveTrip($0)] } ?? []
        default: []
        }
    }

    private static func nested(_ first: String, _ second: String, _ third: String) -> [SafetyRoute] {
        switch (first, third) {
        case ("me", "reset") where second == "pins": [.requestPinReset, .cancelPinReset]
        case ("me", _) where second == "contacts": ID(text: third).map { [.removeContact($0)] } ?? []
        case ("trips", "arrive"): ID(text: second).map { [.arrive($0)] } ?? []
        case ("trips", "cancel"): ID(text: second).map { [.cancel($0)] } ?? []
        case ("trips", "extend"): ID(text: second).map { [.extend($0)] } ?? []
        case ("trips", "answer"): ID(text: second).map { [.answer($0)] } ?? []
        case ("trips", "heartbeat"): ID(text: second).map { [.heartbeat($0)] } ?? []
        case ("trips", "device"): ID(text: second).map { [.chooseDevice($0)] } ?? []
        case ("trips", "companions"): ID(text: second).map { [.addCompanion($0)] } ?? []
        case ("trips", "positions"): ID(text: second).map { [.positions($0)] } ?? []
        case ("trips", "link"): ID(text: second).map { [.renewLink($0)] } ?? []
        case ("companion-trips", "accept"): ID(text: second).map { [.acceptTrip($0)] } ?? []
        case ("companion-trips", "positions"): ID(text: second).map { [.companionPositions($0)] } ?? []
        case ("alarms", "acknowledge"): ID(text: second).map { [.acknowledge($0)] } ?? []
        case ("alarms", "act"): ID(text: second).map { [.act($0)] } ?? []
        case ("alarms", "confirm"): ID(text: second).map { [.confirm($0)] } ?? []
        case ("alarms", "clear"): ID(text: second).map { [.clear($0)] } ?? []
        case ("countdowns", "safe"): ID(text: second).map { [.cancelCountdown($0)] } ?? []
        case ("drills", "confirm"): ID(text: second).map { [.confirmDrill($0)] } ?? []
        default: []
        }
    }

    private static func ofTrip(_ trip: String, _ kind: String, _ item: String) -> [SafetyRoute] {
        guard let id = ID<Trip>(text: trip) else { return [] }
        return switch kind {
        case "companions": ID(text: item).map { [.removeCompanion(id, $0)] } ?? []
        case "viewers": ID(text: item).map { [.removeViewer(id, $0)] } ?? []
        default: []
        }
    }
}
