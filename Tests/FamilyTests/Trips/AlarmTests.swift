import Family
import Testing

@Suite struct AlarmTests {
    private static let ana = ID<Companion>(high: 3, low: 1)
    private static let bo = ID<Companion>(high: 3, low: 2)

    /// Somebody who called for help just now.
    private static func alarmed() -> (SafetyStory, ID<Alarm>) {
        var story = SafetyStory.onTrip(minutes: 600)
        story.call(.alert)
        return (story, story.openAlarms[0].id)
    }

    @Test func `F16: the first message goes to everybody at once`() {
        let (story, id) = AlarmTests.alarmed()
        #expect(story.rounds.map(\.second) == [0])
        #expect(story.rounds.first?.round.alarm == id)
        #expect(story.rounds.first?.round.isForBackups == false)
    }

    @Test
    func `F18: without an answer it is sent again after 60 and 180 s, after 5 min to the backups too, for an hour`() {
        var (story, id) = AlarmTests.alarmed()
        story.pass(seconds: 3 * 3_600)
        let expected: [Double] = [0, 60, 180] + (1...12).map { 300 * Double($0) }
        #expect(story.rounds.map(\.second) == expected)
        #expect(story.rounds.map(\.round.isForBackups) == expected.map { $0 >= 300 })
        #expect(Set(story.rounds.map(\.round.alarm)) == [id], "F4: every repeat is the same alarm")
        #expect(story.openAlarms.count == 1, "it stays open")
    }

    @Test func `F18: an acknowledgement stops the calls to the others, but not the position sharing`() {
        var (story, id) = AlarmTests.alarmed()
        story.pass(seconds: 90)
        story.take(.acknowledge(id, by: AlarmTests.ana))
        #expect(story.alarmNews == [.acknowledged(by: AlarmTests.ana)])
        #expect(story.watch.travellerFace.alarms.map(\.acknowledgedBy) == [[AlarmTests.ana]])
        story.pass(seconds: 599)
        #expect(story.rounds.count == 2)
        #expect(story.openAlarms.allSatisfy { $0.sharesPosition(now: story.now) })
    }

    @Test func `F18: an acknowledgement followed by no action for ten minutes lapses, and escalation resumes`() {
        var (story, id) = AlarmTests.alarmed()
        story.pass(seconds: 90)
        story.take(.acknowledge(id, by: AlarmTests.ana))
        story.take(.act(id, by: AlarmTests.bo))
        story.pass(seconds: 2_000)
        #expect(story.rounds.map(\.second).prefix(5) == [0, 60, 690, 810, 1_110])
        #expect(story.alarmNews.last == .acknowledgedInVain)
        story.take(.acknowledge(id, by: AlarmTests.ana))
        story.take(.acknowledge(id, by: AlarmTests.bo))
        #expect(story.alarmNews.last == .acknowledged(by: AlarmTests.bo))
        #expect(story.alarmNews.count == 3, "one name is told once")
    }

    @Test func `F18: after the hold the others are called, and hear of an idle responder only where that is so`() {
        var (story, id) = AlarmTests.alarmed()
        story.pass(seconds: 90)
        story.take(.acknowledge(id, by: AlarmTests.ana))
        story.pass(seconds: 300)
        story.take(.act(id, by: AlarmTests.ana))
        story.pass(seconds: 400)
        #expect(story.rounds.map(\.second) == [0, 60, 690])
        #expect(story.rounds.map(\.round.isAnswered) == [false, false, true], "not: no one has responded")
        #expect(story.alarmNews == [.acknowledged(by: AlarmTests.ana)])
    }

    @Test func `a worse cause, or a repeat after a minute, starts the calls again despite an acknowledgement`() {
        var (story, id) = AlarmTests.alarmed()
        story.take(.acknowledge(id, by: AlarmTests.ana))
        story.pass(seconds: 300)
        story.call(.sos, 2)
        story.pass(seconds: 65)
        #expect(story.rounds.map(\.second) == [0, 305, 365])
        story.call(.sos, 3)
        story.pass(seconds: 6)
        #expect(story.rounds.count == 4, "the button was pressed again, over a minute later")
        story.call(.sos, 4)
        story.pass(seconds: 6)
        #expect(story.rounds.count == 4, "and within a minute it is the same call")
    }

    @Test func `F24: I'm safe with the PIN clears at once, for those who were alarmed, and nothing follows`() {
        var (story, id) = AlarmTests.alarmed()
        story.pass(seconds: 400)
        let count = story.rounds.count
        #expect(story.enter(.right, for: .safe(nil)) == .done)
        #expect(story.effects.last?.effect == .tellAlarmed(.allClear, id))
        #expect(story.effects.last?.at == story.now)
        story.pass(seconds: 10_000)
        #expect(story.rounds.count == count)
        story.take(.acknowledge(id, by: AlarmTests.ana))
        story.take(.confirm(id, by: AlarmTests.ana))
        #expect(story.alarmNews == [.allClear], "what is closed stays closed")
    }

    @Test func `F24: without the PIN the alarm stays; no companion clears what its traveller can`() {
        var (story, id) = AlarmTests.alarmed()
        story.pass(seconds: 30)
        #expect(story.enter(.wrong, for: .safe(nil)) == .wrongPIN)
        story.take(.confirm(id, by: AlarmTests.ana))
        #expect(story.openAlarms.count == 1)
    }

    @Test func `F5: an alarm sent late because the hub was down says so`() {
        var story = SafetyStory.onTrip()
        story.call(.shake)
        story.sleep(seconds: 21 * 60)
        let fact = story.rounds.first?.round.facts.first
        #expect(fact?.lateness == .hubWasDown)
        #expect(fact?.at == SafetyStory.start.advanced(bySeconds: 15))
        #expect(fact?.knownAt == story.now)
        var prompt = SafetyStory()
        prompt.call(.shake)
        prompt.sleep(seconds: 75)
        #expect(prompt.rounds.first?.round.facts.first?.lateness == nil, "60 s are in time")
    }

    @Test func `F5, F9: an alarm sent late because the phone was cut off says so`() {
        var story = SafetyStory()
        story.call(.sos, ago: 600_000)
        let fact = story.rounds.first?.round.facts.first
        #expect(fact?.lateness == .phoneWasCutOff)
        #expect(fact?.at == SafetyStory.start.advanced(bySeconds: -595))
    }

    @Test func `F5: a hub that was away at the due time asks first, for two minutes, and then says it is late`() {
        var story = SafetyStory.onTrip()
        story.ride(minutes: 50)
        story.sleep(seconds: 40 * 60)
        #expect(story.prompts == [.due(answerBy: story.now.advanced(bySeconds: 120))])
        #expect(story.rounds.isEmpty)
        story.pass(seconds: 120)
        let fact = story.rounds.first?.round.facts.first
        #expect(fact?.at == SafetyStory.start.advanced(bySeconds: 3_600), "when it was promised")
        #expect(fact?.lateness == .hubWasDown)
        var asked = SafetyStory.onTrip()
        asked.pass(seconds: 57 * 60)
        asked.sleep(seconds: 30 * 60)
        #expect(asked.rounds.count == 1, "who was asked before it fell silent had the time")
    }

    @Test func `F5: an alarm over six hours old is left to a person, and no message is sent`() {
        for delay: Int64 in [6 * 3_600 + 1, 400 * 86_400] {
            for isAsked in [false, true] {
                var story = SafetyStory.onTrip()
                if isAsked { story.pass(seconds: 56 * 60) }
                story.call(.shake)
                let before = story.effects.count
                story.sleep(seconds: 3_600 + delay)
                let after = story.effects.dropFirst(before).map(\.effect)
                let left = after.count { if case .leaveToPerson = $0 { true } else { false } }
                #expect(left == 2 && after.count == 3, "\(after)")
                #expect(story.openAlarms.isEmpty && story.watch.trip?.hasEnded == true)
                story.pass(seconds: 86_400)
                #expect(story.effects.count == before + 3)
            }
        }
        var (story, _) = AlarmTests.alarmed()
        story.sleep(seconds: 7 * 3_600)
        #expect(story.rounds.count == 1, "an old escalation sends nothing")
        #expect(story.openAlarms.count == 1, "and closes nothing")
    }

    @Test func `F18: a hub that was away sends one step, not all that it missed`() {
        var (story, _) = AlarmTests.alarmed()
        story.sleep(seconds: 1_800)
        #expect(story.rounds.map(\.second) == [0, 1_800])
        story.pass(seconds: 120)
        #expect(story.rounds.map(\.second) == [0, 1_800, 1_920], "and keeps the distance from then on")
    }

    @Test func `F11: a silence while the hub itself was deaf is no news`() {
        var story = SafetyStory.onTrip()
        story.ride(minutes: 3)
        story.sleep(seconds: 600)
        #expect(story.second(of: \.isSignalLost) == nil)
        story.pass(seconds: 300)
        #expect(story.second(of: \.isSignalLost) == 1_080)
    }
}
