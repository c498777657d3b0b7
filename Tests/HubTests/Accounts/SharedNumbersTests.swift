import Family
import Hub
import Messaging
import Storage
import Testing

/// Numbers that several gave, of whom one may have proved it: who gets in by it, and who waits.
@Suite struct SharedNumbersTests {
    @Test func `S4: a right password does not clear wrong tries at another member with the same number`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            _ = try await home.member(2, password: "bo's own long password")
            _ = try await home.vouched(by: anna, 2, "Mallory")
            for password in ["a wrong long password", "one more wrong password", "a third wrong password"] {
                await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                    try await home.hub.logIn(phone: TestHub.phone(2), password: password, from: browser(8))
                }
            }
            home.clock.advance(seconds: 1)
            _ = try await home.hub.logIn(phone: TestHub.phone(2), password: TestHub.password, from: browser(8))
            await #expect(throws: LogInRefusal.tooManyTries(retryAfterSeconds: 1)) {
                try await home.hub.logIn(phone: TestHub.phone(2), password: "a fourth wrong password", from: browser(8))
            }
        }
    }

    @Test func `one number is vouched for three times at most, and is free again when they leave`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            var members: [ID<Member>] = []
            for name in ["Bo", "Cleo", "Dara"] {
                members.append(try await home.vouched(by: anna, 2, name, password: "\(name)'s own long password"))
            }
            let (_, token) = try await home.invite(by: anna, for: 2)
            #expect(try await home.refusal(token, 2, "Emil") == .noInvite)
            try await home.leave(members[0])
            #expect(try await home.refusal(token, 2, "Emil") == nil)
        }
    }

    @Test func `one number and one password open one account: who has it logs in, another takes another password`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let leo = try await home.vouched(by: anna, 2, "Leo")
            let (_, token) = try await home.invite(by: anna, for: 2)
            await #expect(throws: MemberRefusal.hasAccount) { try await home.register(token, 2, "Mira") }
            let (caller, _) = try await home.register(token, 2, "Mira", password: "Mira's own long password")
            for (password, member) in [(TestHub.password, leo), ("Mira's own long password", caller.member)] {
                let opened = try await home.hub.logIn(phone: TestHub.phone(2), password: password, from: browser(7))
                #expect(opened.caller.member == member)
            }
        }
    }

    @Test func `S4: right log-ins at a shared number cause no delay, and a new password ends a delay`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            _ = try await home.vouched(by: anna, 2, "Leo")
            let mira = try await home.vouched(by: anna, 2, "Mira", password: "Mira's own long password")
            for number in 10..<20 {
                _ = try await home.hub.logIn(
                    phone: TestHub.phone(2),
                    password: TestHub.password,
                    from: browser(UInt8(number))
                )
            }
            for number in 0..<3 {
                await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                    try await home.hub.logIn(phone: TestHub.phone(2), password: "wrong long password \(number)")
                }
            }
            await #expect(throws: LogInRefusal.self) {
                try await home.hub.logIn(phone: TestHub.phone(2), password: "Mira's own long password")
            }
            let link = try await home.hub.makePasswordLink(for: mira).token
            try await home.hub.setPassword(byLink: link, to: "Mira's second long password")
            let opened = try await home.hub.logIn(phone: TestHub.phone(2), password: "Mira's second long password")
            #expect(opened.caller.member == mira)
        }
    }

    @Test func `a keeper who names a number that several gave is told whom it could be, and names one by identity`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let bo = try await home.member(2, password: "bo's own long password")
            let twin = try await home.vouched(by: anna, 2, "Mallory")
            let both = [MemberName(id: bo, name: "Member 2"), MemberName(id: twin, name: "Mallory")]
            await #expect(throws: MemberRefusal.severalWithNumber(both)) {
                try await home.hub.member(phoneOrID: TestHub.phone(2))
            }
            #expect(try await home.hub.member(phoneOrID: twin.text) == twin)
            let nobody: ID<Member> = home.hub.outside.newID()
            await #expect(throws: MemberRefusal.notFound) { try await home.hub.member(phoneOrID: nobody.text) }
        }
    }
}
