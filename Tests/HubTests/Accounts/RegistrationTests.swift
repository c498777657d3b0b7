import Family
import Hub
import Storage
import Testing

@Suite struct RegistrationTests {
    @Test func `A2: a caller who proves a number becomes a member and is logged in`() async throws {
        try await TestHub.run({ $0.registration = .open }) { home in
            let proof = try await home.proof(.register, for: 1)
            let (caller, token) = try await home.hub.register(
                proof,
                name: " Anna ",
                password: TestHub.password,
                from: RequestOrigin()
            )
            let profile = try await home.hub.profile(caller.member)
            #expect(profile.name == "Anna" && profile.phone?.e164 == TestHub.phone(1) && profile.role == "adult")
            #expect(!profile.keeper, "open registration makes nobody the keeper")
            #expect(try await home.hub.caller(token: token) == caller)
            #expect(
                try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password).caller.member
                    == caller.member
            )
            #expect(
                try await home.codeRefusal {
                    _ = try await home.hub.register(proof, name: "Twin", password: nil, from: RequestOrigin())
                } == .wrongCode,
                "a code makes one member"
            )
        }
    }

    @Test func `A2: a refused registration leaves the code valid, and a password names every rule it breaks`()
        async throws
    {
        try await TestHub.run({ $0.registration = .open }) { home in
            let proof = try await home.proof(.register, for: 1)
            let passwords: [(String, [PasswordRule])] = [
                ("Abc!def", [.atLeastEightCharacters, .digit]), ("PASSWORD1234567", [.notCommon]),
                ("Member1!", [.notOwn]), ("+41446681001 Anna Lee", [.notOwn]), ("Hearth-0446681001", [.notOwn]),
            ]
            for (password, rules) in passwords {
                await #expect(throws: MemberRefusal.password(rules)) {
                    try await home.hub.register(
                        proof,
                        name: "Anna Lee Member",
                        password: password,
                        from: RequestOrigin()
                    )
                }
            }
            await #expect(throws: MemberRefusal.nameEmptyOrTooLong) {
                try await home.hub.register(proof, name: " ", password: nil, from: RequestOrigin())
            }
            #expect(try await home.hub.members(after: nil, limit: 9).isEmpty)
            _ = try await home.hub.register(
                proof,
                name: "Anna",
                password: "Anna loves her two cats",
                from: RequestOrigin()
            )
        }
    }

    @Test func `A2: without a password an account opens by code alone`() async throws {
        try await TestHub.run({ $0.registration = .open }) { home in
            let proof = try await home.proof(.register, for: 1)
            let joined = try await home.hub.register(proof, name: "Anna", password: nil, from: RequestOrigin())
            home.clock.advance(seconds: 60)
            let code = try await home.proof(.login, for: 1)
            let (caller, _) = try await home.hub.logIn(code, password: nil, from: browserless)
            #expect(caller.member == joined.caller.member)
            await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                try await home.hub.logIn(phone: TestHub.phone(1), password: "")
            }
        }
    }

    @Test func `two who register the same number at once become one member`() async throws {
        try await TestHub.run({ $0.registration = .open }) { home in
            let proof = try await home.proof(.register, for: 1)
            let joined = await withTaskGroup(of: Bool.self) { group in
                for name in ["Anna", "Bo"] {
                    group.addTask {
                        // One of them is too late, which is what the test is about.
                        (try? await home.hub.register(proof, name: name, password: nil, from: RequestOrigin())) != nil
                    }
                }
                return await group.reduce(into: 0) { if $1 { $0 += 1 } }
            }
            #expect(joined == 1)
            #expect(try await home.hub.members(after: nil, limit: 9).count == 1)
        }
    }

    @Test func `S39: the claim code makes its bearer the keeper, for thirty minutes, once`() async throws {
        try await TestHub.run { home in
            let claim = try #require(try await home.hub.makeClaim())
            #expect(claim.count == 26, "130 bits")
            home.clock.advance(seconds: 1_799)
            // As people type it.
            let typed = claim.lowercased().replacing("0", with: "o")
            let proof = try await home.proof(.register, for: 1, claim: typed)
            home.clock.advance(seconds: 60)
            let (anna, _) = try await home.hub.register(proof, name: "Anna", password: nil, from: RequestOrigin())
            #expect(try await home.hub.profile(anna.member).keeper)
            #expect(try await home.hub.makeClaim() == nil, "a hub with a keeper has none")
            _ = try await home.ask(.register, for: 2, claim: claim)
            #expect(try await home.texts(to: 2).isEmpty)
        }
    }

    @Test func `S39: a claim code runs out, and each start makes a new one`() async throws {
        try await TestHub.run { home in
            let first = try #require(try await home.hub.makeClaim())
            home.clock.advance(seconds: 1_800)
            _ = try await home.ask(.register, for: 1, claim: first)
            #expect(try await home.texts(to: 1).isEmpty)
            let second = try #require(try await home.hub.makeClaim())
            let third = try #require(try await home.hub.makeClaim())
            #expect(Set([first, second, third]).count == 3)
            _ = try await home.ask(.register, for: 2, claim: second)
            #expect(try await home.texts(to: 2).isEmpty)
            _ = try await home.restarted().ask(.register, for: 3, claim: third)
            #expect(try await home.texts(to: 3).isEmpty, "it dies with the process")
        }
    }

    @Test func `S39: of two who have the claim code one becomes the keeper`() async throws {
        try await TestHub.run { home in
            let claim = try #require(try await home.hub.makeClaim())
            let proofs = [
                try await home.proof(.register, for: 1, claim: claim),
                try await home.proof(.register, for: 2, claim: claim),
            ]
            for (proof, name) in zip(proofs, ["Anna", "Bo"]) {
                _ = try await home.hub.register(proof, name: name, password: nil, from: RequestOrigin())
                // Identities sort by their millisecond.
                home.clock.advance(milliseconds: 1)
            }
            #expect(try await home.hub.members(after: nil, limit: 9).map(\.keeper) == [true, false])
        }
    }

    private let browserless = RequestOrigin()
}
