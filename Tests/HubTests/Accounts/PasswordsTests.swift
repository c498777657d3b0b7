import Bus
import Family
import Hub
import Messaging
import Storage
import Testing

@Suite struct PasswordsTests {
    private let new = "another long phrase"

    @Test func `S13: the old password sets a new one, and number and sessions are told`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (_, other) = try await home.hub.addSession(for: anna)
            let (caller, token) = try await home.hub.addSession(for: anna)
            await #expect(throws: PasswordRefusal.wrongPassword) {
                try await home.change(caller, .password("wrong"), to: new)
            }
            home.clock.advance(seconds: 300)
            await #expect(throws: ProofRefusal.needed([.password])) { try await home.change(caller, nil, to: new) }
            await #expect(throws: MemberRefusal.password([.notOwn])) {
                try await home.change(caller, .password(TestHub.password), to: "Member Member 1")
            }
            _ = try await home.published()
            let (changed, renewed) = try await home.change(caller, .password(TestHub.password), to: new)
            #expect(changed.member == anna)
            #expect(try await home.hub.caller(token: token) == nil, "S17: a new token at each proof")
            #expect(try await home.hub.caller(token: renewed) == changed)
            #expect(try await home.hub.caller(token: other) != nil)
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.passwordChanged])
            #expect(try await home.published().joined().contains(.notice(anna)))
            #expect(try await home.texts(to: 1).last?.contains("your password was changed") ?? false)
            #expect(try await home.refusal(password: TestHub.password, from: RequestOrigin()) == .wrongPhoneOrPassword)
            #expect(try await home.refusal(password: new, from: RequestOrigin()) == nil)
        }
    }

    @Test func `S13: the other sessions end and browsers are new again, where that is asked for`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.text: sender]) { home in
            let anna = try await home.member(1, password: TestHub.password)
            var mine = browser(1)
            var lost = browser(2)
            mine.devices = try await home.hub.remember(mine, for: anna)
            lost.devices = try await home.hub.remember(lost, for: anna)
            let (_, other) = try await home.hub.addSession(for: anna)
            let (caller, _) = try await home.hub.addSession(for: anna)
            let (changed, _) = try await home.hub.changePassword(
                of: caller,
                proof: .password(TestHub.password),
                to: new,
                endingOthers: true,
                from: mine
            )
            #expect(try await home.hub.caller(token: other) == nil)
            #expect(try await home.hub.sessions(of: anna).map(\.id) == [changed.session])
            mine.devices = try await home.hub.remember(mine, for: anna)
            #expect(try await home.refusal(password: new, from: mine) == nil)
            #expect(try await home.refusal(password: new, from: lost) == .secondFactorNeeded([.code]))
        }
    }

    @Test func `S13: an account without a password takes a fresh session or a code to its own number`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            _ = try await home.member(2)
            let (fresh, _) = try await home.hub.addSession(for: anna)
            home.clock.advance(seconds: 300)
            await #expect(throws: ProofRefusal.needed([.code])) { try await home.change(fresh, nil, to: new) }
            let other = try await home.proof(.login, for: 2)
            await #expect(throws: CodeRefusal.wrongCode) { try await home.change(fresh, .code(other), to: new) }
            let proof = try await home.proof(.login, for: 1)
            let (renewed, _) = try await home.change(fresh, .code(proof), to: new)
            home.clock.advance(seconds: 300)
            await #expect(throws: ProofRefusal.needed([.password]), "it has one now") {
                try await home.change(renewed, nil, to: new)
            }
            let bo = try await home.hub.addSession(for: try await home.member(3)).caller
            home.clock.advance(seconds: 299)
            _ = try await home.change(bo, nil, to: new)
        }
    }

    @Test func `S11: a recovery by text waits a day, tells sessions and contacts, and ends all sessions`() async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (bo, cleo) = (try await home.member(2), try await home.member(3))
            try await home.connect(viewer: bo, to: anna, number: 1, .place)
            let (_, session) = try await home.hub.addSession(for: anna)
            let proof = try await home.proof(.recover, for: 1)
            _ = try await home.published()
            let (token, readyAt, _) = try await home.hub.startRecovery(proof, from: RequestOrigin())
            #expect(readyAt.milliseconds(since: home.clock.now) == 86_400_000)
            #expect(Set(try await home.hub.notices(of: anna).map(\.kind)) == [.recoveryStarted, .codeUsed])
            let told = try #require(try await home.hub.notices(of: bo).first)
            #expect(told.kind == .contactRecovers && told.about == anna)
            #expect(try await home.hub.notices(of: cleo).isEmpty)
            #expect(Set(try await home.published().joined()) == [.notice(anna), .notice(bo)])
            #expect(try await home.hub.recovery(of: anna)?.readyAt == readyAt)

            home.clock.advance(seconds: 86_399)
            await #expect(throws: PasswordRefusal.waiting(retryAfterSeconds: 1)) {
                try await home.hub.finishRecovery(token: token, to: new)
            }
            home.clock.advance(seconds: 1)
            await #expect(throws: MemberRefusal.self) { try await home.hub.finishRecovery(token: token, to: "easy") }
            try await home.hub.finishRecovery(token: token, to: new)
            #expect(try await home.hub.caller(token: session) == nil)
            #expect(try await home.refusal(password: new, from: RequestOrigin()) == nil)
            await #expect(throws: PasswordRefusal.noRecovery) {
                try await home.hub.finishRecovery(token: token, to: new)
            }
        }
    }

    @Test func `S11: a recovery cannot be finished once its member cancels it or changes the password`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let first = try await home.hub.startRecovery(try await home.proof(.recover, for: 1), from: RequestOrigin())
            // Notices sort by their millisecond.
            home.clock.advance(milliseconds: 1)
            try await home.hub.cancelRecovery(of: anna)
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.recoveryCancelled, .recoveryStarted])
            await #expect(throws: PasswordRefusal.noRecovery) { try await home.hub.cancelRecovery(of: anna) }
            home.clock.advance(seconds: 86_400)
            await #expect(throws: PasswordRefusal.noRecovery) {
                try await home.hub.finishRecovery(token: first.token, to: new)
            }
            let second = try await home.hub.startRecovery(try await home.proof(.recover, for: 1), from: RequestOrigin())
            let (caller, _) = try await home.hub.addSession(for: anna)
            _ = try await home.change(caller, .password(TestHub.password), to: new)
            #expect(try await home.hub.recovery(of: anna) == nil)
            home.clock.advance(seconds: 86_400)
            await #expect(throws: PasswordRefusal.noRecovery) {
                try await home.hub.finishRecovery(token: second.token, to: "a third long phrase")
            }
        }
    }

    @Test func `S11: a recovery left unfinished for more than a week has expired`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let begun = try await home.hub.startRecovery(try await home.proof(.recover, for: 1), from: RequestOrigin())
            home.clock.advance(seconds: 8 * 86_400)
            #expect(try await home.hub.recovery(of: anna) == nil)
            await #expect(throws: PasswordRefusal.noRecovery) {
                try await home.hub.finishRecovery(token: begun.token, to: new)
            }
        }
    }
}

extension TestHub {
    fileprivate func change(
        _ caller: AuthenticatedSession,
        _ proof: Proof?,
        to new: String
    ) async throws -> (caller: AuthenticatedSession, token: String) {
        try await hub.changePassword(of: caller, proof: proof, to: new, endingOthers: false, from: RequestOrigin())
    }
}
