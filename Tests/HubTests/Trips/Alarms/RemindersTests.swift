import Family
import Hub
import Testing

/// F42: whoever shares for long is reminded of it.
@Suite struct RemindersTests {
    private func reminders(_ home: TestHub, _ member: ID<Member>) async throws -> Int {
        try await home.hub.notices(of: member).count { $0.kind == .sharingReminder }
    }

    @Test func `F42: a share is reminded of after seven days, and each seven days again, once`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.connect(viewer: bo, to: anna, number: 1, .place)
            for day in 1...22 {
                home.clock.advance(seconds: 86_400)
                await home.hub.forgetWhatIsOld()
                #expect(try await reminders(home, anna) == (day < 7 ? 0 : 1), "day \(day)")
                if day % 7 == 0 {
                    #expect(try await home.hub.notices(of: anna).first?.at == home.clock.now)
                }
            }
            #expect(try await reminders(home, bo) == 0, "who sees is not reminded")
        }
    }

    @Test(arguments: [1, 30])
    func `F42: the days are the member's own choice`(_ days: Int) async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            try await home.hub.setReminderDays(of: anna, days)
            home.clock.advance(seconds: Int64(days) * 86_400 - 60)
            await home.hub.forgetWhatIsOld()
            #expect(try await reminders(home, anna) == 0)
            home.clock.advance(seconds: 700)
            await home.hub.forgetWhatIsOld()
            #expect(try await reminders(home, anna) == 1)
        }
    }

    @Test func `F42: a member whose only share has expired is not reminded`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let soon = home.clock.now.advanced(bySeconds: 86_400)
            try await home.connect(viewer: bo, to: anna, number: 1, .exact, until: soon)
            home.clock.advance(seconds: 8 * 86_400)
            await home.hub.forgetWhatIsOld()
            #expect(try await reminders(home, anna) == 0)
        }
    }
}
