import Family

/// Lets a family live at random: requests that are mostly nearly right, repeats, late ones, and stretches of time.
struct RandomHome {
    /// Ways to come again of which there is something to be seen in these lives.
    private static let ways: [MissionRepeat.Every] = [
        .day, Weekdays(numbers: [1, 3, 5, 6]).map { MissionRepeat.Every.weekdays($0) } ?? .workday, .week,
    ]

    private var random: SeededRandom
    private(set) var home: SimulatedHome
    private(set) var model: HomeModel
    private(set) var before: SimulatedHome
    private(set) var request = HomeRequest.tick
    private(set) var refusal: SimulatedHome.Refusal?
    private var asked: [HomeRequest] = []
    /// What comes next, whatever chance says.
    private var planned: [HomeRequest] = []
    private var count: UInt64 = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        var settings = MissionSettings.usual
        settings.payout = PayoutRule.allCases[Int(seed % 4)]
        settings.weights = GoldWeights(high: 3, medium: 2, low: 1) ?? .even
        settings.mayStop = Bool.random(using: &random)
        home = SimulatedHome(settings: settings)
        before = home
        model = HomeModel(mayStop: settings.mayStop)
        for number in 0..<8 as Range<UInt64> { home.add(mission(number)) }
        for (number, price) in [(1, 5), (2, 60), (3, 1_000)] as [(UInt64, UInt128)] {
            let name = missionName("item \(number)")
            let item = StoreItem(id: ID(high: 7, low: number), name: name, price: Amount(price), stock: 2)
            if let item { home.items.append(item) }
        }
    }

    mutating func step() {
        before = home
        request = next()
        refusal = home.ask(request)
        asked.append(request)
        guard refusal == nil else { return }
        switch request {
        case .wait(let seconds):
            for second in 0..<seconds {
                model.second(endingAt: before.now.advanced(bySeconds: second + 1))
            }
        case .start(let id, let member, let mission, let number): follow(id, member, mission, number)
        case .mission(let mission, let number, .approve) where chance(4): planSpending(mission, number)
        case .focus(let focus, let id, _): model.take(focus, of: id, now: home.now)
        default: break
        }
    }

    /// Starts the model's stopwatch where a countdown was started.
    private mutating func follow(_ id: ID<FocusSession>, _ member: ID<Member>, _ mission: ID<Mission>, _ number: UInt32)
    {
        guard !model.watches.contains(where: { $0.id == id }),
            let minutes = home.missions.first(where: { $0.id == mission })?.minutes.count
        else { return }
        let done = model.watches.filter { $0.mission == mission && $0.number == number }.reduce(0) { $0 + $1.counted }
        model.start(
            HomeModel.Stopwatch(
                id: id,
                member: member,
                mission: mission,
                number: number,
                day: home.today,
                planned: max(60, minutes * 60 - done),
                startedAt: home.now
            )
        )
    }

    /// Somebody spends what was just approved, before the adult thinks better of it.
    private mutating func planSpending(_ mission: ID<Mission>, _ number: UInt32) {
        guard let line = home.occurrences[mission]?.first(where: { $0.number == number }), let doer = line.doer else {
            return
        }
        planned = [.restock(item: 0, 3), .restock(item: 1, 3)]
        for item in [1, 1, 0, 0, 0] { planned.append(.buy(freshID(8), item: item, by: doer)) }
        planned.append(.mission(mission, number, .undo(version: line.version)))
    }

    private mutating func next() -> HomeRequest {
        if !planned.isEmpty { return planned.removeFirst() }
        if !asked.isEmpty, chance(12) {
            // Somebody's request again: a retry, or a notice that was tapped late.
            let again = asked[Int.random(in: max(0, asked.count - 40)..<asked.count, using: &random)]
            if case .wait = again { return .tick }
            return again
        }
        switch Int.random(in: 0..<30, using: &random) {
        case 0...8: return .wait(seconds: pause())
        case 9...11: return .tick
        case 12...15:
            let line = occurrence()
            return .start(freshID(6), by: member(), line.mission, line.number)
        case 16...19: return focus()
        case 20...25: return decision()
        case 26...27: return .buy(freshID(8), item: chance(3) ? 2 : chance(3) ? 1 : 0, by: member())
        case 28:
            guard let purchase = home.purchases.randomElement(using: &random) else { return .tick }
            let version = purchase.version + (chance(6) ? 1 : 0)
            let events: [PurchaseEvent] = [
                .deliver(version: version), .refuse(version: version), .withdraw(version: version), .deadline,
            ]
            return .purchase(purchase.id, events.randomElement(using: &random) ?? .deadline)
        default:
            if chance(8) { return .remove(ID(high: 5, low: UInt64.random(in: 0..<8, using: &random))) }
            return .restock(item: Int.random(in: 0..<3, using: &random), Int64.random(in: -1...3, using: &random))
        }
    }

    private mutating func pause() -> Int64 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: Int64.random(in: 0...15, using: &random)
        case 3...6: Int64.random(in: 0...1_500, using: &random)
        case 7...8: Int64.random(in: 0...7_300, using: &random)
        default: chance(4) ? Int64.random(in: 0...90_000, using: &random) : chance(5) ? 691_200 : 3_600
        }
    }

    private mutating func focus() -> HomeRequest {
        let member = member()
        let session = home.focus[member]?.session?.id ?? ID(high: 6, low: UInt64.random(in: 0...count, using: &random))
        let requests: [FocusRequest] = [.pause, .resume, .stop, .cancel]
        return .focus(requests.randomElement(using: &random) ?? .stop, of: session, by: member)
    }

    private mutating func decision() -> HomeRequest {
        let line = occurrence()
        let version = line.version &+ (chance(10) ? UInt32.random(in: 0...2, using: &random) &- 1 : 0)
        let events: [MissionEvent] = [
            .claim(by: line.doer ?? member(), version: version), .claim(by: member(), version: version),
            .approve(version: version, gold: home.settings.payout == .ask ? Amount(4) : nil),
            .approve(version: version, gold: chance(5) ? Amount(4) : nil), .reject(version: version),
            .undo(version: version),
        ]
        return .mission(line.mission, line.number, events.randomElement(using: &random) ?? .dayPassed)
    }

    /// Mostly one of those that are not over.
    private mutating func occurrence() -> Occurrence {
        let lines = home.missions.flatMap { home.occurrences[$0.id] ?? [] }
        let current = lines.filter { line in
            switch line.phase {
            case .open, .claimed: true
            case .approved: chance(3)
            case .done, .lapsed: chance(20)
            }
        }
        return current.randomElement(using: &random) ?? lines[0]
    }

    private mutating func mission(_ number: UInt64) -> Mission {
        let isGiven = number % 2 == 0
        let child = SimulatedHome.members[1 + Int(number % 4) / 2]
        var repeats: MissionRepeat?
        if number > 2 {
            repeats = MissionRepeat(
                every: RandomHome.ways.randomElement(using: &random) ?? .day,
                from: MissionRepeat.From.allCases.randomElement(using: &random) ?? .due
            )
        }
        let takesTurns = number == 6
        return Mission(
            id: ID(high: 5, low: number),
            name: missionName("mission \(number)"),
            minutes: missionMinutes([1, 5, 20, 90, 300].randomElement(using: &random) ?? 20),
            priority: MissionPriority.allCases.randomElement(using: &random) ?? .medium,
            giver: isGiven ? SimulatedHome.members[0] : child,
            assignee: number == 4 || takesTurns ? nil : child,
            turns: takesTurns ? [SimulatedHome.members[2], SimulatedHome.members[1]] : [],
            repeats: repeats,
            needsApproval: isGiven,
            addedAt: home.now
        )
    }

    private mutating func member() -> ID<Member> {
        SimulatedHome.members.randomElement(using: &random) ?? SimulatedHome.members[0]
    }

    private mutating func freshID<Subject>(_ high: UInt64) -> ID<Subject> {
        count += 1
        return ID(high: high, low: count)
    }

    private mutating func chance(_ oneIn: Int) -> Bool {
        Int.random(in: 0..<oneIn, using: &random) == 0
    }
}
