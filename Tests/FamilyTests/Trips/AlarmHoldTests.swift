import Family
import Testing

/// How long an acknowledgement holds an alarm's escalation (F69).
@Suite struct AlarmHoldTests {
    private static let ana = ID<Companion>(high: 3, low: 1)
    private static let bo = ID<Companion>(high: 3, low: 2)
    /// Without an acknowledgement the last step is sent an hour after the first.
    private static let escalationSeconds = 3_600.0
    /// A watch of version 1: an alarm of 90 s that both of them acknowledged just now.
    private static let firstVersion = [
        "0100000100000000000000010000000000000001c08fef8695670f0505404791eb851eb85240230a3d70a3d70a80c287",
        "aa95670000c08fef869567c0cf2480df9387956700000000ffffffffffffffff00000000000000010000000000000000",
        "0000000100000000000000020000000000000001010000000000000001000000000000000103c08fef869567c08fef86",
        "956702c08fef86956701000000000000000200000000000000010100000000000000010000000000000001c08fef8695",
        "670103c08fef869567c08fef8695670001e0acc387956700020000000000000003000000000000000100000000000000",
        "030000000000000002000100",
    ].joined()

    /// A traveller who called for help just now.
    private static func alarmed() -> (SafetyStory, ID<Alarm>) {
        var story = SafetyStory.onTrip(minutes: 600)
        story.call(.alert)
        return (story, story.openAlarms[0].id)
    }

    @Test func `F69: one recipient's acknowledgement holds escalation for 10 min once, and repeats hold nothing`() {
        var (once, id) = AlarmHoldTests.alarmed()
        once.pass(seconds: 30)
        once.take(.acknowledge(id, by: AlarmHoldTests.ana))
        once.pass(seconds: 2 * 3_600)
        #expect(once.rounds.map(\.second).prefix(4) == [0, 630, 750, 870])

        var (repeated, same) = AlarmHoldTests.alarmed()
        repeated.pass(seconds: 30)
        for _ in 0..<13 {
            repeated.take(.acknowledge(same, by: AlarmHoldTests.ana))
            repeated.pass(seconds: 200)
            repeated.take(.act(same, by: AlarmHoldTests.ana))
            repeated.pass(seconds: 340)
        }
        repeated.pass(seconds: 200)
        #expect(repeated.rounds.map(\.second) == once.rounds.map(\.second))
    }

    @Test func `F69: a new fact calls everybody again, and an acknowledgement that was used up holds nothing then`() {
        var (story, id) = AlarmHoldTests.alarmed()
        story.take(.acknowledge(id, by: AlarmHoldTests.ana))
        story.pass(seconds: 300)
        story.call(.sos, 2)
        story.pass(seconds: 10)
        story.take(.acknowledge(id, by: AlarmHoldTests.ana))
        story.pass(seconds: 200)
        #expect(story.rounds.map(\.second) == [0, 305, 365, 485])
    }

    @Test func `F18: calls repeated within five minutes do not keep the backups from being called`() {
        var (story, _) = AlarmHoldTests.alarmed()
        for number in 1...4 {
            story.pass(seconds: 100)
            story.call(number.isMultiple(of: 2) ? .alert : .sos, UInt64(number) + 1)
        }
        story.pass(seconds: 100)
        let widened = story.rounds.filter(\.round.isForBackups)
        #expect(widened.first.map { $0.second <= 420 } ?? false, "\(story.rounds.map(\.second))")
    }

    @Test func `F69: two recipients who alternate hold it for 20 min in all, five for 30`() {
        for (count, minutes) in [(2, 20.0), (5, 30.0)] {
            var (story, id) = AlarmHoldTests.alarmed()
            story.pass(seconds: 30)
            for turn in 0..<24 {
                story.take(.acknowledge(id, by: ID(high: 3, low: UInt64(turn % count))))
                story.pass(seconds: 300)
            }
            let second = story.rounds.dropFirst().first?.second ?? .infinity
            #expect(second > 30 + 600, "the second one's acknowledgement counts too")
            #expect((story.rounds.last?.second ?? 0) <= AlarmHoldTests.escalationSeconds + 60 * minutes)
            #expect(story.rounds.count == 15, "every step is sent")
        }
    }

    @Test func `F69: guests of the trip are shown as responding and hold nothing`() {
        var (alone, _) = AlarmHoldTests.alarmed()
        alone.pass(seconds: 2 * 3_600)
        var (story, id) = AlarmHoldTests.alarmed()
        for turn in 0..<24 {
            story.take(.acknowledgeAsGuest(id, by: ID(high: 4, low: UInt64(turn % 3))))
            story.take(.act(id, by: ID(high: 4, low: UInt64(turn % 3))))
            story.pass(seconds: 300)
        }
        #expect(story.rounds.map(\.second) == alone.rounds.map(\.second))
        #expect(story.openAlarms[0].acknowledgedBy == (0..<3).map { ID(high: 4, low: $0) })
        #expect(story.alarmNews.count == 3, "each is told once, and nobody is said to have been idle")
    }

    @Test func `F69: an alarm written before holds were counted reads as one whose acknowledgers have held it`() throws
    {
        let digits = Array(AlarmHoldTests.firstVersion.utf8)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
        var watch = try #require(SafetyWatch(bytes: bytes))
        let alarm = try #require(watch.alarms.first)
        let until = SafetyStory.start.advanced(bySeconds: 690)
        #expect(alarm.phase == .acknowledged(until: until))
        #expect(alarm.acknowledgedBy == [AlarmHoldTests.ana, AlarmHoldTests.bo])
        #expect(SafetyWatch(bytes: watch.bytes) == watch)
        let (now, fresh) = (until.advanced(bySeconds: -1), ID<Alarm>(high: 9, low: 9))
        _ = watch.apply(.acknowledge(alarm.id, by: AlarmHoldTests.ana), now: now, fresh: fresh)
        #expect(watch.alarms.first?.phase == .acknowledged(until: until), "her one hold is used up")
        let third = ID<Companion>(high: 3, low: 3)
        _ = watch.apply(.acknowledge(alarm.id, by: third), now: now, fresh: fresh)
        #expect(
            watch.alarms.first?.phase == .acknowledged(until: now.advanced(bySeconds: 600)),
            "of 30 min 10 are left"
        )
    }

    @Test func `F69: acknowledgements in any order hold an alarm at most 10 min each and 30 min in all`() {
        for seed: UInt64 in 1...300 {
            var chance = SeededRandom(seed: seed)
            var (story, id) = AlarmHoldTests.alarmed()
            let count = 1 + Int(chance.next() % 6)
            var acknowledged: Set<UInt64> = []
            var heldMilliseconds: Int64 = 0
            for _ in 0..<60 {
                let pause = Int64(chance.next() % 150_000)
                heldMilliseconds += story.heldMilliseconds(id, passing: pause)
                let person = chance.next() % UInt64(count)
                switch chance.next() % 5 {
                case 0:
                    story.take(.act(id, by: ID(high: 3, low: person)))
                case 1:
                    story.take(.acknowledgeAsGuest(id, by: ID(high: 4, low: person)))
                default:
                    story.take(.acknowledge(id, by: ID(high: 3, low: person)))
                    acknowledged.insert(person)
                }
            }
            heldMilliseconds += story.heldMilliseconds(id, passing: 3 * 3_600_000)
            let most = Int64(min(30, 10 * acknowledged.count)) * 60_000
            if heldMilliseconds > most { Issue.record("held for \(heldMilliseconds) ms, seed \(seed)") }
            let last = story.rounds.last?.second ?? 0
            if last > AlarmHoldTests.escalationSeconds + Double(most) / 1_000 {
                Issue.record("the last step came after \(last) s, seed \(seed)")
            }
            if story.rounds.count != 15 { Issue.record("\(story.rounds.count) steps, seed \(seed)") }
        }
    }
}

extension SafetyStory {
    /// Lets time pass; answers for how much of it nobody was called because the alarm was acknowledged.
    fileprivate mutating func heldMilliseconds(_ id: ID<Alarm>, passing milliseconds: Int64) -> Int64 {
        let from = now
        var held: Int64 = 0
        if let alarm = openAlarms.first(where: { $0.id == id }), case .acknowledged(let until) = alarm.phase {
            held = min(max(0, until.milliseconds(since: from)), milliseconds)
        }
        pass(milliseconds: milliseconds)
        return held
    }
}
