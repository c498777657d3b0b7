import Family
import Testing

@Suite struct OccurrenceTests {
    @Test func `F59: fifty approvals of one occurrence pay once`() throws {
        let scene = MissionScene()
        _ = try scene.take(.claim(by: MissionScene.child, version: 1))
        var paid: UInt128 = 0
        for _ in 0..<50 { paid += try scene.gold(.approve(version: 2, gold: nil))?.paid ?? 0 }
        #expect(paid == 20)
        #expect(scene.occurrence.phase == .approved(at: scene.now, paid: Amount(20)))
    }

    @Test func `F59: a payment has one identity, and no other payment has it`() throws {
        var identities: Set<[UInt8]> = []
        for mission in 0..<3 as Range<UInt64> {
            for number in 0..<3 as Range<UInt32> {
                for round in 0..<3 as Range<UInt32> {
                    let scene = MissionScene()
                    scene.mission = scene.mission.withID(ID(high: 5, low: mission))
                    scene.occurrence = Occurrence(
                        mission: scene.mission.id,
                        number: number,
                        due: nil,
                        doer: MissionScene.child,
                        phase: .claimed(at: scene.now),
                        round: round
                    )
                    guard case .taken(let effects) = try scene.take(.approve(version: 1, gold: nil)),
                        case .pay(let payment)? = effects.first
                    else {
                        Issue.record("nothing was paid")
                        continue
                    }
                    for way in GoldPayment.Way.allCases {
                        #expect(identities.insert(payment.identity(way)).inserted)
                        #expect(payment.identity(way) == payment.identity(way))
                    }
                }
            }
        }
        #expect(identities.count == 54)
    }

    @Test func `F60: an action on an outdated version is answered as already handled and changes nothing`() throws {
        let scene = MissionScene()
        _ = try scene.take(.claim(by: MissionScene.child, version: 1))
        _ = try scene.take(.reject(version: 2))
        _ = try scene.take(.claim(by: MissionScene.child, version: 3))
        let before = scene.occurrence
        for event: MissionEvent in [
            .claim(by: MissionScene.child, version: 1), .claim(by: MissionScene.child, version: 3),
            .approve(version: 2, gold: nil), .reject(version: 2), .undo(version: 3), .approve(version: 99, gold: nil),
        ] {
            #expect(try scene.take(event) == .alreadyHandled)
            #expect(scene.occurrence == before)
        }
        #expect(try scene.gold(.approve(version: 4, gold: nil))?.paid == 20)
        #expect(try scene.take(.reject(version: 4)) == .alreadyHandled)
        #expect(try scene.take(.approve(version: 4, gold: nil)) == .alreadyHandled)
    }

    @Test func `F64: within 24 hours an approval is undone by returning its gold, and can be decided again`() throws {
        let scene = MissionScene()
        _ = try scene.take(.claim(by: MissionScene.child, version: 1))
        guard case .taken(let paid) = try scene.take(.approve(version: 2, gold: nil)) else { return }
        scene.wait(seconds: 24 * 3_600)
        guard case .taken(let undone) = try scene.take(.undo(version: 3)) else { return }
        guard case .pay(let first)? = paid.first, case .reverse(let back)? = undone.first else {
            Issue.record("\(paid) \(undone)")
            return
        }
        #expect(first == back)
        #expect(undone.last == .tell(.undone(Amount(20))))
        #expect(try scene.take(.undo(version: 3)) == .alreadyHandled)

        guard case .taken(let again) = try scene.take(.approve(version: 4, gold: nil)),
            case .pay(let second)? = again.first
        else { return }
        #expect(second.amount == first.amount)
        #expect(second.identity(.payout) != first.identity(.payout))
        scene.wait(seconds: 24 * 3_600 + 1)
        let before = scene.occurrence
        #expect(throws: MissionRefusal.tooLateToUndo) { try scene.take(.undo(version: 5)) }
        #expect(scene.occurrence == before)
    }

    @Test func `F65: a mission that a new day closes pays its finished minutes, and a second closing pays none`() throws
    {
        let scene = MissionScene(given: false, repeats: MissionRepeat(every: .day, from: .due))
        #expect(try scene.run(seconds: 7 * 60 + 30) == 0)
        #expect(scene.occurrence.isOpen)
        #expect(try scene.take(.dayPassed) == .taken([]))
        scene.wait(seconds: 24 * 3_600)
        #expect(try scene.gold(.dayPassed)?.paid == 7)
        #expect(try scene.gold(.dayPassed)?.paid == 0)
    }

    @Test func `F65: deleting a mission pays the minutes that were finished`() throws {
        let scene = MissionScene(given: false)
        let id = try scene.start()
        #expect(throws: MissionRefusal.isRunning) { try scene.take(.removed) }
        scene.wait(seconds: 90)
        let ended = try scene.end(id, .stop)
        _ = try scene.take(.ended(ended))
        #expect(try scene.gold(.removed)?.paid == 1)
        #expect(try scene.gold(.removed)?.paid == 0)
    }

    @Test(
        arguments: [
            (.full, nil, 20), (.full, 300, 20), (.part, nil, 20), (.part, 300, 5), (.part, 1_200, 20), (.none, nil, 20),
            (.none, 300, 0), (.none, 1_200, 20),
        ] as [(PayoutRule, Int64?, UInt128)]
    )
    func `F66: a list pays in full, in part or nothing for what was not done in full`(
        rule: PayoutRule,
        seconds: Int64?,
        gold: UInt128
    ) throws {
        let scene = MissionScene()
        scene.settings.payout = rule
        if let seconds { #expect(try scene.run(seconds: seconds) == 0) }
        _ = try scene.take(.claim(by: MissionScene.child, version: 1))
        #expect(try scene.gold(.approve(version: 2, gold: nil))?.paid == gold)
    }

    @Test func `F66: a list that asks pays what an adult says, up to all of it`() throws {
        let scene = MissionScene()
        scene.settings.payout = .ask
        _ = try scene.take(.claim(by: MissionScene.child, version: 1))
        #expect(throws: MissionRefusal.goldNeeded) { try scene.take(.approve(version: 2, gold: nil)) }
        #expect(throws: MissionRefusal.wrongGold) { try scene.take(.approve(version: 2, gold: Amount(21))) }
        #expect(try scene.gold(.approve(version: 2, gold: Amount(13)))?.paid == 13)
    }

    @Test func `F66: parts are exact for amounts of any size`() {
        for (whole, done, all, part) in [
            (20, 5, 20, 5), (10, 1, 3, 3), (10, 2, 3, 6), (0, 1, 3, 0), (7, 0, 3, 0), (7, -4, 3, 0), (7, 9, 3, 7),
            (.max, 1, 2, .max / 2),
        ] as [(UInt128, Int64, Int64, UInt128)] {
            #expect(PayoutRule.part.payable(Amount(whole), done: done, of: all) == Amount(part))
        }
        #expect(PayoutRule.ask.payable(Amount(5), done: 1, of: 1) == nil)
    }

    @Test func `only the rule that asks takes an adult's word`() throws {
        let scene = MissionScene()
        _ = try scene.take(.claim(by: MissionScene.child, version: 1))
        #expect(throws: MissionRefusal.wrongGold) { try scene.take(.approve(version: 2, gold: Amount(19))) }
        #expect(try scene.gold(.approve(version: 2, gold: Amount(20)))?.paid == 20)
    }

    @Test(arguments: [(.high, 60), (.medium, 40), (.low, 20)] as [(MissionPriority, UInt128)])
    func `gold is a minute's worth times the weight of the priority`(priority: MissionPriority, gold: UInt128) throws {
        let scene = MissionScene(priority: priority, given: false)
        scene.settings.weights = try #require(GoldWeights(high: 3, medium: 2, low: 1))
        #expect(try scene.run(seconds: 1_200) == gold)
        #expect(GoldWeights(high: 0, medium: 1, low: 1) == nil)
        #expect(GoldWeights(high: 1, medium: 11, low: 1) == nil)
    }

    @Test func `a mission of one's own is done with its last minute, in as many countdowns as it takes`() throws {
        let scene = MissionScene(given: false)
        #expect(try scene.run(seconds: 750) == 0)
        #expect(scene.occurrence.plannedMilliseconds(of: scene.mission) == 450_000)
        #expect(try scene.run(seconds: 450) == 20)
        #expect(scene.occurrence.phase == .done(at: scene.now, paid: Amount(20)))
        #expect(throws: MissionRefusal.isOver) { try scene.start() }
    }

    @Test func `a mission of one's own can be called done early, for the minutes that passed`() throws {
        let scene = MissionScene(given: false)
        #expect(try scene.run(seconds: 12 * 60 + 59) == 0)
        #expect(try scene.gold(.claim(by: MissionScene.child, version: 1))?.paid == 12)
        #expect(try scene.take(.claim(by: MissionScene.child, version: 1)) == .alreadyHandled)
    }

    @Test func `an unassigned mission belongs to the first member who starts it, until they release it`() throws {
        let scene = MissionScene(assignee: nil)
        let id = try scene.start(by: MissionScene.sibling)
        #expect(throws: MissionRefusal.isRunning) {
            try scene.take(.claim(by: MissionScene.sibling, version: 1))
        }
        scene.wait(seconds: 5)
        let cancelled = try scene.end(id, .cancel)
        _ = try scene.take(.ended(cancelled))
        #expect(scene.occurrence.doer == nil)
        _ = try scene.run(seconds: 120)
        #expect(throws: MissionRefusal.takenByOther) {
            try scene.take(.claim(by: MissionScene.sibling, version: 1))
        }
        _ = try scene.take(.claim(by: MissionScene.child, version: 1))
        #expect(throws: MissionRefusal.isClaimed) {
            try scene.take(.claim(by: MissionScene.sibling, version: 2))
        }
    }

    @Test func `one that repeats is followed by one other, however often it is handed in`() throws {
        let scene = MissionScene(repeats: MissionRepeat(every: .week, from: .due))
        var followers: [Occurrence] = []
        for version in stride(from: 1, to: 9, by: 2) as StrideTo<UInt32> {
            guard case .taken(let effects) = try scene.take(.claim(by: MissionScene.child, version: version)) else {
                continue
            }
            for case .follow(let next) in effects { followers.append(next) }
            _ = try scene.take(.reject(version: version + 1))
        }
        #expect(followers.map(\.number) == [1])
        #expect(followers.map(\.due) == [scene.today.advanced(byDays: 7)])
        scene.occurrence = try #require(followers.first)
        #expect(throws: MissionRefusal.notYetDue) { try scene.start() }
        scene.wait(seconds: 7 * 86_400)
        _ = try scene.start()
    }

    @Test func `a mission not done lapses when its next day comes, and one that waits for an adult does not`() throws {
        let scene = MissionScene(repeats: MissionRepeat(every: .day, from: .due))
        let claimed = MissionScene(copying: scene)
        _ = try claimed.take(.claim(by: MissionScene.child, version: 1))
        scene.wait(seconds: 3 * 86_400)
        claimed.wait(seconds: 3 * 86_400)
        #expect(try claimed.take(.dayPassed) == .taken([]))
        guard case .taken(let effects) = try scene.take(.dayPassed), case .follow(let next)? = effects.first else {
            Issue.record("nothing follows")
            return
        }
        #expect(scene.occurrence.phase == .lapsed(at: scene.now))
        #expect(next.due == scene.today)
        #expect(throws: MissionRefusal.isOver) { try scene.take(.claim(by: MissionScene.child, version: 2)) }
        #expect(try claimed.gold(.approve(version: 2, gold: nil))?.paid == 20)
    }

    @Test func `counted from completion, one waits until it is done`() throws {
        let scene = MissionScene(repeats: MissionRepeat(every: .week, from: .completion))
        scene.wait(seconds: 20 * 86_400)
        #expect(try scene.take(.dayPassed) == .taken([]))
        guard case .taken(let effects) = try scene.take(.claim(by: MissionScene.child, version: 1)),
            case .follow(let next)? = effects.last
        else {
            Issue.record("nothing follows")
            return
        }
        #expect(next.due == scene.today.advanced(byDays: 7))
    }

    @Test func `a mission with a pending claim cannot be deleted before the claim is decided`() throws {
        let scene = MissionScene()
        _ = try scene.take(.claim(by: MissionScene.child, version: 1))
        #expect(throws: MissionRefusal.isClaimed) { try scene.take(.removed) }
        _ = try scene.take(.approve(version: 2, gold: nil))
        _ = try scene.take(.removed)
    }

    @Test func `a deleted mission is neither started nor claimed, and what was claimed is still decided`() throws {
        let scene = MissionScene()
        let claimed = MissionScene(copying: scene)
        _ = try claimed.take(.claim(by: MissionScene.child, version: 1))
        scene.mission.removedAt = scene.now
        claimed.mission.removedAt = scene.now
        #expect(throws: MissionRefusal.isRemoved) { try scene.take(.claim(by: MissionScene.child, version: 1)) }
        #expect(throws: MissionRefusal.isRemoved) { try scene.start() }
        #expect(try claimed.gold(.approve(version: 2, gold: nil))?.paid == 20)
    }
}

extension Mission {
    fileprivate func withID(_ id: ID<Mission>) -> Mission {
        Mission(
            id: id,
            name: name,
            minutes: minutes,
            priority: priority,
            giver: giver,
            assignee: assignee,
            needsApproval: needsApproval,
            addedAt: addedAt
        )
    }
}
