import Family
import Hub
import Messaging
import Testing

/// What a keeper who means the traveller harm could take from those who watch over them, and cannot.
@Suite struct LoggedOutTravellerTests {
    enum Act: CaseIterable {
        case disable, resetPassword, passwordLink
    }

    @Test(arguments: Act.allCases)
    func `F78: companions hear that the keeper logged their traveller out, keep the trip and are alarmed by it`(
        _ act: Act
    ) async throws {
        try await withTripNews { scene, sent in
            let trip = try await scene.start()
            try await scene.wait(60)
            let link = try #require(try await scene.hub.trip(trip, of: scene.ana).link?.split(separator: "#").last)
            let key = TripKey.token(String(link))
            let (guest, _) = try await scene.hub.openView(
                by: key,
                known: nil,
                browser: "a browser",
                from: RequestOrigin()
            )
            try await take(act, scene)
            try await scene.wait(60)
            #expect(sent.texts(to: 2).last?.hasPrefix("Member 1 was logged out of Hearth\n") ?? false)
            let kinds = try await scene.hub.notices(of: scene.bo).map(\.kind.rawValue)
            #expect(kinds.contains("tripLoggedOut"))
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).standing == .underWay)
            #expect(try await scene.hub.companionTrip(trip, of: scene.bo).news.last?.kind == "loggedOut")
            #expect(try await scene.hub.view(of: guest).trip?.standing == .underWay)
            await scene.pass(seconds: 80 * 60, each: 30)
            try await scene.hub.sendMessages()
            #expect(try await scene.alarm(of: scene.bo)?.alarm.isOpen ?? false)
            #expect(sent.texts(to: 2).last?.contains("Member 1") ?? false)
        }
    }

    @Test(arguments: Act.allCases)
    func `F67: the keeper's log-out sends companions no text once the trip looks over`(_ act: Act) async throws {
        try await withTripNews { scene, sent in
            try await scene.start(companions: [scene.bo, scene.cleo])
            try await scene.hub.enter(SafetyScene.duress, for: .arrive, by: scene.ana)
            try await scene.wait(60)
            let before = (sent.texts(to: 2).count, sent.texts(to: 3).count)
            try await take(act, scene)
            try await scene.wait(60)
            #expect(before == (sent.texts(to: 2).count, sent.texts(to: 3).count))
        }
    }

    @Test func `F29: a companion who leaves is named to the traveller only while the trip looks under way`()
        async throws
    {
        for (pin, isTold) in [(SafetyScene.pin, false), (SafetyScene.duress, false), (nil, true)] {
            try await SafetyScene.run { scene in
                let trip = try await scene.start()
                if let pin { try await scene.hub.enter(pin, for: .arrive, on: trip, by: scene.ana) }
                try await scene.hub.leaveTrip(trip, by: scene.bo)
                let kinds = try await scene.hub.notices(of: scene.ana).map(\.kind)
                #expect(kinds.contains(.companionLeft) == isTold)
            }
        }
    }

    @Test func `F70: a guest of the trip reads of an alarm who responds, not who else was told and how`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start()
            let link = try #require(try await scene.hub.trip(trip, of: scene.ana).link?.split(separator: "#").last)
            let key = TripKey.token(String(link))
            let (guest, _) = try await scene.hub.openView(
                by: key,
                known: nil,
                browser: "a browser",
                from: RequestOrigin()
            )
            try await scene.help(.alert)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            #expect(!alarm.deliveries.isEmpty)
            try await scene.hub.acknowledge(alarm.alarm.id, by: scene.bo)
            let seen = try #require(try await scene.hub.view(of: guest).alarms.first)
            #expect(seen.deliveries.isEmpty)
            #expect(seen.acknowledgedBy.map(\.name) == ["Member 2"])
        }
    }

    private func take(_ act: Act, _ scene: SafetyScene) async throws {
        switch act {
        case .disable: try await scene.hub.disableMember(scene.ana)
        case .resetPassword: try await scene.hub.resetPassword(scene.ana, to: "a quiet morning in the valley")
        case .passwordLink:
            let (link, _) = try await scene.hub.makePasswordLink(for: scene.ana)
            try await scene.hub.setPassword(byLink: link, to: "a quiet morning in the valley")
        }
    }
}
