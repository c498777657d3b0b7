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
        return try await scene.hub.changePhone(of: page, by: proof, endingOthers: false, from: origin).caller
    }
}
