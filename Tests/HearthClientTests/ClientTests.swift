import API
import Family
import Foundation
import HearthClient
import Hub
import Testing

@Suite struct ClientTests {
    @Test func `a person registers with a texted code, logs out, and logs in again`() async throws {
        try await TestHouse.run { house in
            try await withFolder { folder in
                let tokens = FileTokenStore(folder.appendingPathComponent("token"))
                let client = try house.client(tokens)
                let phone = "+41446681001"
                let ticket = try await client.askForCode(.init(phone: phone, purpose: .register))
                let code = try await house.code(to: phone)
                let body = RegisterBody(
                    verification: ticket.id,
                    code: code,
                    name: "Anna",
                    password: TestHouse.password
                )
                let registered = try await client.register(body)
                #expect(try await client.me().name == "Anna")
                #expect(try await tokens.load() == registered)
                let rights = try FileManager.default.attributesOfItem(atPath: folder.path + "/token")
                #expect(rights[.posixPermissions] as? Int == 0o600)

                // The next start of the program.
                let later = try house.client(tokens)
                #expect(try await later.me().id == registered.member)
                try await later.logOut()
                #expect(try await tokens.load() == nil)
                let out = await #expect(throws: ClientFailure.self) { try await later.me() }
                #expect(out == .loggedOut)
                let back = try await later.logIn(.init(phone: phone, password: TestHouse.password))
                #expect(back.member == registered.member && back.token != registered.token)
            }
        }
    }

    @Test func `a refusal says what the hub says, typed`() async throws {
        try await TestHouse.run { house in
            let anna = try await house.member(1, password: TestHouse.password)
            let client = try house.client()
            let wrong = await #expect(throws: ClientFailure.self) {
                try await client.logIn(.init(phone: anna.phone, password: "another password"))
            }
            guard case .refused(let refusal) = wrong else {
                return #expect(Bool(false), "\(String(describing: wrong))")
            }
            #expect(refusal.status == 401 && !refusal.code.isEmpty && !refusal.title.isEmpty)
            let own = try await house.client(of: anna.id)
            let blank = await #expect(throws: ClientFailure.self) { try await own.changeMe(.init(name: "")) }
            guard case .refused(let refusal) = blank else {
                return #expect(Bool(false), "\(String(describing: blank))")
            }
            #expect(refusal.status == 422 && refusal.field == "name")
        }
    }

    @Test func `a session that was ended elsewhere is forgotten here`() async throws {
        try await TestHouse.run { house in
            let anna = try await house.member(1)
            let (phone, laptop) = (try await house.client(of: anna.id), try await house.client(of: anna.id))
            let other = try #require(try await phone.sessions().first { !$0.current })
            try await phone.endSession(other.id)
            let ended = await #expect(throws: ClientFailure.self) { try await laptop.places() }
            #expect(ended == .loggedOut)
            #expect(try await laptop.member == nil)
            #expect(try await phone.me().id == anna.id)
        }
    }

    @Test func `a token that was made elsewhere is taken, and a wrong one is not`() async throws {
        try await TestHouse.run { house in
            let anna = try await house.member(1)
            let (_, token) = try await house.hub.addSession(for: anna.id)
            let tokens = MemoryTokenStore()
            let client = try house.client(tokens)
            let wrong = await #expect(throws: ClientFailure.self) { try await client.adopt(token: "no token") }
            #expect(wrong == .loggedOut)
            #expect(await tokens.load() == nil)
            #expect(try await client.adopt(token: token).member == anna.id)
            #expect(await tokens.load()?.token == token)
        }
    }

    @Test func `the client's calls for people, places, clock, fixes, notices and live links work`() async throws {
        try await TestHouse.run { house in
            let (anna, bo) = (try await house.member(1), try await house.member(2))
            let (annas, bos) = (try await house.client(of: anna.id), try await house.client(of: bo.id))
            try await house.connect(bos, to: annas, phone: anna.phone)
            #expect(try await bos.connections().seen.map(\.member) == [anna.id])
            let place = PlaceBody(
                id: annas.newID(),
                label: "Home",
                description: "behind the third oak",
                latitude: 52.5208,
                longitude: 13.4094,
                radiusMetres: 150
            )
            #expect(try await annas.addPlace(place) == place)
            #expect(try await annas.changePlace(place.id, .init(radiusMetres: 200)).radiusMetres == 200)
            let shared = try await annas.sharePlace(.init(id: annas.newID(), place: place.id))
            #expect(try await annas.familyPlaces() == [shared])
            let changed = try await annas.changeFamilyPlace(shared.id, .init(version: 1, description: "Our flat"))
            #expect(changed.version == 2 && changed.following?.version == 2)
            #expect(try await annas.followFamilyPlace(shared.id, version: 2) == changed)
            try await annas.removeFamilyPlace(shared.id, version: 2)
            #expect(try await annas.familyPlaces().isEmpty)
            let stored = try await annas.send([fix(0, at: house.time.now)])
            #expect(stored == FixesStoredBody(stored: 1, repeated: 0, refused: 0))
            let seen = try #require(try await bos.presence(screen: "home").first { $0.member == anna.id })
            #expect(seen.place == "Home" && seen.fix != nil)
            #expect(try await bos.clock().hands.contains { $0.member == anna.id && $0.slot == "Home" })
            #expect(try await bos.track(of: anna.id).fixes.count == 1)
            #expect(try await bos.picture(of: anna.id) == nil)
            #expect(try await annas.looks().items.first?.screens.contains("home") ?? false)
            #expect(try await annas.notices().isEmpty == false)
            let wish = AddLiveLinkBody(id: annas.newID(), name: "Grandma", hours: 2, precision: .place)
            let made = try await annas.addLiveLink(wish)
            #expect(made.link?.contains("/live#hearth_live_") == true)
            #expect(try await annas.liveLinks().map(\.name) == ["Grandma"])
            try await annas.endLiveLink(made.id)
            #expect(try await annas.liveLinks().isEmpty)
            try await annas.removePlace(place.id)
            #expect(try await annas.places() == [])
        }
    }

    @Test func `money moves and is read back`() async throws {
        try await TestHouse.run { house in
            let client = try await house.client(of: try await house.member(1).id)
            let coin = try #require(try await client.wallet().assets.first { $0.scale == 2 })
            let account = try await client.openAccount(.init(id: client.newID(), asset: coin.number, name: "Savings"))
            let deposit = PostTransferBody(
                id: client.newID(),
                from: .cash,
                to: .account(account.id),
                asset: coin.number,
                amount: "500"
            )
            let first = try await client.transfer(deposit)
            #expect(try await client.transfer(deposit) == first)
            #expect(try await client.wallet().accounts.first { $0.id == account.id }?.amount == "500")
            #expect(try await client.entries(of: account.id).items.map(\.amount) == ["500"])
            let tooMuch = PostTransferBody(
                id: client.newID(),
                from: .account(account.id),
                to: .cash,
                asset: coin.number,
                amount: "501"
            )
            let refused = await #expect(throws: ClientFailure.self) { try await client.transfer(tooMuch) }
            guard case .refused(let refusal) = refused else { return #expect(Bool(false)) }
            #expect(refusal.missing == "1")
        }
    }

    @Test func `a trip is watched over from its start to its end`() async throws {
        try await TestHouse.run { house in
            let (anna, bo) = (try await house.member(1, password: TestHouse.password), try await house.member(2))
            let (annas, bos) = (try await house.client(of: anna.id), try await house.client(of: bo.id))
            try await house.connect(bos, to: annas, phone: anna.phone)
            // A session is new enough to set a PIN by.
            try await annas.setPINs(.init(pin: "4821", duressPin: nil))
            try await annas.send([fix(0, at: house.time.now)])
            let trip = StartTripBody(
                id: annas.newID(),
                destination: .init(name: "Grandma", latitude: 52.53, longitude: 13.42),
                mode: .walk,
                companions: [bo.id],
                dueAt: house.time.now.advanced(bySeconds: 1_800)
            )
            let started = try await annas.startTrip(trip)
            #expect(try await annas.startTrip(trip).id == started.id)
            #expect(try await bos.companionTrips().map(\.id) == [trip.id])
            try await bos.acceptTrip(trip.id)
            try await annas.beat(trip.id)
            #expect(try await annas.safety().trip?.companions?.first?.acceptedAt != nil)
            let help = try await annas.callForHelp(.init(id: annas.newID(), trip: trip.id, cause: .shake))
            #expect(help.state == "running")
            try await annas.cancelCountdown(help.id, pin: "4821")
            house.line.expect(.loseAnswer)
            try await annas.arrive(trip.id, pin: "4821")
            #expect(try await annas.trip(trip.id).endedAt != nil)
        }
    }
}
