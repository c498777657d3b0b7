import Family
import Hub
import Testing

/// F84: names that leave the hub in texts and mails hold no address.
@Suite struct NamesWithAddressTests {
    @Test(arguments: [
        "example.com/x", "1.2.3.4", "Anna www.evil", "WWW.Anna", "see http://x", "Anna(t.co)", "a@mail.example",
        "Anna.Beck", "пример.рф", "例子。中国", "Anna\u{FF0E}com", "💩.la", "my-.de", "no.10.0.0.1!", "x.XN--P1AI",
    ])
    func `F84: a member's, contact's or family's name that would be a link is refused`(_ name: String) async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (hub, family) = (home.hub, try await home.hub.family(of: anna).id)
            let seen = try await home.connect(viewer: anna, to: bo, number: 2, .exact)
            let (caller, _) = try await hub.addSession(for: anna)
            let proof = try await proofOfNewcomer(home, invitedBy: anna)
            let refusal = MemberRefusal.nameHoldsAddress
            await #expect(throws: refusal, "oneself") { try await hub.changeProfile(anna, name: name, colour: nil) }
            await #expect(throws: refusal, "the command line") {
                try await hub.addMember(phone: TestHub.phone(3), name: name, password: nil)
            }
            await #expect(throws: refusal, "a child") {
                try await hub.addChild(to: family, by: anna, name: name, birthYear: 2016, colour: nil)
            }
            await #expect(throws: refusal, "a newcomer") {
                try await hub.register(proof, name: name, password: nil, from: RequestOrigin())
            }
            await #expect(throws: refusal, "an own name") { try await hub.call(seen.id, name, by: anna) }
            let id = hub.outside.newID(of: Contact.self)
            let contact = ContactRequest(id: id, name: name, phone: TestHub.phone(5), region: nil, mail: nil)
            await #expect(throws: refusal, "a contact") { try await hub.addOutsideContact(contact, by: caller) }
            await #expect(throws: FamilyRefusal.nameHoldsAddress) {
                try await hub.renameFamily(family, by: anna, to: name)
            }
            #expect(try await hub.profile(anna).name == "Member 1")
        }
    }

    /// The proof of a number by a newcomer whom a member invited.
    private func proofOfNewcomer(_ home: TestHub, invitedBy member: ID<Member>) async throws -> CodeProof {
        let (_, token) = try await home.invite(by: member)
        let request = CodeRequest(phone: TestHub.phone(4), purpose: .register, invite: token)
        let ticket = try await home.hub.requestCode(request, from: RequestOrigin())
        let code = try #require(try await home.texts(to: 4).last.flatMap(codeOfText))
        return CodeProof(verification: ticket.id, code: code)
    }

    @Test(arguments: ["example.com/x", "1.2.3.4", "www.evil", "School.of"])
    func `F84: a place's label that would become a link is refused, the family's too`(_ label: String) async throws {
        try await TestHub.run { home in
            let (hub, anna) = (home.hub, try await home.member(1))
            let place = try await hub.addPlace(hub.outside.newID(), for: anna, placeRequest("School", berlin))
            let own = try await hub.addPlace(hub.outside.newID(), for: anna, placeRequest("Work", berlin))
            let shared = try await hub.shareWithFamily(place.id, as: hub.outside.newID(), by: anna).place
            await #expect(throws: PlaceRefusal.labelHoldsAddress) {
                try await hub.addPlace(hub.outside.newID(), for: anna, placeRequest(label, berlin))
            }
            await #expect(throws: PlaceRefusal.labelHoldsAddress) {
                try await hub.changePlace(own.id, of: anna) { $0.label = label }
            }
            await #expect(throws: PlaceRefusal.labelHoldsAddress) {
                try await hub.changeFamilyPlace(shared.place.id, seen: shared.version, by: anna) { $0.label = label }
            }
        }
    }

    @Test(arguments: [
        "St. Gallen", "Dr. Anna Beck", "J. R. R. Tolkien", "J.R.", "Anna B.", "3. Stock", "v1.2.3", "2.50",
        "Oma … Haus",
        "Anna: Home/Work", "O'Neil & Co.", "小明。", "Ph.D", "Room 4.1.2",
    ])
    func `F84: a name with dots that is no address stays as it is`(_ name: String) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            #expect(try await home.hub.changeProfile(anna, name: name, colour: nil).name == name)
            let place = try await home.hub.addPlace(home.hub.outside.newID(), for: anna, placeRequest(name, berlin))
            #expect(place.label == name)
        }
    }

    @Test func `F84: a destination that would become a link starts a trip, and is in no text`() async throws {
        for (name, words) in [("The station", "To: The station"), ("pay.example.com", "To: ")] {
            try await withTripNews { scene, sent in
                var request = TripRequest(
                    id: scene.hub.outside.newID(),
                    name: name,
                    destination: berlin.moved(northMetres: 3_000, eastMetres: 0),
                    mode: .walk,
                    companions: [scene.bo]
                )
                request.dueAt = scene.test.clock.now.advanced(bySeconds: 3_600)
                try await scene.hub.startTrip(request, route: nil, by: scene.ana)
                try await scene.wait(70)
                let text = try #require(sent.texts(to: 2).first { $0.contains("started a trip") })
                #expect(text.contains(words) == (name == "The station") && !text.contains("example.com"))
            }
        }
    }
}
