import Family
import Hub
import Testing

/// Members who know of duress cannot have the hub reach that phone (F92).
@Suite struct DuressReachTests {
    private func asked(_ scene: SafetyScene, _ kind: NoticeKind) async throws -> [ID<Member>?] {
        try await scene.hub.notices(of: scene.ana).filter { $0.kind == kind }.map(\.about)
    }

    @Test(arguments: [SafetyScene.pin, SafetyScene.duress])
    func `F92: a member who knows of an alarm under duress neither asks nor tests that phone, unseen by others`(
        _ pin: String
    ) async throws {
        try await SafetyScene.run { scene in
            let (hub, ana, bo) = (scene.hub, scene.ana, scene.bo)
            let dora = try await scene.test.member(4)
            try await scene.test.connect(viewer: dora, to: ana, number: 1, .coarse)
            try await scene.test.connect(viewer: ana, to: bo, number: 2, .exact)
            try await scene.test.connect(viewer: ana, to: dora, number: 4, .exact)
            let trip = try await scene.start(companions: [bo])
            try await hub.enter(pin, for: .cancel, on: trip, by: ana)
            let isForced = pin == SafetyScene.duress
            if isForced {
                await #expect(throws: PositionRequestRefusal.underDuress) { try await hub.askPosition(of: ana, by: bo) }
                await #expect(throws: SafetyRefusal.underDuress) { try await hub.startDrill([ana], by: bo) }
                #expect(try await hub.positionRequests(of: bo).isEmpty, "no question is used up")
            } else {
                _ = try await hub.askPosition(of: ana, by: bo)
                try await hub.startDrill([ana], by: bo)
            }
            _ = try await hub.askPosition(of: ana, by: dora)
            try await hub.startDrill([ana], by: dora)
            // The newest question takes the place of none but its asker's own.
            #expect(Set(try await asked(scene, .askedWhere)) == (isForced ? [dora] : [bo, dora]))
            #expect(Set(try await asked(scene, .drill)) == (isForced ? [dora] : [bo, dora]))
        }
    }

    @Test func `F92: once the alarm is over they may ask again`() async throws {
        try await SafetyScene.run { scene in
            let trip = try await scene.start(companions: [scene.bo])
            try await scene.hub.enter(SafetyScene.duress, for: .cancel, on: trip, by: scene.ana)
            let alarm = try #require(try await scene.alarm(of: scene.bo))
            try await scene.hub.confirmSafe(alarm.alarm.id, by: scene.bo)
            _ = try await scene.hub.askPosition(of: scene.ana, by: scene.bo)
            #expect(try await asked(scene, .askedWhere) == [scene.bo])
        }
    }
}
