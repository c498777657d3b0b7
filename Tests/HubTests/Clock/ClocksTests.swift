import Family
import Hub
import Storage
import Testing

@Suite struct ClocksTests {
    @Test func `B1: a clock shows oneself and those one sees, at the places they share`() async throws {
        try await TestHub.run { home in
            let (anna, bo, cleo) = (try await home.member(1), try await home.member(2), try await home.member(3))
            _ = cleo
            try await home.connect(viewer: bo, to: anna, number: 1, .place)
            _ = try await home.hub.addPlace(home.hub.outside.newID(), for: anna, placeRequest("Home", berlin))
            await home.send(berlin, from: try await home.device(of: anna))
            let clock = try await home.hub.clock(of: bo)
            #expect(clock.reading.hands.map(\.member) == [anna, bo])
            #expect(clock.reading.hands.map { clock.reading.face.slots[$0.slot] } == [.place("Home"), .unknown])
            #expect(clock.people[anna]?.name == "Member 1" && clock.people[anna]?.colour == 0)
        }
    }

    @Test func `a choice of slots and members stands until it is changed, in part as well`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let row = try await home.connect(viewer: bo, to: anna, number: 1, .place)
            try await home.hub.setClock(of: bo, slots: [" Grandma's ", "Gym"], members: nil)
            try await home.hub.setClock(of: bo, slots: nil, members: [anna])
            let clock = try await home.restarted().hub.clock(of: bo)
            #expect(clock.reading.hands.map(\.member) == [anna])
            #expect(clock.reading.face.slots.contains(.place("Grandma's")))
            #expect(clock.reading.face.slots.contains(.place("Gym")))
            try await home.hub.endConnection(row.id, by: anna)
            #expect(try await home.hub.clock(of: bo).reading.hands.isEmpty, "whom one no longer sees has no hand")
        }
    }

    @Test(arguments: [
        ([], ClockRefusal.slotsOutOfRange),
        (Array(repeating: "a", count: 13), .slotsOutOfRange),
        ([" "], .slotEmptyOrTooLong),
        (["Gym", "gym"], .slotTwice),
        (["travelling"], .slotReserved),
    ])
    func `slots that no clock can have are refused`(_ slots: [String], _ refusal: ClockRefusal) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            await #expect(throws: refusal) { try await home.hub.setClock(of: anna, slots: slots, members: nil) }
        }
    }

    @Test func `a member cannot give their clock a hand for a member whom they do not see`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            for members in [[anna], [home.hub.outside.newID()]] {
                await #expect(throws: ClockRefusal.memberUnknown) {
                    try await home.hub.setClock(of: bo, slots: nil, members: members)
                }
            }
            await #expect(throws: ClockRefusal.tooManyMembers) {
                try await home.hub.setClock(of: bo, slots: nil, members: [bo, bo])
            }
        }
    }

    @Test func `B8: a link opens its owner's clock until it is removed, by its owner alone`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (link, token) = try await home.hub.addClockLink(for: anna)
            #expect(try await home.hub.wallReader(token: token)?.member == anna)
            #expect(try await home.hub.wallReader(token: "nonsense") == nil)
            await #expect(throws: ClockRefusal.notFound) { try await home.hub.removeClockLink(link.id, of: bo) }
            try await home.hub.removeClockLink(link.id, of: anna)
            #expect(try await home.hub.wallReader(token: token) == nil)
            for _ in 1...Hub.clockLinksMax { _ = try await home.hub.addClockLink(for: anna) }
            await #expect(throws: ClockRefusal.tooManyLinks) { try await home.hub.addClockLink(for: anna) }
        }
    }
}
