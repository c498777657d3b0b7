import Family
import Hub
import Messaging
import Testing

/// E8: a claimed mission asks the family's adults in the message itself.
@Suite struct ClaimMessagesTests {
    @Test func `the message of a claim offers to approve and reject, once for its version, and tells nothing else`()
        async throws
    {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.push: sender]) { home in
            let (anna, mira) = try await home.annaAndMira()
            try await home.subscribe(try await home.hub.addSession(for: anna).0)
            let mission = try await home.mission("Tidy up", 20, of: mira, by: anna)
            _ = try await home.hub.decide(.claim, on: 0, of: mission, version: 1, by: mira)
            try await home.hub.sendMessages()
            let text = try #require(sender.tries.map(\.text).last { $0.contains("Tidy up") })
            #expect(text.contains(#""actions":[{"action":"approve","title":"Approve","navigate":"#))
            #expect(text.contains(#"{"action":"reject","title":"Reject","navigate":"#))
            #expect(text.contains(#""question":{"mission":"\#(mission.text)","occurrence":0,"version":2}"#))
            #expect(text.contains(#"/missions""#) && text.contains(#""body":"Tidy up""#) && !text.contains("gold"))
            _ = try await home.hub.decide(.approve(gold: nil), on: 0, of: mission, version: 2, by: anna)
            let again = try await home.hub.decide(.approve(gold: nil), on: 0, of: mission, version: 2, by: anna)
            #expect(!again.isDecided)
            #expect(try await home.gold(of: mira) == 20)
        }
    }

    @Test func `where an adult says how much is paid, the message of a claim can only reject`() async throws {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.push: sender]) { home in
            let (anna, mira) = try await home.annaAndMira()
            try await home.subscribe(try await home.hub.addSession(for: anna).0)
            var settings = MissionSettings.usual
            settings.payout = .ask
            try await home.hub.setMissionSettings(of: mira, by: anna, settings)
            let mission = try await home.mission("Tidy up", 20, of: mira, by: anna)
            _ = try await home.hub.decide(.claim, on: 0, of: mission, version: 1, by: mira)
            try await home.hub.sendMessages()
            let text = try #require(sender.tries.map(\.text).last { $0.contains("Tidy up") })
            #expect(!text.contains("approve") && text.contains(#""action":"reject""#))
        }
    }
}
