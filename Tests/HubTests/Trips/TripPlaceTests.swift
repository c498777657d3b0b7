import Family
import Hub
import Testing

/// Where an alarm says that its traveller is, where the trip's device does not know.
@Suite struct TripPlaceTests {
    private static let home = berlin.moved(northMetres: -2_000, eastMetres: 0)

    /// The alarm that a link shows.
    private func seen(by key: TripKey, _ scene: SafetyScene) async throws -> AlarmReport {
        let guest = try await scene.open(key).guest
        return try #require(try await scene.hub.view(of: guest).alarms.first)
    }

    @Test func `F83: an alarm of a trip without a position says where another device is, as that device's`()
        async throws
    {
        try await SafetyScene.run { scene in
            let (page, _) = try await scene.hub.addSession(for: scene.ana)
            await scene.test.send(berlin, from: scene.phone)
            let trip = try await scene.start()
            scene.test.clock.advance(seconds: 60)
            await scene.test.send(berlin.moved(northMetres: 100, eastMetres: 0), from: scene.phone)
            try await scene.hub.chooseDevice(nil, of: trip, pin: SafetyScene.pin, by: page)
            let chosen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(chosen.fix == nil && chosen.other?.name == "phone" && chosen.other?.fix.ageSeconds == 0)
            scene.test.clock.advance(seconds: 180)
            try await scene.hub.hearTrip(trip, by: page)
            try await scene.help(.alert)
            let text = try #require(try await scene.texts(to: 2).last)
            #expect(text.contains("Other device seen 3 min ago, map in the link."), "\(text)")
            #expect(!text.contains("Location unknown"))
            _ = try await scene.hub.addPlace(scene.hub.outside.newID(), for: scene.ana, placeRequest("Home", Self.home))
            await scene.test.send(Self.home, from: scene.phone)
            await scene.pass(seconds: 60, each: 20)
            let later = try #require(try await scene.texts(to: 2).last)
            #expect(later.contains("Other device: Home, just now."), "\(later)")
            let opened = try await seen(by: try alarmKey(in: text), scene)
            #expect(opened.fix == nil && opened.other?.name == "phone" && opened.other?.place == "Home")
            let link = try #require(try await scene.hub.trip(trip, of: scene.ana).link?.split(separator: "#").last)
            let guest = try await seen(by: .token(String(link)), scene)
            #expect(guest.fix == nil && guest.other == nil, "the trip's link may be anybody's")
        }
    }
}
