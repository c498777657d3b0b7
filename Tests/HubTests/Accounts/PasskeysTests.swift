import Family
import Hub
import Messaging
import Passkeys
import Storage
import TestAuthenticator
import Testing

/// Passkeys (S12).
@Suite struct PasskeysTests {
    @Test func `S12: a passkey alone logs in, once for each challenge, in the browser that asked`() async throws {
        try await TestHub.run(senders: [.text: RecordingSender()]) { home in
            let anna = try await home.member(1, password: TestHub.password)
            let authenticator = TestAuthenticator()
            try await home.add(authenticator, of: anna)
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.factorsChanged])
            let proof = home.sign(authenticator, browser(1))
            let wrong = ProofRefusal.wrong(.passkey)
            await #expect(throws: wrong) { try await home.hub.logIn(proof, from: browser(2)) }
            await #expect(throws: wrong, "it was used up") { try await home.hub.logIn(proof, from: browser(1)) }
            let again = home.sign(authenticator, browser(1))
            let (caller, _) = try await home.hub.logIn(again, from: browser(1))
            #expect(caller.member == anna)
            try await home.hub.requireRecentProof(caller)
            let late = home.sign(authenticator, browser(1))
            home.clock.advance(seconds: 300)
            await #expect(throws: wrong) { try await home.hub.logIn(late, from: browser(1)) }
            await #expect(throws: wrong, "nobody knows it") {
                try await home.hub.logIn(home.sign(TestAuthenticator(), browser(1)), from: browser(1))
            }
            #expect(try await home.hub.security(of: anna).passkeys.first?.usedAt != nil)
        }
    }

    @Test func `S12: only a member's own passkey is a second factor in a new browser, and it renews the proof`()
        async throws
    {
        try await TestHub.run(senders: [.text: RecordingSender()]) { home in
            let anna = try await home.member(1, password: TestHub.password)
            let bo = try await home.member(2)
            let (hers, his) = (TestAuthenticator(.ed25519), TestAuthenticator())
            try await home.add(hers, of: anna)
            try await home.add(his, of: bo)
            #expect(
                try await home.refusal(password: TestHub.password, from: browser(1)) == .secondFactorNeeded([.passkey])
            )
            await #expect(throws: ProofRefusal.wrong(.passkey)) {
                try await home.logIn(.passkey(home.sign(his, browser(1))), browser(1))
            }
            let (caller, _) = try await home.logIn(.passkey(home.sign(hers, browser(1))), browser(1))
            home.clock.advance(seconds: 300)
            await #expect(throws: ProofRefusal.needed([.passkey, .password])) {
                try await home.hub.requireRecentProof(caller)
            }
            _ = try await home.prove(caller, .passkey(home.sign(hers, RequestOrigin())))
            try await home.hub.requireRecentProof(caller)
        }
    }

    @Test func `S11: a number alone never opens an account that has a passkey`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            _ = try await home.add(TestAuthenticator(), of: anna)
            // Texts sort by their millisecond.
            home.clock.advance(milliseconds: 1)
            let proof = try await home.proof(.login, for: 1, from: browser(1))
            await #expect(throws: LogInRefusal.secondFactorNeeded([.passkey])) {
                try await home.hub.logIn(proof, password: nil, from: browser(1))
            }
        }
    }

    @Test func `S12: a passkey whose count went back opens nothing, and its member is told`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let authenticator = TestAuthenticator()
            authenticator.signCount = 7
            try await home.add(authenticator, of: anna)
            authenticator.signCount = 8
            _ = try await home.hub.logIn(home.sign(authenticator, RequestOrigin()), from: RequestOrigin())
            // Notices sort by their millisecond.
            home.clock.advance(milliseconds: 1)
            await #expect(throws: ProofRefusal.wrong(.passkey)) {
                try await home.hub.logIn(home.sign(authenticator, RequestOrigin()), from: RequestOrigin())
            }
            #expect(try await home.hub.notices(of: anna).first?.kind == .passkeyCopied)
        }
    }

    @Test func `S12: a passkey is named, renamed and removed by its member alone, who then needs none`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let bo = try await home.member(2)
            let authenticator = TestAuthenticator()
            let id = try await home.add(authenticator, of: anna)
            let (his, _) = try await home.hub.addSession(for: bo)
            await #expect(throws: FactorRefusal.notFound) { try await home.hub.removePasskey(id, of: his) }
            await #expect(throws: FactorRefusal.notFound) {
                _ = try await home.hub.renamePasskey(id, of: bo, name: "Mine")
            }
            await #expect(throws: FactorRefusal.nameEmptyOrTooLong) {
                _ = try await home.hub.renamePasskey(id, of: anna, name: " ")
            }
            #expect(try await home.hub.renamePasskey(id, of: anna, name: " Phone ").name == "Phone")
            await #expect(throws: FactorRefusal.passkeyTaken) { try await home.add(authenticator, of: bo) }
            let (hers, _) = try await home.hub.addSession(for: anna)
            try await home.hub.removePasskey(id, of: hers)
            #expect(try await home.hub.security(of: anna).passkeys.isEmpty)
            await #expect(throws: ProofRefusal.wrong(.passkey)) {
                try await home.hub.logIn(home.sign(authenticator, RequestOrigin()), from: RequestOrigin())
            }
            #expect(try await home.refusal(password: TestHub.password, from: RequestOrigin()) == nil)
        }
    }

    @Test func `S12: passkeys are for the hub's own host, and for localhost where it has none`() async throws {
        for (url, host) in [
            ("https://hearth.example.org", "hearth.example.org"),
            ("https://hearth.example.org:8443/", "hearth.example.org"),
            ("http://127.0.0.1:8080", "localhost"), ("http://[::1]:8080", "localhost"), ("", "localhost"),
        ] {
            try await TestHub.run({ $0.publicURL = url }) { home in
                #expect(home.hub.makeChallenge(from: RequestOrigin()).relyingParty == host)
            }
        }
    }

    @Test func `a disabled member's passkey opens nothing`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let authenticator = TestAuthenticator()
            try await home.add(authenticator, of: anna)
            try await home.hub.disableMember(anna)
            await #expect(throws: ProofRefusal.wrong(.passkey)) {
                try await home.hub.logIn(home.sign(authenticator, RequestOrigin()), from: RequestOrigin())
            }
        }
    }
}

extension TestHub {
    /// Adds an authenticator's passkey to a member, and answers its identity.
    @discardableResult
    fileprivate func add(_ authenticator: TestAuthenticator, of member: ID<Member>) async throws -> ID<Passkey> {
        let (caller, _) = try await hub.addSession(for: member)
        let (client, attestation) = authenticator.create(hub.makeChallenge(from: RequestOrigin()).challenge)
        return try await hub.addPasskey(
            of: caller,
            name: "Key",
            clientData: client,
            attestation: attestation,
            from: RequestOrigin()
        ).id
    }

    /// What an authenticator signs for whoever asks.
    fileprivate func sign(_ authenticator: TestAuthenticator, _ origin: RequestOrigin) -> PasskeyProof {
        let (client, data, signature) = authenticator.get(hub.makeChallenge(from: origin).challenge)
        return PasskeyProof(
            credentialID: authenticator.credentialID,
            clientData: client,
            authenticatorData: data,
            signature: signature
        )
    }
}
