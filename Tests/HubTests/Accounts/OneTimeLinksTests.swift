import Family
import Hub
import Storage
import Testing

@Suite struct OneTimeLinksTests {
    @Test func `S40: a keeper starts a reset by a link that the member uses, once, within a day`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (_, session) = try await home.hub.addSession(for: anna)
            let (token, _) = try await home.hub.makePasswordLink(for: anna)
            #expect(token.count >= 22, "128 bits")
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.resetStarted])
            #expect(try await home.hub.caller(token: session) != nil, "nothing has changed so far")
            await #expect(
                throws: MemberRefusal.password([.atLeastEightCharacters, .upperCaseLetter, .digit, .specialCharacter])
            ) {
                try await home.hub.setPassword(byLink: token, to: "short")
            }
            try await home.hub.setPassword(byLink: token, to: "another long phrase of mine")
            #expect(try await home.hub.caller(token: session) == nil)
            _ = try await home.hub.logIn(phone: TestHub.phone(1), password: "another long phrase of mine")
            await #expect(throws: PasswordRefusal.noLink) {
                try await home.hub.setPassword(byLink: token, to: "a third long phrase of mine")
            }
            let (late, _) = try await home.hub.makePasswordLink(for: anna)
            home.clock.advance(seconds: 86_400)
            await #expect(throws: PasswordRefusal.noLink) {
                try await home.hub.setPassword(byLink: late, to: "a third long phrase of mine")
            }
        }
    }

    @Test func `S40: a newer link takes the place of an older one, and so does a password of one's own`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let first = try await home.hub.makePasswordLink(for: anna).token
            let second = try await home.hub.makePasswordLink(for: anna).token
            await #expect(throws: PasswordRefusal.noLink) {
                try await home.hub.setPassword(byLink: first, to: TestHub.password)
            }
            let (caller, _) = try await home.hub.addSession(for: anna)
            _ = try await home.hub.changePassword(
                of: caller,
                proof: .none,
                to: TestHub.password,
                endingOthers: false,
                from: RequestOrigin()
            )
            await #expect(throws: PasswordRefusal.noLink) {
                try await home.hub.setPassword(byLink: second, to: "another long phrase of mine")
            }
        }
    }

    @Test func `F44: a guardian's link logs a child without a number in, once, while it is a child`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let family = try await home.hub.family(of: anna).id
            let mira = try await home.child(of: family, by: anna, birthYear: 2009)
            let (token, _) = try await home.hub.makeLogInLink(for: mira.id, of: family, by: anna)
            #expect(try await home.hub.logIn(byLink: token).caller.member == mira.id)
            #expect(try await home.hub.notices(of: mira.id).map(\.kind) == [.newLogIn])
            await #expect(throws: PasswordRefusal.noLink) { try await home.hub.logIn(byLink: token) }
            await #expect(throws: FamilyRefusal.notFound) {
                try await home.hub.makeLogInLink(for: mira.id, of: family, by: bo)
            }
            await #expect(throws: FamilyRefusal.notYours) {
                try await home.hub.makeLogInLink(for: anna, of: family, by: anna)
            }
            let (late, _) = try await home.hub.makeLogInLink(for: mira.id, of: family, by: anna)
            home.clock.advance(seconds: 72 * 3_600)
            await #expect(throws: PasswordRefusal.noLink) { try await home.hub.logIn(byLink: late) }
            // In the year in which Mira turns eighteen nobody makes a way into her account any more.
            home.clock.advance(seconds: 306 * 86_400)
            await #expect(throws: FamilyRefusal.notYours) {
                try await home.hub.makeLogInLink(for: mira.id, of: family, by: anna)
            }
        }
    }

    @Test func `F87: a guardian kept out by hidden hours makes no login link, and every guardian hears of each`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let family = try await home.hub.family(of: anna).id
            try await home.invited(bo, by: anna)
            let leo = try await home.child(of: family, by: anna).id
            _ = try await home.hub.addSeer(
                home.hub.outside.newID(),
                bo,
                of: leo,
                in: family,
                by: anna,
                precision: .exact
            )
            let hours = try #require(HiddenHours(days: 64, fromMinute: 600, untilMinute: 660, utcOffsetMinutes: 60))
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [(bo, hours)])
            let before = try await home.hub.notices(of: anna).count
            await #expect(throws: FamilyRefusal.otherGuardianDecides) {
                try await home.hub.makeLogInLink(for: leo, of: family, by: bo)
            }
            #expect(try await home.hub.notices(of: anna).count == before, "what was refused changed nothing")
            let (token, _) = try await home.hub.makeLogInLink(for: leo, of: family, by: anna)
            for guardian in [anna, bo] {
                let about = try await home.hub.notices(of: guardian).filter { $0.kind == .childLinkMade }.map(\.about)
                #expect(about == [leo])
            }
            _ = try await home.hub.logIn(byLink: token)
            for guardian in [anna, bo] {
                let about = try await home.hub.notices(of: guardian).filter { $0.kind == .childLoggedIn }.map(\.about)
                #expect(about == [leo])
            }
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [])
            _ = try await home.hub.makeLogInLink(for: leo, of: family, by: bo)
        }
    }

    @Test func `a link of one kind opens nothing of the other`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let mira = try await home.child(of: try await home.hub.family(of: anna).id, by: anna)
            let password = try await home.hub.makePasswordLink(for: mira.id).token
            await #expect(throws: PasswordRefusal.noLink) { try await home.hub.logIn(byLink: password) }
        }
    }
}
