import Family
import Hub
import PhoneNumbers
import SQL
import Storage
import Testing

/// What people are told to dial: by position, then phone number, then the hub.
@Suite struct EmergencyTests {
    private let vaduz = point(47.1410, 9.5209)
    private let lagos = point(6.5244, 3.3792)

    private func own(_ scene: SafetyScene) async throws -> EmergencyAdvice {
        try await scene.hub.safetyOverview(of: scene.ana).emergency
    }

    private func last(_ scene: SafetyScene) async throws -> String? {
        try await scene.texts(to: 2).last { $0.contains("may need help") }
    }

    @Test func `F71: a Swiss number in Liechtenstein dials there for ten minutes after a fix, then by the number`()
        async throws
    {
        try await SafetyScene.run {
            $0.phoneRegion = PhoneRegion("US")
        } _: { scene in
            let before = try await own(scene)
            #expect(before.source == .phoneNumber && before.countries.map(\.code) == ["CH"])
            await scene.test.send(vaduz, from: scene.phone)
            let there = try await own(scene)
            #expect(there.source == .position && there.countries.first?.code == "LI")
            scene.test.clock.advance(seconds: 599)
            let late = try await own(scene)
            #expect(late.source == .position)
            scene.test.clock.advance(seconds: 2)
            let after = try await own(scene)
            #expect(after.source == .phoneNumber && after.countries.map(\.code) == ["CH"])
        }
    }

    @Test func `F71: recipients and companions are told what to dial where the traveller is`() async throws {
        try await SafetyScene.run { scene in
            try await scene.start()
            await scene.test.send(berlin, from: scene.phone)
            let trip = try await scene.hub.companionTrips(of: scene.bo).first
            #expect(trip?.emergency?.source == .position && trip?.emergency?.countries.map(\.code) == ["DE"])
            try await scene.help(.alert)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            #expect(alarm.emergency.source == .position && alarm.emergency.countries.map(\.code) == ["DE"])
            let text = try #require(try await last(scene))
            #expect(text.contains("Emergency? Call 112."))
        }
    }

    @Test func `F71: where the number is unknown none is named, and never 112`() async throws {
        try await SafetyScene.run {
            $0.phoneRegion = PhoneRegion("US")
        } _: { scene in
            await scene.test.send(lagos, from: scene.phone)
            let advice = try await own(scene)
            #expect(advice.countries.map(\.code) == ["NG"] && advice.dialled.isEmpty)
            try await scene.help(.alert)
            let text = try #require(try await last(scene))
            #expect(text.contains("Call the local number") && !text.contains("112") && !text.contains("911"))
        }
    }

    @Test func `F71: a hub without a region takes that of its first keeper's number, also after a start`() async throws
    {
        try await TestHub.run { home in
            #expect(home.hub.region == nil)
            #expect(home.hub.phoneRegions().own == nil)
            let local = { try home.hub.phoneEntry("044 668 18 00", region: nil, caret: nil).number?.e164 }
            #expect(try local() == nil, "whose country could it be?")
            let abroad = try home.hub.phoneEntry("+41446681800", region: nil, caret: nil)
            #expect(abroad.number?.e164 == "+41446681800")
            _ = try await home.hub.addMember(phone: TestHub.phone(1), name: "Keeper", password: nil)
            _ = try await home.hub.addMember(phone: "+358401234567", name: "Second", password: nil)
            #expect(home.hub.region?.code == "CH")
            #expect(try local() == "+41446681800")
            let restarted = try await home.restarted()
            #expect(restarted.hub.region?.code == "CH")
        }
    }
}
