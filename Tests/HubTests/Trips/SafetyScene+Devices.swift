import Family
import Hub
import Testing

/// A traveller with a phone that goes along and a tablet at home.
extension SafetyScene {
    static let home = berlin.moved(northMetres: -2_000, eastMetres: 0)

    /// Ana on a trip with her phone, of whose tablet at home the hub knows.
    static func runWithTablet(
        _ body: (_ scene: SafetyScene, _ tablet: DeviceCredential, _ trip: ID<Trip>) async throws -> Void
    ) async throws {
        try await run { scene in
            _ = try await scene.hub.addPlace(scene.hub.outside.newID(), for: scene.ana, placeRequest("Home", home))
            await scene.test.send(berlin, from: scene.phone)
            let trip = try await scene.start()
            let (_, token) = try await scene.hub.addDevice(scene.hub.outside.newID(), for: scene.ana, name: "Tablet")
            let tablet = try #require(try await scene.hub.credential(token: Array(token.utf8)))
            await scene.test.send(home, from: tablet)
            try await body(scene, tablet, trip)
        }
    }

    /// Lets Ana's trip go on with another device.
    func choose(_ device: DeviceCredential, _ pin: String, _ trip: ID<Trip>) async throws {
        let (page, _) = try await hub.addSession(for: ana)
        try await hub.chooseDevice(device.device, of: trip, pin: pin, by: page)
    }
}
