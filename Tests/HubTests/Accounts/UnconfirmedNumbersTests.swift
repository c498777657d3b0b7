import Family
import Hub
import Messaging
import SQLite
import Storage
import Testing

/// Numbers that only an inviter vouched for, where the hub cannot text: what they open, and all that they do not.
@Suite struct UnconfirmedNumbersTests {
    @Test func `an invite for a number is enough where the hub cannot text, once, and the number is unconfirmed`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, token) = try await home.invite(by: anna, for: 2, gives: .place, asks: .coarse)
            #expect(try await !home.hub.viewInvite(token, phone: nil, region: nil, from: RequestOrigin()).needsCode)
            let (caller, session) = try await home.register(token, 2, "Bo", from: browser(1))
            let bo = caller.member
            #expect(try await home.hub.caller(token: session) == caller)
            let profile = try await home.hub.profile(bo)
            #expect(profile.phone == nil && profile.unconfirmedPhone?.e164 == TestHub.phone(2))
            #expect(try await home.texts(to: 2).isEmpty)
            #expect(try await home.refusal(token, 2, "Twin") == .noInvite, "it works once")
            let seers = try await home.hub.connections(of: anna).seers
            #expect(seers.map(\.consent.viewer) == [bo] && seers.map(\.consent.precision) == [.place])
            #expect(seers.map(\.person.hasUnconfirmedNumber) == [true])
            #expect(try await home.hub.connections(of: bo).seers.map(\.person.hasUnconfirmedNumber) == [false])
            let family = try await home.hub.family(of: anna).members
            #expect(family.map(\.person.hasUnconfirmedNumber) == [false, true] && family.allSatisfy(\.hasPhone))
            // Number and password open it on another phone, and nothing else with the number does.
            let again = try await home.hub.logIn(
                phone: TestHub.phone(2),
                password: TestHub.password,
                from: browser(2)
            )
            #expect(again.caller.member == bo)
            await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                try await home.hub.logIn(phone: TestHub.phone(2), password: "another long password")
            }
        }
    }

    @Test func `an invite opens for the number that its maker named, and wrong numbers make a network wait`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, token) = try await home.invite(by: anna, for: 2)
            for _ in 0..<5 { #expect(try await home.refusal(token, 3, "Thief", from: browser(9)) == .noInvite) }
            guard case .tooManyTries? = try await home.refusal(token, 2, "Thief", from: browser(9)) else {
                Issue.record("whoever has a stolen link tries numbers without end")
                return
            }
            #expect(try await home.refusal(token, 2, "Bo", from: browser(1)) == nil, "elsewhere it is good")
        }
    }

    @Test func `without a number, or where the hub texts, an invite alone makes no member`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, open) = try await home.invite(by: anna)
            #expect(try await home.hub.viewInvite(open, phone: nil, region: nil, from: RequestOrigin()).needsCode)
            #expect(try await home.refusal(open, 2, "Bo") == .codeNeeded)
            let texting = try await home.texting()
            let (_, bound) = try await texting.invite(by: anna, for: 2)
            #expect(try await texting.hub.viewInvite(bound, phone: nil, region: nil, from: RequestOrigin()).needsCode)
            #expect(try await texting.refusal(bound, 2, "Bo") == .codeNeeded)
            #expect(try await home.hub.members(after: nil, limit: 9).count == 1)
        }
    }

    @Test func `S15: an invite does not tell whether its number is a member's, and takes nothing of theirs`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2, password: "bo's own long password"))
            let twin = try await home.vouched(by: anna, 2, "Mallory")
            #expect(twin != bo)
            // Each opens their own account by their own password.
            for (password, member) in [(TestHub.password, twin), ("bo's own long password", bo)] {
                let opened = try await home.hub.logIn(phone: TestHub.phone(2), password: password, from: browser(7))
                #expect(opened.caller.member == member)
            }
            // A code is texted to whoever proved the number, and opens their account.
            let proof = try await home.proof(.recover, for: 2)
            _ = try await home.hub.startRecovery(proof, from: RequestOrigin())
            #expect(try await home.hub.recovery(of: bo) != nil)
            #expect(try await home.hub.recovery(of: twin) == nil)
            // Who asks for the number asks its owner.
            _ = try await home.hub.ask(home.hub.outside.newID(), requester: anna, phone: TestHub.phone(2), region: nil)
            #expect(try await home.hub.requests(of: bo).asked.map(\.requester) == [anna])
            #expect(try await home.hub.requests(of: twin).asked.isEmpty)
            // A code leads to whoever made it.
            let third = try await home.member(3)
            let seen = try await home.connect(viewer: third, to: twin, number: 2, .place)
            #expect(seen.subject == twin)
            #expect(try await home.connect(viewer: third, to: bo, number: 2, .place).subject == bo)
            let shown = try await home.hub.connections(of: third).seen
            #expect(Set(shown.filter(\.person.hasUnconfirmedNumber).map(\.consent.subject)) == [twin])
        }
    }

    @Test func `an unconfirmed number is sent no code and recovers nothing`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let bo = try await home.vouched(by: anna, 2, "Bo")
            for purpose in [CodePurpose.login, .recover] {
                _ = try await home.ask(purpose, for: 2, from: browser(3))
                home.clock.advance(seconds: 600)
            }
            #expect(try await home.texts(to: 2).isEmpty)
            _ = try await home.hub.ask(home.hub.outside.newID(), requester: anna, phone: TestHub.phone(2), region: nil)
            #expect(try await home.hub.requests(of: bo).asked.isEmpty)
        }
    }

    @Test func `a number is confirmed by a code once there are texts, or goes to the caller who proves it`()
        async throws
    {
        try await TestHub.run({ $0.registration = .open }) { home in
            let anna = try await home.member(1)
            let bo = try await home.vouched(by: anna, 2, "Bo")
            let mira = try await home.vouched(by: anna, 3, "Mira")
            let texting = try await home.texting()
            // On a browser that is new, the password stays enough: no code could be asked for.
            let session = try await texting.hub.logIn(
                phone: TestHub.phone(2),
                password: TestHub.password,
                from: browser(5)
            )
            #expect(session.caller.member == bo)
            let ticket = try await texting.hub.requestPhoneCode(
                of: session.caller,
                to: TestHub.phone(2),
                from: browser(5)
            )
            let code = try await texting.textedProof(ticket, for: 2)
            _ = try await texting.hub.changePhone(
                of: session.caller,
                by: code,
                endingOthers: false,
                from: browser(5)
            )
            let profile = try await texting.hub.profile(bo)
            #expect(profile.phone?.e164 == TestHub.phone(2) && profile.unconfirmedPhone == nil)
            #expect(try await texting.hub.connections(of: anna).seers.filter(\.person.hasUnconfirmedNumber).count == 1)
            // Mira's number is somebody else's, who registers with it as if nobody had it.
            let owner = try await texting.hub.register(
                try await texting.textedProof(texting.ask(.register, for: 3, from: browser(6)), for: 3),
                name: "Cleo",
                password: nil,
                from: browser(6)
            )
            #expect(try await texting.hub.profile(owner.caller.member).phone?.e164 == TestHub.phone(3))
            #expect(try await texting.hub.profile(mira).unconfirmedPhone?.e164 == TestHub.phone(3))
        }
    }

    @Test func `a child with an unconfirmed number is not logged in by a guardian's link`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, token) = try await home.invite(by: anna, for: 2, isChild: true)
            let consent = JoinConsent(birthYear: 2014)
            let (caller, _) = try await home.register(token, 2, "Mira", joining: consent)
            let family = try await home.hub.family(of: anna).id
            await #expect(throws: FamilyRefusal.hasPhone) {
                try await home.hub.makeLogInLink(for: caller.member, of: family, by: anna)
            }
        }
    }

    @Test func `F71: the country of an unconfirmed number says what to dial where there is no fix`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let bo = try await home.vouched(by: anna, 2, "Bo")
            let advices = try await [
                home.hub.safetyOverview(of: anna).emergency, home.hub.safetyOverview(of: bo).emergency,
            ]
            #expect(advices[0] == advices[1] && advices[1].source == .phoneNumber)
        }
    }

    @Test func `S60: one family's claims leave a number to others, and its inviter learns why more are refused`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, eve) = (try await home.member(1), try await home.member(2))
            var twins: [ID<Member>] = []
            for number in 1...3 {
                let password = "a long password of twin \(number)"
                twins.append(try await home.vouched(by: eve, 5, "Twin \(number)", password: password))
            }
            // Moving away and inviting others begins nothing new.
            try await home.hub.leaveFamily(try await home.hub.family(of: eve).id, twins[0], by: twins[0])
            let (_, second) = try await home.invite(by: twins[0], for: 5)
            home.clock.advance(seconds: 600)
            #expect(try await home.refusal(second, 5, "Twin 5") == .noInvite)
            let (_, token) = try await home.invite(by: eve, for: 5)
            for _ in 1...2 {
                // Tries at one number are slowed down.
                home.clock.advance(seconds: 600)
                #expect(try await home.refusal(token, 5, "Twin 4") == .noInvite)
            }
            home.clock.advance(seconds: 600)
            let kinds = try await home.hub.notices(of: eve).map(\.kind)
            #expect(kinds.count { $0 == .numberFull } == 1, "once, however often it is tried")
            let password = "the owner's own long password"
            let owner = try await home.vouched(by: anna, 5, "Owner", password: password)
            home.clock.advance(seconds: 600)
            let opened = try await home.hub.logIn(phone: TestHub.phone(5), password: password, from: browser(7))
            #expect(opened.caller.member == owner)
            #expect(try await !home.hub.notices(of: anna).map(\.kind).contains(.numberFull))
        }
    }
}
