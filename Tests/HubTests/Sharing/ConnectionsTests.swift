import Bus
import Family
import Hub
import Storage
import Testing

@Suite struct ConnectionsTests {
    private let expected = ConnectionRefusal.wrongPhoneOrCode

    @Test func `F34: a connection is made by the subject's own code, at the level it carries`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let end = home.clock.now.advanced(bySeconds: 3_600)
            let (code, expiresAt) = try await home.hub.makeConnectCode(
                for: anna,
                precision: .coarse,
                shareExpiresAt: end
            )
            #expect(code.filter(\.isLetter).count + code.filter(\.isNumber).count == 8)
            #expect(expiresAt == home.clock.now.advanced(bySeconds: 86_400))
            _ = try await home.published()
            let typed = " " + code.lowercased() + " "
            let row = try await home.hub.connect(
                home.hub.outside.newID(),
                viewer: bo,
                phone: TestHub.phone(1),
                code: typed
            )
            #expect(row.subject == anna && row.precision == .coarse && row.expiresAt == end)
            #expect(
                try await home.published() == [
                    [.connections(viewer: bo), .connections(viewer: anna)], [.notice(anna)],
                ],
                "both sides are told at once"
            )
            #expect(try await home.hub.connections(of: bo).seen.map(\.consent.subject) == [anna])
            #expect(try await home.hub.connections(of: anna).seers.map(\.consent.viewer) == [bo])
            #expect(try await home.hub.connections(of: anna).seen.isEmpty, "seeing goes one way")
        }
    }

    @Test func `F34: a code works once`() async throws {
        try await TestHub.run { home in
            let (anna, bo, cleo) = (try await home.member(1), try await home.member(2), try await home.member(3))
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            let phone = TestHub.phone(1)
            _ = try await home.hub.connect(home.hub.outside.newID(), viewer: bo, phone: phone, code: code)
            for viewer in [bo, cleo] {
                await #expect(throws: expected) {
                    try await home.hub.connect(home.hub.outside.newID(), viewer: viewer, phone: phone, code: code)
                }
            }
        }
    }

    @Test func `F34: a code runs out after a day, and a new one kills the old`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (old, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            let phone = TestHub.phone(1)
            await #expect(throws: expected) {
                try await home.hub.connect(home.hub.outside.newID(), viewer: bo, phone: phone, code: old)
            }
            home.clock.advance(seconds: 86_400)
            await #expect(throws: expected) {
                try await home.hub.connect(home.hub.outside.newID(), viewer: bo, phone: phone, code: code)
            }
        }
    }

    @Test func `S48: a code outlives 1 000 wrong guesses of others`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            var guessers: [ID<Member>] = []
            for number in 3...52 { guessers.append(try await home.member(number)) }
            let phone = TestHub.phone(1)
            for _ in 1...4 {
                for guesser in guessers {
                    for _ in 1...5 {
                        await #expect(throws: expected) {
                            try await home.hub.connect(
                                home.hub.outside.newID(),
                                viewer: guesser,
                                phone: phone,
                                code: "AAAA-AAAA"
                            )
                        }
                    }
                }
                home.clock.advance(seconds: 3_600)
            }
            _ = try await home.hub.connect(home.hub.outside.newID(), viewer: bo, phone: phone, code: code)
        }
    }

    @Test func `S48: five wrong codes an hour and twenty a day stop the guesser, even with the right one`() async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            var wrong = 0
            for hour in 1...4 {
                for number in 1...5 {
                    // Another network and another start of the page help nobody.
                    #expect(try await home.guess(bo, "AAAA-AAAA", from: browser(UInt8(number))) == expected)
                    wrong += 1
                }
                let wait = hour == 4 ? 86_400 - 3 * 3_600 : 3_600
                #expect(
                    try await home.guess(bo, code, from: browser(9)) == .tooManyGuesses(retryAfterSeconds: wait),
                    "after \(wrong)"
                )
                if hour < 4 { home.clock.advance(seconds: 3_600) }
            }
            home.clock.advance(seconds: 3_600)
            #expect(try await home.guess(bo, code, from: browser(9)) != nil, "the day is not over")
        }
    }

    @Test func `S48: a network too has five guesses an hour, and a member who made none there can connect`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            for number in 2...6 {
                let guesser = try await home.member(number)
                #expect(try await home.guess(guesser, "AAAA-AAAA", from: browser(1)) == expected)
            }
            let sixth = try await home.member(7)
            #expect(try await home.guess(sixth, "AAAA-AAAA", from: browser(1)) == expected, "heard once")
            #expect(try await home.guess(sixth, code, from: browser(1)) == .tooManyGuesses(retryAfterSeconds: 3_600))
            let innocent = try await home.member(8)
            #expect(try await home.guess(innocent, code, from: browser(1)) == nil)
        }
    }

    @Test func `an unknown number, a wrong code and another member's code get the same answer`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            for (phone, code) in [
                (TestHub.phone(9), code), (TestHub.phone(1), "00000000"), (TestHub.phone(2), code),
                (TestHub.phone(1), ""),
            ] {
                await #expect(throws: expected) {
                    try await home.hub.connect(home.hub.outside.newID(), viewer: bo, phone: phone, code: code)
                }
            }
            await #expect(throws: ConnectionRefusal.oneself) {
                let phone = TestHub.phone(1)
                return try await home.hub.connect(home.hub.outside.newID(), viewer: anna, phone: phone, code: code)
            }
        }
    }

    @Test func `a repeat of the same request answers as the first did, another one is refused`() async throws {
        try await TestHub.run { home in
            let (anna, bo, cleo) = (try await home.member(1), try await home.member(2), try await home.member(3))
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            let id = home.hub.outside.newID(of: Connection.self)
            let phone = TestHub.phone(1)
            let first = try await home.hub.connect(id, viewer: bo, phone: phone, code: code)
            let again = try await home.hub.connect(id, viewer: bo, phone: phone, code: code.lowercased())
            #expect(again == first)
            for (viewer, code) in [(bo, "00000000"), (cleo, code)] {
                await #expect(throws: ConnectionRefusal.idUsedOtherwise) {
                    try await home.hub.connect(id, viewer: viewer, phone: phone, code: code)
                }
            }
        }
    }

    @Test func `only the subject changes a connection, and either side ends it`() async throws {
        try await TestHub.run { home in
            let (anna, bo, cleo) = (try await home.member(1), try await home.member(2), try await home.member(3))
            let row = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            _ = try await home.published()
            for stranger in [bo, cleo] {
                await #expect(throws: ConnectionRefusal.notFound) {
                    try await home.hub.changeConnection(row.id, by: stranger, precision: .exact, expiresAt: nil)
                }
            }
            let changed = try await home.hub.changeConnection(row.id, by: anna, precision: .place, expiresAt: nil)
            #expect(changed.consent.precision == .place)
            #expect(try await home.hub.grants(of: bo).last?.precision == .place)
            #expect(try await home.published() == [[.connections(viewer: bo), .connections(viewer: anna)]])
            await #expect(throws: ConnectionRefusal.notFound) { try await home.hub.endConnection(row.id, by: cleo) }
            try await home.hub.endConnection(row.id, by: bo)
            await #expect(throws: ConnectionRefusal.notFound) { try await home.hub.endConnection(row.id, by: anna) }
            #expect(try await home.hub.grants(of: bo).map(\.subject) == [bo])
        }
    }

    @Test func `F40: an expired connection is gone from both sides by itself`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let end = home.clock.now.advanced(bySeconds: 60)
            try await home.connect(viewer: bo, to: anna, number: 1, .exact, until: end)
            let device = try await home.device(of: anna)
            await home.send(berlin, from: device)
            #expect(try await home.view(of: anna, for: bo)?.position != nil)
            home.clock.advance(seconds: 60)
            #expect(try await home.view(of: anna, for: bo) == nil)
            #expect(try await home.hub.connections(of: bo).seen.isEmpty)
            #expect(try await home.hub.connections(of: anna).seers.isEmpty)
            await #expect(throws: SubjectRefusal.notFound) { try await home.track(of: anna, for: bo) }
        }
    }

    @Test func `a code that shares nothing, or ends in the past, is refused`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            await #expect(throws: ConnectionRefusal.nothingToShare) {
                try await home.hub.makeConnectCode(for: anna, precision: .off, shareExpiresAt: nil)
            }
            await #expect(throws: ConnectionRefusal.expiryInThePast) {
                let now = home.clock.now
                return try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: now)
            }
        }
    }
}

extension TestHub {
    /// The refusal that a connect code of the first member comes to; nil where it connects.
    fileprivate func guess(_ viewer: ID<Member>, _ code: String, from origin: RequestOrigin) async throws
        -> ConnectionRefusal?
    {
        do {
            let phone = TestHub.phone(1)
            _ = try await hub.connect(hub.outside.newID(), viewer: viewer, phone: phone, code: code, from: origin)
            return nil
        } catch let refusal as ConnectionRefusal {
            return refusal
        }
    }
}
