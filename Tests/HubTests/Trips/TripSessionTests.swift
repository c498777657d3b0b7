import Bus
import Family
import Hub
import Testing

/// A page that is a trip's device, and whose session is replaced.
@Suite struct TripSessionTests {
    @Test(arguments: ["password", "number"])
    func `F83: a page stays the trip's device where a changed password or number renews its session`(changed: String)
        async throws
    {
        try await SafetyScene.run { scene in
            let (page, _) = try await scene.hub.addSession(for: scene.ana)
            let trip = try await scene.start()
            try await scene.hub.chooseDevice(nil, of: trip, pin: SafetyScene.pin, by: page)
            _ = await scene.hub.ingest([scene.test.fix(berlin)], ofPageIn: page, receivedAt: scene.test.clock.now)
            let renewed = try await renew(page, changed, scene)
            #expect(renewed.session != page.session)
            #expect(try await scene.hub.trip(trip, of: scene.ana).device == renewed.device)
            for _ in 0..<6 {
                await scene.pass(seconds: 60, each: 20)
                try await scene.hub.hearTrip(trip, by: renewed)
            }
            let seen = try await scene.hub.companionTrip(trip, of: scene.bo)
            #expect(seen.signal == .heard && seen.news.map(\.kind) == ["started"], "no false silence")
            #expect(seen.fix?.ageSeconds == 360 && seen.other == nil)
        }
    }

    @Test func `F84: the number that recipients call changes with the PIN while something runs`() async throws {
        try await SafetyScene.run { scene in
            let (page, _) = try await scene.hub.addSession(for: scene.ana)
            try await scene.start()
            await #expect(throws: SafetyRefusal.pinNeeded) {
                _ = try await scene.hub.changePhone(
                    of: page,
                    by: CodeProof(verification: "", code: ""),
                    endingOthers: false,
                    from: RequestOrigin()
                )
            }
        }
    }

    @Test(arguments: ["password", "number"])
    func `F67: a session renewed after a trip tells its member's pages the same after either PIN`(changed: String)
        async throws
    {
        var told: [[BusEvent]] = []
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.run { scene in
                let (page, _) = try await scene.hub.addSession(for: scene.ana)
                let trip = try await scene.start()
                try await scene.hub.chooseDevice(nil, of: trip, pin: SafetyScene.pin, by: page)
                _ = await scene.hub.ingest([scene.test.fix(berlin)], ofPageIn: page, receivedAt: scene.test.clock.now)
                try await scene.hub.enter(pin, for: .cancel, on: trip, by: scene.ana)
                _ = try await scene.test.published()
                _ = try await renew(page, changed, scene)
                told.append(try await scene.test.published().flatMap(\.self).filter { $0 == .trips(scene.ana) })
            }
        }
        #expect(told.first == told.last)
    }

    private func renew(_ page: AuthenticatedSession, _ changed: String, _ scene: SafetyScene) async throws
        -> AuthenticatedSession
    {
        let origin = RequestOrigin()
        guard changed == "number" else {
            let words = "another long phrase"
            return try await scene.hub.changePassword(
                of: page,
                proof: nil,
                to: words,
                endingOthers: false,
                from: origin
            ).caller
        }
        let ticket = try await scene.hub.requestPhoneCode(of: page, to: TestHub.phone(9), from: origin)
        let text = try #require(try await scene.test.texts(to: 9).last)
        let code = try #require(codeOfText(text))
        let proof = CodeProof(verification: ticket.id, code: code)
        var entered = page
        entered.pin = SafetyScene.pin
        return try await scene.hub.changePhone(of: entered, by: proof, endingOthers: false, from: origin).caller
    }
}
