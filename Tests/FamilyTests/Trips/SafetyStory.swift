import Family
import Testing

/// A watch on a simulated clock: whatever falls due on the way is handed to it in time.
struct SafetyStory {
    static let start = Timestamp(milliseconds: 1_772_352_300_000)
    static let home = coordinate(47.14, 9.52)
    static let tripID = ID<Trip>(high: 1, low: 1)

    private(set) var watch = SafetyWatch()
    private(set) var now = SafetyStory.start
    /// Everything that was to be done, and when.
    private(set) var effects: [(at: Timestamp, effect: SafetyEffect)] = []
    private var freshCount: UInt64 = 0

    /// Somebody who has set out for home and is expected in so many minutes.
    static func onTrip(minutes: Int64 = 40, settings: TripSettings = .usual) -> SafetyStory {
        var story = SafetyStory()
        let answer = story.setOut(minutes: minutes, settings: settings)
        #expect(answer == .done)
        return story
    }

    mutating func setOut(
        _ id: ID<Trip> = SafetyStory.tripID,
        minutes: Int64 = 40,
        settings: TripSettings = .usual
    ) -> SafetyAnswer {
        let expectedAt = now.advanced(bySeconds: 60 * minutes)
        return take(.start(TripPlan(id: id, destination: SafetyStory.home, expectedAt: expectedAt, settings: settings)))
    }

    /// Hands it an event of now; the watch is read back from its bytes each time.
    @discardableResult
    mutating func take(_ event: SafetyEvent) -> SafetyAnswer {
        freshCount += 1
        let outcome = watch.apply(event, now: now, fresh: ID(high: .max, low: freshCount))
        effects += outcome.effects.map { (now, $0) }
        guard let read = SafetyWatch(bytes: watch.bytes) else {
            Issue.record("bytes do not read back after \(event)")
            return outcome.answer
        }
        #expect(read == watch, "after \(event)")
        watch = read
        return outcome.answer
    }

    @discardableResult
    mutating func enter(_ verdict: PINVerdict, for request: PINRequest) -> SafetyAnswer {
        take(.entered(verdict, for: request))
    }

    @discardableResult
    mutating func call(_ cause: HelpCountdown.Cause, _ id: UInt64 = 1, ago milliseconds: Int64 = 0) -> SafetyAnswer {
        take(.help(HelpRequest(id: ID(high: 2, low: id), cause: cause, startedAgoMilliseconds: milliseconds)))
    }

    /// Lets time pass, with everything handled when it is due.
    mutating func pass(seconds: Int64 = 0, milliseconds: Int64 = 0) {
        let end = now.advanced(bySeconds: seconds).advanced(byMilliseconds: milliseconds)
        while let due = watch.deadline, due <= end {
            now = max(now, due)
            take(.deadline)
        }
        now = end
    }

    /// Lets time pass with a heartbeat every half minute.
    mutating func ride(minutes: Int64) {
        for _ in 0..<2 * minutes {
            pass(seconds: 30)
            take(.heard(usualIntervalMilliseconds: 30_000))
        }
    }

    /// Lets time pass while the hub is away, and brings it back.
    mutating func sleep(seconds: Int64) {
        now = now.advanced(bySeconds: seconds)
        take(.deadline)
    }

    /// A fix of now, so many metres to the north of the destination.
    mutating func report(
        north metres: Double,
        agoSeconds: Int64 = 0,
        change: (inout TripFix) -> Void = { _ in }
    ) {
        var step = TripFix(
            Fix(
                coordinate: SafetyStory.home.moved(northMetres: metres, eastMetres: 0),
                at: now.advanced(bySeconds: -agoSeconds)
            )
        )
        step.fix.accuracyMetres = 10
        change(&step)
        take(.fix(step))
    }

    /// When each effect came, in seconds since the start, with those that are no alarm as nil.
    var rounds: [(second: Double, round: NotificationRound)] {
        effects.compactMap { at, effect in
            guard case .send(let round) = effect else { return nil }
            return (at.seconds(since: SafetyStory.start), round)
        }
    }

    var news: [TripNews] {
        effects.compactMap { _, effect in
            guard case .tell(let news, _) = effect else { return nil }
            return news
        }
    }

    var alarmNews: [AlarmNews] {
        effects.compactMap { _, effect in
            guard case .tellAlarmed(let news, _) = effect else { return nil }
            return news
        }
    }

    var prompts: [TravellerPrompt] {
        effects.compactMap { _, effect in
            guard case .ask(let prompt, _) = effect else { return nil }
            return prompt
        }
    }

    /// When a piece of news came, in seconds since the start; nil where it did not.
    func second(of isMeant: (TripNews) -> Bool) -> Double? {
        for (at, effect) in effects {
            if case .tell(let news, _) = effect, isMeant(news) { return at.seconds(since: SafetyStory.start) }
        }
        return nil
    }

    var openAlarms: [Alarm] { watch.alarms.filter(\.isOpen) }
}

/// A point that exists.
func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        preconditionFailure("off the globe")
    }
    return coordinate
}

extension TripNews {
    var isSignalLost: Bool {
        if case .signalLost = self { return true }
        return false
    }
}
