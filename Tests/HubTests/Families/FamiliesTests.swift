import Family
import Hub
import Storage
import Testing

@Suite struct FamiliesTests {
    @Test func `a member has a family from the start, alone in it, and may name it`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna)
            #expect(family.members.map(\.id) == [anna] && family.name == nil && family.invites.isEmpty)
            try await home.hub.renameFamily(family.id, by: anna, to: " The Becks ")
            #expect(try await home.hub.family(of: anna).name == "The Becks")
            try await home.hub.renameFamily(family.id, by: anna, to: "")
            #expect(try await home.hub.family(of: anna).name == nil)
            await #expect(throws: FamilyRefusal.nameEmptyOrTooLong) {
                try await home.hub.renameFamily(family.id, by: anna, to: "\n")
            }
        }
    }

    @Test func `S24: another family is not there`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let family = try await home.hub.family(of: anna).id
            await #expect(throws: FamilyRefusal.notFound) {
                try await home.hub.renameFamily(family, by: bo, to: "Bo's")
            }
            await #expect(throws: FamilyRefusal.notFound) { try await home.child(of: family, by: bo) }
            await #expect(throws: FamilyRefusal.notFound) { try await home.hub.leaveFamily(family, anna, by: bo) }
            await #expect(throws: FamilyRefusal.notFound) { try await home.hub.leaveFamily(family, bo, by: anna) }
        }
    }

    @Test func `F44: a child's account has no number, no connections, and its guardians until it is eighteen`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            let mira = try await home.child(of: family, by: anna, birthYear: 2009)
            #expect(mira.isChild && !mira.hasPhone)
            let (seen, seers) = try await home.hub.connections(of: mira.id)
            #expect(seen.isEmpty && seers.isEmpty)
            #expect(try await home.hub.profile(mira.id).role == "child")
            await #expect(throws: FamilyRefusal.adultsOnly) {
                try await home.hub.renameFamily(family, by: mira.id, to: "Mira's")
            }
            await #expect(throws: FamilyRefusal.adultsOnly) { try await home.child(of: family, by: mira.id) }
            // It is March 2026: on the first of January 2027 the year begins in which Mira turns eighteen.
            home.clock.advance(seconds: 305 * 86_400)
            #expect(try await home.hub.profile(mira.id).role == "child")
            home.clock.advance(seconds: 86_400)
            #expect(try await home.hub.profile(mira.id).role == "adult")
            await #expect(throws: FamilyRefusal.notYours) {
                try await home.hub.changeFamilyMember(mira.id, of: family, by: anna, isChild: true, birthYear: 2015)
            }
            try await home.hub.renameFamily(family, by: mira.id, to: "Mira's")
        }
    }

    @Test func `F44: an adult cannot make another adult a child, nor leave children without an adult`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let family = try await home.hub.family(of: anna).id
            let mira = try await home.child(of: family, by: anna)
            await #expect(throws: FamilyRefusal.lastAdult) { try await home.hub.leaveFamily(family, anna, by: anna) }
            await #expect(throws: FamilyRefusal.lastAdult) {
                try await home.hub.changeFamilyMember(anna, of: family, by: anna, isChild: true, birthYear: 2015)
            }
            await #expect(throws: FamilyRefusal.childNeedsAdult) {
                try await home.hub.leaveFamily(family, mira.id, by: anna)
            }
            try await home.invited(bo, by: anna)
            await #expect(throws: FamilyRefusal.notYours) {
                try await home.hub.changeFamilyMember(bo, of: family, by: anna, isChild: true, birthYear: nil)
            }
            await #expect(throws: FamilyRefusal.notYours) { try await home.hub.leaveFamily(family, bo, by: anna) }
            try await home.hub.leaveFamily(family, anna, by: anna)
            #expect(try await home.hub.family(of: bo).members.map(\.id) == [bo, mira.id])
            #expect(try await home.hub.family(of: anna).members.map(\.id) == [anna])
            #expect(try await home.hub.notices(of: bo).contains { $0.kind == .memberLeft && $0.about == anna })
            await #expect(throws: FamilyRefusal.lastAdult) { try await home.hub.leaveFamily(family, bo, by: bo) }
        }
    }

    @Test func `a child is handed over to another family by its guardian, and does not go by itself`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let mira = try await home.child(of: try await home.hub.family(of: anna).id, by: anna, birthYear: 2014)
            let (_, token) = try await home.invite(by: bo, isChild: true, gives: .place, asks: .exact)
            await #expect(throws: FamilyRefusal.childNeedsAdult) {
                try await home.hub.joinFamily(token, JoinConsent(), member: mira.id, by: mira.id, from: RequestOrigin())
            }
            let stranger = try await home.member(3)
            await #expect(throws: FamilyRefusal.notFound) {
                try await home.hub.joinFamily(
                    token,
                    JoinConsent(),
                    member: mira.id,
                    by: stranger,
                    from: RequestOrigin()
                )
            }
            _ = try await home.hub.joinFamily(token, JoinConsent(), member: mira.id, by: anna, from: RequestOrigin())
            #expect(try await home.hub.family(of: bo).members.map(\.id) == [bo, mira.id])
            let (seen, seers) = try await home.hub.connections(of: mira.id)
            #expect(seen.map(\.consent.subject) == [bo])
            #expect(seers.isEmpty, "at twelve nothing is shown without her own word")
        }
    }

    @Test(arguments: [1899, 2027, 20_000, -1])
    func `a year of birth is one that has begun`(_ year: Int) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            await #expect(throws: FamilyRefusal.birthYearOutOfRange) {
                try await home.child(of: family, by: anna, birthYear: year)
            }
        }
    }
}
