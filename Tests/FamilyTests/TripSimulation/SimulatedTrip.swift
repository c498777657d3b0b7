import Family

/// One trip in a world where things go wrong: a seed decides all of it.
///
/// The hub is killed and started again, the phone is cut off, lost or wrong about the time, requests come twice, late
/// and in another order, providers fail, companions answer or do not.
struct SimulatedTrip {
    private enum Action {
        /// The phone sends, now or until it is answered.
        case send(SimulatedTraveller.Wish, wishedAt: Timestamp)
        /// What was sent reaches the hub; without an answer the phone sends it again.
        case arrive(SafetyEvent, SimulatedTraveller.Wish, wishedAt: Timestamp)
        /// The network brings it a second time, and nobody waits for the answer.
        case arriveAgain(SafetyEvent)
        case beat
        case fall
        case rise
        /// The hub looks whether anything is due.
        case look
        case post
        case companion(SafetyEvent)
    }

    static let lengthSeconds: Int64 = 5 * 3_600

    let seed: UInt64
    let traveller: SimulatedTraveller
    private(set) var hub = SimulatedHub()
    private(set) var now = SafetyStory.start
    private var chance: SeededRandom
    private var agenda: [(at: Timestamp, action: Action)] = []
    /// When a channel's provider takes nothing.
    private let refusals: [(channel: Int, when: Range<Timestamp>)]
    private let isRough: Bool
    private var lookAt: Timestamp?
    private var postAt: Timestamp?

    init(seed: UInt64) {
        self.seed = seed
        var chance = SeededRandom(seed: seed)
        traveller = SimulatedTraveller(&chance)
        isRough = chance.below(3) > 0
        refusals = (0..<chance.below(4)).map { _ in
            let from = SafetyStory.start.advanced(bySeconds: Int64(chance.below(10_000)))
            return (chance.below(3), from..<from.advanced(bySeconds: Int64(chance.below(3_000))))
        }
        self.chance = chance
    }

    /// Lives through it, and a few hours more.
    mutating func run() {
        let end = SafetyStory.start.advanced(bySeconds: SimulatedTrip.lengthSeconds)
        for (at, wish) in traveller.wishes { plan(.send(wish, wishedAt: at), at: at) }
        plan(.beat, at: now)
        if isRough { for _ in 0..<chance.below(5) { plan(.fall, at: soon(within: 3 * 3_600_000)) } }
        while let next = agenda.popLast(), next.at <= end {
            now = max(now, next.at)
            take(next.action)
        }
        now = end
    }

    private mutating func take(_ action: Action) {
        switch action {
        case .send(let wish, let wishedAt): send(wish, wishedAt: wishedAt)
        case .arrive(let event, let wish, let wishedAt): arrive(event, wish, wishedAt: wishedAt)
        case .arriveAgain(let event): tellHub(event)
        case .beat: beat()
        case .fall: fall(seconds: chance.below(8) == 0 ? 3_000 : 90)
        case .rise: rise()
        case .look: look()
        case .post: post()
        case .companion(let event): tellHub(event)
        }
    }

    private mutating func tellHub(_ event: SafetyEvent) {
        _ = hub.take(event, now: now, fallsFirst: false)
        rest()
    }

    private mutating func rise() {
        hub.rise()
        (lookAt, postAt) = (nil, nil)
        rest()
    }

    private mutating func send(_ wish: SimulatedTraveller.Wish, wishedAt: Timestamp) {
        guard traveller.isAlive(now), now.milliseconds(since: wishedAt) < 600_000 else { return }
        guard traveller.isHeard(now) else { return plan(.send(wish, wishedAt: wishedAt), at: later(1_000)) }
        let event = wish.event(wishedAt: wishedAt, now: now)
        plan(.arrive(event, wish, wishedAt: wishedAt), at: later(delay()))
        if isRough, chance.below(8) == 0 { plan(.arriveAgain(event), at: later(delay())) }
    }

    /// How long the network takes; now and then so long that what was sent later comes first.
    private mutating func delay() -> Int64 {
        isRough ? Int64(chance.below(chance.below(6) == 0 ? 8_000 : 300)) : 20
    }

    private mutating func arrive(_ event: SafetyEvent, _ wish: SimulatedTraveller.Wish, wishedAt: Timestamp) {
        let falls = isRough && chance.below(25) == 0
        let answer = hub.take(event, now: now, fallsFirst: falls && chance.below(2) == 0)
        if falls { fall(seconds: 30) }
        rest()
        let isAnswered = answer != nil && !falls && !(isRough && chance.below(12) == 0)
        guard !isAnswered else { return }
        plan(.send(wish, wishedAt: wishedAt), at: later(1_000))
    }

    private mutating func beat() {
        if traveller.isHeard(now), hub.isUp, !(isRough && chance.below(10) == 0) {
            let event: SafetyEvent =
                chance.below(3) == 0
                ? .heard(usualIntervalMilliseconds: 60_000)
                : .fix(traveller.fix(now: now, isStanding: chance.below(20) == 0))
            tellHub(event)
        }
        plan(.beat, at: later(60_000))
    }

    private mutating func fall(seconds: Int) {
        guard hub.isUp else { return }
        let until = later(Int64(500 + chance.below(seconds * 1_000)))
        hub.fall(now: now, until: until)
        plan(.rise, at: until)
    }

    /// Sometimes two look at once, and sometimes one looks for nothing.
    private mutating func look() {
        lookAt = nil
        if hub.isUp {
            _ = hub.take(.deadline, now: now, fallsFirst: false)
            if chance.below(10) == 0 { _ = hub.take(.deadline, now: now, fallsFirst: false) }
        }
        rest()
    }

    private mutating func post() {
        postAt = nil
        var falls = false
        var chance = chance
        let (isRough, refusals, now) = (isRough, refusals, now)
        let sent = hub.send(
            now: now,
            isAccepted: { channel in
                !refusals.contains { $0.channel == channel && $0.when.contains(now) }
                    && !(isRough && chance.below(6) == 0)
            },
            falls: {
                falls = isRough && chance.below(60) == 0
                return falls
            }
        )
        self.chance = chance
        if falls, let until = hub.downUntil { plan(.rise, at: until) }
        for letter in sent { react(to: letter) }
        rest()
    }

    /// The hub waits for what is next: it looks within a second of the deadline, and of a letter that is due.
    private mutating func rest() {
        guard hub.isUp else { return }
        if let at = wakeUp(hub.deadline, planned: lookAt) {
            lookAt = at
            plan(.look, at: at)
        }
        if let at = wakeUp(hub.nextLetterAt, planned: postAt) {
            postAt = at
            plan(.post, at: at)
        }
    }

    /// When to wake up; nil where nothing is due, or that is planned already.
    private mutating func wakeUp(_ due: Timestamp?, planned: Timestamp?) -> Timestamp? {
        guard let due else { return nil }
        let soonest = max(now, due)
        if let planned, planned.milliseconds(since: soonest) < 1_000 { return nil }
        return soonest.advanced(byMilliseconds: Int64(chance.below(1_000)))
    }

    private mutating func react(to letter: Letter) {
        guard case .round(let round) = letter.content, chance.below(25) == 0 else { return }
        let companion = ID<Companion>(high: 3, low: UInt64(letter.person))
        plan(.companion(.acknowledge(round.alarm, by: companion)), at: soon(within: 120_000))
        if chance.below(2) == 0 {
            plan(.companion(.act(round.alarm, by: companion)), at: soon(within: 900_000))
        }
        if round.isUnderDuress, chance.below(3) == 0 {
            plan(.companion(.confirm(round.alarm, by: companion)), at: soon(within: 3_600_000))
        }
    }

    private func later(_ milliseconds: Int64) -> Timestamp {
        now.advanced(byMilliseconds: milliseconds)
    }

    private mutating func soon(within milliseconds: Int) -> Timestamp {
        later(Int64(chance.below(milliseconds)))
    }

    /// The agenda's next is its last; of two at one moment the one planned first goes first.
    private mutating func plan(_ action: Action, at: Timestamp) {
        let place = agenda.firstIndex { $0.at <= at } ?? agenda.endIndex
        agenda.insert((at, action), at: place)
    }
}

extension SimulatedTraveller.Wish {
    /// As the phone sends it now: it knows how long ago it began.
    fileprivate func event(wishedAt: Timestamp, now: Timestamp) -> SafetyEvent {
        switch self {
        case .help(let id, let cause):
            let ago = now.milliseconds(since: wishedAt)
            return .help(HelpRequest(id: id, cause: cause, startedAgoMilliseconds: ago))
        case .enter(let verdict, let request):
            return .entered(verdict, for: request)
        case .start(let plan):
            return .start(plan)
        case .answer:
            return .answer
        }
    }
}
