import Bus
import Family
import Hub
import Storage
import Testing

/// A child's phones in the hands of its guardians, who are told nothing less and nothing more than the child.
@Suite struct ChildDevicesTests {
    @Test func `a guardian adds, renames, renews and removes a child's phone, and the child is told each time`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            let kim = try await home.child(of: family, by: anna).id
            let guardian = DeviceKeeper.guardian(anna, of: family)
            let id = home.hub.outside.newID(of: Device.self)
            _ = try await home.published()
            let (_, first) = try await home.hub.addDevice(id, for: kim, name: "Watch", by: guardian)
            #expect(try await home.hub.devices(of: kim, for: guardian).map(\.name) == ["Watch"])
            _ = try await home.hub.changeDevice(
                id,
                of: kim,
                name: "Kim's watch",
                friends: nil,
                passphrase: nil,
                by: guardian
            )
            #expect(try await home.hub.devices(of: kim).map(\.name) == ["Kim's watch"])
            let (_, second) = try await home.hub.renewDevice(id, of: kim, by: guardian)
            #expect(try await home.hub.credential(token: Array(first.utf8)) == nil, "the old secret is dead at once")
            #expect(try await home.hub.credential(token: Array(second.utf8))?.member == kim)
            try await home.hub.revokeDevice(id, of: kim, by: guardian)
            #expect(try await home.hub.credential(token: Array(second.utf8)) == nil)
            let told = try await home.hub.notices(of: kim)
            #expect(told.map(\.kind) == Array(repeating: .deviceManaged, count: 4))
            #expect(told.allSatisfy { $0.about == anna })
            #expect(try await home.published().joined().contains(.notice(kim)))
            #expect(try await home.hub.notices(of: anna).isEmpty)
        }
    }

    @Test func `a stranger or sibling cannot manage a child's phones, nor can a guardian once it is eighteen`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let family = try await home.hub.family(of: anna).id
            let others = try await home.hub.family(of: bo).id
            let kim = try await home.child(of: family, by: anna, birthYear: 2010).id
            let sister = try await home.child(of: family, by: anna).id
            let phone = home.hub.outside.newID(of: Device.self)
            _ = try await home.hub.addDevice(phone, for: kim, name: "phone")
            let keepers: [(DeviceKeeper, FamilyRefusal)] = [
                (.guardian(bo, of: others), .notFound), (.guardian(bo, of: family), .notFound),
                (.guardian(sister, of: family), .adultsOnly),
            ]
            for (keeper, refusal) in keepers {
                await #expect(throws: refusal) { try await home.hub.devices(of: kim, for: keeper) }
                await #expect(throws: refusal) { try await home.hub.renewDevice(phone, of: kim, by: keeper) }
                await #expect(throws: refusal) { try await home.hub.revokeDevice(phone, of: kim, by: keeper) }
                await #expect(throws: refusal) {
                    try await home.hub.addDevice(home.hub.outside.newID(), for: kim, name: "spy", by: keeper)
                }
            }
            await #expect(throws: FamilyRefusal.notYours, "another adult is no child") {
                try await home.hub.devices(of: anna, for: .guardian(anna, of: family))
            }
            await #expect(throws: DeviceRefusal.notFound, "a device of somebody else's") {
                try await home.hub.revokeDevice(phone, of: sister, by: .guardian(anna, of: family))
            }
            home.clock.advance(seconds: 3 * 365 * 86_400)
            await #expect(throws: FamilyRefusal.notYours) {
                try await home.hub.devices(of: kim, for: .guardian(anna, of: family))
            }
            #expect(try await home.hub.devices(of: kim).map(\.name) == ["phone"])
        }
    }
}
