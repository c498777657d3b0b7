import Crypto
import Testing

@Suite struct PasswordHashTests {
    private let pepper = HMACKey([UInt8](repeating: 7, count: 32))

    @Test func `S3: a password is hashed with Argon2id, 19 MiB, two passes, one lane`() throws {
        let hash = try #require(PasswordHash(pepper: pepper).hash("correct horse"))
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(!hash.contains("horse"))
    }

    @Test func `S3: Argon2id agrees with its reference implementation`() {
        let hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
        #expect(PasswordHash.isArgon2id(hash, of: [UInt8]("password".utf8)))
        #expect(!PasswordHash.isArgon2id(hash, of: [UInt8]("passwore".utf8)))
    }

    @Test func `S3: the right password is recognised and no other`() throws {
        let passwords = PasswordHash(pepper: pepper)
        let hash = try #require(passwords.hash("naïve 家\0x"))
        #expect(passwords.verify("naïve 家\0x", against: hash))
        #expect(!passwords.verify("naïve 家\0y", against: hash))
        #expect(!passwords.verify("", against: hash))
    }

    @Test func `S3: without the pepper even the right password is refused`() throws {
        let hash = try #require(PasswordHash(pepper: pepper).hash("correct horse"))
        #expect(!PasswordHash(pepper: HMACKey([1])).verify("correct horse", against: hash))
    }

    @Test func `S3: one password has another hash each time`() throws {
        let passwords = PasswordHash(pepper: pepper)
        let first = try #require(passwords.hash("same"))
        let second = try #require(passwords.hash("same"))
        #expect(first != second)
    }

    @Test func `S3: a hash is renewed when the cost rises, and still recognised until then`() throws {
        let hash = try #require(PasswordHash(pepper: pepper).hash("correct horse"))
        let dearer = try #require(PasswordHash.Cost(memoryKiB: 20 * 1024, passes: 3))
        #expect(!PasswordHash(pepper: pepper).needsRehash(hash))
        #expect(PasswordHash(pepper: pepper, cost: dearer).needsRehash(hash))
        #expect(PasswordHash(pepper: pepper, cost: dearer).verify("correct horse", against: hash))
    }

    @Test func `S3: a cost below the least cannot be set`() {
        #expect(PasswordHash.Cost(memoryKiB: 19 * 1024 - 1, passes: 2) == nil)
        #expect(PasswordHash.Cost(memoryKiB: 19 * 1024, passes: 1) == nil)
    }

    @Test(arguments: ["", "$argon2id$", "$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA", "plain", "$2b$12$abc"])
    func `S3: text that is no password hash matches no password`(text: String) {
        let passwords = PasswordHash(pepper: pepper)
        #expect(!passwords.verify("plain", against: text))
        #expect(!passwords.verify("", against: text))
    }

    @Test(
        arguments: [
            ("cafe\u{301} society", "caf\u{E9} society"), ("\u{FF21}bc 123 long enough", "Abc 123 long enough"),
            ("\u{FB01}ne phrase of mine", "fine phrase of mine"), ("plain ascii", "plain ascii"), ("", ""),
            (
                "\u{FDFA}",
                "\u{635}\u{644}\u{649} \u{627}\u{644}\u{644}\u{647} \u{639}\u{644}\u{64A}\u{647} "
                    + "\u{648}\u{633}\u{644}\u{645}"
            ),
        ]
    )
    func `two ways to write a letter are one password`(_ typed: String, _ other: String) throws {
        #expect(Array(PasswordHash.form(of: typed).unicodeScalars) == Array(other.unicodeScalars))
        #expect(PasswordHash.form(of: other) == other)
    }

    @Test func `a password typed on another keyboard opens`() throws {
        let passwords = PasswordHash(pepper: pepper)
        let hash = try #require(passwords.hash("cafe\u{301} society"))
        #expect(passwords.verify("caf\u{E9} society", against: hash))
        #expect(!passwords.verify("cafe society", against: hash))
    }
}
