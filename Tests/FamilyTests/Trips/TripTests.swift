import Family
import Testing

@Suite struct TripTests {
    @Test func `F10: 15 minutes after the expected arrival the traveller is asked, five later all are told`() {
        var story = SafetyStory.onTrip()
        story.ride(minutes: 54)
        #expect(story.prompts.isEmpty && story.rounds.isEmpty)
        story.ride(minutes: 2)
        let due = SafetyStory.start.advanced(bySeconds: 55 * 60)
        #expect(story.prompts == [.due(answerBy: due.advanced(bySeconds: 300))])
        #expect(story.rounds.isEmpty, "nobody else hears of a question")
        story.ride(minutes: 4)
        #expect(story.rounds.map(\.second) == [3_600])
        #expect(story.rounds.first?.round.facts.map(\.cause) == [.overdue])
        #expect(story.watch.trip?.phase == .overdue)
    }

    @Test(arguments: [(5, 2, 7), (60, 15, 75), (15, 5, 20)] as [(Int64, Int64, Int64)])
    func `F10: both times are the traveller's to set`(grace: Int64, answer: Int64, overdue: Int64) throws {
        let settings = try #require(TripSettings(graceMinutes: grace, answerMinutes: answer, silenceMinutes: 5))
        var story = SafetyStory.onTrip(minutes: 30, settings: settings)
        story.ride(minutes: 120)
        #expect(story.rounds.first?.second == Double(60 * (30 + overdue)))
    }

    @Test func `F10: times outside their ranges are no settings`() {
        for (grace, answer, silence) in [(4, 5, 5), (61, 5, 5), (15, 1, 5), (15, 16, 5), (15, 5, 1), (15, 5, 31)] {
            let settings = TripSettings(
                graceMinutes: Int64(grace),
                answerMinutes: Int64(answer),
                silenceMinutes: Int64(silence)
            )
            #expect(settings == nil, "\(grace) \(answer) \(silence)")
        }
    }

    @Test func `F11: after a minute it is delayed, after five the companions are told, and told when it is back`() {
        var story = SafetyStory.onTrip()
        story.ride(minutes: 3)
        story.pass(seconds: 60)
        #expect(story.watch.trip?.signal.reading(now: story.now) == .heard)
        story.pass(seconds: 1)
        #expect(story.watch.trip?.signal.reading(now: story.now) == .delayed)
        story.pass(seconds: 239)
        #expect(story.watch.trip?.signal.reading(now: story.now) == .lost)
        let heardAt = SafetyStory.start.advanced(bySeconds: 180)
        #expect(story.news.suffix(1) == [.signalLost(heardAt: heardAt)])
        story.pass(seconds: 600)
        #expect(story.news.suffix(1) == [.signalLost(heardAt: heardAt)], "once")
        story.take(.heard(usualIntervalMilliseconds: nil))
        #expect(story.news.suffix(1) == [.signalBack])
        #expect(story.rounds.isEmpty, "information, not an alarm")
    }

    @Test(arguments: [(30, 300), (100, 300), (200, 600), (600, 1_800), (3_600, 1_800)] as [(Int64, Int64)])
    func `F11: a device that reports seldom is waited for three times as long`(interval: Int64, silence: Int64) {
        var story = SafetyStory.onTrip(minutes: 120)
        story.take(.heard(usualIntervalMilliseconds: interval * 1_000))
        story.pass(seconds: 7_200)
        #expect(story.second(of: \.isSignalLost) == Double(silence))
    }

    @Test func `F11: a place without reception explains one silence`() {
        var story = SafetyStory.onTrip()
        story.report(north: 3_000) { $0.isInDeadZone = true }
        story.pass(seconds: 599)
        #expect(story.second(of: \.isSignalLost) == nil)
        story.pass(seconds: 1)
        #expect(story.second(of: \.isSignalLost) == 600, "the second time it is news")
        story.report(north: 2_000) { $0.isInDeadZone = true }
        story.pass(seconds: 300)
        let told = story.news.filter(\.isSignalLost).count
        #expect(told == 2, "still in it: it was entered once")
        story.report(north: 1_000)
        story.pass(seconds: 10)
        story.report(north: 900) { $0.isInDeadZone = true }
        story.pass(seconds: 310)
        #expect(story.news.filter(\.isSignalLost).count == told, "entered again")
    }

    @Test func `F12: a phone off from minute 3 is missed at minute 8, and overdue 20 minutes after its time`() {
        var story = SafetyStory.onTrip(minutes: 40)
        story.ride(minutes: 3)
        story.pass(seconds: 7_200)
        #expect(story.second(of: \.isSignalLost) == 480)
        #expect(story.rounds.first?.second == 3_600)
        #expect(story.rounds.first?.round.facts.first?.lateness == nil)
    }

    @Test func `F13: three extensions of at most an hour, each told to the companions`() {
        var story = SafetyStory.onTrip()
        for minutes: Int64 in [0, -5, 61, .max] {
            #expect(story.enter(.right, for: .extend(minutes: minutes)) == .refused(.wrongExtension))
        }
        for number: UInt8 in 1...3 {
            #expect(story.enter(.right, for: .extend(minutes: 60)) == .done)
            let due = SafetyStory.start.advanced(bySeconds: 60 * (55 + 60 * Int64(number)))
            #expect(story.news.last == .extended(minutes: 60, dueAt: due, number: number))
        }
        let before = story.watch
        #expect(story.enter(.right, for: .extend(minutes: 1)) == .refused(.noExtensionLeft))
        #expect(story.watch == before)
        #expect(story.watch.travellerFace.trip?.extensionsLeft == 0)
    }

    @Test func `F13: an extension answers the question at the due time, and none reaches beyond the day`() {
        var story = SafetyStory.onTrip()
        story.pass(seconds: 56 * 60)
        #expect(story.enter(.right, for: .extend(minutes: 30)) == .done)
        #expect(story.watch.trip?.phase == .underWay)
        #expect(story.watch.trip?.dueAt == SafetyStory.start.advanced(bySeconds: 86 * 60))
        var long = SafetyStory()
        #expect(long.setOut(minutes: 1_430) == .refused(.tooLong))
        #expect(long.setOut(minutes: 1_410) == .done)
        #expect(long.enter(.right, for: .extend(minutes: 30)) == .refused(.tooLong))
        #expect(long.enter(.right, for: .extend(minutes: 10)) == .done)
    }

    @Test func `F14: a low battery is told once`() {
        var story = SafetyStory.onTrip()
        for (index, percent) in [60.0, 16, 15, 14, 90, 9].enumerated() {
            story.pass(seconds: 10)
            story.report(north: 5_000 - 100 * Double(index)) { $0.fix.batteryPercent = percent }
        }
        #expect(story.news.dropFirst() == [.batteryLow(percent: 15)])
    }

    @Test func `F15: a long stop is asked about first, and becomes news if the traveller does not answer`() {
        var story = SafetyStory.onTrip()
        for _ in 0..<32 {
            story.pass(seconds: 10)
            story.report(north: 5_000)
        }
        let since = SafetyStory.start.advanced(bySeconds: 10)
        #expect(story.prompts.count == 1)
        #expect(story.news.count == 1, "nobody else hears of a question")
        #expect(story.watch.travellerFace.trip?.question?.kind == .longStop)
        story.pass(seconds: 30)
        #expect(story.news.last == .longStop(since: since))
        for _ in 0..<60 {
            story.pass(seconds: 10)
            story.report(north: 5_010)
        }
        #expect(story.prompts.count == 1, "once for each stop")
        #expect(story.rounds.isEmpty)
    }

    @Test
    func `F15: a traveller who answers, moves, is at a saved place or has arrived causes no stop news`() {
        for (name, act) in [
            (
                "answers",
                { (story: inout SafetyStory, index: Int) in
                    story.report(north: 5_000)
                    if !story.prompts.isEmpty { story.take(.answer) }
                }
            ),
            ("moves", { story, index in story.report(north: 5_000 - 60 * Double(index)) }),
            ("at home", { story, _ in story.report(north: 5_000) { $0.isAtSavedPlace = true } }),
            ("destination", { story, _ in story.report(north: 60) }),
        ] as [(String, (inout SafetyStory, Int) -> Void)] {
            var story = SafetyStory.onTrip()
            for index in 0..<50 {
                story.pass(seconds: 10)
                act(&story, index)
            }
            #expect(story.news.count == 1, "\(name)")
        }
    }

    @Test func `F15: off the route for two minutes asks, then tells, and tells when it is found again`() {
        var story = SafetyStory.onTrip()
        for index in 0..<20 {
            story.pass(seconds: 10)
            story.report(north: 5_000 - 80 * Double(index)) { $0.offRouteMetres = index < 3 ? 299 : 301 }
        }
        let since = SafetyStory.start.advanced(bySeconds: 40)
        #expect(story.news.last == .leftRoute(since: since))
        story.report(north: 3_000, agoSeconds: -1) { $0.offRouteMetres = 20 }
        #expect(story.news.last == .backOnRoute)
        #expect(story.rounds.isEmpty)
    }

    @Test func `F53: fixes that are late or in the wrong order are a sign of life and nothing else`() {
        var story = SafetyStory.onTrip()
        story.pass(seconds: 700)
        story.report(north: 10, agoSeconds: 660)
        story.report(north: 10, agoSeconds: 630) { $0.fix.batteryPercent = 3 }
        story.report(north: 4_000)
        story.report(north: 10, agoSeconds: 50)
        story.report(north: 10, agoSeconds: 20)
        #expect(story.prompts.isEmpty)
        #expect(story.news.filter { !$0.isSignalLost }.count == 2, "set out, and heard again")
    }

    @Test func `F54: a teleport to the destination proposes no arrival`() {
        var story = SafetyStory.onTrip()
        for _ in 0..<5 {
            story.pass(seconds: 30)
            story.report(north: 0) { $0.isSuspicious = true }
        }
        #expect(story.prompts.isEmpty)
    }

    @Test func `F55: two fixes 20 seconds apart at the destination propose the arrival, once, and end nothing`() {
        var story = SafetyStory.onTrip()
        story.report(north: 40, agoSeconds: -1)
        story.pass(seconds: 20)
        story.report(north: 40)
        #expect(story.prompts.isEmpty, "19 seconds")
        story.pass(seconds: 1)
        story.report(north: 30)
        #expect(story.prompts == [.arrival])
        story.pass(seconds: 60)
        story.report(north: 20)
        #expect(story.prompts == [.arrival])
        #expect(story.watch.isOnTrip)
        var vague = SafetyStory.onTrip()
        for _ in 0..<5 {
            vague.pass(seconds: 30)
            vague.report(north: 300) { $0.fix.accuracyMetres = 900 }
        }
        #expect(vague.prompts.isEmpty, "a vague fix is no arrival")
    }

    @Test func `F50, F55: arrived ends the sharing at once; how it ended is seen for a quarter of an hour`() {
        var story = SafetyStory.onTrip()
        #expect(story.watch.sight(of: SafetyStory.tripID, now: story.now, told: []) == .live)
        #expect(story.enter(.right, for: .arrive) == .done)
        #expect(
            story.effects.suffix(2).map(\.effect) == [
                .tell(.arrived, SafetyStory.tripID), .endSharing(SafetyStory.tripID),
            ]
        )
        #expect(story.watch.sight(of: SafetyStory.tripID, now: story.now, told: []) == .ending)
        story.pass(seconds: 899)
        #expect(story.watch.sight(of: SafetyStory.tripID, now: story.now, told: []) == .ending)
        story.pass(seconds: 1)
        #expect(story.watch.sight(of: SafetyStory.tripID, now: story.now, told: []) == .nothing)
        #expect(story.watch.sight(of: ID(high: 9, low: 9), now: story.now, told: []) == .nothing)
    }

    @Test func `F50: a day after its start a trip without an alarm is hidden from viewers`() {
        var story = SafetyStory.onTrip(minutes: 1_405)
        for minute: Int64 in [1_421, 1_436] {
            story.pass(milliseconds: minute * 60_000 - story.now.milliseconds(since: SafetyStory.start))
            #expect(story.enter(.right, for: .safe(nil)) == .done)
        }
        let sight = { (story: SafetyStory) in story.watch.sight(of: SafetyStory.tripID, now: story.now, told: []) }
        story.pass(seconds: 239)
        #expect(sight(story) == .live)
        story.pass(seconds: 1)
        #expect(sight(story) == .nothing && story.openAlarms.isEmpty)
    }

    @Test func `F50: a day after the start a trip is over, and its alarm goes on`() {
        var story = SafetyStory.onTrip(minutes: 1_419)
        story.pass(seconds: 1_439 * 60)
        #expect(story.rounds.count == 1)
        story.pass(seconds: 60)
        #expect(story.watch.trip?.hasEnded == true)
        #expect(story.effects.contains { $0.effect == .endSharing(SafetyStory.tripID) })
        #expect(story.openAlarms.count == 1)
    }

    @Test func `one trip at a time; the same request again is a repeat, one due in the past is refused`() {
        var story = SafetyStory.onTrip()
        let before = story.watch
        #expect(story.setOut() == .done)
        #expect(story.setOut(ID(high: 1, low: 2)) == .refused(.alreadyOnTrip))
        #expect(story.watch == before)
        #expect(story.enter(.right, for: .cancel) == .done)
        #expect(story.setOut(ID(high: 1, low: 2)) == .done)
        var late = SafetyStory()
        #expect(late.setOut(minutes: -15) == .refused(.alreadyDue))
        #expect(late.watch == SafetyWatch())
    }

    @Test func `a traveller who is safe but not there is asked again after the grace, with a separate alarm`() {
        var story = SafetyStory.onTrip()
        story.pass(seconds: 57 * 60)
        #expect(story.enter(.right, for: .safe(nil)) == .done)
        #expect(story.news.last == .goesOn(dueAt: SafetyStory.start.advanced(bySeconds: 72 * 60)))
        story.pass(seconds: 20 * 60)
        #expect(story.rounds.map(\.second) == [77 * 60])
        #expect(story.enter(.right, for: .safe(nil)) == .done)
        #expect(story.openAlarms.isEmpty)
        story.pass(seconds: 20 * 60)
        #expect(Set(story.rounds.map(\.round.alarm)).count == 2)
    }
}
