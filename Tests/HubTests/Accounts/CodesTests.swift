import Family
import Hub
import SQL
import Storage
import Testing

@Suite struct CodesTests {
    @Test func `S5: a code has six digits and differs each time`() async throws {
        try await TestHub.run({ $0.codes.perNetworkAnHour = 1_000 }) { home in
            var codes: Set<String> = []
            for number in 1...40 {
                _ = try await home.member(number)
                codes.insert(try await home.proof(.login, for: number).code)
            }
            #expect(codes.count >= 38, "forty codes out of a million")
            #expect(codes.allSatisfy { $0.utf8.count == 6 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        }
    }

    @Test func `S5: a code opens once, and for five minutes`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let first = try await home.proof(.login, for: 1)
            home.clock.advance(seconds: 299)
            let (caller, _) = try await home.hub.logIn(first, password: nil, from: RequestOrigin())
            #expect(caller.member == anna)
            #expect(try await home.logInRefusal(first) == .wrongCode, "once")
            let second = try await home.proof(.login, for: 1)
            home.clock.advance(seconds: 300)
            #expect(try await home.logInRefusal(second) == .wrongCode, "five minutes")
        }
    }

    @Test func `S5: five wrong codes kill the right one`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            for tries in [4, 5] {
                let proof = try await home.proof(.login, for: 1)
                let wrong = CodeProof(verification: proof.verification, code: wrongCode(proof.code))
                for _ in 1...tries { #expect(try await home.logInRefusal(wrong) == .wrongCode) }
                #expect(try await home.logInRefusal(proof) == (tries == 5 ? .wrongCode : nil))
                home.clock.advance(seconds: 600)
            }
        }
    }

    @Test func `S5: guesses made at the same time are counted one by one`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            let proof = try await home.proof(.login, for: 1)
            let wrong = CodeProof(verification: proof.verification, code: wrongCode(proof.code))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...20 { group.addTask { _ = try await home.logInRefusal(wrong) } }
                try await group.waitForAll()
            }
            let checks = try await home.hub.database.read { transaction in
                try transaction.first("SELECT max(checks) FROM verification")?.integer(0)
            }
            #expect(checks == 5)
            #expect(try await home.logInRefusal(proof) == .wrongCode)
        }
    }

    @Test func `S5: a new code kills the old one`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            let old = try await home.proof(.login, for: 1)
            home.clock.advance(seconds: 30)
            let new = try await home.proof(.login, for: 1)
            #expect(try await home.logInRefusal(old) == .wrongCode)
            #expect(try await home.logInRefusal(new) == nil)
        }
    }

    @Test func `S6: a code opens nothing but what it was asked for`() async throws {
        try await TestHub.run({ $0.registration = .open }) { home in
            _ = try await home.member(1)
            let toRecover = try await home.proof(.recover, for: 1)
            #expect(try await home.logInRefusal(toRecover) == .wrongCode)
            let toJoin = try await home.proof(.register, for: 2)
            #expect(try await home.logInRefusal(toJoin) == .wrongCode)
            #expect(
                try await home.codeRefusal { _ = try await home.hub.startRecovery(toJoin, from: RequestOrigin()) }
                    == .wrongCode
            )
            _ = try await home.hub.startRecovery(toRecover, from: RequestOrigin())
        }
    }

    @Test func `S6: a code that a browser asked for opens nothing in another one, nor in a program`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            let proof = try await home.proof(.login, for: 1, from: browser(1))
            #expect(try await home.logInRefusal(proof, from: browser(2)) == .wrongCode)
            #expect(try await home.logInRefusal(proof, from: RequestOrigin()) == .wrongCode)
            #expect(try await home.logInRefusal(proof, from: browser(1)) == nil)
        }
    }

    @Test func `S7: a stored code reveals neither itself nor its request, and a code fits no other request`()
        async throws
    {
        try await TestHub.run { home in
            _ = try await home.member(1)
            _ = try await home.member(2)
            let first = try await home.proof(.login, for: 1)
            let second = try await home.proof(.login, for: 2)
            let rows = try await home.hub.database.read { transaction in
                try transaction.rows("SELECT id_hash, code_hash FROM verification")
            }
            let hashes = try rows.map { row in try row.blob(1) }
            #expect(hashes.allSatisfy { $0.count == 32 } && Set(hashes).count == 2)
            for proof in [first, second] {
                let secrets = [Array(proof.code.utf8), Array(proof.verification.utf8)]
                for case .blob(let bytes) in rows.flatMap(\.values) {
                    for secret in secrets { #expect(bytes.firstRange(of: secret) == nil) }
                }
                #expect(!home.log.text.contains(proof.code))
            }
            let mixed = CodeProof(verification: first.verification, code: second.code)
            let expected: CodeRefusal? = first.code == second.code ? nil : .wrongCode
            #expect(try await home.logInRefusal(mixed) == expected)
        }
    }

    @Test func `S9: a code is texted only to a member or to a caller who may claim or join the hub`() async throws {
        try await TestHub.run({ $0.codes.perNetworkAnHour = 1_000 }) { home in
            // A member asks for a text to a new number of their own; the public way has no word for it.
            let purposes = CodePurpose.allCases.filter { $0 != .phone }
            for purpose in purposes {
                home.clock.advance(seconds: 300)
                _ = try await home.ask(purpose, for: 9)
            }
            #expect(try await home.texts(to: 9).isEmpty, "nobody has this number")
            let claim = try #require(try await home.hub.makeClaim())
            _ = try await home.ask(.register, for: 8, claim: String(claim.reversed()))
            #expect(try await home.texts(to: 8).isEmpty, "a wrong claim code")
            home.clock.advance(seconds: 60)
            _ = try await home.ask(.register, for: 8, claim: claim)
            #expect(try await home.texts(to: 8).count == 1)
            let gone = try await home.member(3)
            try await home.hub.disableMember(gone)
            for purpose in purposes {
                home.clock.advance(seconds: 300)
                _ = try await home.ask(purpose, for: 3)
            }
            #expect(try await home.texts(to: 3).isEmpty, "shut out")
        }
        try await TestHub.run({ $0.registration = .open }) { home in
            _ = try await home.ask(.register, for: 9)
            #expect(try await home.texts(to: 9).count == 1)
            _ = try await home.ask(.login, for: 7)
            #expect(try await home.texts(to: 7).isEmpty)
        }
    }

    @Test func `S9: a member who registers again is told to log in, and gets no code`() async throws {
        try await TestHub.run({ $0.registration = .open }) { home in
            _ = try await home.member(1)
            _ = try await home.ask(.register, for: 1)
            let texts = try await home.texts(to: 1)
            #expect(texts.count == 1 && texts[0].contains("Log in instead") && codeOfText(texts[0]) == nil)
        }
    }

    @Test(arguments: [
        ("https://hearth.example:8443/family", "@hearth.example"), ("", "@localhost"),
        ("http://[fd00::1]:8080", "@[fd00::1]"),
    ])
    func `S10: a text says whose it is, warns, and ends with the hub's own host and the code`(
        _ url: String,
        _ host: String
    ) async throws {
        try await TestHub.run({ $0.publicURL = url }) { home in
            _ = try await home.member(1)
            let proof = try await home.proof(.login, for: 1)
            let lines = try await home.texts(to: 1)[0].split(separator: "\n").map(String.init)
            #expect(lines.first?.hasPrefix("Hearth: \(proof.code) is your code") ?? false)
            #expect(lines.contains { $0.contains("Never share it") })
            #expect(lines.last == "\(host) #\(proof.code)")
        }
    }

    @Test func `a code for an impossible phone number is refused as invalid`() async throws {
        try await TestHub.run { home in
            await #expect(throws: PhoneRefusal.invalid) {
                try await home.hub.requestCode(CodeRequest(phone: "044", purpose: .login), from: RequestOrigin())
            }
        }
    }
}

extension TestHub {
    /// The refusal that a log-in by code comes to; nil where it works.
    func logInRefusal(_ proof: CodeProof, from origin: RequestOrigin = RequestOrigin()) async throws -> CodeRefusal? {
        try await codeRefusal { _ = try await hub.logIn(proof, password: nil, from: origin) }
    }
}
