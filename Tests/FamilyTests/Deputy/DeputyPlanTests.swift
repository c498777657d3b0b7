import Family
import Testing
import WireClient

/// What a hub has its deputy do.
@Suite struct DeputyPlanTests {
    private static let seeds: [UInt64] = Array(1...(isSweep ? 5_000 : 100))

    private func seconds(_ plan: DeputyPlan?) -> [Double] {
        plan?.steps.map { $0.at.seconds(since: SafetyStory.start) } ?? []
    }

    @Test func `G7: with the duress PIN for the right one the plans are the same for ever after`() {
        for seed in Self.seeds {
            var story = RandomStory(seed: seed)
            for _ in 0..<120 {
                story.step()
                guard story.left.deputyPlans != story.right.deputyPlans else { continue }
                Issue.record("plans differ after \(story.event), seed \(seed)")
                break
            }
        }
    }

    @Test func `whatever the hub would call people for has a plan at the same moment, and nothing else has one`() {
        for seed in Self.seeds {
            var story = RandomStory(seed: seed)
            for _ in 0..<120 {
                story.step()
                let (watch, plans) = (story.left, story.left.deputyPlans)
                let alarms = Set(plans.map(\.alarm))
                #expect(alarms.count == plans.count, "seed \(seed)")
                for countdown in watch.countdowns where countdown.isRunning {
                    let plan = plans.first { $0.alarm == countdown.alarm }
                    #expect(plan?.steps.first?.at == countdown.firesAt, "seed \(seed)")
                }
                for alarm in watch.alarms where !alarm.isVisible { #expect(!alarms.contains(alarm.id), "seed \(seed)") }
                if !watch.needsPIN { #expect(plans.isEmpty, "seed \(seed)") }
                for plan in plans {
                    #expect(plan.steps.map(\.at) == plan.steps.map(\.at).sorted(), "seed \(seed)")
                    #expect(Set(plan.steps.map(\.number)).count == plan.steps.count, "seed \(seed)")
                }
            }
        }
    }

    @Test func `a trip is planned for when its alarm would go off, and moves with it`() {
        var story = SafetyStory.onTrip(minutes: 40)
        // Due a quarter of an hour after the expected arrival, overdue five minutes later.
        #expect(seconds(story.watch.deputyPlans.first) == [3_600, 3_780, 4_200, 5_400])
        #expect(story.watch.deputyPlans.first?.widensAt == 2)
        story.ride(minutes: 10)
        story.enter(.right, for: .extend(minutes: 10))
        #expect(seconds(story.watch.deputyPlans.first).first == 4_200)
        story.enter(.right, for: .arrive)
        #expect(story.watch.deputyPlans == [])
    }

    @Test func `an alarm that is open is planned from its next call on`() throws {
        var story = SafetyStory()
        story.call(.sos)
        let countdown = try #require(story.watch.deputyPlans.first)
        #expect(seconds(countdown) == [5, 185, 605, 1_805])
        #expect(countdown.fact == .calledForHelp(.sos, at: SafetyStory.start))
        story.pass(seconds: 10)
        let open = try #require(story.watch.deputyPlans.first)
        #expect(open.alarm == countdown.alarm && open.fact == .unanswered)
        #expect(open.steps.map(\.number) == [1, 2, 4, 8] && seconds(open) == [65, 185, 605, 1_805])
        story.take(.acknowledge(open.alarm, by: ID(high: 3, low: 1)))
        // Held for ten minutes.
        #expect(seconds(story.watch.deputyPlans.first).first == 610)
        story.enter(.right, for: .safe(nil))
        #expect(story.watch.deputyPlans == [])
    }
}
