import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// A mail address that a member may have for security notices, and the time zone they live by.
@Suite struct MemberMailTests {
    @Test func `a mail address counts once its code came back, and is for notices from then on`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, _) = try await home.hub.addSession(for: anna)
            _ = try await home.hub.requestMailCode(of: caller, to: "anna@example.org")
            #expect(try await home.hub.profile(anna).mail == nil)
            let code = try await home.mailCode("anna@example.org")
            await #expect(throws: CodeRefusal.wrongCode) {
                try await home.hub.setMail(of: caller, code: wrongCode(code), from: RequestOrigin())
            }
            try await home.hub.setMail(of: caller, code: " \(code) ", from: RequestOrigin())
            #expect(try await home.hub.profile(anna).mail == "anna@example.org")
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.mailChanged])
            #expect(try await home.texts(to: 1).last?.contains("your mail address was changed") ?? false)
            await #expect(throws: CodeRefusal.wrongCode, "once") {
                try await home.hub.setMail(of: caller, code: code, from: RequestOrigin())
            }
            _ = try await home.hub.changePassword(
                of: caller,
                proof: nil,
                to: "another long phrase",
                endingOthers: false,
                from: RequestOrigin()
            )
            #expect(try await home.mails("anna@example.org").contains { $0.contains("your password was changed") })
            _ = try await home.hub.logIn(phone: TestHub.phone(1), password: "another long phrase", from: browser(7))
            #expect(try await home.mails("anna@example.org").contains { $0.contains("Hearth: new login") })
            home.clock.advance(seconds: 60)
            let proof = try await home.proof(.recover, for: 1)
            _ = try await home.hub.startRecovery(proof, from: RequestOrigin())
            #expect(try await home.mails("anna@example.org").contains { $0.contains("resetting your password") })
        }
    }

    @Test func `S13: the address before is told of another one and of its removal, and a proof is needed`() async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (caller, _) = try await home.hub.addSession(for: anna)
            for mail in ["old@example.org", "new@example.org"] {
                _ = try await home.hub.requestMailCode(of: caller, to: mail)
                try await home.hub.setMail(of: caller, code: try await home.mailCode(mail), from: RequestOrigin())
                home.clock.advance(seconds: 60)
            }
            let told = { (mail: String) in try await home.mails(mail).count { $0.contains("was changed") } }
            #expect(try await told("old@example.org") == 2, "of its own beginning, and of the other")
            try await home.hub.removeMail(of: caller)
            #expect(try await told("new@example.org") == 2, "of its own beginning, and of its end")
            #expect(try await home.hub.profile(anna).mail == nil)
            home.clock.advance(seconds: 300)
            await #expect(throws: ProofRefusal.self) { try await home.hub.removeMail(of: caller) }
            await #expect(throws: ProofRefusal.self) {
                try await home.hub.requestMailCode(of: caller, to: "a@example.org")
            }
        }
    }

    @Test func `a code by mail has ten minutes and five tries, and is asked for once a minute, five times a day`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            var (caller, _) = try await home.hub.addSession(for: anna)
            _ = try await home.hub.requestMailCode(of: caller, to: "anna@example.org")
            let first = try await home.mailCode("anna@example.org")
            await #expect(throws: MailRefusal.tooSoon(retryAfterSeconds: 60)) {
                try await home.hub.requestMailCode(of: caller, to: "anna@example.org")
            }
            home.clock.advance(seconds: 600)
            caller = try await home.hub.addSession(for: anna).caller
            await #expect(throws: CodeRefusal.wrongCode) {
                try await home.hub.setMail(of: caller, code: first, from: RequestOrigin())
            }
            for turn in 2...5 {
                caller = try await home.hub.addSession(for: anna).caller
                _ = try await home.hub.requestMailCode(of: caller, to: "anna\(turn)@example.org")
                home.clock.advance(seconds: 60)
            }
            await #expect(throws: MailRefusal.self) {
                try await home.hub.requestMailCode(of: caller, to: "anna@example.org")
            }
            let last = try await home.mailCode("anna5@example.org")
            for _ in 1...5 {
                await #expect(throws: CodeRefusal.wrongCode) {
                    try await home.hub.setMail(of: caller, code: wrongCode(last), from: RequestOrigin())
                }
            }
            await #expect(throws: CodeRefusal.wrongCode, "five wrong codes kill the right one") {
                try await home.hub.setMail(of: caller, code: last, from: RequestOrigin())
            }
            for text in ["", "anna", "Anna <a@b.c>", "a@b.c\r\nBcc: d@e.f"] {
                await #expect(throws: MailRefusal.invalid) {
                    try await home.hub.requestMailCode(of: caller, to: text)
                }
            }
        }
    }

    @Test func `F58: mails that were kept go with the member`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(9)
            let anna = try await home.member(1)
            let (caller, _) = try await home.hub.addSession(for: anna)
            _ = try await home.hub.requestMailCode(of: caller, to: "anna@example.org")
            try await home.hub.setMail(
                of: caller,
                code: try await home.mailCode("anna@example.org"),
                from: RequestOrigin()
            )
            try await home.leave(anna)
            #expect(try await home.mails("anna@example.org").isEmpty)
        }
    }

    @Test func `a mail address that its member did not confirm is forgotten after an hour`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (caller, _) = try await home.hub.addSession(for: anna)
            _ = try await home.hub.requestMailCode(of: caller, to: "anna@example.org")
            home.clock.advance(seconds: 3_600)
            await home.hub.forgetWhatIsOld()
            let row = try #require(try await home.hub.database.read { try $0.memberMail(anna) })
            #expect(row.pendingMailSealed == nil && row.codeHash == nil && row.askedCount == 1)
        }
    }

    @Test func `a time zone comes with registration and is changed by its member`() async throws {
        try await TestHub.run({ $0.registration = .open }) { home in
            let proof = try await home.proof(.register, for: 1)
            await #expect(throws: MemberRefusal.timeZoneUnknown) {
                try await home.hub.register(
                    proof,
                    name: "Anna",
                    password: nil,
                    timeZone: "../etc",
                    from: RequestOrigin()
                )
            }
            let (anna, _) = try await home.hub.register(
                proof,
                name: "Anna",
                password: nil,
                timeZone: "Europe/Zurich",
                from: RequestOrigin()
            )
            #expect(try await home.hub.profile(anna.member).timeZone == "Europe/Zurich")
            let changed = try await home.hub.changeProfile(anna.member, name: nil, colour: nil, timeZone: "Asia/Tokyo")
            #expect(changed.timeZone == "Asia/Tokyo" && changed.name == "Anna")
        }
    }
}

extension TestHub {
    /// What was mailed to an address, oldest first; on a hub without senders.
    fileprivate func mails(_ address: String) async throws -> [String] {
        try await hub.sendMessages()
        return try await hub.outboxItems(after: nil).filter { $0.to == address && $0.channel == .mail }.map(\.text)
    }

    /// The six digits of the last mail there.
    fileprivate func mailCode(_ address: String) async throws -> String {
        let words = try #require(try await mails(address).last).split { !$0.isNumber }
        return String(try #require(words.first { $0.count == 6 }))
    }
}
