import Family
import Testing

/// What a hub takes from a deputy that sent in its place.
@Suite struct DeputyToldTests {
    private func told(_ story: SafetyStory, _ alarm: ID<Alarm>, step: UInt8 = 0) -> SafetyEvent {
        .toldByDeputy(DeputyTold(alarm: alarm, step: step, at: story.now))
    }

    private func effects(_ story: inout SafetyStory, _ event: SafetyEvent) -> [SafetyEffect] {
        let before = story.effects.count
        story.take(event)
        return story.effects.dropFirst(before).map(\.effect)
    }

    @Test func `a trip that was told while the hub was dead is overdue at its start, and goes on with the next step`()
        throws
    {
        var story = SafetyStory.onTrip()
        let plan = try #require(story.watch.deputyPlans.first)
        // The hub handled neither the due time, the question, nor the end of its minutes.
        var watch = story.watch
        let at = plan.steps[0].at.advanced(bySeconds: 90)
        let outcome = watch.apply(
            .toldByDeputy(DeputyTold(alarm: plan.alarm, step: 0, at: at)),
            now: at.advanced(bySeconds: 30),
            fresh: ID(high: 9, low: 9)
        )
        guard case .recordTold(let round)? = outcome.effects.first, outcome.effects.count == 1 else {
            Issue.record("\(outcome.effects)")
            return
        }
        #expect(round.alarm == plan.alarm && round.step == 0 && round.facts.map(\.cause) == [.overdue])
        #expect(watch.trip?.phase == .overdue)
        #expect(watch.alarms.first?.deadline == at.advanced(bySeconds: 60))
        // Twice is once.
        let known = watch
        _ = watch.apply(
            .toldByDeputy(DeputyTold(alarm: plan.alarm, step: 0, at: at)),
            now: at.advanced(bySeconds: 31),
            fresh: ID(high: 9, low: 10)
        )
        #expect(watch == known)
        // The hub calls the next step, not the first one.
        let next = watch.apply(.deadline, now: at.advanced(bySeconds: 60), fresh: ID(high: 9, low: 11))
        #expect(next.effects.contains { if case .send(let round) = $0 { round.step == 1 } else { false } })
        story.pass(seconds: 1)
    }

    @Test func `recipients alarmed about a trip already ended by either PIN are notified that it is over`() throws {
        for verdict in [PINVerdict.right, .duress] {
            var story = SafetyStory.onTrip()
            let alarm = try #require(story.watch.deputyPlans.first?.alarm)
            story.ride(minutes: 5)
            story.enter(verdict, for: .arrive)
            #expect(effects(&story, told(story, alarm)) == [.toldInVain(alarm)])
        }
    }

    @Test func `recipients alarmed despite an extension are notified that it is over, and the due time is kept`()
        throws
    {
        var story = SafetyStory.onTrip()
        let alarm = try #require(story.watch.deputyPlans.first?.alarm)
        story.ride(minutes: 58)
        story.enter(.right, for: .extend(minutes: 30))
        let dueAt = story.watch.trip?.dueAt
        #expect(effects(&story, told(story, alarm)) == [.toldInVain(alarm)])
        #expect(story.watch.trip?.dueAt == dueAt && story.watch.trip?.phase == .underWay)
    }

    @Test func `a countdown that was stopped was told in vain, and one that ran on is an alarm`() throws {
        var stopped = SafetyStory()
        stopped.call(.sos)
        let alarm = try #require(stopped.watch.deputyPlans.first?.alarm)
        stopped.enter(.right, for: .safe(nil))
        #expect(effects(&stopped, told(stopped, alarm)) == [.toldInVain(alarm)])

        var story = SafetyStory()
        story.call(.sos)
        var watch = story.watch
        let at = story.now.advanced(bySeconds: 70)
        let outcome = watch.apply(
            .toldByDeputy(DeputyTold(alarm: alarm, step: 2, at: at)),
            now: at,
            fresh: ID(high: 9, low: 9)
        )
        #expect(outcome.effects.count == 1)
        #expect(watch.alarms.map(\.isVisible) == [true])
        // The third step is 120 s before the next one.
        #expect(watch.deadline == at.advanced(bySeconds: 120))
        story.pass(seconds: 1)
    }

    @Test func `G9: a report about an unknown incident, or before it was due, changes nothing`() throws {
        var story = SafetyStory.onTrip()
        let before = story.watch
        #expect(effects(&story, told(story, ID(high: 77, low: 77))) == [])
        #expect(story.watch == before)
        let alarm = try #require(story.watch.deputyPlans.first?.alarm)
        // Told before it was due: those who were told hear so, and the trip goes on.
        #expect(effects(&story, told(story, alarm)) == [.toldInVain(alarm)])
        #expect(story.watch == before)
    }

    @Test func `G9: messages of one step that a deputy reports one by one hold up no step`() throws {
        var story = SafetyStory()
        story.call(.alert)
        story.pass(seconds: 55)
        let alarm = try #require(story.watch.alarms.first?.id)
        let deadline = story.watch.deadline
        for _ in 1...3 {
            _ = effects(&story, told(story, alarm, step: 0))
            story.pass(seconds: 1)
        }
        // Nor does one of an earlier round, which had come further.
        _ = effects(&story, told(story, alarm, step: 8))
        #expect(story.watch.deadline == deadline)
    }

    @Test func `a hub that has gone further than its deputy is not moved back`() throws {
        var story = SafetyStory()
        story.call(.alert)
        story.pass(seconds: 400)
        let alarm = try #require(story.watch.alarms.first?.id)
        let deadline = story.watch.deadline
        _ = effects(&story, told(story, alarm, step: 1))
        #expect(story.watch.deadline == deadline)
    }
}
