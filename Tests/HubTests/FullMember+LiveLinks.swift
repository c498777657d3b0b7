import Family
import Hub

extension TestHub {
    /// A live link, with a browser that looked by it.
    func addLiveLink(of member: ID<Member>) async throws {
        let (caller, _) = try await hub.addSession(for: member)
        let wish = LiveLinkRequest(id: hub.outside.newID(), name: "Grandma", hours: 2, precision: .exact)
        let (_, secret) = try await hub.addLiveLink(wish, by: caller)
        let (viewer, _) = try await hub.openLiveView(by: secret, known: nil, browser: "Safari")
        _ = try await hub.liveView(of: viewer)
        await hub.writeLooks()
    }
}
