/// One made-up person of the scenario.
package struct Persona: Sendable {
    /// A phone app, or the hub's own page, by which a person's fixes come in.
    package enum App: String, CaseIterable, Sendable {
        case ownTracks, ownTracksEncrypted, overland, traccar, gpsLogger, page

        /// What people call it.
        package var name: String {
            switch self {
            case .ownTracks: "OwnTracks"
            case .ownTracksEncrypted: "OwnTracks, encrypted"
            case .overland: "Overland"
            case .traccar: "Traccar Client"
            case .gpsLogger: "GPSLogger"
            case .page: "the open page"
            }
        }
    }

    /// In their own family.
    package enum Role: String, Sendable {
        case adult, child
    }

    /// A place that the person named.
    package struct NamedPlace: Sendable {
        /// The slot on the clock.
        package let label: String
        package let description: String
        package let spot: Spot
        package let radiusMetres: Double

        init(_ label: String, _ description: String, _ spot: Spot, radiusMetres: Double = 80) {
            (self.label, self.description, self.spot) = (label, description, spot)
            self.radiusMetres = radiusMetres
        }
    }

    package let name: String
    /// What there is to see of them.
    package let summary: String
    /// Of the colours that members can have.
    package let colour: Int
    package let look: Look
    /// In international form, from a range that no telephone company gives out.
    package let phoneNumber: String
    package let role: Role
    /// The age that a child reaches this year.
    package let age: Int?
    package let app: App
    package let places: [NamedPlace]
    package let legs: [Leg]
    package let battery: Battery

    init(
        name: String,
        summary: String,
        colour: Int,
        look: Look,
        phoneNumber: String,
        role: Role,
        age: Int? = nil,
        app: App,
        places: [NamedPlace],
        legs: [Leg],
        battery: Battery
    ) {
        (self.name, self.summary, self.colour, self.phoneNumber) = (name, summary, colour, phoneNumber)
        (self.look, self.role, self.age, self.app) = (look, role, age, app)
        (self.places, self.legs, self.battery) = (places, legs, battery)
    }
}

/// How much of one person another one sees, where that is not everything.
package struct Reserve: Sendable {
    /// Less than everything.
    package enum Level: Sendable {
        case place, coarse
    }

    /// Who is seen, by their number in the scenario.
    package let subject: Int
    /// Who sees.
    package let viewer: Int
    package let level: Level
}
