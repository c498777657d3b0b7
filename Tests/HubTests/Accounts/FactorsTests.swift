import Family
import Hub
import Messaging
import TestAuthenticator
import Testing

/// Authenticator apps and recovery codes (S12).
@Suite struct FactorsTests {
    @Test func `S12: an app is in use once it has shown a code, and everybody is told`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, _) = try await home.hub.addSession(for: anna)
            let (secret, link) = try await home.hub.setUpAuthenticator(of: caller)
            #expect(secret.count == 32)
            #expect(link == "otpauth://totp/Hearth:Member%201?secret=\(secret)&issuer=Hearth")
            #expect(try await home.hub.security(of: anna).authenticatorSince == nil)
            await #expect(throws: FactorRefusal.wrongCode) {
                try await home.hub.confirmAuthenticator(of: caller, code: "1", from: RequestOrigin())
            }
            #expect(try await home.hub.notices(of: anna).isEmpty)
            try await home.hub.confirmAuthenticator(of: caller, code: home.code(secret), from: RequestOrigin())
            #expect(try await home.hub.security(of: anna).authenticatorSince == home.clock.now)
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.factorsChanged])
            #expect(try await home.texts(to: 1).last?.contains("were changed") ?? false)
            await #expect(throws: ProofRefusal.wrong(.totp), "the code that set it up was used with that") {
                try await home.prove(caller, .totp(home.code(secret)))
            }
            home.clock.advance(seconds: 30)
            _ = try await home.prove(caller, .totp(home.code(secret)))
            await #expect(throws: ProofRefusal.wrong(.totp), "each code is good once") {
                try await home.prove(caller, .totp(home.code(secret)))
            }
        }
    }

    @Test func `S12: a browser that is new takes the app's code beside the password, and a text no longer does`()
        async throws
    {
        try await TestHub.run(senders: [.text: RecordingSender()]) { home in
            let anna = try await home.member(1, password: TestHub.password)
            let secret = try await home.authenticator(of: anna)
            #expect(
                try await home.refusal(password: TestHub.password, from: browser(1)) == .secondFactorNeeded([.totp])
            )
            await #expect(throws: ProofRefusal.wrong(.totp)) { try await home.logIn(.totp("000000"), browser(1)) }
            let (caller, _) = try await home.logIn(.totp(home.code(secret)), browser(1))
            #expect(caller.member == anna)
            try await home.hub.requireRecentProof(caller)
            var known = browser(2)
            known.devices = try await home.hub.remember(known, for: anna)
            #expect(try await home.refusal(password: TestHub.password, from: known) == nil)
        }
    }

    @Test func `S12: guesses at an app's code are slowed down`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let secret = try await home.authenticator(of: anna)
            for _ in 1...3 {
                await #expect(throws: ProofRefusal.wrong(.totp)) { try await home.logIn(.totp("12345"), browser(1)) }
            }
            await #expect(throws: LogInRefusal.tooManyTries(retryAfterSeconds: 1)) {
                try await home.logIn(.totp(home.code(secret)), browser(1))
            }
        }
    }

    @Test func `S12: ten recovery codes stand in once each, and new ones end the old`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, _) = try await home.hub.addSession(for: anna)
            await #expect(throws: FactorRefusal.nothingToRecover) {
                try await home.hub.makeRecoveryCodes(of: caller)
            }
            _ = try await home.authenticator(of: anna)
            let codes = try await home.hub.makeRecoveryCodes(of: caller)
            #expect(codes.count == 10 && Set(codes).count == 10 && codes.allSatisfy { $0.utf8.count * 5 >= 40 })
            #expect(
                try await home.refusal(password: TestHub.password, from: browser(1))
                    == .secondFactorNeeded([.totp, .recoveryCode])
            )
            let typed = codes[3].lowercased().prefix(5) + "-" + codes[3].suffix(5)
            _ = try await home.logIn(.recoveryCode(String(typed)), browser(1))
            await #expect(throws: ProofRefusal.wrong(.recoveryCode)) {
                try await home.logIn(.recoveryCode(codes[3]), browser(2))
            }
            #expect(try await home.hub.security(of: anna).recoveryCodesLeft == 9)
            let fresh = try await home.hub.makeRecoveryCodes(of: caller)
            await #expect(throws: ProofRefusal.wrong(.recoveryCode)) {
                try await home.logIn(.recoveryCode(codes[4]), browser(3))
            }
            _ = try await home.logIn(.recoveryCode(fresh[4]), browser(4))
            try await home.hub.removeAuthenticator(of: caller)
            #expect(try await home.hub.security(of: anna).recoveryCodesLeft == 0, "there is nothing to stand in for")
        }
    }

    @Test func `S13: none of it is set up, changed or removed without a recent proof`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            _ = try await home.authenticator(of: anna)
            let (caller, _) = try await home.hub.addSession(for: anna)
            home.clock.advance(seconds: 300)
            let needed = ProofRefusal.needed([.password, .totp])
            await #expect(throws: needed) { _ = try await home.hub.setUpAuthenticator(of: caller) }
            await #expect(throws: needed) { try await home.hub.removeAuthenticator(of: caller) }
            await #expect(throws: needed) { _ = try await home.hub.makeRecoveryCodes(of: caller) }
            #expect(try await home.hub.security(of: anna).authenticatorSince != nil)
        }
    }

    @Test func `S18: a shared device's session ends after twelve hours, and a new proof does not extend it`()
        async throws
    {
        try await TestHub.run { home in
            _ = try await home.member(1, password: TestHub.password)
            let (caller, _) = try await home.hub.logIn(
                phone: TestHub.phone(1),
                password: TestHub.password,
                isShared: true
            )
            #expect(caller.isShared && caller.expiresAt.milliseconds(since: home.clock.now) == 12 * 3_600_000)
            let (_, token) = try await home.prove(caller, .password(TestHub.password))
            home.clock.advance(milliseconds: 12 * 3_600_000 - 1)
            #expect(try await home.hub.caller(token: token)?.isShared == true)
            home.clock.advance(milliseconds: 1)
            #expect(try await home.hub.caller(token: token) == nil)
        }
    }
}

extension TestHub {
    /// Sets an authenticator app up, and lets the code that showed it pass; answers its secret.
    func authenticator(of member: ID<Member>) async throws -> String {
        let (caller, _) = try await hub.addSession(for: member)
        let (secret, _) = try await hub.setUpAuthenticator(of: caller)
        try await hub.confirmAuthenticator(of: caller, code: code(secret), from: RequestOrigin())
        clock.advance(seconds: 30)
        return secret
    }

    /// What an app with this secret shows now.
    func code(_ secret: String) -> String {
        AuthenticatorApp.code(ofSecret: secret, at: clock.now)
    }

    /// Logs the first member in with the password and something beside it.
    @discardableResult
    func logIn(_ second: Proof, _ origin: RequestOrigin) async throws -> (caller: AuthenticatedSession, token: String) {
        try await hub.logIn(phone: TestHub.phone(1), password: TestHub.password, second: second, from: origin)
    }
}
