import Family
import Hub
import SQL
import Storage
import Testing

/// Sessions that came by a guardian's link.
@Suite struct HeldSessionsTests {
    @Test func `F87: a session by a guardian's link waits until another guardian agrees, who is told`() async throws {
        try await GuardianScene.run { scene in
            let session = try await scene.logIn(byLinkOf: scene.anna).token
            #expect(try await scene.admitters(session) == ["Member 2"])
            #expect(try await scene.hub.notices(of: scene.bo).contains { $0.kind == .guardianAsked })
            let own = try #require(try await scene.waiting(for: scene.anna).first)
            #expect(own.kind == .session && own.missing == [scene.bo] && !own.mayAgree && own.mayWithdraw)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) { try await scene.agree(by: scene.anna) }
            try await scene.agree(by: scene.bo)
            #expect(try await scene.admitters(session) == nil)
            #expect(try await scene.waiting(for: scene.anna).isEmpty)
        }
    }

    @Test func `F87: a sole guardian's link opens the child's first phone at once`() async throws {
        try await GuardianScene.run(guardians: 1) { scene in
            let session = try await scene.logIn(byLinkOf: scene.anna).token
            #expect(try await scene.admitters(session) == nil)
        }
    }

    @Test func `F87: a session of the child's own agrees to one by a link, or ends it`() async throws {
        try await GuardianScene.run { scene in
            let first = try await scene.logIn(byLinkOf: scene.anna)
            let second = try await scene.logIn(byLinkOf: scene.bo)
            #expect(try await scene.waiting(for: scene.leo).count == 2)
            let id = ID<GuardianRequest>(sharing: first.caller.session)
            try await scene.hub.agree(to: id, about: scene.leo, in: scene.family, by: scene.leo)
            #expect(try await scene.admitters(first.token) == nil)
            #expect(try await scene.admitters(second.token) != nil, "each waits by itself")
            let other = ID<GuardianRequest>(sharing: second.caller.session)
            try await scene.hub.withdraw(other, about: scene.leo, in: scene.family, by: scene.leo)
            #expect(try await !scene.hub.isOpen(second.caller))
            #expect(try await scene.hub.isOpen(first.caller))
        }
    }

    @Test
    func `F87: a guardian kept out by hours has no say in the child's phone, nor does a link of theirs from before`()
        async throws
    {
        try await GuardianScene.run { scene in
            let (token, _) = try await scene.hub.makeLogInLink(for: scene.leo, of: scene.family, by: scene.bo)
            let before = try await scene.logIn(byLinkOf: scene.bo).token
            let (late, _) = try await scene.hub.makeLogInLink(for: scene.leo, of: scene.family, by: scene.bo)
            try await scene.hide(from: scene.bo, by: scene.anna)
            for link in [token, late] {
                await #expect(throws: PasswordRefusal.noLink) { try await scene.hub.logIn(byLink: link) }
            }
            #expect(try await scene.admitters(before) == ["Member 1"])
            // Hours of a moment ago take nobody's say away: else a minute of them would open every phone.
            let early = try await scene.logIn(byLinkOf: scene.anna).token
            #expect(try await scene.admitters(early) == ["Member 2"])
            scene.home.clock.advance(seconds: 7 * 86_400)
            let session = try await scene.logIn(byLinkOf: scene.anna).token
            #expect(try await scene.admitters(session) == nil, "nobody else has a say")
            #expect(try await scene.admitters(early) == ["Member 2"], "what is held stays held")
            let waiting = try #require(try await scene.waiting(for: scene.bo).first { $0.askedBy == scene.bo })
            #expect(!waiting.mayAgree)
        }
    }

    @Test func `F87: a session that goes on is held by no guardian who comes later, and one that waits admits none`()
        async throws
    {
        try await GuardianScene.run { scene in
            let waits = try await scene.logIn(byLinkOf: scene.anna)
            try await scene.hub.leaveFamily(scene.family, scene.bo, by: scene.bo)
            let sole = try await scene.logIn(byLinkOf: scene.anna).token
            #expect(try await scene.admitters(sole) == nil)
            let dora = try await scene.home.member(7)
            try await scene.home.invited(dora, by: scene.anna)
            #expect(try await scene.admitters(sole) == nil)
            #expect(try await scene.admitters(waits.token) == [], "who came later has no say in it")
            let id = ID<GuardianRequest>(sharing: waits.caller.session)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                try await scene.hub.agree(to: id, about: scene.leo, in: scene.family, by: dora)
            }
            try await scene.hub.agree(to: id, about: scene.leo, in: scene.family, by: scene.leo)
            #expect(try await scene.admitters(waits.token) == nil)
        }
    }

    @Test func `F87: growing up opens no session that waits, and ends no hours of another guardian by one's word`()
        async throws
    {
        try await GuardianScene.run { scene in
            let session = try await scene.logIn(byLinkOf: scene.bo).token
            func growUp(by guardian: ID<Member>) async throws {
                _ = try await scene.hub.changeFamilyMember(
                    scene.leo,
                    of: scene.family,
                    by: guardian,
                    isChild: false,
                    birthYear: nil
                )
            }
            let gran = try await scene.home.member(6)
            try await scene.home.letSee(gran, [scene.leo])
            try await scene.hide(from: gran, by: scene.anna)
            await #expect(throws: FamilyRefusal.otherGuardianDecides) { try await growUp(by: scene.bo) }
            try await growUp(by: scene.anna)
            #expect(try await scene.admitters(session) == [])
            for told in [scene.bo, scene.leo] {
                #expect(try await scene.hub.notices(of: told).contains { $0.kind == .childChanged })
            }
        }
    }

    @Test func `F87: a held session may tell positions during its own call for help alone`() async throws {
        try await GuardianScene.run { scene in
            try await scene.home.givePINs(to: scene.leo)
            let held = try await scene.logIn(byLinkOf: scene.anna).caller
            let help = HelpRequest(id: scene.hub.outside.newID(), cause: .sos, startedAgoMilliseconds: 0)
            _ = try await scene.hub.startCountdown(help, by: scene.leo)
            #expect(try await !scene.hub.isCalling(held), "another session called")
            await scene.hub.noteCall(help.id, by: held)
            #expect(try await scene.hub.isCalling(held), "its own")
            let later = HelpRequest(id: scene.hub.outside.newID(), cause: .shake, startedAgoMilliseconds: 0)
            _ = try await scene.hub.startCountdown(later, by: scene.leo)
            await scene.hub.noteCall(later.id, by: held)
            scene.home.clock.advance(seconds: 30)
            await scene.hub.handleDeadlines()
            #expect(try await scene.hub.isCalling(held), "a second call that joined the alarm of the first")
            #expect(try await scene.home.restarted().hub.isCalling(held), "over a restart too")
            let any = scene.hub.outside.newID(of: HelpCountdown.self)
            try await scene.hub.cancelCountdown(any, pin: SafetyScene.pin, by: scene.leo)
            #expect(try await !scene.hub.isCalling(held))
        }
    }

    @Test func `F87: a held session does not go on because the guardian of its link left the hub or was shut out`()
        async throws
    {
        try await GuardianScene.run { scene in
            let session = try await scene.logIn(byLinkOf: scene.bo).token
            try await scene.hub.disableMember(scene.bo)
            #expect(try await scene.admitters(session) == ["Member 1"])
        }
        try await GuardianScene.run { scene in
            let session = try await scene.logIn(byLinkOf: scene.bo).token
            try await scene.home.leave(scene.bo)
            #expect(try await scene.hub.caller(token: session) == nil)
        }
    }
}
