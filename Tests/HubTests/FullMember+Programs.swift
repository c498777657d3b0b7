import Family
import Hub
import Testing

extension TestHub {
    /// What other programs send for a member, or read of them: a clock on a wall, a calendar, a collar by a Traccar server.
    func addPrograms(of member: ID<Member>) async throws {
        _ = try await hub.addClockLink(for: member)
        try await hub.setOnWalls(member, true)
        try await addLiveLink(of: member)
        let (caller, _) = try await hub.addSession(for: member)
        _ = try await hub.addCalendarLink(hub.outside.newID(), for: caller, missions: true, trips: true)
        let bridge = hub.outside.newID(of: Device.self)
        let (_, token) = try await hub.addDevice(bridge, for: member, name: "Traccar", as: .traccarServer)
        let server = try #require(try await hub.credential(token: Array(token.utf8)))
        let thing = hub.outside.newID(of: Device.self)
        _ = try await hub.addDevice(thing, for: member, name: "Bella", as: .thing)
        _ = try await hub.sender(ofTracker: "collar-1", name: "Bella", by: server, receivedAt: clock.now)
        let offered = try await hub.devices(of: member).flatMap { $0.trackers ?? [] }
        _ = try await hub.bindTracker(try #require(offered.first).id, by: bridge, to: thing, of: member)
        let collar = try #require(
            try await hub.sender(ofTracker: "collar-1", name: "Bella", by: server, receivedAt: clock.now)
        )
        await send(berlin, from: collar)
    }
}
