import Family
import Hub
import SQL
import Storage
import Testing

/// What guardians may do, alone, together and not at all.
@Suite struct GuardiansTests {
    @Test func `F87: a member who grew up in the family is bound by hours that were set before`() async throws {
        try await GuardianScene.run { scene in
            try await scene.hide(from: scene.bo, by: scene.anna)
            scene.home.clock.advance(seconds: 60)
            let puppet = try await scene.home.child(of: scene.family, by: scene.bo, birthYear: 2012).id
            _ = try await scene.hub.changeFamilyMember(
                puppet,
                of: scene.family,
                by: scene.bo,
                isChild: false,
                birthYear: 1990
            )
            #expect(try await scene.hub.hiddenHours(of: scene.leo, in: scene.family, for: puppet).isEmpty)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                _ = try await scene.hub.makeLogInLink(for: scene.leo, of: scene.family, by: puppet)
            }
        }
        try await GuardianScene.run { scene in
            let sister = try await scene.home.child(of: scene.family, by: scene.anna, birthYear: 2009).id
            try await scene.hide(from: scene.bo, by: scene.anna)
            scene.home.clock.advance(seconds: 366 * 86_400)
            _ = try await scene.hub.changeFamilyMember(
                sister,
                of: scene.family,
                by: sister,
                isChild: nil,
                birthYear: 1990
            )
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                _ = try await scene.hub.makeLogInLink(for: scene.leo, of: scene.family, by: sister)
            }
        }
    }

    @Test func `F87: a guardian whom hours bind sets none against another, and moved hours bind as those before`()
        async throws
    {
        try await GuardianScene.run { scene in
            try await scene.hide(from: scene.bo, by: scene.anna)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                try await scene.hide(from: scene.anna, by: scene.bo)
            }
            let dora = try await scene.home.member(7)
            try await scene.home.invited(dora, by: scene.bo)
            scene.home.clock.advance(seconds: 60)
            try await scene.hide(from: scene.bo, by: scene.anna, days: 32)
            #expect(try await scene.hub.hiddenHours(of: scene.leo, in: scene.family, for: dora).isEmpty)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                _ = try await scene.hub.makeLogInLink(for: scene.leo, of: scene.family, by: dora)
            }
        }
    }

    @Test func `F87: the phones of a child are for guardians with a say, who hear of each change`() async throws {
        try await GuardianScene.run { scene in
            let id = scene.hub.outside.newID(of: Device.self)
            func add(by guardian: ID<Member>) async throws {
                let keeper = DeviceKeeper.guardian(guardian, of: scene.family)
                _ = try await scene.hub.addDevice(id, for: scene.leo, name: "Phone", by: keeper)
            }
            try await scene.hide(from: scene.bo, by: scene.anna)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) { try await add(by: scene.bo) }
            try await add(by: scene.anna)
            #expect(try await scene.hub.notices(of: scene.bo).contains { $0.kind == .childChanged })
            await scene.home.send(berlin, from: try await scene.home.device(of: scene.leo))
            let bound = DeviceKeeper.guardian(scene.bo, of: scene.family)
            let heard = { keeper in try await scene.hub.devices(of: scene.leo, for: keeper).compactMap(\.heardAt).count
            }
            #expect(try await heard(.guardian(scene.anna, of: scene.family)) == 1)
            #expect(try await heard(bound) == 0, "it would tell of the child's day")
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                _ = try await scene.hub.renewDevice(id, of: scene.leo, by: bound)
            }
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                try await scene.hub.revokeDevice(id, of: scene.leo, by: bound)
            }
            let free = DeviceKeeper.guardian(scene.anna, of: scene.family)
            await #expect(throws: FamilyRefusal.notYours) {
                _ = try await scene.hub.changeDevice(
                    id,
                    of: scene.leo,
                    name: nil,
                    friends: true,
                    passphrase: nil,
                    by: free
                )
            }
        }
    }

    @Test func `F87: no guardian takes away what the child's age gives it a say in`() async throws {
        try await GuardianScene.run { scene in
            func born(_ year: Int) async throws {
                _ = try await scene.hub.changeFamilyMember(
                    scene.leo,
                    of: scene.family,
                    by: scene.anna,
                    isChild: nil,
                    birthYear: year
                )
            }
            await #expect(throws: FamilyRefusal.notYours) { try await born(2017) }
            let host = try await scene.home.member(8)
            let (_, token) = try await scene.home.invite(by: host, isChild: true, gives: .off, asks: .off)
            await #expect(throws: FamilyRefusal.notYours) {
                let consent = JoinConsent(birthYear: 2017)
                _ = try await scene.hub.joinFamily(
                    token,
                    consent,
                    member: scene.leo,
                    by: scene.anna,
                    from: RequestOrigin()
                )
            }
            try await born(2015)
            try await born(2012)
            await #expect(throws: FamilyRefusal.notYours) { try await born(2014) }
        }
    }

    @Test func `F87: a guardian kept out by hours makes no child an adult, and agrees to no live link`() async throws {
        try await GuardianScene.run { scene in
            try await scene.hide(from: scene.bo, by: scene.anna)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                _ = try await scene.hub.changeFamilyMember(
                    scene.leo,
                    of: scene.family,
                    by: scene.bo,
                    isChild: false,
                    birthYear: nil
                )
            }
            let (caller, _) = try await scene.hub.addSession(for: scene.leo)
            let wanted = LiveLinkRequest(id: scene.hub.outside.newID(), name: "Gran", hours: 24, precision: .exact)
            let link = try await scene.hub.addLiveLink(wanted, by: caller).link
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                try await scene.hub.agreeToLiveLink(link.id, of: scene.leo, in: scene.family, by: scene.bo)
            }
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                try await scene.hub.endLiveLink(link.id, of: scene.leo, in: scene.family, by: scene.bo)
            }
        }
    }

    @Test
    func `F83, F87: during a child's trip a guardian cannot renew the token of its phone, nor take the phone away`()
        async throws
    {
        try await GuardianScene.run { scene in
            let phone = try await scene.home.device(of: scene.leo)
            let keeper = DeviceKeeper.guardian(scene.anna, of: scene.family)
            let (caller, _) = try await scene.hub.addSession(for: scene.leo)
            try await scene.hub.setPINs(of: caller, pin: "2580", duress: nil)
            var trip = TripRequest(
                id: scene.hub.outside.newID(),
                name: "School",
                destination: berlin,
                mode: .walk,
                companions: [scene.bo]
            )
            trip.dueAt = scene.home.clock.now.advanced(bySeconds: 3_600)
            try await scene.hub.startTrip(trip, route: nil, by: scene.leo)
            await #expect(throws: FamilyRefusal.notYours) {
                _ = try await scene.hub.renewDevice(phone.device, of: scene.leo, by: keeper)
            }
            await #expect(throws: FamilyRefusal.notYours) {
                try await scene.hub.revokeDevice(phone.device, of: scene.leo, by: keeper)
            }
            await #expect(throws: FamilyRefusal.notYours, "what it sends would be where the child is") {
                let id = scene.hub.outside.newID(of: Device.self)
                _ = try await scene.hub.addDevice(id, for: scene.leo, name: "Tablet", by: keeper)
            }
            // These come at rest as well, and show no trip.
            let none = scene.hub.outside.newID(of: Device.self)
            await #expect(throws: DeviceRefusal.notFound) {
                let leo = scene.leo
                _ = try await scene.hub.changeDevice(
                    none,
                    of: leo,
                    name: "x",
                    friends: nil,
                    passphrase: nil,
                    by: keeper
                )
            }
            await #expect(throws: DeviceRefusal.idUsedOtherwise) {
                _ = try await scene.hub.addDevice(phone.device, for: scene.leo, name: "Tablet", by: keeper)
            }
        }
    }

    @Test func `F87: a child's phone shows nothing of others under a token that a guardian knows`() async throws {
        try await GuardianScene.run { scene in
            let keeper = DeviceKeeper.guardian(scene.anna, of: scene.family)
            let own = try await scene.home.device(of: scene.leo).device
            func showFriends(_ id: ID<Device>) async throws -> Bool {
                try await scene.hub.changeDevice(id, of: scene.leo, name: nil, friends: true, passphrase: nil)
                    .showsFriends
            }
            #expect(try await showFriends(own))
            let renewed = try await scene.hub.renewDevice(own, of: scene.leo, by: keeper)
            #expect(try await scene.hub.credential(token: Array(renewed.token.utf8))?.showsFriends == false)
            let added = scene.hub.outside.newID(of: Device.self)
            _ = try await scene.hub.addDevice(added, for: scene.leo, name: "Tablet", by: keeper)
            for id in [own, added] {
                await #expect(throws: DeviceRefusal.tokenOfGuardian) { _ = try await showFriends(id) }
                _ = try await scene.hub.renewDevice(id, of: scene.leo)
                #expect(try await showFriends(id))
            }
        }
    }
}
