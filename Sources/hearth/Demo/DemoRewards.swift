import Demo
import Family
import Hub

/// What the demo's family has to do now.
struct DemoRewards {
    private let hub: Hub
    private let family: DemoFamily
    /// An adult, who gives and approves.
    private let giver: ID<Member>

    /// Fills the lists of an adult and the children; one thing each is done and paid, and one waits for a word.
    @discardableResult
    init(of family: DemoFamily, on hub: Hub) async throws {
        (self.hub, self.family, giver) = (hub, family, family.members[0])
        let children = family.children
        for child in children {
            let workdays = MissionRepeat(every: .workday, from: .due)
            _ = try await add(
                MissionRequest(
                    name: family.spoken("Empty the dishwasher"),
                    minutes: 10,
                    assignee: child,
                    repeats: workdays
                )
            )
            let daily = MissionRepeat(every: .day, from: .due)
            let cello = MissionRequest(
                name: family.spoken("Practise the cello"),
                minutes: 20,
                priority: .high,
                assignee: child,
                repeats: daily
            )
            _ = try await hub.addMission(hub.outside.newID(), by: child, cello)
            let done = try await add(MissionRequest(name: family.spoken("Tidy the hall"), minutes: 15, assignee: child))
            _ = try await hub.decide(.claim, on: 0, of: done, version: 1, by: child)
            _ = try await hub.decide(.approve(gold: nil), on: 0, of: done, version: 2, by: giver)
        }
        if let youngest = children.last {
            let waiting = try await add(
                MissionRequest(name: family.spoken("Sweep the yard"), minutes: 20, assignee: youngest)
            )
            _ = try await hub.decide(.claim, on: 0, of: waiting, version: 1, by: youngest)
        }
        _ = try await add(
            MissionRequest(name: family.spoken("Water the plants"), minutes: 5, priority: .low, assignee: nil)
        )
        _ = try await add(MissionRequest(name: family.spoken("Read a book"), minutes: 30, assignee: giver))
    }

    private func add(_ request: MissionRequest) async throws -> ID<Mission> {
        try await hub.addMission(hub.outside.newID(), by: giver, request).mission.id
    }
}
