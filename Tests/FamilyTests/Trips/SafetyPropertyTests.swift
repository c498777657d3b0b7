import Family
import Testing
import WireClient

/// Stories by chance: what must hold in every one of them, whatever happens in whatever order.
@Suite struct SafetyPropertyTests {
    private static let seeds: [UInt64] = Array(1...(isSweep ? 5_000 : 100))

    @Test func `F1: whatever waits has its deadline, and nothing that is due is left behind`() {
        for seed in SafetyPropertyTests.seeds {
            var story = RandomStory(seed: seed)
            for _ in 0..<120 {
                story.step()
                let watch = story.left
                for countdown in watch.countdowns where countdown.isRunning {
                    check(watch.deadline.map { $0 <= countdown.firesAt } == true, "a countdown without end", seed)
                }
                if let trip = watch.trip, !trip.hasEnded {
                    check(trip.deadline != nil, "a trip that nobody asks about", seed)
                    if trip.phase == .overdue {
                        check(watch.alarms.contains { $0.isVisible && $0.trip == trip.id }, "overdue, no alarm", seed)
                    }
                }
                guard case .deadline = story.event else { continue }
                check(watch.deadline.map { $0 > story.now } ?? true, "due and not handled", seed)
            }
        }
    }

    @Test func `no countdown is lost, none is told twice, and none that was called off is told at all`() {
        for seed in SafetyPropertyTests.seeds {
            var story = RandomStory(seed: seed)
            var seen: [ID<HelpCountdown>: HelpCountdown.Phase] = [:]
            for _ in 0..<120 {
                story.step()
                for countdown in story.left.countdowns {
                    let before = seen[countdown.id]
                    seen[countdown.id] = countdown.phase
                    if let before, before != .running { check(before == countdown.phase, "it changed its end", seed) }
                    guard before == nil || before == .running else { continue }
                    if case .missed = countdown.phase {
                        let left = SafetyEffect.leaveToPerson(countdown.alarm, trip: countdown.trip)
                        check(story.outcome.effects.contains(left), "missed, and left to no person", seed)
                    }
                    guard case .fired = countdown.phase else { continue }
                    let told = story.outcome.effects.contains { effect in
                        switch effect {
                        case .send, .recordTold: true
                        default: false
                        }
                    }
                    check(told || story.wasToldLately(countdown), "fired in silence", seed)
                }
            }
            let first = story.rounds.filter { $0.step == 0 }
            for id in Set(first.map(\.alarm)) {
                let opened = first.filter { $0.alarm == id && $0.facts.count == 1 }
                check(Set(opened.map { $0.facts[0].knownAt }).count == opened.count, "raised twice", seed)
            }
        }
    }

    @Test func `an alarm ends by the right PIN, or by a companion where the traveller cannot, and never otherwise`() {
        for seed in SafetyPropertyTests.seeds {
            var story = RandomStory(seed: seed)
            var open: [ID<Alarm>: Bool] = [:]
            for _ in 0..<120 {
                story.step()
                for alarm in story.left.alarms {
                    guard case .closed(let closing, _) = alarm.phase, let wasDuress = open[alarm.id] else {
                        open[alarm.id] = alarm.isOpen ? alarm.isUnderDuress : nil
                        continue
                    }
                    open[alarm.id] = nil
                    switch story.event {
                    case .entered(.right, _): check(closing == .safe && !wasDuress, "lifted", seed)
                    case .confirm: check(closing == .confirmed && wasDuress, "confirmed", seed)
                    default: check(false, "closed by \(story.event)", seed)
                    }
                }
                let known = Set(story.left.alarms.map(\.id))
                check(open.keys.allSatisfy(known.contains), "an open alarm was forgotten", seed)
            }
        }
    }

    @Test func `F31: a wrong PIN changes nothing but the pad`() {
        for seed in SafetyPropertyTests.seeds {
            var story = RandomStory(seed: seed)
            for _ in 0..<120 {
                let before = story.left
                story.step()
                guard case .entered(.wrong, _) = story.event else { continue }
                let isTold = story.outcome.effects.allSatisfy { effect in
                    if case .tell(.pinGuessed, _) = effect { return true }
                    return false
                }
                check(isTold, "a wrong PIN did something", seed)
                check(before.deadline == story.left.deadline, "a wrong PIN moved a deadline", seed)
                check(before.trip == story.left.trip && before.alarms == story.left.alarms, "a wrong PIN", seed)
                check(before.countdowns == story.left.countdowns, "a wrong PIN stopped a countdown", seed)
            }
        }
    }

    @Test func `F28: with the duress PIN for the right one the traveller's own sessions see the same for ever after`() {
        for seed in SafetyPropertyTests.seeds {
            var story = RandomStory(seed: seed)
            for _ in 0..<120 {
                story.step()
                check(story.outcome.answer == story.twinOutcome.answer, "answers differ: \(story.event)", seed)
                check(story.left.travellerFace == story.right.travellerFace, "faces differ: \(story.event)", seed)
                check(
                    story.outcome.effects.filter(\.isForTraveller)
                        == story.twinOutcome.effects.filter(\.isForTraveller),
                    "told different things: \(story.event)",
                    seed
                )
            }
        }
    }

    @Test func `F29: whenever the duress PIN is taken an alarm under duress is open`() {
        for seed in SafetyPropertyTests.seeds {
            var story = RandomStory(seed: seed)
            for _ in 0..<120 {
                story.step()
                guard case .entered(.duress, _) = story.event, story.isTaken else { continue }
                check(story.left.alarms.contains { $0.isOpen && $0.isUnderDuress }, "nobody knows", seed)
            }
        }
    }

    @Test func `a repeated event changes nothing, apart from fixes, deputy reports and some PIN entries`() {
        for seed in SafetyPropertyTests.seeds {
            var story = RandomStory(seed: seed)
            for _ in 0..<120 {
                story.step()
                switch story.event {
                case .entered(.wrong, _), .entered(_, .extend), .entered(_, for: .safe), .fix: continue
                // Each report may name further people; the hub knows each message by its identity.
                case .toldByDeputy: continue
                default: break
                }
                var again = story.left
                let outcome = again.apply(story.event, now: story.now, fresh: story.freshID())
                check(again == story.left, "twice: \(story.event)", seed)
                check(outcome.effects.isEmpty, "twice: \(story.event) \(outcome.effects)", seed)
            }
        }
    }

    @Test func `damaged bytes are no watch, or one that goes on`() {
        for seed in SafetyPropertyTests.seeds.prefix(40) {
            var story = RandomStory(seed: seed)
            for _ in 0..<60 { story.step() }
            let bytes = story.left.bytes
            for length in bytes.indices { #expect(SafetyWatch(bytes: Array(bytes.prefix(length))) == nil) }
            #expect(SafetyWatch(bytes: bytes + [0]) == nil)
            for index in bytes.indices {
                var damaged = bytes
                damaged[index] ^= 0x55
                guard var read = SafetyWatch(bytes: damaged) else { continue }
                _ = read.apply(.deadline, now: story.now, fresh: story.freshID())
            }
        }
    }

    private func check(_ holds: Bool, _ what: String, _ seed: UInt64) {
        if !holds { Issue.record("\(what), seed \(seed)") }
    }
}
