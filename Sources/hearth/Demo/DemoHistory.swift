import Demo
import Family
import Hub

/// Five weeks of a family's money and gold, made day by day by the hub's own functions at the times of then.
struct DemoHistory {
    private static let days: Int64 = 35
    /// Days on which children did what they were given.
    private static let busyDays: Int64 = 9

    private let family: DemoFamily
    private let hub: Hub
    private let clock: DemoClock
    private let today: Int64

    /// What the time has to be where the history begins.
    static func beginning(_ now: Timestamp) -> Timestamp {
        LocalTime(day: LocalTime(now).day - days, millisecondOfDay: 8 * 3_600_000).moment
    }

    /// Lives it, and leaves the clock standing at its last evening.
    @discardableResult
    init(of family: DemoFamily, until now: Timestamp, on hub: Hub, by clock: DemoClock) async throws {
        (self.family, self.hub, self.clock) = (family, hub, clock)
        today = LocalTime(now).day
        let money = try await DemoMoney(of: family, on: hub)
        let store = try await DemoStore(of: family, on: hub)
        for daysAgo in (1...DemoHistory.days).reversed() {
            clock.stand(at: time(daysAgo, hour: 16))
            await hub.handleMoneyDeadlines()
            try await money.spend(daysAgo)
            guard daysAgo <= DemoHistory.busyDays else { continue }
            try await work(daysAgo)
            try await store.trade(daysAgo)
        }
    }

    private func time(_ daysAgo: Int64, hour: Int64) -> Timestamp {
        LocalTime(day: today - daysAgo, millisecondOfDay: hour * 3_600_000).moment
    }

    private static let chores = [
        ("Lay the table", 10), ("Take the paper out", 15), ("Feed the rabbits", 20), ("Hang up the washing", 25),
        ("Clean the bicycle", 30),
    ]

    /// Most days each child does one thing, which a parent agrees to in the evening.
    private func work(_ daysAgo: Int64) async throws {
        let giver = family.members[0]
        for (number, child) in family.children.enumerated() where (Int(daysAgo) + number) % 4 != 0 {
            clock.stand(at: time(daysAgo, hour: 16))
            let (name, minutes) = DemoHistory.chores[(Int(daysAgo) * 2 + number) % DemoHistory.chores.count]
            let request = MissionRequest(name: family.spoken(name), minutes: minutes, assignee: child)
            let mission = try await hub.addMission(hub.outside.newID(), by: giver, request).mission.id
            clock.stand(at: time(daysAgo, hour: 17))
            _ = try await hub.decide(.claim, on: 0, of: mission, version: 1, by: child)
            clock.stand(at: time(daysAgo, hour: 19))
            _ = try await hub.decide(.approve(gold: nil), on: 0, of: mission, version: 2, by: giver)
        }
    }
}
