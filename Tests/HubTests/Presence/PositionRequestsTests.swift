import Bus
import Family
import Hub
import Messaging
import Storage
import Testing

/// "Where are you now?": whoever sees somebody may ask, and learns nothing from having asked.
@Suite struct PositionRequestsTests {
    private static func told(_ member: ID<Member>, _ home: TestHub) async throws -> [ID<Member>?] {
        try await home.hub.notices(of: member).filter { $0.kind == .askedWhere }.map(\.about)
    }

    @Test func `a viewer who sees to about a kilometre asks for a position, by notice and push that name them`()
        async throws
    {
        let sender = RecordingSender()
        try await TestHub.run(senders: [.push: sender]) { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            _ = try await home.connect(viewer: bo, to: anna, number: 1, .coarse)
            try await home.subscribe(try await home.hub.addSession(for: anna).0)
            _ = try await home.hub.askPosition(of: anna, by: bo)
            try await home.hub.sendMessages()
            #expect(try await Self.told(anna, home) == [bo])
            #expect(sender.tries.filter { $0.text.contains("Member 2 asks: Where are you now?") }.count == 1)
            #expect(try await home.hub.positionRequests(of: bo).map(\.subject) == [anna])
        }
    }

    @Test func `a viewer shown only a place name or nothing cannot ask for a position, nor can the member`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo, cleo) = (try await home.member(1), try await home.member(2), try await home.member(3))
            _ = try await home.connect(viewer: bo, to: anna, number: 1, .place)
            for asker in [anna, bo, cleo] {
                await #expect(throws: PositionRequestRefusal.notFound) {
                    try await home.hub.askPosition(of: anna, by: asker)
                }
            }
            #expect(try await Self.told(anna, home) == [])
            #expect(try await home.hub.positionRequests(of: bo).isEmpty)
        }
    }

    @Test func `the asker learns nothing where the notice was put away, and waits as long`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            _ = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            _ = try await home.hub.askPosition(of: anna, by: bo)
            let before = try await home.hub.positionRequests(of: bo)
            let notice = try #require(try await home.hub.notices(of: anna).first { $0.kind == .askedWhere })
            #expect(try await home.hub.removeNotice(notice.id, of: anna))
            #expect(try await home.hub.positionRequests(of: bo) == before)
            home.clock.advance(seconds: 60)
            await #expect(throws: PositionRequestRefusal.askedTooOften(retryAfterSeconds: 540)) {
                try await home.hub.askPosition(of: anna, by: bo)
            }
            home.clock.advance(seconds: 540)
            _ = try await home.hub.askPosition(of: anna, by: bo)
            home.clock.advance(seconds: 600)
            _ = try await home.hub.askPosition(of: anna, by: bo)
            #expect(try await Self.told(anna, home) == [bo], "one question at a time")
        }
    }

    @Test func `a question is gone after an hour, on both sides`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            _ = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            _ = try await home.hub.askPosition(of: anna, by: bo)
            home.clock.advance(seconds: 3_601)
            #expect(try await Self.told(anna, home) == [])
            #expect(try await home.hub.positionRequests(of: bo).isEmpty)
        }
    }

    @Test func `in hidden hours a child is asked nothing, and the asker is answered as ever`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            try await home.invited(bo, by: anna)
            let family = try await home.hub.family(of: anna).id
            let leo = try await home.child(of: family, by: anna, birthYear: 2017).id
            for viewer in [anna, bo] {
                let id = home.hub.outside.newID(of: Connection.self)
                _ = try await home.hub.addSeer(id, viewer, of: leo, in: family, by: anna, precision: .exact)
            }
            // 1 March 2026, 8:00 UTC, is a Sunday: an hour from now it begins.
            let hours = try #require(HiddenHours(days: 64, fromMinute: 600, untilMinute: 660, utcOffsetMinutes: 60))
            try await home.hub.setHiddenHours(of: leo, in: family, by: anna, [(bo, hours)])
            home.clock.advance(seconds: 3_600)
            let asked = try await home.hub.askPosition(of: leo, by: bo)
            #expect(asked == PositionRequest(subject: leo, at: home.clock.now))
            #expect(try await home.hub.positionRequests(of: bo).map(\.subject) == [leo])
            #expect(try await Self.told(leo, home) == [])
            _ = try await home.hub.askPosition(of: leo, by: anna)
            #expect(try await Self.told(leo, home) == [anna])
            home.clock.advance(seconds: 60)
            await #expect(throws: PositionRequestRefusal.askedTooOften(retryAfterSeconds: 540)) {
                try await home.hub.askPosition(of: leo, by: bo)
            }
        }
    }

    @Test func `a viewer whose consent ended no longer sees whom they asked, and cannot ask again`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let consent = try await home.connect(viewer: bo, to: anna, number: 1, .exact).id
            _ = try await home.hub.askPosition(of: anna, by: bo)
            _ = try await home.hub.changeConnection(consent, by: anna, precision: .off, expiresAt: nil)
            #expect(try await home.hub.positionRequests(of: bo).isEmpty)
            home.clock.advance(seconds: 601)
            await #expect(throws: PositionRequestRefusal.notFound) {
                try await home.hub.askPosition(of: anna, by: bo)
            }
        }
    }

    @Test func `F46: a member who left can be asked like one whose phone is off, and earlier requests stay`()
        async throws
    {
        try await TestHub.run { home in
            _ = try await home.member(3)
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            _ = try await home.connect(viewer: bo, to: anna, number: 1, .exact)
            _ = try await home.hub.askPosition(of: anna, by: bo)
            let before = try await home.hub.positionRequests(of: bo).map(\.at)
            try await home.leave(anna)
            let ghost = try #require(try await home.hub.connections(of: bo).seen.first).consent.subject
            #expect(try await home.hub.positionRequests(of: bo).map(\.subject) == [ghost])
            #expect(try await home.hub.positionRequests(of: bo).map(\.at) == before)
            await #expect(throws: PositionRequestRefusal.askedTooOften(retryAfterSeconds: 600)) {
                try await home.hub.askPosition(of: ghost, by: bo)
            }
            home.clock.advance(seconds: 600)
            let asked = try await home.hub.askPosition(of: ghost, by: bo)
            #expect(asked == PositionRequest(subject: ghost, at: home.clock.now))
            // Of the other one's own list nobody learns anything either.
            await #expect(throws: PositionRequestRefusal.notFound) {
                try await home.hub.askPosition(of: anna, by: bo)
            }
        }
    }
}
