import Crypto
import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// S33: new keys in a running hub, without anybody being logged out or anything being lost.
@Suite struct KeyRotationTests {
    @Test func `S33: a new pepper leaves passwords good, and each is hashed under it when it is next given`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (_, token) = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            let before = try await home.passwordHash(of: anna)
            try home.hub.rotateKeys()
            #expect(try await home.hub.caller(token: token)?.member == anna, "nobody is logged out")
            await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                try await home.hub.logIn(phone: TestHub.phone(1), password: "another long phrase")
            }
            #expect(try await home.passwordHash(of: anna) == before)
            home.clock.advance(seconds: 60)
            _ = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            let after = try await home.passwordHash(of: anna)
            #expect(after.hasPrefix("1$argon2id$"))
            try home.hub.rotateKeys()
            home.clock.advance(seconds: 60)
            _ = try await home.restarted().hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            #expect(try await home.passwordHash(of: anna).hasPrefix("2$argon2id$"))
        }
    }

    @Test func `S33: codes that were given out before new keys still open what they were for`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            // A code by text, and one that is told.
            let proof = try await home.proof(.login, for: 1)
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .place, shareExpiresAt: nil)
            try home.hub.rotateKeys()
            _ = try await home.hub.logIn(proof, password: nil, from: RequestOrigin())
            _ = try await home.hub.connect(home.hub.outside.newID(), viewer: bo, phone: TestHub.phone(1), code: code)
            #expect(try await home.hub.grants(of: bo).contains { $0.subject == anna })
        }
    }

    @Test func `S33: a browser is vouched for with the key it knows, and with the new one once it resubscribes`()
        async throws
    {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.push: sender]) { home in
            let (caller, _) = try await home.hub.addSession(for: try await home.member(1))
            let first = home.hub.pushKey
            try await home.subscribe(caller)
            try home.hub.rotateKeys()
            #expect(home.hub.pushKey != first)
            home.clock.advance(seconds: 60)
            try await home.hub.tryPush(caller)
            try await home.hub.sendMessages()
            #expect(sender.tries.map { PushAddress(text: $0.to)?.voucherKey } == [nil, nil], "nil is the hub's first")
            try await home.subscribe(caller)
            try await home.hub.sendMessages()
            #expect(sender.tries.last.flatMap { PushAddress(text: $0.to)?.voucherKey } == home.hub.pushKey)
        }
    }

    @Test func `S33: new keys are a line of the security log`() async throws {
        try await TestHub.run { home in
            try home.hub.rotateKeys()
            let events = try await home.hub.securityEvents(after: 0)
            #expect(events.map(\.kind) == ["keysRotated"])
        }
    }
}

extension TestHub {
    fileprivate func passwordHash(of member: ID<Member>) async throws -> String {
        try #require(try await hub.database.read { try $0.member(member)?.passwordHash })
    }
}
