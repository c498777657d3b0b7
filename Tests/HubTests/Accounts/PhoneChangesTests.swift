import Bus
import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// Another number of one's own (S13): who proved it just now, told to all, and undone from the old number for three days.
@Suite struct PhoneChangesTests {
    @Test func `S13: a number is changed by a code that came there, after a proof, and everybody is told`() async throws
    {
        try await TestHub.run({ $0.publicURL = "https://hub.example" }) { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (_, other) = try await home.hub.addSession(for: anna)
            let (caller, token) = try await home.hub.addSession(for: anna)
            home.clock.advance(seconds: 300)
            await #expect(throws: ProofRefusal.needed([.password])) { try await home.codeTo(2, of: caller) }
            let (fresh, _) = try await home.hub.addSession(for: anna)
            let proof = try await home.codeTo(2, of: fresh)
            await #expect(throws: ProofRefusal.needed([.password])) { try await home.change(caller, proof) }
            #expect(
                try await home.hub.profile(anna).phone?.e164 == TestHub.phone(1),
                "what was refused changed nothing"
            )
            _ = try await home.published()
            let (changed, renewed) = try await home.change(fresh, proof)
            #expect(try await home.hub.profile(anna).phone?.e164 == TestHub.phone(2))
            #expect(changed.session != fresh.session)
            #expect(try await home.hub.caller(token: renewed) == changed)
            for stays in [token, other] { #expect(try await home.hub.caller(token: stays) != nil) }
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.phoneChanged])
            #expect(try await home.published().joined().contains(.notice(anna)))
            let told = try #require(try await home.texts(to: 1).last)
            #expect(told.contains("your number was changed") && told.contains("https://hub.example/number-back#link="))
            #expect(!told.contains(TestHub.phone(2)), "the old number does not learn the new one")
            let login = try await home.hub.logIn(phone: TestHub.phone(2), password: TestHub.password)
            #expect(login.caller.member == anna)
            await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            }
        }
    }

    @Test func `S13: a change of number ends the other sessions, where that is asked for`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (_, other) = try await home.hub.addSession(for: anna)
            let (caller, _) = try await home.hub.addSession(for: anna)
            let changed = try await home.change(caller, try await home.codeTo(2, of: caller), endingOthers: true)
            #expect(try await home.hub.caller(token: other) == nil)
            #expect(try await home.hub.sessions(of: anna).map(\.id) == [changed.caller.session])
        }
    }

    @Test func `S13: the old number's link brings it back for 72 hours, once, and ends what came since`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let secret = try await home.authenticator(of: anna)
            home.clock.advance(seconds: 30)
            let (caller, _) = try await home.hub.addSession(for: anna)
            let (thief, token) = try await home.change(caller, try await home.codeTo(2, of: caller))
            let passkey = TestHub.passkeyAddedSince
            try await home.hub.database.transaction { try $0.run(passkey(anna, home.clock.now)) }
            home.clock.advance(seconds: 30)
            _ = try await home.hub.startRecovery(try await home.proof(.recover, for: 2), from: RequestOrigin())
            home.clock.advance(seconds: 72 * 3_600 - 31)
            let link = try #require(try await home.undoLink(1))
            await #expect(throws: PhoneChangeRefusal.noChange) {
                try await home.hub.undoPhoneChange(token: "made up", from: RequestOrigin())
            }
            try await home.hub.undoPhoneChange(token: link, from: RequestOrigin())
            #expect(try await home.hub.profile(anna).phone?.e164 == TestHub.phone(1))
            #expect(try await home.hub.caller(token: token) == nil)
            #expect(try await home.hub.sessions(of: anna).isEmpty)
            #expect(try await home.hub.recovery(of: anna) == nil)
            let overview = try await home.hub.security(of: anna)
            #expect(overview.passkeys.isEmpty && overview.phoneChange == nil)
            #expect(overview.authenticatorSince != nil, "what was set up before stays")
            #expect(!secret.isEmpty && thief.member == anna)
            #expect(try await home.hub.notices(of: anna).map(\.kind).contains(.phoneChangeUndone))
            for number in [1, 2] {
                #expect(try await home.texts(to: number).last?.contains("your old number is back") ?? false)
            }
            await #expect(throws: PhoneChangeRefusal.noChange, "once") {
                try await home.hub.undoPhoneChange(token: link, from: RequestOrigin())
            }
        }
    }

    @Test func `S13: after 72 hours a change stands, and until then the number is not changed again`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (caller, _) = try await home.hub.addSession(for: anna)
            let (changed, _) = try await home.change(caller, try await home.codeTo(2, of: caller))
            await #expect(throws: PhoneChangeRefusal.waiting(retryAfterSeconds: 72 * 3_600)) {
                try await home.codeTo(3, of: changed)
            }
            #expect(try await home.hub.security(of: anna).phoneChange?.oldPhone?.e164 == TestHub.phone(1))
            let link = try #require(try await home.undoLink(1))
            home.clock.advance(seconds: 72 * 3_600)
            await #expect(throws: PhoneChangeRefusal.noChange) {
                try await home.hub.undoPhoneChange(token: link, from: RequestOrigin())
            }
            #expect(try await home.hub.security(of: anna).phoneChange == nil)
            let (later, _) = try await home.hub.addSession(for: anna)
            _ = try await home.change(later, try await home.codeTo(3, of: later))
            #expect(try await home.hub.profile(anna).phone?.e164 == TestHub.phone(3))
        }
    }

    @Test func `S13: for 72 hours after a change no other member can take the old number`() async throws {
        try await TestHub.run({ $0.registration = .open }) { home in
            let (anna, bo) = (try await home.member(1), try await home.member(4))
            let waiting = try await home.proof(.register, for: 2)
            let (caller, _) = try await home.hub.addSession(for: anna)
            home.clock.advance(seconds: 30)
            _ = try await home.change(caller, try await home.codeTo(3, of: caller))
            _ = try await home.ask(.register, for: 1)
            home.clock.advance(seconds: 30)
            let (other, _) = try await home.hub.addSession(for: bo)
            _ = try await home.hub.requestPhoneCode(of: other, to: TestHub.phone(1), from: RequestOrigin())
            #expect(try await home.texts(to: 1).allSatisfy { codeOfText($0) == nil })
            await #expect(throws: MemberRefusal.phoneTaken) { try await home.member(1) }
            _ = try await home.hub.register(waiting, name: "Cleo", password: nil, from: RequestOrigin())
            home.clock.advance(seconds: 72 * 3_600)
            _ = try await home.member(1)
        }
    }

    @Test func `S15: a code request for a taken number is answered like any other, and its owner is notified`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, _) = (try await home.member(1), try await home.member(2))
            let (caller, _) = try await home.hub.addSession(for: anna)
            let known = try await home.hub.requestPhoneCode(of: caller, to: TestHub.phone(2), from: RequestOrigin())
            let unknown = try await home.hub.requestPhoneCode(of: caller, to: TestHub.phone(9), from: RequestOrigin())
            #expect(known.resendAfterSeconds == unknown.resendAfterSeconds && known.expiresAt == unknown.expiresAt)
            let told = try #require(try await home.texts(to: 2).last)
            #expect(codeOfText(told) == nil && told.contains("already have an account"))
            await #expect(throws: PhoneChangeRefusal.sameNumber) {
                try await home.hub.requestPhoneCode(of: caller, to: TestHub.phone(1), from: RequestOrigin())
            }
        }
    }

    @Test func `S6, S8: a code for a new number is its asker's alone, for three numbers a day in all sessions`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (caller, _) = try await home.hub.addSession(for: anna)
            let proof = try await home.codeTo(3, of: caller)
            let (other, _) = try await home.hub.addSession(for: bo)
            await #expect(throws: CodeRefusal.wrongCode) { try await home.change(other, proof) }
            await #expect(throws: CodeRefusal.wrongCode, "it opens nothing else") {
                try await home.hub.logIn(proof, password: nil, from: RequestOrigin())
            }
            for number in [4, 5] {
                let (session, _) = try await home.hub.addSession(for: anna)
                _ = try await home.codeTo(number, of: session)
            }
            await #expect(throws: CodeRefusal.self) { try await home.codeTo(6, of: caller) }
        }
    }

    @Test func `a child without a number gets none by itself`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let child = try await home.child(of: try await home.hub.family(of: anna).id, by: anna)
            let (caller, _) = try await home.hub.addSession(for: child.id)
            await #expect(throws: PhoneChangeRefusal.guardianDecides) { try await home.codeTo(5, of: caller) }
        }
    }

    @Test func `F58: when a member leaves, texts to their old and new number are deleted with the change`() async throws
    {
        try await TestHub.run { home in
            _ = try await home.member(9)
            let anna = try await home.member(1)
            let (caller, _) = try await home.hub.addSession(for: anna)
            _ = try await home.change(caller, try await home.codeTo(2, of: caller))
            try await home.leave(anna)
            for number in [1, 2] { #expect(try await home.texts(to: number).isEmpty) }
            let left = try await home.hub.database.read {
                try $0.first("SELECT count(*) FROM phone_change")?.integer(0)
            }
            #expect(left == 0)
        }
    }
}

extension TestHub {
    /// Has a code sent to the `number`th number, and reads it.
    @discardableResult
    fileprivate func codeTo(_ number: Int, of caller: AuthenticatedSession) async throws -> CodeProof {
        let ticket = try await hub.requestPhoneCode(of: caller, to: TestHub.phone(number), from: RequestOrigin())
        let text = try #require(try await texts(to: number).last)
        return CodeProof(verification: ticket.id, code: try #require(codeOfText(text)))
    }

    @discardableResult
    fileprivate func change(
        _ caller: AuthenticatedSession,
        _ proof: CodeProof,
        endingOthers: Bool = false
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        try await hub.changePhone(of: caller, by: proof, endingOthers: endingOthers, from: RequestOrigin())
    }

    /// The token of the link that a number got.
    fileprivate func undoLink(_ number: Int) async throws -> String? {
        try await texts(to: number).compactMap { $0.split(separator: "#link=").dropFirst().first.map(String.init) }.last
    }

    /// A passkey that was added at a moment.
    fileprivate static func passkeyAddedSince(_ member: ID<Member>, _ now: Timestamp) -> SQL {
        """
        INSERT INTO passkey (id, member, credential, public_key, sign_count, name, created_at)
        VALUES (x'0a', \(member.bytes), x'0b', x'0c', 0, 'thief', \(now.milliseconds))
        """
    }
}
