import Family
import Testing

@Suite struct HelpTests {
    @Test(arguments: [(.shake, 15_000), (.sos, 5_000), (.alert, 0)] as [(HelpCountdown.Cause, Int64)])
    func `F8: a countdown ends when it would have on the phone, and at once where that is over`(
        cause: HelpCountdown.Cause,
        length: Int64
    ) {
        for (ago, left) in [(0, length), (4_000, length - 4_000), (length, 0), (60_000, 0), (-9_000, length)] {
            var story = SafetyStory()
            story.call(cause, ago: ago)
            story.pass(milliseconds: max(0, left) - 1)
            #expect(story.rounds.isEmpty == (left > 0), "\(ago)")
            story.pass(milliseconds: left > 0 ? 1 : 0)
            #expect(story.rounds.count == 1, "\(ago)")
            #expect(story.rounds.first?.second == Double(max(0, left)) / 1_000)
        }
    }

    @Test func `F8: a phone that dies after its request raises the alarm all the same`() {
        var story = SafetyStory.onTrip()
        story.call(.shake)
        story.pass(seconds: 15)
        #expect(story.rounds.map(\.round.step) == [0])
        #expect(story.openAlarms.map(\.trip) == [SafetyStory.tripID])
    }

    @Test func `F23: before a help countdown ends, and after it is cancelled, no notice is sent`() {
        var story = SafetyStory.onTrip()
        let before = story.effects.count
        story.call(.shake)
        story.pass(milliseconds: 14_999)
        #expect(story.effects.count == before)
        #expect(story.enter(.right, for: .safe(nil)) == .done)
        story.pass(seconds: 120)
        #expect(story.effects.count == before)
    }

    @Test func `a request that comes twice, or again when it is over, is one alarm`() {
        var story = SafetyStory()
        story.call(.sos)
        story.call(.sos)
        story.pass(seconds: 6)
        story.call(.sos, ago: 6_000)
        story.take(.deadline)
        #expect(story.rounds.count == 1)
        #expect(story.watch.alarms.count == 1)
        #expect(story.enter(.right, for: .safe(nil)) == .done)
        story.call(.sos, ago: 20_000)
        #expect(story.rounds.count == 1)
        #expect(story.openAlarms.isEmpty)
    }

    @Test func `one that was called off before it was heard of never begins`() {
        var story = SafetyStory()
        #expect(story.enter(.right, for: .safe(ID(high: 2, low: 1))) == .done)
        story.call(.shake, ago: 3_000)
        story.pass(seconds: 60)
        #expect(story.effects.isEmpty)
    }

    @Test func `F25: the third shake of a trip that was called off offers to switch it off, once`() {
        var story = SafetyStory.onTrip()
        for index: UInt64 in 1...5 {
            story.call(.shake, index)
            story.pass(seconds: 3)
            story.enter(.right, for: .safe(nil))
            #expect(story.prompts.count == (index < 3 ? 0 : 1))
        }
        #expect(story.prompts == [.switchShakeOff])
    }

    @Test func `F26: an alarm names its actual cause, and a second cause joins the same alarm`() {
        var story = SafetyStory.onTrip()
        story.call(.shake)
        story.pass(seconds: 15)
        story.call(.sos, 2)
        story.pass(seconds: 5)
        #expect(story.rounds.map { $0.round.facts.map(\.cause) } == [[.shake], [.shake, .sos]])
        #expect(Set(story.rounds.map(\.round.alarm)).count == 1)
        for cause in HelpCountdown.Cause.allCases {
            var other = SafetyStory()
            other.call(cause)
            other.pass(seconds: 15)
            let expected: AlarmFact.Cause = cause == .shake ? .shake : cause == .sos ? .sos : .alert
            #expect(other.rounds.first?.round.facts.map(\.cause) == [expected])
        }
    }

    @Test func `a call without a trip, then one on a trip, reach both circles: two alarms`() {
        var story = SafetyStory()
        story.call(.alert)
        #expect(story.setOut() == .done)
        story.call(.alert, 2)
        #expect(Set(story.openAlarms.map(\.trip)) == [nil, SafetyStory.tripID])
        #expect(story.enter(.right, for: .safe(nil)) == .done)
        #expect(story.openAlarms.isEmpty)
        #expect(story.alarmNews == [.allClear, .allClear])
    }

    @Test func `however often the button is pressed the watch stays small, and the first call is told in time`() {
        var story = SafetyStory.onTrip()
        for index: UInt64 in 1...500 {
            story.call(.shake, index)
            story.pass(milliseconds: 10)
        }
        #expect(story.watch.bytes.count < 4_000)
        story.pass(seconds: 15)
        #expect(story.rounds.map(\.second) == [15])
    }

    @Test func `however many trips end under duress the watch stays small`() {
        var story = SafetyStory()
        for index: UInt64 in 1...150 {
            #expect(story.setOut(ID(high: 1, low: index)) == .done)
            story.enter(.duress, for: .cancel)
            story.pass(seconds: 7_200)
        }
        #expect(story.watch.bytes.count < 16_000)
        #expect(Set(story.rounds.map(\.round.alarm)).count == 150)
    }
}
