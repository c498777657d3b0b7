public import API
import Foundation

/// Something that just happened, as far as this member may know of it.
public enum HubEvent: Hashable, Sendable {
    /// How the connection to the hub is.
    public enum Link: Hashable, Sendable {
        case connecting
        case live
        /// It broke, and is tried again; what is shown is as old as its own time stamps say.
        case offline
        /// The session is over: no further event comes.
        case loggedOut
    }

    /// What is read anew where it changed.
    public enum Topic: String, CaseIterable, Hashable, Sendable {
        /// Whom I see, who sees me, what they are called: ``HearthClient/connections()``.
        case connections
        /// What I am told: ``HearthClient/notices()``.
        case notices
        /// My trips and those I watch: ``HearthClient/safety()`` and ``HearthClient/companionTrips()``.
        case trips
        /// Alarms: ``HearthClient/alarms()``.
        case alarms
        /// My wallet: ``HearthClient/wallet()``.
        case wallet
        /// Missions and the store.
        case missions
        /// My places and my family's: ``HearthClient/places()`` and ``HearthClient/familyPlaces()``.
        case places
        /// Where my things are: ``HearthClient/devices()``.
        case devices
    }

    case link(Link)
    /// How somebody is seen now, in the place of all that was known of them.
    case presence(PresenceBody)
    /// Where a hand of my clock points now.
    case hand(HandBody)
    case changed(Topic)
    /// Too much was missed: everything is read anew.
    case everythingChanged
    /// An event of a later hub that this version does not know; its name.
    case other(String)

    /// What a raw event says; nil for mere proof of life, or where a later hub writes it otherwise.
    init?(_ event: RawEvent) {
        let data = Data(event.data.utf8)
        switch event.name {
        case "beat": return nil
        case "presence":
            // What cannot be read is of a later version: the member is read anew with the next list.
            guard let body = try? JSONDecoder().decode(PresenceBody.self, from: data) else { return nil }
            self = .presence(body)
        case "clock":
            // The same.
            guard let body = try? JSONDecoder().decode(HandBody.self, from: data) else { return nil }
            self = .hand(body)
        case "notice": self = .changed(event.data.contains("connectionsChanged") ? .connections : .notices)
        case "trip": self = .changed(.trips)
        case "alarm": self = .changed(.alarms)
        case "wallet": self = .changed(.wallet)
        case "mission": self = .changed(.missions)
        case "place": self = .changed(.places)
        case "device": self = .changed(.devices)
        case "resync": self = .everythingChanged
        default: self = .other(event.name)
        }
    }
}
