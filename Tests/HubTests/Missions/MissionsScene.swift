import Family
import Hub

extension TestHub {
    /// An adult, and a child of her family.
    func annaAndMira() async throws -> (anna: ID<Member>, mira: ID<Member>) {
        let anna = try await member(1)
        return (anna, try await child(of: try await hub.family(of: anna).id, by: anna).id)
    }

    func mission(
        _ name: String,
        _ minutes: Int,
        of assignee: ID<Member>?,
        by member: ID<Member>
    ) async throws -> ID<Mission> {
        clock.advance(milliseconds: 1)
        let request = MissionRequest(name: name, minutes: minutes, assignee: assignee)
        return try await hub.addMission(hub.outside.newID(), by: member, request).mission.id
    }

    func start(_ mission: ID<Mission>, by member: ID<Member>) async throws -> FocusSession {
        try await hub.startFocus(hub.outside.newID(), for: 0, of: mission, by: member).session
    }

    func item(_ name: String, _ price: Int, stock: Int64, by member: ID<Member>) async throws -> ID<
        StoreItem
    > {
        clock.advance(milliseconds: 1)
        let request = StoreItemRequest(name: name, price: Amount(UInt128(price)), stock: stock)
        return try await hub.addStoreItem(hub.outside.newID(), by: member, request).item.id
    }

    func buy(_ item: ID<StoreItem>, by member: ID<Member>) async throws -> Purchase {
        try await hub.buy(item, hub.outside.newID(), by: member).purchase
    }

    /// Lets time pass, and the scheduler do what is due then.
    func pass(seconds: Int64) async {
        clock.advance(seconds: seconds)
        await hub.handleFocusDeadlines()
        await hub.handlePurchaseDeadlines()
        await hub.handleMissionDays()
    }

    /// What a member can spend.
    func gold(of member: ID<Member>) async throws -> UInt128 {
        try await hub.wallet(of: member).accounts.filter { $0.asset == .gold }.map(\.available.units).reduce(0, +)
    }

    /// Why nothing was done; nil where it was.
    func missionsRefusal<Answer: Sendable>(
        _ body: @Sendable () async throws -> Answer
    ) async -> MissionsRefusal? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? MissionsRefusal
        }
    }
}
