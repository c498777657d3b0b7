import Bus
import Hub
import Testing

@Suite struct SignOfLifeTests {
    @Test func `F39: a mere sign of life publishes no event and marks no change`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            await home.send(berlin, from: device)
            #expect(try await home.published().contains([.presence(anna)]))
            let before = try #require(home.hub.knownSubject(anna)).changed
            home.clock.advance(seconds: 30)
            _ = await home.send([], from: device)
            #expect(try await home.published().allSatisfy(\.isEmpty))
            #expect(try #require(home.hub.knownSubject(anna)).changed == before)
        }
    }
}
