import Family
import Hub
import Testing

/// A page reports as a device whose id its member can read: no other sender gets it.
@Suite struct PageDeviceTests {
    /// Why a device under an id is refused, or its token.
    private func add(_ id: ID<Device>, _ scene: SafetyScene) async throws -> (refusal: DeviceRefusal?, token: String?) {
        do {
            return (nil, try await scene.hub.addDevice(id, for: scene.ana, name: "Phone").token)
        } catch let refusal as DeviceRefusal {
            return (refusal, nil)
        }
    }

    @Test func `F83: no device is added under the id of a page of a trip, logged out or not`() async throws {
        try await SafetyScene.run { scene in
            let (page, _) = try await scene.hub.addSession(for: scene.ana)
            #expect(try await add(page.device, scene).refusal == .idUsedOtherwise, "before a trip")
            let trip = try await scene.start()
            try await scene.hub.chooseDevice(nil, of: trip, pin: SafetyScene.pin, by: page)
            #expect(try await add(page.device, scene).refusal == .idUsedOtherwise)
            #expect(try await scene.hub.endSession(page.session, of: scene.ana))
            #expect(try await add(page.device, scene).refusal == .idUsedOtherwise)
            #expect(try await scene.hub.devices(of: scene.ana).count == 1)
        }
    }

    @Test func `F67, F83: a device under the id of a page that was logged out is answered alike after both PINs`()
        async throws
    {
        for ends in [false, true] {
            var answers: [DeviceRefusal?] = []
            for pin in [SafetyScene.pin, SafetyScene.duress] {
                try await SafetyScene.run { scene in
                    let (page, _) = try await scene.hub.addSession(for: scene.ana)
                    let trip = try await scene.start()
                    try await scene.hub.chooseDevice(nil, of: trip, pin: SafetyScene.pin, by: page)
                    let fix = scene.test.fix(berlin)
                    _ = await scene.hub.ingest([fix], ofPageIn: page, receivedAt: scene.test.clock.now)
                    scene.test.clock.advance(seconds: 20)
                    try await scene.choose(scene.phone, pin, trip)
                    if ends { try await scene.hub.enter(pin, for: .arrive, on: trip, by: scene.ana) }
                    #expect(try await scene.hub.endSession(page.session, of: scene.ana))
                    let (refusal, token) = try await add(page.device, scene)
                    answers.append(refusal)
                    guard pin == SafetyScene.duress, let token else { return }
                    // Readers who were told of duress hear nothing of it.
                    let far = berlin.moved(northMetres: 900, eastMetres: 0)
                    let forged = try #require(try await scene.hub.credential(token: Array(token.utf8)))
                    await scene.test.send(far, from: forged)
                    let alarm = try #require(try await scene.alarm(of: scene.bo))
                    #expect(alarm.fix.map { $0.coordinate.distanceMetres(to: far) > 500 } ?? true)
                }
            }
            #expect(answers[0] == answers[1])
        }
    }
}
