import Family
import Hub
import SQL
import Storage
import Testing

extension HiddenAlarmsTests {
    /// How a hidden adult came to be known by an address that is not their account's.
    enum Given: CaseIterable {
        /// A code was asked for, and never typed.
        case claimedNumber
        /// Theirs until they changed it.
        case formerNumber
        case claimedMail
    }

    private static let (other, mail) = ("+41446689003", "bo@example.org")

    @Test(arguments: Given.allCases)
    func `F91: a hidden adult is not called as a contact by any number or mail that they ever gave`(_ given: Given)
        async throws
    {
        for isHidden in [true, false] {
            try await run(isHidden: isHidden) { scene in
                let (caller, _) = try await scene.hub.addSession(for: scene.bo)
                var known = Self.other
                switch given {
                case .claimedNumber:
                    _ = try await scene.hub.requestPhoneCode(of: caller, to: Self.other, from: RequestOrigin())
                case .formerNumber:
                    known = TestHub.phone(2)
                    try await scene.hub.database.transaction { transaction in
                        // Long since changed: nothing else of it is left.
                        try transaction.run(
                            "UPDATE member SET phone_lookup = NULL, phone_sealed = NULL WHERE id = \(scene.bo.bytes)"
                        )
                    }
                case .claimedMail:
                    known = Self.mail
                    _ = try await scene.hub.requestMailCode(of: caller, to: Self.mail)
                }
                try await scene.contact(known)
                _ = try await scene.help()
                await scene.pass(seconds: 600)
                let alarms = try await scene.texts(of: known).count { $0.contains("/follow#") }
                #expect(alarms == (isHidden ? 0 : 1))
            }
        }
    }

    @Test func `F91: an address that another member had proved before a hidden adult claimed it is called as ever`()
        async throws
    {
        try await run { scene in
            _ = try await scene.test.member(3)
            let (caller, _) = try await scene.hub.addSession(for: scene.bo)
            _ = try await scene.hub.requestPhoneCode(of: caller, to: TestHub.phone(3), from: RequestOrigin())
            try await scene.contact(TestHub.phone(3))
            _ = try await scene.help()
            await scene.pass(seconds: 600)
            #expect(try await scene.texts(of: TestHub.phone(3)).contains { $0.contains("/follow#") })
        }
    }

    @Test func `F91: a contact who agreed before a hidden adult only claimed their number is called as ever`()
        async throws
    {
        try await run { scene in
            try await scene.contact(Self.other)
            scene.test.clock.advance(seconds: 60)
            let (caller, _) = try await scene.hub.addSession(for: scene.bo)
            _ = try await scene.hub.requestPhoneCode(of: caller, to: Self.other, from: RequestOrigin())
            _ = try await scene.help()
            await scene.pass(seconds: 600)
            #expect(try await scene.texts(of: Self.other).count { $0.contains("/follow#") } == 1)
            // Once proved, the number is theirs.
            let (later, _) = try await scene.hub.addSession(for: scene.bo)
            let ticket = try await scene.hub.requestPhoneCode(of: later, to: Self.other, from: RequestOrigin())
            let code = try #require(try await scene.texts(of: Self.other).compactMap(codeOfText).last)
            let proof = CodeProof(verification: ticket.id, code: code)
            _ = try await scene.hub.changePhone(of: later, by: proof, endingOthers: false, from: RequestOrigin())
            _ = try await scene.help(.sos)
            await scene.pass(seconds: 600)
            #expect(try await scene.texts(of: Self.other).count { $0.contains("/follow#") } == 1)
        }
    }

    @Test func `F91: a member with an unproved number sees on where a hidden adult claims it later`() async throws {
        try await run { scene in
            let family = try await scene.hub.family(of: scene.anna).id
            let eve = try await scene.test.child(of: family, by: scene.anna, birthYear: 2012).id
            let hash: [UInt8] = [9, 1]
            try await scene.hub.database.transaction { transaction in
                let at = scene.test.clock.now
                try transaction.addGivenAddress(hash, of: eve, isProved: false, at: at)
                try transaction.addGivenAddress(hash, of: scene.bo, isProved: false, at: at.advanced(bySeconds: 60))
                #expect(try transaction.accounts(like: scene.bo) == [scene.bo])
                #expect(try !transaction.gave(hash, scene.bo) && transaction.gave(hash, eve))
            }
        }
    }

    @Test
    func `F91: another account with a number that a hidden adult gave is hidden from too, by view, alarm and drill`()
        async throws
    {
        try await run { scene in
            let (caller, _) = try await scene.hub.addSession(for: scene.bo)
            _ = try await scene.hub.requestPhoneCode(of: caller, to: TestHub.phone(3), from: RequestOrigin())
            let second = try await scene.test.member(3)
            try await scene.test.letSee(second, [scene.leo])
            #expect(try await scene.test.view(of: scene.leo, for: second)?.position == nil)
            #expect(try await scene.test.view(of: scene.leo, for: scene.anna)?.position != nil)
            await #expect(throws: SafetyRefusal.notWatching) { try await scene.hub.startDrill([second], by: scene.leo) }
            _ = try await scene.help()
            await scene.pass(seconds: 600)
            #expect(try await !scene.texts(of: TestHub.phone(3)).contains { $0.contains("/follow#") })
            #expect(try await scene.texts(to: 1) > 0)
        }
    }
}
