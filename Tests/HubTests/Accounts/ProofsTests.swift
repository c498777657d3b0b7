import Family
import Hub
import Testing

/// What is sensitive takes a proof of the last five minutes (S13, S18).
@Suite struct ProofsTests {
    @Test func `S18: a proof is good for five minutes, and a new one gives the session a new token`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, token) = try await home.hub.addSession(for: anna)
            home.clock.advance(milliseconds: 299_999)
            try await home.hub.requireRecentProof(caller)
            home.clock.advance(milliseconds: 1)
            await #expect(throws: ProofRefusal.needed([.password])) { try await home.hub.requireRecentProof(caller) }
            #expect(try await home.hub.caller(token: token) == caller, "what is not sensitive goes on")

            let (proved, renewed) = try await home.prove(caller, .password(TestHub.password))
            #expect(proved == caller, "it is the same session, so that its streams stay")
            try await home.hub.requireRecentProof(proved)
            #expect(try await home.hub.caller(token: token) == nil, "S17: a new token at each proof")
            #expect(try await home.hub.caller(token: renewed) == caller)
            #expect(try await home.hub.sessions(of: anna).count == 1)
        }
    }

    @Test func `S18: a wrong password proves nothing, and repeated wrong ones are slowed down as log-ins are`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, token) = try await home.hub.addSession(for: anna)
            let (other, _) = try await home.hub.addSession(for: anna)
            home.clock.advance(seconds: 300)
            for _ in 1...3 {
                await #expect(throws: ProofRefusal.wrong(.password)) {
                    try await home.prove(caller, .password("guess"))
                }
            }
            await #expect(throws: LogInRefusal.tooManyTries(retryAfterSeconds: 1)) {
                try await home.prove(caller, .password(TestHub.password))
            }
            await #expect(throws: ProofRefusal.self) { try await home.hub.requireRecentProof(caller) }
            #expect(try await home.hub.caller(token: token) == caller)
            _ = try await home.prove(other, .password(TestHub.password))
        }
    }

    @Test func `S4: wrong log-ins on the same network do not stop a logged-in member from renewing a proof`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, _) = try await home.hub.addSession(for: anna)
            let origin = RequestOrigin(network: [203, 0, 113])
            home.clock.advance(seconds: 300)
            for number in 2...40 {
                let phone = TestHub.phone(number)
                // Refused: that is the point.
                _ = try? await home.hub.logIn(phone: phone, password: "guess", from: origin)
            }
            await #expect(throws: LogInRefusal.self) {
                try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password, from: origin)
            }
            let (proved, _) = try await home.hub.renewProof(of: caller, by: .password(TestHub.password), from: origin)
            try await home.hub.requireRecentProof(proved)
        }
    }

    @Test func `S11: a code proves something only for an account without a password, from its own number`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let bo = try await home.member(2)
            let (hers, _) = try await home.hub.addSession(for: anna)
            let (his, _) = try await home.hub.addSession(for: bo)
            home.clock.advance(seconds: 300)
            let (toAnna, toBo) = (try await home.proof(.login, for: 1), try await home.proof(.login, for: 2))
            await #expect(throws: ProofRefusal.needed([.password])) { try await home.prove(hers, .code(toAnna)) }
            await #expect(throws: CodeRefusal.wrongCode) { try await home.prove(his, .code(toAnna)) }
            await #expect(throws: ProofRefusal.needed([.code])) { try await home.prove(his, .password("guess")) }
            let (proved, _) = try await home.prove(his, .code(toBo))
            try await home.hub.requireRecentProof(proved)
            await #expect(throws: CodeRefusal.wrongCode) { try await home.prove(his, .code(toBo)) }
        }
    }

    @Test func `S11: logging in by code in a known browser opens the page, but proves nothing where a password is`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            var known = browser(1)
            known.devices = try await home.hub.remember(known, for: anna)
            let byCode = try await home.proof(.login, for: 1, from: known)
            let (caller, _) = try await home.hub.logIn(byCode, password: nil, from: known)
            await #expect(throws: ProofRefusal.needed([.password])) { try await home.hub.requireRecentProof(caller) }
            let (other, _) = try await home.hub.logIn(
                phone: TestHub.phone(1),
                password: TestHub.password,
                from: known
            )
            try await home.hub.requireRecentProof(other)
        }
    }

    @Test func `S19: a session that ended proves nothing`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, _) = try await home.hub.addSession(for: anna)
            #expect(try await home.hub.endSession(caller.session, of: anna))
            await #expect(throws: ProofRefusal.sessionEnded) { try await home.hub.requireRecentProof(caller) }
            await #expect(throws: ProofRefusal.sessionEnded) {
                try await home.prove(caller, .password(TestHub.password))
            }
        }
    }
}

extension TestHub {
    /// Proves anew who a caller is.
    @discardableResult
    func prove(_ caller: AuthenticatedSession, _ proof: Proof) async throws -> (
        caller: AuthenticatedSession, token: String
    ) {
        try await hub.renewProof(of: caller, by: proof, from: RequestOrigin())
    }
}
