import Crypto
import Passkeys
import TestAuthenticator
import Testing

@Suite struct CeremoniesTests {
    private let site = RelyingParty(host: "localhost", origin: "")
    private let challenge = Base64.encode(SecureRandom.bytes(32), alphabet: .urlSafe)

    @Test(arguments: TestAuthenticator.Kind.allCases)
    func `S12: a key that was made proves itself, and any changed byte does not`(_ kind: TestAuthenticator.Kind) throws
    {
        let authenticator = TestAuthenticator(kind)
        let made = try make(authenticator, for: site)
        #expect(made.credential.id == authenticator.credentialID)
        #expect(made.credential.encodedKey == authenticator.coseKey)
        let proof = sign(authenticator)
        #expect(try check(proof, made) == 0)
        for index in proof.signature.indices {
            var broken = proof
            broken.signature[index] ^= 1
            #expect(throws: PasskeyFault.wrongSignature) { try check(broken, made) }
        }
        var broken = proof
        broken.clientData[broken.clientData.count - 2] ^= 1
        #expect(throws: PasskeyFault.self) { try check(broken, made) }
        #expect(throws: PasskeyFault.wrongSignature, "another key") {
            try check(sign(TestAuthenticator(kind)), made)
        }
    }

    @Test func `S12: a passkey used from another site, or without user verification, is refused`() throws {
        let authenticator = TestAuthenticator()
        let made = try make(authenticator, for: site)
        for origin in ["https://evil.example", "http://localhost.evil.example", "http://localhost:8080.evil", "null"] {
            authenticator.origin = origin
            #expect(throws: PasskeyFault.otherSite) { try check(sign(authenticator), made) }
        }
        authenticator.origin = "http://localhost:1"
        authenticator.verifies = false
        #expect(throws: PasskeyFault.notVerified) { try check(sign(authenticator), made) }
        let other = TestAuthenticator(host: "evil.example")
        #expect(throws: PasskeyFault.otherSite) { try make(other, for: site) }
        let own = RelyingParty(host: "hearth.example.org", origin: "https://hearth.example.org")
        let right = TestAuthenticator(host: own.host, origin: own.origin)
        _ = try make(right, for: own)
        right.origin = "http://hearth.example.org"
        #expect(throws: PasskeyFault.otherSite) { try make(right, for: own) }
    }

    @Test func `S12: a signature count that repeats or goes back is refused, and a higher one is accepted`() throws {
        let authenticator = TestAuthenticator()
        authenticator.signCount = 5
        let made = try make(authenticator, for: site)
        #expect(throws: PasskeyFault.countWentBack) { try check(sign(authenticator), made) }
        authenticator.signCount = 6
        #expect(try check(sign(authenticator), made) == 6)
        authenticator.signCount = 0
        #expect(throws: PasskeyFault.countWentBack) { try check(sign(authenticator), made) }
    }

    @Test func `a making is no proof, and the other way round`() throws {
        let authenticator = TestAuthenticator()
        let (client, attestation) = authenticator.create(challenge)
        let got = try #require(ClientData(authenticator.get(challenge).clientData))
        #expect(throws: PasskeyFault.unreadable) {
            try NewPasskey(clientData: got, attestation: attestation, for: site)
        }
        let made = try make(authenticator, for: site)
        var proof = sign(authenticator)
        proof.clientData = client
        #expect(throws: PasskeyFault.unreadable) { try check(proof, made) }
    }

    @Test func `a point off the curve and a key of another kind are no keys`() throws {
        let key = TestAuthenticator().coseKey
        #expect(CBOR(key).flatMap { SignatureKey(cose: $0) } != nil)
        for (index, byte) in [(4, 0x25), (6, 0x02), (12, key[12] ^ 1)] as [(Int, UInt8)] {
            var other = key
            other[index] = byte
            #expect(CBOR(other).flatMap { SignatureKey(cose: $0) } == nil)
        }
    }

    private func make(_ authenticator: TestAuthenticator, for site: RelyingParty) throws -> NewPasskey {
        let (client, attestation) = authenticator.create(challenge)
        return try NewPasskey(
            clientData: try #require(ClientData(client)),
            attestation: attestation,
            for: site
        )
    }

    private func sign(_ authenticator: TestAuthenticator) -> PasskeyProof {
        let (client, data, signature) = authenticator.get(challenge)
        return PasskeyProof(
            credentialID: authenticator.credentialID,
            clientData: client,
            authenticatorData: data,
            signature: signature
        )
    }

    @discardableResult
    private func check(_ proof: PasskeyProof, _ made: NewPasskey) throws -> UInt32 {
        try proof.check(encodedKey: made.credential.encodedKey, signCount: made.signCount, for: site)
    }
}
