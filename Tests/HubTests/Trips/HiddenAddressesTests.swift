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
