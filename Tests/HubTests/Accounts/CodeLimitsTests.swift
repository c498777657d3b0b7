import Family
import Hub
import SQL
import Storage
import Testing

@Suite struct CodeLimitsTests {
    @Test(arguments: [1, 9])
    func `S8: the next code comes after 30, 60, 120 and 300 seconds, for unknown numbers as well`(
        _ number: Int
    ) async throws {
        try await TestHub.run { home in
            _ = try await home.member(1)
            for seconds in [30, 60, 120, 300] {
                let ticket = try await home.ask(.login, for: number)
                #expect(ticket.resendAfterSeconds == seconds)
                #expect(try await home.wait(.login, for: number) == seconds)
                home.clock.advance(seconds: Int64(seconds) - 1)
                #expect(try await home.wait(.login, for: number) == 1)
                home.clock.advance(seconds: 1)
            }
            _ = try await home.ask(.login, for: number)
            #expect(try await home.wait(.login, for: number) == 300, "the fifth in ten minutes")
        }
    }

    @Test func `S8: five for a number in ten minutes, ten in a day`() async throws {
        try await TestHub.run({ $0.codes.perNetworkAnHour = 1_000 }) { home in
            var given = 0
            var waits: [Int] = []
            // Whoever comes back as soon as they may, for a day.
            let end = home.clock.now.advanced(bySeconds: 86_000)
            while home.clock.now < end {
                if let wait = try await home.wait(.login, for: 9) {
                    waits.append(wait)
                    home.clock.advance(seconds: Int64(wait))
                } else {
                    given += 1
                }
            }
            #expect(given == 10)
            #expect((waits.last ?? 0) > 70_000, "until the first of them is a day old")
        }
    }

    @Test func `S8: ten from one network in an hour, whatever their numbers and browsers`() async throws {
        try await TestHub.run { home in
            for number in 1...10 {
                var origin = browser(UInt8(number))
                origin.network = [10, 0, 0]
                _ = try await home.ask(.login, for: number, from: origin)
            }
            var origin = browser(11)
            origin.network = [10, 0, 0]
            #expect(try await home.wait(.login, for: 11, from: origin) == 3_600)
            #expect(try await home.wait(.login, for: 11, from: browser(12)) == nil, "another network")
        }
    }

    @Test func `S8: three numbers from one browser in a day`() async throws {
        try await TestHub.run { home in
            for number in 1...3 { _ = try await home.ask(.login, for: number, from: browser(1)) }
            home.clock.advance(seconds: 3_600)
            #expect(try await home.wait(.login, for: 4, from: browser(1)) == 86_400 - 3_600)
            #expect(try await home.wait(.login, for: 2, from: browser(1)) == nil, "one of the three")
        }
    }

    @Test func `S8: after the hub's hundred codes a day, members and strangers get the same refusal`() async throws {
        #expect(CodeLimits().textsADay == 100, "three are enough to see it")
        try await TestHub.run({
            $0.codes.perNetworkAnHour = 1_000
            $0.codes.textsADay = 3
        }) { home in
            for number in 1...4 { _ = try await home.member(number) }
            for number in 1...3 { _ = try await home.ask(.login, for: number) }
            for number in [4, 9] {
                #expect(try await home.codeRefusal { _ = try await home.ask(.login, for: number) } == .textsPaused)
            }
            home.clock.advance(seconds: 86_400)
            _ = try await home.ask(.login, for: 4)
        }
    }

    @Test func `S8: when hardly any sent code is used, the hub stops sending codes`() async throws {
        try await TestHub.run({ $0.codes.perNetworkAnHour = 1_000 }) { home in
            for number in 1...30 { _ = try await home.member(number) }
            for number in 1...20 {
                let proof = try await home.proof(.login, for: number)
                if number <= 5 { _ = try await home.hub.logIn(proof, password: nil, from: RequestOrigin()) }
            }
            #expect(try await home.codeRefusal { _ = try await home.ask(.login, for: 21) } == nil, "still on their way")
            home.clock.advance(seconds: 600)
            #expect(try await home.codeRefusal { _ = try await home.ask(.login, for: 22) } == .textsPaused)
        }
    }

    @Test func `S8: three times as many codes as usual stop the texts`() async throws {
        try await TestHub.run({ $0.codes.perNetworkAnHour = 1_000 }) { home in
            for number in 1...60 { _ = try await home.member(number) }
            // A week with seventy codes: ten a day.
            for day in 0..<7 {
                for number in 1...10 {
                    let proof = try await home.proof(.login, for: day % 2 * 10 + number)
                    _ = try await home.hub.logIn(proof, password: nil, from: RequestOrigin())
                }
                home.clock.advance(seconds: 86_400)
            }
            for number in 21...50 {
                let proof = try await home.proof(.login, for: number)
                _ = try await home.hub.logIn(proof, password: nil, from: RequestOrigin())
            }
            #expect(try await home.codeRefusal { _ = try await home.ask(.login, for: 51) } == .textsPaused)
        }
    }
}

extension TestHub {
    /// Asks for a code; the seconds to wait where that is too soon.
    fileprivate func wait(
        _ purpose: CodePurpose,
        for number: Int,
        from origin: RequestOrigin = RequestOrigin()
    ) async throws -> Int? {
        let refusal = try await codeRefusal { _ = try await ask(purpose, for: number, from: origin) }
        guard case .tooSoon(let seconds) = refusal else { return nil }
        return seconds
    }
}
