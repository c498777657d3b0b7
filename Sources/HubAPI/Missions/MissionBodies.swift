import API
import Family
import HTTP
import Hub
import Languages

extension MissionBody {
    /// A mission as the asker is shown it.
    init(_ info: MissionInfo) {
        self.init(
            info.mission,
            info.occurrences.map { OccurrenceBody($0) },
            may: info.mayChange ? ["change"] : []
        )
        if !info.mission.turns.isEmpty { turns = info.mission.turns }
    }
}

extension OccurrenceBody {
    fileprivate init(_ info: OccurrenceInfo) {
        self.init(info.occurrence)
        if !info.showsGold { (gold, focusedSeconds, running) = (nil, 0, nil) }
        stage = MissionFilter.Stage.names.first { $0.value == info.stage }?.key
        pays = info.pays?.text
        paysMost = info.paysMost?.text
        nextSeconds = info.showsGold ? Int(info.nextMilliseconds / 1_000) : nil
        undoUntil = info.occurrence.undoEnds
        may = info.may.map(\.rawValue)
    }
}

extension MissionIntakeBody {
    /// What became of a mission, said in a language.
    init(_ id: ID<Mission>, _ intake: MissionIntake, in language: Language) {
        switch intake {
        case .added: self.init(id: id, outcome: .added)
        case .known: self.init(id: id, outcome: .known)
        case .refused(let refusal): self.init(id: id, outcome: .refused, problem: refusal.problem.body(in: language))
        }
    }
}

extension CountdownBody {
    /// A countdown as its member, or an adult, is shown it.
    init(_ info: CountdownInfo) {
        self.init(info.session, now: info.now)
        title = info.mission.text
        missionState = OccurrenceBody.State(info.occurrence.phase)
        gold = info.occurrence.paid?.text
    }
}

extension FocusBody {
    /// How somebody stands.
    init(_ info: FocusInfo) {
        self.init(
            now: info.now,
            countdown: info.countdown.map { CountdownBody($0) },
            latest: info.latest.map { CountdownBody($0) },
            gold: Gold(
                amount: (info.gold.isNegative ? "-" : "") + info.gold.amount.text,
                available: info.gold.available.text,
                owed: info.gold.owed.text
            ),
            streak: StreakBody(info.streak),
            rewardedSecondsToday: Int(info.rewardedMilliseconds / 1_000),
            rewardedSecondsMax: Int(Focus.rewardedMillisecondsMax / 1_000)
        )
    }
}

extension StreakBody {
    /// Days in a row.
    init(_ info: StreakInfo) {
        let today: Day =
            switch info.today {
            case .done: .done
            case .missed: .missed
            case .free: .free
            case .paused: .paused
            }
        self.init(days: info.days, today: today, pause: info.pause.map { Pause(since: $0.first, until: $0.last) })
    }
}

extension MissionFilter.Stage {
    /// What lists call them.
    static let names: [String: MissionFilter.Stage] = [
        "open": .open, "upcoming": .upcoming, "claimed": .claimed, "over": .over,
    ]
}

extension MissionOrder {
    /// What lists call them.
    static let names: [String: MissionOrder] = [
        "priority": .priority, "minutes": .minutes, "name": .name, "added": .added, "due": .due,
    ]
}

extension Request {
    /// One of some words of the query; nil where it is absent.
    func choice<Value>(_ name: String, _ values: [String: Value]) throws(Problem) -> Value? {
        guard let text = queryFields[name] else { return nil }
        guard let value = values[text] else {
            throw .invalid(name, "Choose \(values.keys.sorted().joined(separator: ", ")).")
        }
        return value
    }

    /// One of a type's words of the query; nil where it is absent.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ type: Value.Type
    ) throws(Problem) -> Value? {
        try choice(name, Dictionary(uniqueKeysWithValues: type.allCases.map { ($0.rawValue, $0) }))
    }

    /// An identity of the query; nil where it is absent.
    func identity<Subject>(_ name: String) throws(Problem) -> ID<Subject>? {
        guard let text = queryFields[name] else { return nil }
        guard let id = ID<Subject>(text: text) else { throw .invalid(name, "Enter an id.") }
        return id
    }
}
