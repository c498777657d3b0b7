import Bus
import Family
import Hub
import Messaging
import Storage
import Testing

/// Which of password and code opens an account where (S11, decisions on getting in).
@Suite struct SecondFactorTests {
    @Test func `S11: a new browser needs password and code, in either order, where the hub can text`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.text: sender]) { home in
            let anna = try await home.member(1, password: TestHub.password)
            #expect(
                try await home.refusal(password: TestHub.password, from: browser(1)) == .secondFactorNeeded([.code])
            )
            #expect(try await home.refusal(password: "wrong password!", from: browser(1)) == .wrongPhoneOrPassword)
            let ticket = try await home.ask(.login, for: 1, from: browser(1))
            try await home.hub.sendMessages()
            let code = try #require(sender.tries.last.flatMap { codeOfText($0.text) })
            let proof = CodeProof(verification: ticket.id, code: code)
            for (password, refusal) in [
                (nil, LogInRefusal.secondFactorNeeded([.password])), ("wrong password!", .wrongPhoneOrPassword),
            ] {
                await #expect(throws: refusal) {
                    try await home.hub.logIn(proof, password: password, from: browser(1))
                }
            }
            let (caller, _) = try await home.hub.logIn(proof, password: TestHub.password, from: browser(1))
            #expect(caller.member == anna)
        }
    }

    @Test func `S11: a number alone never opens an account that has a password`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1, password: TestHub.password)
            let proof = try await home.proof(.login, for: 1, from: browser(1))
            await #expect(throws: LogInRefusal.secondFactorNeeded([.password])) {
                try await home.hub.logIn(proof, password: nil, from: browser(1))
            }
        }
    }

    @Test func `S11: in a browser that is known, either is enough`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.text: sender]) { home in
            let anna = try await home.member(1, password: TestHub.password)
            let bo = try await home.member(2, password: TestHub.password)
            var known = browser(1)
            known.devices = try await home.hub.remember(known, for: anna)
            #expect(try await home.refusal(password: TestHub.password, from: known) == nil)
            let ticket = try await home.ask(.login, for: 1, from: known)
            try await home.hub.sendMessages()
            let code = try #require(sender.tries.last.flatMap { codeOfText($0.text) })
            _ = try await home.hub.logIn(
                CodeProof(verification: ticket.id, code: code),
                password: nil,
                from: known
            )
            #expect(
                try await home.refusal(number: 2, password: TestHub.password, from: known)
                    == .secondFactorNeeded([.code]),
                "known to one member is not known to another"
            )
            known.devices = try await home.hub.remember(known, for: bo)
            #expect(known.devices.count == 2, "S46: a secret for each member of a shared browser")
            #expect(try await home.refusal(number: 2, password: TestHub.password, from: known) == nil)
            #expect(try await home.refusal(number: 1, password: TestHub.password, from: known) == nil)
            var made = browser(2)
            made.devices = ["made-up-token-of-a-browser"]
            #expect(try await home.refusal(password: TestHub.password, from: made) == .secondFactorNeeded([.code]))
        }
    }

    @Test func `S11: where texts are kept the password is enough, and every session is told`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            _ = try await home.published()
            #expect(try await home.refusal(password: TestHub.password, from: browser(1)) == nil)
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.newLogIn])
            #expect(try await home.published().contains([.notice(anna)]))
            var known = browser(1)
            known.devices = try await home.hub.remember(known, for: anna)
            #expect(try await home.refusal(password: TestHub.password, from: known) == nil)
            let notices = try await home.hub.notices(of: anna)
            #expect(notices.count == 1, "a browser that is known is no news")
            #expect(try await home.hub.removeNotice(notices[0].id, of: anna))
            #expect(try await !home.hub.removeNotice(notices[0].id, of: anna))
            #expect(try await home.hub.notices(of: anna).isEmpty)
        }
    }

    @Test func `S4: wrong log-ins by others do not lock a member out of a known browser`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            var known = browser(1)
            known.devices = try await home.hub.remember(known, for: anna)
            for number in 2...5 as ClosedRange<UInt8> {
                _ = try await home.refusal(password: "guess", from: browser(number))
            }
            #expect(
                try await home.refusal(password: TestHub.password, from: browser(9))
                    == .tooManyTries(retryAfterSeconds: 1)
            )
            #expect(try await home.refusal(password: TestHub.password, from: known) == nil)
            for number in 2...12 {
                var neighbour = browser(1)
                neighbour.network = known.network
                _ = try await home.refusal(number: number, password: "guess", from: neighbour)
            }
            #expect(try await home.refusal(password: TestHub.password, from: known) == nil, "nor do neighbours")
        }
    }

    @Test func `S14: a number that was silent for half a year opens nothing by code alone`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let ben = try await home.member(2)
            let device = try await home.device(of: ben)
            home.clock.advance(seconds: 180 * 86_400 - 60)
            // A phone that reports is a sign of life.
            await home.send(berlin, from: device)
            home.hub.tidy()
            #expect(
                try await home.hub.logIn(home.proof(.login, for: 1), password: nil, from: RequestOrigin()).0.member
                    == anna
            )
            home.clock.advance(seconds: 180 * 86_400 - 120)
            let stillHeard = try await home.proof(.login, for: 2)
            #expect(try await home.hub.logIn(stillHeard, password: nil, from: RequestOrigin()).0.member == ben)
            home.clock.advance(seconds: 240)
            let silent = try await home.proof(.login, for: 1)
            await #expect(throws: LogInRefusal.silentTooLong) {
                try await home.hub.logIn(silent, password: nil, from: RequestOrigin())
            }
            home.clock.advance(seconds: 60)
            let recovery = try await home.proof(.recover, for: 1)
            await #expect(throws: LogInRefusal.silentTooLong) {
                try await home.hub.startRecovery(recovery, from: RequestOrigin())
            }
            // The keeper's link is the way back.
            let link = try await home.hub.makePasswordLink(for: anna)
            try await home.hub.setPassword(byLink: link.token, to: TestHub.password)
            #expect(try await home.refusal(password: TestHub.password, from: RequestOrigin()) == nil)
        }
    }

    @Test func `S14: a log-in with an app's code beside the text succeeds even after 200 days of silence`() async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let secret = try await home.authenticator(of: anna)
            home.clock.advance(seconds: 200 * 86_400)
            let code = try await home.proof(.login, for: 1)
            let second = Proof.totp(home.code(secret))
            let (caller, _) = try await home.hub.logIn(code, password: nil, second: second, from: RequestOrigin())
            #expect(caller.member == anna)
        }
    }

    @Test func `S4: a network has ten wrong tries a minute, at whatever accounts`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1, password: TestHub.password)
            for number in 2...11 {
                #expect(
                    try await home.refusal(number: number, password: "guess", from: browser(1))
                        == .wrongPhoneOrPassword
                )
            }
            home.clock.advance(seconds: 20)
            #expect(
                try await home.refusal(password: TestHub.password, from: browser(1))
                    == .tooManyTries(retryAfterSeconds: 40)
            )
            #expect(try await home.refusal(password: TestHub.password, from: browser(2)) == nil, "another network")
            home.clock.advance(seconds: 40)
            for _ in 1...12 { #expect(try await home.refusal(password: TestHub.password, from: browser(1)) == nil) }
        }
    }

    @Test func `S4: after a hundred wrong passwords in a row an account opens by recovery alone`() async throws {
        try await TestHub.run({ $0.logInFailuresPerMinute = 1_000 }) { home in
            let anna = try await home.member(1, password: TestHub.password)
            var known = browser(1)
            known.devices = try await home.hub.remember(known, for: anna)
            for _ in 1...100 {
                #expect(try await home.refusal(password: "guess", from: RequestOrigin()) == .wrongPhoneOrPassword)
                home.clock.advance(seconds: 4_096)
            }
            #expect(
                try await home.refusal(password: TestHub.password, from: RequestOrigin())
                    == .tooManyTries(retryAfterSeconds: 86_400)
            )
            #expect(try await home.refusal(password: TestHub.password, from: known) == nil, "a known browser opens it")
            let proof = try await home.proof(.recover, for: 1)
            let recovery = try await home.hub.startRecovery(proof, from: RequestOrigin())
            home.clock.advance(seconds: 86_400)
            try await home.hub.finishRecovery(token: recovery.token, to: "another long phrase")
            #expect(try await home.refusal(password: "another long phrase", from: RequestOrigin()) == nil)
        }
    }
}

extension TestHub {
    /// The refusal that a log-in by password comes to; nil where it works.
    func refusal(number: Int = 1, password: String, from origin: RequestOrigin) async throws -> LogInRefusal? {
        do {
            _ = try await hub.logIn(phone: TestHub.phone(number), password: password, from: origin)
            return nil
        } catch let error as LogInRefusal {
            return error
        }
    }
}
