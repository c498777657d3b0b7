import Family
import Testing

@Suite struct MissionTurnsTests {
    private let anna = MissionScene.adult
    private let mira = MissionScene.child
    private let timo = MissionScene.sibling
    private let daily = MissionRepeat(every: .day, from: .due)

    @Test func `each time falls to the next, whatever became of the one before`() throws {
        let scene = scene([mira, timo])
        #expect(scene.occurrence.doer == mira)
        // Done: the next is Timo's.
        scene.occurrence = try #require(try follower(of: scene) { try $0.take(.claim(by: self.mira, version: 1)) })
        #expect(scene.occurrence.doer == timo)
        // Missed: it does not come back to Timo.
        scene.wait(seconds: 2 * 86_400)
        scene.occurrence = try #require(try follower(of: scene) { try $0.take(.dayPassed) })
        #expect(scene.occurrence.doer == mira)
        #expect(scene.occurrence.due == scene.today)
    }

    @Test(arguments: 1...60)
    func `over 1 to 60 days the members' numbers of turns differ by at most one`(days: Int) throws {
        let scene = scene([anna, mira, timo])
        var turns: [ID<Member>: Int] = [:]
        for number in 0..<days {
            let doer = try #require(scene.occurrence.doer)
            turns[doer, default: 0] += 1
            let version = scene.occurrence.version
            if number % 3 == 1 { _ = try scene.take(.claim(by: doer, version: version)) }
            scene.wait(seconds: 86_400)
            let next = try scene.mission.occurrence(afterEventIn: scene)
            scene.occurrence = next
        }
        let counts = scene.mission.turns.map { turns[$0] ?? 0 }
        #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1, "\(counts)")
    }

    @Test func `only the member whose turn it is may start or claim, and keeps the turn after cancelling`() throws {
        let scene = scene([mira, timo])
        #expect(throws: MissionRefusal.takenByOther) { try scene.take(.claim(by: self.timo, version: 1)) }
        #expect(throws: MissionRefusal.takenByOther) { try scene.start(by: self.timo) }
        let session = try scene.start(by: mira)
        _ = try scene.take(.ended(try scene.end(session, .cancel)))
        #expect(scene.occurrence.doer == mira)
        let child = MissionPermissions.Requester(member: mira, isAdult: false)
        #expect(MissionPermissions.allowsDoing(scene.mission, by: child))
        #expect(
            !MissionPermissions.allowsDoing(
                scene.mission,
                by: MissionPermissions.Requester(member: anna, isAdult: true)
            )
        )
    }

    @Test func `a member who is away is skipped, and if all are away the order goes on`() {
        let mission = scene([anna, mira, timo]).mission
        #expect(mission.turn(after: anna, away: [mira]) == timo)
        #expect(mission.turn(after: timo, away: [anna, mira, timo]) == anna)
        #expect(mission.turn(after: ID(high: 1, low: 9)) == anna)
    }

    @Test func `changing the mission leaves a turn whose it is, and gives it on where they take none now`() throws {
        let scene = scene([mira, timo])
        scene.mission.turns = [timo, mira]
        _ = try scene.take(.changed)
        #expect(scene.occurrence.doer == mira)
        scene.mission.turns = [timo, anna]
        _ = try scene.take(.changed)
        #expect(scene.occurrence.doer == timo)
        scene.mission.turns = []
        scene.mission.assignee = mira
        _ = try scene.take(.changed)
        #expect(scene.occurrence.doer == mira)
    }

    @Test func `a departed member takes no turn, and the last one left becomes the assignee`() {
        var mission = scene([anna, mira, timo]).mission
        let next = mission.turn(after: mira)
        mission.leaveTurns(mira)
        #expect(next == timo && mission.turns == [anna, timo] && mission.assignee == nil)
        mission.leaveTurns(timo)
        #expect(mission.turns.isEmpty && mission.assignee == anna)
        mission.leaveTurns(timo)
        #expect(mission.assignee == anna)
        var occurrence = scene([mira, timo]).occurrence
        occurrence.passTurn(to: timo)
        #expect(occurrence.doer == timo && occurrence.version == 2 && occurrence.focusedMilliseconds == 0)
    }

    @Test func `turns need two or more distinct members and a repeating mission without an assignee`() {
        #expect(Mission.allows(turns: [], assignee: mira, repeats: nil))
        #expect(Mission.allows(turns: [mira, timo], assignee: nil, repeats: daily))
        #expect(!Mission.allows(turns: [mira, timo], assignee: mira, repeats: daily))
        #expect(!Mission.allows(turns: [mira, timo], assignee: nil, repeats: nil))
        #expect(!Mission.allows(turns: [mira], assignee: nil, repeats: daily))
        #expect(!Mission.allows(turns: [mira, timo, mira], assignee: nil, repeats: daily))
        let many = (0..<21 as Range<UInt64>).map { ID<Member>(high: 2, low: $0) }
        #expect(!Mission.allows(turns: many, assignee: nil, repeats: daily))
    }

    @Test func `F65: a sibling is shown what is to be done, and of what was done or missed their own alone`() throws {
        let scene = scene([mira, timo])
        scene.wait(seconds: 2 * 86_400)
        let open = scene.occurrence
        _ = try scene.take(.dayPassed)
        for (member, isAdult, shows) in [(mira, false, true), (timo, false, false), (anna, true, true)] {
            let asker = MissionPermissions.Requester(member: member, isAdult: isAdult)
            #expect(MissionPermissions.shows(scene.occurrence, of: scene.mission, to: asker) == shows)
            #expect(MissionPermissions.shows(open, of: scene.mission, to: asker))
        }
    }

    private func scene(_ turns: [ID<Member>]) -> MissionScene {
        let scene = MissionScene(assignee: nil, repeats: daily)
        scene.mission.turns = turns
        scene.occurrence = scene.mission.firstOccurrence(today: scene.today)
        return scene
    }

    /// What follows on an event; nil where nothing does.
    private func follower(
        of scene: MissionScene,
        _ event: (MissionScene) throws -> MissionAnswer
    ) throws -> Occurrence? {
        guard case .taken(let effects) = try event(scene) else { return nil }
        for case .follow(let next) in effects { return next }
        return nil
    }
}

extension Mission {
    /// What follows on a scene's occurrence when its day has passed, claimed or not.
    fileprivate func occurrence(afterEventIn scene: MissionScene) throws -> Occurrence {
        if scene.occurrence.isOpen, case .taken(let effects) = try scene.take(.dayPassed) {
            for case .follow(let next) in effects { return next }
        }
        return Occurrence(
            mission: id,
            number: scene.occurrence.number + 1,
            due: scene.today,
            doer: turn(after: scene.occurrence.doer)
        )
    }
}
