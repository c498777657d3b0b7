import Foundation
import Testing
import WireClient

/// A hub that lives while its deputy hears nothing of it, in real time and as real processes.
@Suite(.serialized, .sweep)
struct DeputyLinkTests {
    @Test func `G3: the link is cut and the trip ends at the hub: one text, and its end within 30 s of healing`()
        async throws
    {
        try await HubFolder.run { folder in
            let scene = try await DeputyPair(folder, port: 27_782, hasLink: true)
            let link = try #require(scene.link)
            defer { link.close() }
            let (trip, deadline) = try await scene.setOut()
            try #require(try await scene.isConfirmed())
            link.cut()
            let arrived = #"{"pin":"\#(DeputyPair.pin)"}"#
            let path = "/api/v1/trips/\(trip)/arrive"
            let ended = try await scene.hub.call("POST", path, token: scene.house.anna.session, json: arrived)
            #expect((200...204).contains(ended.status), "\(ended.text)")

            let told = try await scene.texts(atLeast: 1, within: .seconds(300))
            let late = Date.now.timeIntervalSince(deadline)
            #expect((60...150).contains(late) && told.map(\.to) == [scene.house.bo.phone], "\(late) s, \(told)")
            let before = try await scene.hubTexts().count
            link.heal()
            // The hub, which knows the end, says it to whom the deputy told.
            let hasEnd = try await soon {
                try await scene.hubTexts().dropFirst(before).contains { $0.contains("is safe") }
            }
            #expect(hasEnd)
            try await Task.sleep(for: .seconds(10))
            #expect(try await scene.hubTexts().count == before + 1 && scene.kept().count == 1, "said once")
            #expect(try await scene.hubAlarms(scene.hub) == 0, "at the hub there is no alarm")
        }
    }

    @Test func `G6: a deputy that stood still past the deadline sends nothing, as the hub has spoken`() async throws {
        try await HubFolder.run { folder in
            let scene = try await DeputyPair(folder, port: 27_783)
            let (_, deadline) = try await scene.setOut()
            try #require(try await scene.isConfirmed())
            kill(scene.deputy.pid, SIGSTOP)
            try await Task.sleep(for: .seconds(deadline.timeIntervalSinceNow + 100))
            let texts = try await scene.hubTexts()
            #expect(texts.contains { $0.hasPrefix("ALARM: Anna may need help") }, "the hub calls by itself: \(texts)")
            kill(scene.deputy.pid, SIGCONT)
            try await Task.sleep(for: .seconds(20))
            #expect(try scene.kept().isEmpty)
            #expect(scene.deputy.isRunning)
        }
    }
}
