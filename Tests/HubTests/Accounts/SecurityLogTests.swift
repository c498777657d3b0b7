import Bus
import Crypto
import Family
import Hub
import SQL
import Storage
import Testing

@Suite struct SecurityLogTests {
    private let network: [UInt8] = [203, 0, 113]

    private func kinds(_ home: TestHub, of member: ID<Member>? = nil) async throws -> [String] {
        try await home.hub.securityEvents(of: member).map { event in
            event.about.map { "\(event.kind) \($0)" } ?? event.kind
        }
    }

    @Test func `S37: log-ins, refusals and changes are logged with their time, without names or numbers`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let bo = try await home.member(2)
            let origin = RequestOrigin(network: network)
            await #expect(throws: LogInRefusal.self) {
                try await home.hub.logIn(phone: TestHub.phone(1), password: "wrong", from: origin)
            }
            let (caller, _) = try await home.hub.logIn(
                phone: TestHub.phone(1),
                password: TestHub.password,
                from: origin
            )
            let device = try await home.device(of: anna)
            try await home.hub.revokeDevice(device.device, of: anna)
            _ = try await home.hub.endSession(caller.session, of: anna)
            try await home.hub.disableMember(bo)
            #expect(
                try await kinds(home) == [
                    "memberAdded", "memberAdded", "logInRefused wrongPassword", "logIn newBrowser", "deviceAdded",
                    "deviceRevoked", "sessionEnded", "memberDisabled",
                ]
            )
            #expect(try await kinds(home, of: bo) == ["memberAdded", "memberDisabled"])
            let events = try await home.hub.securityEvents()
            #expect(events.allSatisfy { $0.at == home.clock.now || $0.at < home.clock.now })
            #expect(Set(events.compactMap(\.member)).count == 2)
            #expect(Set(events.compactMap(\.network)).count == 1)
            let text = events.map { "\($0)" }.joined()
            for secret in [anna.text, bo.text, TestHub.phone(1), "Member 1", "wrong "] {
                #expect(!text.contains(secret), "\(secret)")
            }
            #expect(try await home.hub.securityEvents(after: events[5].id).count == 2)
        }
    }

    @Test func `S37: the log only grows, until a line is ninety days old`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            _ = try await home.hub.securityEvents()
            await #expect(throws: StorageError.self) {
                try await home.hub.database.transaction { try $0.run("UPDATE security_event SET kind = 'logIn'") }
            }
            await #expect(throws: StorageError.self) {
                try await home.hub.database.transaction { try $0.run("DELETE FROM security_event") }
            }
            home.clock.advance(seconds: 89 * 86_400)
            await home.hub.forgetWhatIsOld()
            #expect(try await kinds(home) == ["memberAdded"])
            home.clock.advance(seconds: 86_400 + 600)
            _ = try await home.member(2)
            await home.hub.forgetWhatIsOld()
            #expect(try await kinds(home).count == 1, "the older one is gone")
        }
    }

    @Test func `S37: refused requests from one network write only a limited number of log lines`() async throws {
        try await TestHub.run { home in
            for _ in 1...200 {
                try await home.hub.noteDenied("place notFound", token: "nonsense", from: network)
            }
            #expect(try await kinds(home).count == 30)
            try await home.hub.noteDenied("place notFound", token: "nonsense", from: [198, 51, 100])
            #expect(try await kinds(home).count == 31, "another network")
            home.clock.advance(seconds: 60)
            for _ in 1...200 {
                try await home.hub.noteDenied("place notFound", token: "nonsense", from: network)
            }
            #expect(try await kinds(home).count == 37)
        }
    }

    @Test func `S38: where the log cannot be written, notices are told, fixes taken and log-ins answered as before`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let device = try await home.device(of: anna)
            _ = try await home.hub.securityEvents()
            try await home.hub.database.transaction {
                try $0.run("ALTER TABLE security_event RENAME TO security_event_away")
            }
            _ = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            #expect(try await home.hub.notices(of: anna).map(\.kind) == [.newLogIn], "an alarm is told all the same")
            guard case .success = await home.send(berlin, from: device) else {
                Issue.record("a fix was not taken")
                return
            }
            await #expect(throws: LogInRefusal.self, "and nobody gets in who should not") {
                try await home.hub.logIn(phone: TestHub.phone(1), password: "wrong")
            }
            await home.hub.closeSecurityLog()
            #expect(home.log.text.contains("the security log could not be written"))
            try await home.hub.database.transaction {
                try $0.run("ALTER TABLE security_event_away RENAME TO security_event")
            }
            #expect(
                try await kinds(home) == [
                    "memberAdded", "deviceAdded", "logIn newBrowser", "logInRefused wrongPassword",
                ],
                "what could not be written is written later"
            )
        }
    }

    @Test func `S4: a restart forgets no wrong password, and the right one forgets them for good`() async throws {
        try await TestHub.run { home in
            _ = try await home.member(1, password: TestHub.password)
            for _ in 1...4 {
                await #expect(throws: LogInRefusal.self) {
                    try await home.hub.logIn(phone: TestHub.phone(1), password: "wrong")
                }
                home.clock.advance(seconds: 1)
            }
            let again = try await home.restarted()
            await #expect(throws: LogInRefusal.tooManyTries(retryAfterSeconds: 1)) {
                try await again.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            }
            home.clock.advance(seconds: 2)
            _ = try await again.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            let third = try await home.restarted()
            await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                try await third.hub.logIn(phone: TestHub.phone(1), password: "wrong")
            }
        }
    }
}
