import Family
import Hub
import SQL
import Storage
import Testing

/// It is March 2026 on the test's clock.
@Suite struct ChildSharingTests {
    @Test func `F44: from ten on nothing of a child is shown before guardian and child agreed to the same`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            let mira = try await home.child(of: family, by: anna, birthYear: 2016).id
            let asked = try await home.see(mira, anna, of: family, by: anna, .exact)
            #expect(asked.consent.precision == .off && asked.proposal?.guardianAgreed == true)
            #expect(asked.proposal?.childAgreed == false)
            let phone = try await home.device(of: mira)
            await home.send(berlin, from: phone)
            #expect(try await home.view(of: mira, for: anna) == nil)
            #expect(try await home.hub.notices(of: mira).map(\.kind) == [.sharingProposed])
            // Another level is another question.
            let other = try await home.change(asked, by: mira, to: .coarse)
            #expect(other.consent.precision == .off && other.proposal?.guardianAgreed == false)
            _ = try await home.change(asked, by: anna, to: .exact)
            let agreed = try await home.change(asked, by: mira, to: .exact)
            #expect(agreed.consent.precision == .exact && agreed.proposal == nil)
            #expect(try await home.view(of: mira, for: anna)?.position != nil)
        }
    }

    @Test func `F44: for a child under ten its guardian decides; a stranger and the child itself are refused`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let family = try await home.hub.family(of: anna).id
            let leo = try await home.child(of: family, by: anna, birthYear: 2017).id
            let seer = try await home.see(leo, anna, of: family, by: anna, .exact)
            #expect(seer.consent.precision == .exact && seer.proposal == nil)
            await #expect(throws: FamilyRefusal.notFound) { try await home.see(leo, bo, of: family, by: anna, .exact) }
            await #expect(throws: FamilyRefusal.notFound) { try await home.see(leo, bo, of: family, by: bo, .exact) }
            await #expect(throws: ConnectionRefusal.notFound) { try await home.change(seer, by: bo, to: .off) }
            await #expect(throws: FamilyRefusal.guardianDecides) { try await home.change(seer, by: leo, to: .off) }
            await #expect(throws: FamilyRefusal.guardianDecides) {
                try await home.hub.endConnection(seer.consent.id, by: leo)
            }
        }
    }

    @Test func `F44: a connect code of a child's shows nothing until a guardian has agreed`() async throws {
        try await TestHub.run { home in
            let (anna, bo, teen) = (try await home.member(1), try await home.member(2), try await home.member(3))
            let (_, token) = try await home.invite(by: anna, isChild: true, asks: .off)
            let consent = JoinConsent(birthYear: 2012)
            _ = try await home.hub.joinFamily(token, consent, member: teen, by: teen, from: RequestOrigin())
            let connected = try await home.connect(viewer: bo, to: teen, number: 3, .exact)
            let phone = try await home.device(of: teen)
            await home.send(berlin, from: phone)
            #expect(try await home.view(of: teen, for: bo) == nil)
            let seers = try await home.hub.viewers(of: teen, in: try await home.hub.family(of: anna).id, for: anna)
            let waiting = try #require(seers.first { $0.consent.viewer == bo })
            #expect(waiting.proposal?.childAgreed == true && waiting.consent.id == connected.id)
            _ = try await home.change(waiting, by: anna, to: .exact)
            #expect(try await home.view(of: teen, for: bo)?.position != nil)
            // What a stranger sees, the child ends alone.
            _ = try await home.change(waiting, by: teen, to: .off)
            #expect(try await home.view(of: teen, for: bo) == nil)
        }
    }

    @Test func `F44: from thirteen on a child asks its guardian for less, and gets it when the guardian agrees`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            let mira = try await home.child(of: family, by: anna, birthYear: 2013).id
            let seer = try await home.see(mira, anna, of: family, by: anna, .exact)
            _ = try await home.change(seer, by: mira, to: .exact)
            let asked = try await home.change(seer, by: mira, to: .coarse)
            #expect(asked.consent.precision == .exact && asked.proposal?.precision == .coarse)
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.sharingProposed])
            let agreed = try await home.change(seer, by: anna, to: .coarse)
            #expect(agreed.consent.precision == .coarse && agreed.proposal == nil)
            // From the year in which she turns eighteen she decides alone, and her guardian no more.
            home.clock.advance(seconds: 5 * 366 * 86_400)
            await #expect(throws: ConnectionRefusal.notFound) { try await home.change(seer, by: anna, to: .exact) }
            await #expect(throws: FamilyRefusal.notYours) {
                try await home.hub.viewers(of: mira, in: family, for: anna)
            }
            let alone = try await home.change(seer, by: mira, to: .off)
            #expect(alone.consent.precision == .off)
        }
    }

    @Test func `F44: a child is hidden from one adult by the week, now and in its track, and from no other`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.invited(bo, by: anna)
            let family = try await home.hub.family(of: anna).id
            let leo = try await home.child(of: family, by: anna, birthYear: 2017).id
            for viewer in [anna, bo] { _ = try await home.see(leo, viewer, of: family, by: anna, .exact) }
            let phone = try await home.device(of: leo)
            await home.send(berlin, from: phone)
            // 1 March 2026, 8:00 UTC, is a Sunday: an hour from now it begins.
            let hours = try #require(HiddenHours(days: 64, fromMinute: 600, untilMinute: 660, utcOffsetMinutes: 60))
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [(bo, hours)])
            #expect(try await home.view(of: leo, for: bo)?.position != nil)
            home.clock.advance(seconds: 3_600)
            await home.send(point(52.53, 13.42), from: phone)
            let hidden = try #require(try await home.view(of: leo, for: bo))
            #expect(hidden.state == .lost && hidden.position == nil && hidden.cell == nil && hidden.motion == nil)
            #expect(hidden.ageSeconds ?? 0 >= 3_600, "as of a phone that has long been silent")
            #expect(try await home.view(of: leo, for: anna)?.position != nil)
            home.clock.advance(seconds: 3_600)
            await home.send(berlin, from: phone)
            #expect(try await home.view(of: leo, for: bo)?.position != nil)
            #expect(try await home.track(of: leo, for: bo).count == 2, "what lay in these hours is missing")
            #expect(try await home.track(of: leo, for: anna).count == 3)
            // Whoever is hidden from does not read it, and does not take it away.
            #expect(try await home.hub.hiddenHours(of: leo, in: family, for: bo).isEmpty)
            try await home.hub.setHiddenHours(of: leo, in: family, by: bo, [])
            #expect(try await home.hub.hiddenHours(of: leo, in: family, for: anna).map(\.hours) == [hours])
            await #expect(throws: FamilyRefusal.notFound) {
                try await home.hub.setHiddenHours(of: leo, in: family, by: bo, [(bo, hours)])
            }
        }
    }
}

extension TestHub {
    /// Lets somebody of a family see its child, as far as that goes.
    func see(
        _ child: ID<Member>,
        _ viewer: ID<Member>,
        of family: ID<FamilyGroup>,
        by guardian: ID<Member>,
        _ precision: Precision
    ) async throws -> NamedConsent {
        let id = hub.outside.newID(of: Connection.self)
        return try await hub.addSeer(id, viewer, of: child, in: family, by: guardian, precision: precision)
    }

    /// Changes what a connection shows, without an end.
    fileprivate func change(
        _ seer: NamedConsent,
        by member: ID<Member>,
        to precision: Precision
    ) async throws -> NamedConsent {
        try await hub.changeConnection(seer.consent.id, by: member, precision: precision, expiresAt: nil)
    }
}

extension ChildSharingTests {
    @Test func `F87: hidden hours are changed and removed by the guardian who set them, and by no other`() async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (cara, dora) = (try await home.member(3), try await home.member(4))
            for adult in [bo, cara] { try await home.invited(adult, by: anna) }
            let family = try await home.hub.family(of: anna).id
            let leo = try await home.child(of: family, by: anna, birthYear: 2017).id
            for viewer in [anna, bo, cara] { _ = try await home.see(leo, viewer, of: family, by: anna, .exact) }
            let hours = try #require(HiddenHours(days: 64, fromMinute: 600, untilMinute: 660, utcOffsetMinutes: 60))
            let others = try #require(HiddenHours(days: 1, fromMinute: 600, untilMinute: 660, utcOffsetMinutes: 60))
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [(cara, hours)])
            // A second account of Cara's, invited by her as another guardian, takes nothing away and changes nothing.
            home.clock.advance(seconds: 60)
            try await home.invited(dora, by: cara)
            try await home.hub.setHiddenHours(of: leo, in: family, by: dora, [])
            await #expect(throws: FamilyRefusal.hoursOfOtherGuardian) {
                try await home.hub.setHiddenHours(of: leo, in: family, by: bo, [(cara, others)])
            }
            try await home.hub.setHiddenHours(of: leo, in: family, by: cara, [])
            #expect(try await home.hub.hiddenHours(of: leo, in: family, for: anna).map(\.viewer) == [cara])
            // Bo adds hours of his own, and Anna cannot take those away alone, nor with Dora, whom her hours bind.
            try await home.hub.setHiddenHours(of: leo, in: family, by: bo, [(cara, hours), (cara, others)])
            await #expect(throws: FamilyRefusal.hoursOfOtherGuardian) {
                try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [(cara, hours)])
            }
            #expect(try await home.hub.hiddenHours(of: leo, in: family, for: bo).count == 2)
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [(cara, others)])
            #expect(try await home.hub.hiddenHours(of: leo, in: family, for: bo).map(\.hours) == [others])
            // Once Bo has left the family, the others decide.
            try await home.hub.leaveFamily(family, bo, by: bo)
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [])
            #expect(try await home.hub.hiddenHours(of: leo, in: family, for: anna).isEmpty)
        }
    }

    @Test func `F87: a guardian who joined after hidden hours were set does not get around them`() async throws {
        try await TestHub.run { home in
            let (anna, bo, dora) = (try await home.member(1), try await home.member(2), try await home.member(3))
            try await home.invited(bo, by: anna)
            let family = try await home.hub.family(of: anna).id
            let leo = try await home.child(of: family, by: anna, birthYear: 2017).id
            for viewer in [anna, bo] { _ = try await home.see(leo, viewer, of: family, by: anna, .exact) }
            let hours = try #require(HiddenHours(days: 64, fromMinute: 600, untilMinute: 660, utcOffsetMinutes: 60))
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [(bo, hours)])
            // Bo invites a second account of his own.
            home.clock.advance(seconds: 60)
            try await home.invited(dora, by: bo)
            #expect(try await home.hub.hiddenHours(of: leo, in: family, for: dora).isEmpty, "read by neither")
            for guardian in [bo, dora] {
                await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                    _ = try await home.see(leo, dora, of: family, by: guardian, .exact)
                }
                await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                    _ = try await home.hub.makeLogInLink(for: leo, of: family, by: guardian)
                }
                let (_, token) = try await home.invite(by: try await home.member(guardian == bo ? 8 : 9), isChild: true)
                await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                    let consent = JoinConsent()
                    _ = try await home.hub.joinFamily(token, consent, member: leo, by: guardian, from: RequestOrigin())
                }
            }
            #expect(try await home.view(of: leo, for: dora) == nil)
            // The guardian who set the hours decides as before.
            _ = try await home.see(leo, dora, of: family, by: anna, .place)
        }
    }
}
