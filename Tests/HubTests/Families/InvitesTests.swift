import Bus
import Family
import Hub
import Storage
import Testing

@Suite struct InvitesTests {
    @Test func `S28: an invite names who invites and what flows each way, and joins once`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.hub.renameFamily(try await home.hub.family(of: anna).id, by: anna, to: "The Becks")
            let (_, token) = try await home.invite(by: anna, gives: .place, asks: .coarse)
            #expect(token.count >= 22, "128 bits")
            let view = try await home.hub.viewInvite(token, phone: nil, region: nil, from: RequestOrigin())
            #expect(view.inviter.name == "Member 1" && view.family == "The Becks" && !view.isChild)
            #expect(view.theirSharing == .place && view.askedSharing == .coarse)
            _ = try await home.published()
            let joined = try await home.hub.joinFamily(token, JoinConsent(), member: bo, by: bo, from: RequestOrigin())
            #expect(joined.members.map(\.id) == [anna, bo] && joined.invites.isEmpty)
            let seers = try await home.hub.connections(of: bo).seers
            #expect(seers.map(\.consent.viewer) == [anna] && seers.map(\.consent.precision) == [.coarse])
            #expect(seers.map(\.consent.expiresAt) == [nil], "without an end")
            #expect(try await home.hub.connections(of: anna).seers.map(\.consent.precision) == [.place])
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.memberJoined])
            #expect(try await home.hub.notices(of: bo).map(\.kind) == [.joinedFamily])
            let told = Set(try await home.published().joined())
            #expect(
                told.isSuperset(of: [.notice(anna), .notice(bo), .connections(viewer: anna), .connections(viewer: bo)])
            )
            let third = try await home.member(3)
            await #expect(throws: InviteRefusal.noInvite) {
                try await home.hub.joinFamily(token, JoinConsent(), member: third, by: third, from: RequestOrigin())
            }
        }
    }

    @Test func `a member who accepts an invite may show less than it asks, and sees nothing it does not offer`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (_, token) = try await home.invite(by: anna, gives: .off, asks: .exact)
            _ = try await home.hub.joinFamily(
                token,
                JoinConsent(sharing: .place),
                member: bo,
                by: bo,
                from: RequestOrigin()
            )
            #expect(try await home.hub.connections(of: bo).seers.map(\.consent.precision) == [.place])
            #expect(try await home.hub.connections(of: bo).seen.isEmpty, "nothing was offered")
        }
    }

    @Test func `S9, S28: an invite makes its number an invited one, and registering with it joins the family`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, token, code) = try await home.fullInvite(by: anna, for: 2)
            let typed = try #require(code)
            #expect(typed.count == 8, "40 bits")
            // Another number is not invited by it, neither by the link nor by the code.
            for (secret, number) in [(token, 3), (typed, 4)] {
                _ = try await home.hub.requestCode(registering(number, invite: secret), from: browser(UInt8(number)))
                #expect(try await home.texts(to: number).isEmpty)
            }
            let ticket = try await home.hub.requestCode(
                registering(2, invite: typed.lowercased()),
                from: browser(9)
            )
            let text = try #require(try await home.texts(to: 2).last)
            let proof = CodeProof(verification: ticket.id, code: try #require(codeOfText(text)))
            let (bo, _) = try await home.hub.register(proof, name: "Bo", password: nil, from: browser(9))
            #expect(try await home.hub.family(of: anna).members.map(\.id).contains(bo.member))
            #expect(try await home.hub.connections(of: anna).seen.map(\.consent.subject) == [bo.member])
            #expect(try await home.inviteRefusal(token) == .noInvite)
        }
    }

    @Test func `S9: one link has few numbers texted`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, token) = try await home.invite(by: anna)
            for number in 2...6 {
                _ = try await home.hub.requestCode(registering(number, invite: token), from: browser(UInt8(number)))
                #expect(try await home.texts(to: number).count == (number <= 4 ? 1 : 0))
            }
        }
    }

    @Test func `S28: a registration is refused if its invite was revoked after the code was sent`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (id, token) = try await home.invite(by: anna)
            let ticket = try await home.hub.requestCode(registering(2, invite: token), from: RequestOrigin())
            let text = try #require(try await home.texts(to: 2).last)
            let code = try #require(codeOfText(text))
            try await home.hub.revokeInvite(id, of: try await home.hub.family(of: anna).id, by: anna)
            await #expect(throws: InviteRefusal.noInvite) {
                let proof = CodeProof(verification: ticket.id, code: code)
                return try await home.hub.register(proof, name: "Bo", password: nil, from: RequestOrigin())
            }
            #expect(try await home.hub.members(after: nil, limit: 9).count == 1)
        }
    }

    @Test func `S28: a member who joins as a child must give a birth year`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (_, token) = try await home.invite(by: anna, isChild: true)
            await #expect(throws: FamilyRefusal.birthYearMissing) {
                try await home.hub.joinFamily(token, JoinConsent(), member: bo, by: bo, from: RequestOrigin())
            }
            #expect(try await home.hub.family(of: bo).members.map(\.id) == [bo], "and nothing has changed")
            let consent = JoinConsent(birthYear: 2012)
            _ = try await home.hub.joinFamily(token, consent, member: bo, by: bo, from: RequestOrigin())
            #expect(try await home.hub.profile(bo).role == "child")
        }
    }

    @Test func `F88: an invite for a child, or adding a child, makes no adult of the family`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (_, token) = try await home.invite(by: anna, isChild: true)
            // The clock of the test is in 2026.
            for year in [1990, 2008] {
                await #expect(throws: FamilyRefusal.birthYearOfAdult) {
                    let consent = JoinConsent(birthYear: year)
                    _ = try await home.hub.joinFamily(token, consent, member: bo, by: bo, from: RequestOrigin())
                }
            }
            for year in [Int.min, -1, 0, 1_899, 2_027, Int.max] {
                await #expect(throws: FamilyRefusal.birthYearOutOfRange) {
                    let consent = JoinConsent(birthYear: year)
                    _ = try await home.hub.joinFamily(token, consent, member: bo, by: bo, from: RequestOrigin())
                }
            }
            let family = try await home.hub.family(of: anna).id
            await #expect(throws: FamilyRefusal.birthYearOfAdult) {
                _ = try await home.child(of: family, by: anna, birthYear: 1990)
            }
            #expect(try await home.hub.family(of: anna).members.map(\.id) == [anna], "nothing has changed")
            let consent = JoinConsent(birthYear: 2009)
            _ = try await home.hub.joinFamily(token, consent, member: bo, by: bo, from: RequestOrigin())
            #expect(try await home.hub.profile(bo).role == "child")
        }
    }

    @Test func `S28: an invite expires after 72 hours, or when its inviter leaves the family or is disabled`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (_, first) = try await home.invite(by: anna)
            home.clock.advance(seconds: 72 * 3_600 - 1)
            #expect(try await home.inviteRefusal(first) == nil)
            home.clock.advance(seconds: 1)
            #expect(try await home.inviteRefusal(first) == .noInvite)
            try await home.invited(bo, by: anna)
            let (_, second) = try await home.invite(by: anna)
            try await home.hub.leaveFamily(try await home.hub.family(of: anna).id, anna, by: anna)
            #expect(try await home.inviteRefusal(second) == .noInvite)
            let (_, third) = try await home.invite(by: bo)
            try await home.hub.disableMember(bo)
            #expect(try await home.inviteRefusal(third) == .noInvite)
        }
    }

    @Test func `S28, S48: an invite outlives 1 000 wrong codes of others, and its inviter is told of them`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, _, code) = try await home.fullInvite(by: anna, for: 2)
            let right = try #require(code)
            let wrong = right == "00000000" ? "00000001" : "00000000"
            for _ in 1...19 { #expect(try await home.inviteRefusal(wrong, phone: 2) == .noInvite) }
            #expect(try await home.hub.notices(of: anna).isEmpty)
            for _ in 20...1_000 { #expect(try await home.inviteRefusal(wrong, phone: 2) == .noInvite) }
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.inviteGuessed], "once an hour")
            #expect(try await home.inviteRefusal(right, phone: 2) == nil)
        }
    }

    @Test func `S28, F48: five wrong ones in fifteen minutes stop a network, and no other`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, token) = try await home.invite(by: anna)
            for _ in 1...5 { #expect(try await home.inviteRefusal("made up", from: browser(1)) == .noInvite) }
            #expect(try await home.inviteRefusal(token, from: browser(1)) == .tooManyTries(retryAfterSeconds: 900))
            #expect(try await home.inviteRefusal(token, from: browser(2)) == nil)
            home.clock.advance(seconds: 900)
            #expect(try await home.inviteRefusal(token, from: browser(1)) == nil)
        }
    }

    @Test func `an invite is shown once, listed for adults, and its number is the inviter's to read`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.invited(bo, by: anna)
            let family = try await home.hub.family(of: anna).id
            let request = InviteRequest(
                phone: TestHub.phone(3),
                region: nil,
                isChild: false,
                mySharing: .exact,
                askedSharing: .exact
            )
            let id = home.hub.outside.newID(of: Invite.self)
            _ = try await home.hub.invite(id, into: family, by: anna, request)
            await #expect(throws: InviteRefusal.alreadyIssued) {
                try await home.hub.invite(id, into: family, by: anna, request)
            }
            await #expect(throws: InviteRefusal.idUsedOtherwise) {
                try await home.hub.invite(id, into: family, by: bo, request)
            }
            #expect(try await home.hub.family(of: anna).invites.map { $0.phone?.e164 } == [TestHub.phone(3)])
            #expect(try await home.hub.family(of: bo).invites.map { $0.phone?.e164 } == [nil])
            let mira = try await home.child(of: family, by: anna)
            #expect(try await home.hub.family(of: mira.id).invites.isEmpty)
            try await home.hub.revokeInvite(id, of: family, by: bo)
            #expect(try await home.hub.family(of: anna).invites.isEmpty)
        }
    }

    private func registering(_ number: Int, invite: String) -> CodeRequest {
        CodeRequest(phone: TestHub.phone(number), purpose: .register, invite: invite)
    }
}
