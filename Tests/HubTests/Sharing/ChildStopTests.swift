import Family
import Hub
import SQL
import Storage
import Testing

/// What a child can stop by itself, and what only its guardian can lower (F41, F44).
@Suite struct ChildStopTests {
    @Test func `F41, F44: a child stops everything but what its guardian sees, and is told so before`() async throws {
        try await TestHub.run { home in
            let (anna, kim, device) = try await home.guardedChild(seenBy: 2)
            let bo = try await home.member(3)
            try await home.letSee(bo, [kim])
            let (caller, _) = try await home.hub.addSession(for: kim)
            _ = try await home.hub.addClockLink(for: kim)
            let sharing = try await home.hub.sharing(of: caller, from: RequestOrigin())
            #expect(sharing.guardiansSee)
            #expect(sharing.shares.first { $0.kind == .people }?.count == 1, "what it can end")
            #expect(sharing.shares.first { $0.kind == .devices }?.count == 0)
            let cut = try await home.hub.stopSharing(of: caller, from: RequestOrigin())
            #expect(cut == sharing.shares)
            await home.send(berlin, from: device)
            #expect(try await home.view(of: kim, for: anna)?.position != nil, "the guardian goes on seeing")
            #expect(try await home.view(of: kim, for: bo) == nil)
            #expect(try await home.hub.clockLinks(of: kim).isEmpty)
        }
    }

    @Test func `F44: a child lowers everybody's view but its guardian's, and does not pause it`() async throws {
        try await TestHub.run { home in
            let (anna, kim, _) = try await home.guardedChild(seenBy: 2)
            let bo = try await home.member(3)
            try await home.letSee(bo, [kim])
            try await home.hub.limitSharing(of: kim, to: .place)
            let levels = try await home.hub.connections(of: kim).seers.map { [$0.consent.viewer: $0.consent.precision] }
            #expect(Set(levels) == [[anna: .exact], [bo: .place]])
            await #expect(throws: FamilyRefusal.guardianDecides) {
                try await home.hub.setPause(of: kim, until: nil)
            }
            #expect(try await home.hub.pause(of: kim) == nil)
        }
    }

    @Test func `a child that no guardian sees stops and pauses as everybody does`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let kim = try await home.child(of: try await home.hub.family(of: anna).id, by: anna, birthYear: 2010).id
            let device = try await home.device(of: kim)
            let (caller, _) = try await home.hub.addSession(for: kim)
            #expect(try await home.hub.sharing(of: caller, from: RequestOrigin()).guardiansSee == false)
            _ = try await home.hub.setPause(of: kim, until: nil)
            let cut = try await home.hub.stopSharing(of: caller, from: RequestOrigin())
            #expect(cut.first { $0.kind == .devices }?.count == 1)
            #expect(try await home.hub.devices(of: kim).isEmpty && device.member == kim)
        }
    }
}

extension TestHub {
    /// A child of ten with a phone, seen exactly by the adult of its family.
    fileprivate func guardedChild(
        seenBy number: Int
    ) async throws -> (guardian: ID<Member>, child: ID<Member>, device: DeviceCredential) {
        let guardian = try await member(number)
        let family = try await hub.family(of: guardian).id
        let child = try await child(of: family, by: guardian, birthYear: 2020).id
        let id = hub.outside.newID(of: Connection.self)
        _ = try await hub.addSeer(id, guardian, of: child, in: family, by: guardian, precision: .exact)
        return (guardian, child, try await device(of: child))
    }
}
