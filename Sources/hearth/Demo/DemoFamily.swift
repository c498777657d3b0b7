import Crypto
import Demo
import Family
import Hub
import HubAPI
import Languages

/// The people of a scenario as members of a hub, made by the hub's own use cases.
struct DemoFamily {
    /// How one person's fixes get in.
    struct Access {
        let persona: Persona
        /// A device's, or a session's for the page.
        let token: String
        /// OwnTracks encrypts with it where there is one.
        let passphrase: String?
    }

    /// In the order of the scenario; empty until they move in.
    private(set) var accesses: [Access] = []
    let scenario: Scenario
    /// In the order of the scenario.
    let members: [ID<Member>]
    private let language: Language

    /// Makes a family with its faces and places on an empty hub.
    init(_ scenario: Scenario, speaking language: Language, on hub: Hub) async throws {
        var members: [ID<Member>] = []
        for persona in scenario.people {
            let member = try await hub.addMember(
                phone: persona.phoneNumber,
                name: persona.name,
                password: scenario.password,
                role: persona.role.rawValue
            )
            // In English they read what the visitor's browser asks for.
            let reads = language == .english ? nil : language
            _ = try await hub.changeProfile(member, name: nil, colour: persona.colour, language: reads)
            _ = try await hub.setPicture(of: member, file: persona.look.drawing.png)
            members.append(member)
        }
        (self.scenario, self.members, self.language) = (scenario, members, language)
        for (member, persona) in zip(members, scenario.people) {
            for place in persona.places { try await add(place, for: member, scenario.ways, on: hub) }
        }
        try await gather(on: hub)
    }

    /// Words of the scenario, which has them in English, in the family's language.
    func spoken(_ english: String) -> String { Phrase(stringLiteral: english).text(in: language) }

    /// The children of the scenario.
    var children: [ID<Member>] {
        zip(members, scenario.people).filter { $1.role == .child }.map(\.0)
    }

    /// Gives everybody a phone, and shows them to one another from now on.
    mutating func moveIn(on hub: Hub) async throws {
        for (member, persona) in zip(members, scenario.people) {
            accesses.append(try await access(for: persona, member, on: hub))
        }
        for subject in members.indices {
            for viewer in members.indices where viewer != subject {
                try await connect(viewer, to: subject, on: hub)
            }
        }
        try await watchOver(on: hub)
        for member in members {
            try await hub.setClock(of: member, slots: scenario.clockSlots.map { spoken($0) }, members: members)
            try await putNoticesAway(of: member, on: hub)
        }
    }

    /// Who looks in begins with nothing of the past to put away.
    ///
    /// All at once, as they then share their commits.
    private func putNoticesAway(of member: ID<Member>, on hub: Hub) async throws {
        var notices = try await hub.notices(of: member)
        while !notices.isEmpty {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for notice in notices {
                    group.addTask { _ = try await hub.removeNotice(notice.id, of: member) }
                }
                try await group.waitForAll()
            }
            // A list shows the latest alone.
            notices = try await hub.notices(of: member)
        }
    }

    /// Whom a visitor may enter as.
    func invited(on hub: Hub) async throws -> [DemoDoor.Person] {
        var people: [DemoDoor.Person] = []
        for (number, (member, persona)) in zip(members, scenario.people).enumerated() {
            people.append(
                DemoDoor.Person(
                    member: member,
                    name: persona.name,
                    colour: persona.colour,
                    summary: spoken(persona.summary),
                    pin: scenario.travellers.contains(number) ? scenario.pin : nil,
                    jpeg: try await hub.picture(of: member, for: member).jpeg
                )
            )
        }
        return people
    }

    /// Everybody is told where the one who comes and goes most is, and the children's mother of the children.
    private func watchOver(on hub: Hub) async throws {
        for viewer in members.indices {
            for subject in members.indices where subject != viewer {
                let isParent = viewer == 0 && scenario.people[subject].role == .child
                guard subject == scenario.announced || isParent else { continue }
                let places = ["Home", "Work", "School", "Shop"]
                    .map { PlaceSubscription.PlaceWish(label: spoken($0), arrived: true, left: false) }
                let watch = PlaceSubscription(places: places, quiet: isParent, lowBattery: isParent)
                try await hub.setWatch(of: members[subject], by: members[viewer], watch)
            }
        }
    }

    /// The first of the scenario names the family and invites the others into it.
    private func gather(on hub: Hub) async throws {
        let founder = members[0]
        let family = try await hub.family(of: founder).id
        try await hub.renameFamily(family, by: founder, to: spoken(scenario.familyName))
        let year = Int(CivilDate(daysSince1970: LocalTime(hub.outside.now()).day).year)
        for (member, persona) in zip(members, scenario.people).dropFirst() {
            // What each sees of the others, their connect codes say.
            let request = InviteRequest(
                phone: persona.phoneNumber,
                region: nil,
                isChild: persona.role == .child,
                mySharing: .off,
                askedSharing: .off
            )
            let token = try await hub.invite(hub.outside.newID(), into: family, by: founder, request).token
            let consent = JoinConsent(birthYear: persona.age.map { year - $0 })
            _ = try await hub.joinFamily(token, consent, member: member, by: member, from: RequestOrigin())
        }
    }

    private func add(_ place: Persona.NamedPlace, for member: ID<Member>, _ ways: WayTable, on hub: Hub) async throws {
        guard let centre = ways.coordinate(place.spot) else { throw CommandFailure(words: "the demo lacks a place") }
        let request = PlaceRequest(
            label: spoken(place.label),
            description: spoken(place.description),
            latitude: centre.latitude,
            longitude: centre.longitude,
            radiusMetres: place.radiusMetres
        )
        _ = try await hub.addPlace(hub.outside.newID(), for: member, request)
    }

    private func access(for persona: Persona, _ member: ID<Member>, on hub: Hub) async throws -> Access {
        if persona.app == .page {
            return Access(persona: persona, token: try await hub.addSession(for: member).token, passphrase: nil)
        }
        // Whether it encrypts, its page says.
        let app = persona.app == .ownTracksEncrypted ? .ownTracks : persona.app
        let (device, token) = try await hub.addDevice(hub.outside.newID(), for: member, name: app.name)
        let passphrase = persona.app == .ownTracksEncrypted ? SecureRandom.token(bits: 128) : nil
        if let passphrase {
            _ = try await hub.changeDevice(device.id, of: member, name: nil, friends: nil, passphrase: passphrase)
        }
        return Access(persona: persona, token: token, passphrase: passphrase)
    }

    private func connect(_ viewer: Int, to subject: Int, on hub: Hub) async throws {
        let reserve = scenario.reserves.first { $0.subject == subject && $0.viewer == viewer }
        let precision: Precision =
            switch reserve?.level {
            case nil: .exact
            case .place: .place
            case .coarse: .coarse
            }
        let code = try await hub.makeConnectCode(for: members[subject], precision: precision, shareExpiresAt: nil).code
        let phone = scenario.people[subject].phoneNumber
        let id = hub.outside.newID(of: Connection.self)
        _ = try await hub.connect(id, viewer: members[viewer], phone: phone, code: code)
        guard scenario.people[subject].role == .child else { return }
        // What a child shows, one of its guardians agrees to.
        _ = try await hub.changeConnection(id, by: members[0], precision: precision, expiresAt: nil)
    }
}
