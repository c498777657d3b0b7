import Family
import Testing

@Suite struct DuressTests {
    private static let ana = ID<Companion>(high: 3, low: 1)

    @Test func `F29: cancelled under duress tells the companions so and nothing else, and goes on for an hour`() {
        var story = SafetyStory.onTrip()
        story.ride(minutes: 5)
        #expect(story.enter(.duress, for: .cancel) == .done)
        #expect(story.news.count == 1, "they do not hear that it was cancelled")
        #expect(story.rounds.map(\.round.isUnderDuress) == [true])
        #expect(story.rounds.first?.round.facts.map(\.cause) == [.duress])
        #expect(story.rounds.first?.round.trip == SafetyStory.tripID)
        #expect(!story.effects.contains { $0.effect == .endSharing(SafetyStory.tripID) })
        let told = Set(story.openAlarms.map(\.id))
        #expect(story.watch.sight(of: SafetyStory.tripID, now: story.now, told: []) == .ending, "for nobody else")
        story.pass(seconds: 3_599)
        #expect(story.watch.sight(of: SafetyStory.tripID, now: story.now, told: told) == .live)
        story.pass(seconds: 1)
        #expect(story.watch.sight(of: SafetyStory.tripID, now: story.now, told: told) == .nothing)
        #expect(story.openAlarms.count == 1, "it stays open until a companion has seen that all is well")
    }

    @Test func `F29: on the traveller's own screens there is nothing but a cancelled trip`() {
        var story = SafetyStory.onTrip()
        story.enter(.duress, for: .cancel)
        let face = story.watch.travellerFace
        #expect(face.trip?.phase == .ended(.cancelled, at: story.now))
        #expect(face.alarms.isEmpty && face.countdowns.isEmpty && !face.needsPIN)
        #expect(story.watch.inDangerSince(toTraveller: true) == nil)
        #expect(story.watch.inDangerSince(toTraveller: false) != nil)
        #expect(story.effects.filter(\.effect.isForTraveller).isEmpty)
    }

    @Test func `F29: neither PIN lifts it; a companion who has seen the traveller does`() throws {
        var story = SafetyStory.onTrip()
        story.enter(.duress, for: .arrive)
        let id = try #require(story.openAlarms.first?.id)
        for verdict in [PINVerdict.right, .duress, .wrong] {
            for request in [PINRequest.arrive, .cancel, .safe(nil), .stopEverything] {
                story.enter(verdict, for: request)
                #expect(story.openAlarms.map(\.id) == [id])
            }
        }
        story.take(.confirm(id, by: DuressTests.ana))
        #expect(story.openAlarms.isEmpty)
        #expect(story.alarmNews == [.confirmedSafe(by: DuressTests.ana)])
        #expect(story.watch.sight(of: SafetyStory.tripID, now: story.now, told: [id]) == .ending)
    }

    @Test func `F29: an open alarm cleared with the duress PIN looks cleared, and its calls start again`() {
        var story = SafetyStory.onTrip()
        story.call(.sos)
        story.pass(seconds: 5)
        let id = story.openAlarms[0].id
        story.take(.acknowledge(id, by: DuressTests.ana))
        story.pass(seconds: 90)
        #expect(story.enter(.duress, for: .safe(nil)) == .done)
        #expect(story.watch.travellerFace.alarms.isEmpty)
        #expect(story.openAlarms.map(\.id) == [id], "the same alarm")
        #expect(story.rounds.last?.round.facts.map(\.cause) == [.sos, .duress])
        #expect(story.rounds.last?.round.step == 0)
        #expect(!story.alarmNews.contains(.allClear))
        story.call(.sos, 2)
        story.pass(seconds: 5)
        #expect(story.watch.travellerFace.alarms.count == 1, "a new call is seen by the traveller as usual")
        #expect(story.openAlarms.count == 2)
    }

    @Test func `F29: a countdown that is stopped with the duress PIN tells the companions`() {
        var story = SafetyStory()
        story.call(.shake)
        story.pass(seconds: 4)
        #expect(story.enter(.duress, for: .safe(nil)) == .done)
        #expect(story.rounds.map(\.second) == [4])
        #expect(story.rounds.first?.round.facts.map(\.cause) == [.duress])
        story.pass(seconds: 30)
        #expect(story.rounds.count == 1, "the countdown itself is stopped")
    }

    @Test func `F29: more time under duress looks granted, and what is refused is refused with either PIN`() {
        for verdict in [PINVerdict.right, .duress] {
            var story = SafetyStory.onTrip()
            #expect(story.enter(verdict, for: .extend(minutes: 30)) == .done)
            #expect(story.watch.travellerFace.trip?.extensionsLeft == 2)
            #expect(story.enter(verdict, for: .extend(minutes: 99)) == .refused(.wrongExtension))
            #expect(story.openAlarms.isEmpty == (verdict == .right))
        }
        var refused = SafetyStory.onTrip()
        #expect(refused.enter(.duress, for: .extend(minutes: 99)) == .refused(.wrongExtension))
        #expect(refused.rounds.count == 1, "the PIN was given all the same")
    }

    @Test func `F31: a wrong PIN ends nothing, delays nothing and hurries nothing`() {
        for request in [
            PINRequest.arrive, .cancel, .extend(minutes: 10), .safe(nil), .safe(ID(high: 2, low: 1)), .weaken,
            .stopEverything,
        ] {
            var story = SafetyStory.onTrip()
            story.call(.shake)
            let (before, deadline) = (story.watch.travellerFace, story.watch.deadline)
            let count = story.effects.count
            #expect(story.enter(.wrong, for: request) == .wrongPIN)
            #expect(story.watch.travellerFace == before)
            #expect(story.watch.deadline == deadline)
            #expect(story.effects.count == count)
            story.pass(seconds: 15)
            #expect(story.rounds.count == 1)
        }
    }

    @Test func `F31: five wrong ones lock the pad for a minute, in which no PIN is looked at and the time runs on`() {
        var story = SafetyStory.onTrip()
        story.call(.shake)
        for _ in 0..<5 { #expect(story.enter(.wrong, for: .safe(nil)) == .wrongPIN) }
        let until = story.now.advanced(bySeconds: 60)
        for verdict in PINVerdict.allCases {
            #expect(story.enter(verdict, for: .safe(nil)) == .locked(until: until))
        }
        story.pass(seconds: 15)
        #expect(story.rounds.map(\.second) == [15])
        story.pass(seconds: 45)
        #expect(story.enter(.right, for: .safe(nil)) == .done)
        #expect(story.openAlarms.isEmpty)
        // Fewer than ten in all, beyond which the pad remembers (F94).
        story = SafetyStory.onTrip()
        for _ in 0..<4 { story.enter(.wrong, for: .safe(nil)) }
        story.enter(.right, for: .safe(nil))
        for _ in 0..<4 { #expect(story.enter(.wrong, for: .safe(nil)) == .wrongPIN) }
        #expect(story.enter(.right, for: .safe(nil)) == .done, "the right one counts from the start")
    }

    /// How long the pad is locked now, in seconds; nil while it is not.
    private func lock(_ story: SafetyStory) -> Int64? {
        story.watch.pad.lockedUntil.map { $0.milliseconds(since: story.now) / 1_000 }.flatMap { $0 > 0 ? $0 : nil }
    }

    @Test func `F94: ten wrong PINs in an hour lock the pad for two minutes, then for twice as long, to an hour`() {
        var story = SafetyStory.onTrip()
        var locks: [Int64] = []
        for _ in 1...45 {
            #expect(story.enter(.wrong, for: .arrive) == .wrongPIN)
            guard let seconds = lock(story) else { continue }
            locks.append(seconds)
            story.pass(seconds: seconds)
        }
        #expect(locks == [60, 120, 240, 480, 960, 1_920, 3_600, 60, 3_600], "\(locks)")
    }

    @Test func `F94: a right PIN between them makes no pad forget, an hour without a wrong one does`() {
        for right in [PINVerdict.right, .duress] {
            var story = SafetyStory.onTrip()
            for round in 1...10 {
                story.enter(.wrong, for: .weaken)
                if round < 10, round % 3 == 0 { #expect(story.enter(right, for: .weaken) == .done) }
            }
            #expect(lock(story) == 120)
            story.pass(seconds: 120 + 3_600)
            for _ in 1...4 { story.enter(.wrong, for: .weaken) }
            #expect(lock(story) == nil)
            story.enter(.wrong, for: .weaken)
            #expect(lock(story) == 60)
        }
    }

    @Test func `F94: nine wrong PINs in an hour lock nothing for longer than a minute`() {
        var story = SafetyStory.onTrip()
        for _ in 1...40 {
            story.enter(.wrong, for: .weaken)
            #expect(lock(story).map { $0 <= 60 } ?? true)
            story.pass(seconds: 401)
        }
    }

    @Test(arguments: [PINVerdict.wrong, .formerDuress])
    func `F94: the twentieth wrong PIN is told to the companions, once, and no alarm of its own moves`(
        _ last: PINVerdict
    ) {
        var story = SafetyStory.onTrip()
        story.call(.sos)
        let deadline = story.watch.deadline
        for _ in 1...4 { story.enter(.wrong, for: .arrive) }
        #expect(story.watch.deadline == deadline)
        for count in 5...30 {
            #expect(story.enter(count == 20 ? last : .wrong, for: .arrive) == .wrongPIN)
            #expect(story.news.filter { $0 == .pinGuessed }.count == (count < 20 ? 0 : 1), "\(count)")
            if let seconds = lock(story) { story.pass(seconds: seconds) }
        }
        #expect(story.rounds.first?.second == 5, "the call for help went out at its time")
    }

    @Test func `F94: the count of wrong PINs survives a restart and a step of the clock`() throws {
        var story = SafetyStory.onTrip()
        for round in 1...9 {
            story.enter(.wrong, for: .weaken)
            if round % 3 == 0 { story.enter(.right, for: .weaken) }
        }
        var watch = try #require(SafetyWatch(bytes: story.watch.bytes))
        #expect(watch == story.watch)
        let step: Int64 = 7 * 3_600_000
        watch.move(byMilliseconds: step, now: story.now)
        let now = story.now.advanced(byMilliseconds: step)
        _ = watch.apply(.entered(.wrong, for: .weaken), now: now, fresh: ID(high: 9, low: 9))
        #expect(watch.pad.lockedUntil == now.advanced(bySeconds: 120))
    }

    @Test func `F32: on a trip, with an alarm or a countdown, weakening takes the PIN; a hidden alarm does not show`() {
        var story = SafetyStory()
        #expect(!story.watch.needsPIN)
        story.call(.shake)
        #expect(story.watch.needsPIN)
        story.pass(seconds: 20)
        #expect(story.watch.needsPIN)
        story.enter(.right, for: .safe(nil))
        #expect(!story.watch.needsPIN)
        #expect(story.setOut() == .done)
        #expect(story.watch.needsPIN)
        #expect(story.enter(.wrong, for: .weaken) == .wrongPIN)
        #expect(story.enter(.right, for: .weaken) == .done)
        #expect(story.watch.isOnTrip)
        #expect(story.enter(.duress, for: .stopEverything) == .done)
        #expect(!story.watch.needsPIN)
        #expect(story.openAlarms.count == 1)
    }
}

@Suite struct SafetyPINTests {
    @Test(arguments: ["1234", "00000000", "98765"])
    func `a PIN has four to eight digits`(text: String) {
        #expect(SafetyPIN(text)?.bytes == Array(text.utf8))
    }

    @Test(arguments: ["", "123", "123456789", "12a4", "12 34", "１２３４", "-1234", "12\u{301}34"])
    func `text other than four to eight ASCII digits is refused as a PIN`(text: String) {
        #expect(SafetyPIN(text) == nil)
    }
}
