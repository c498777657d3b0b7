import SimulatedMachine

/// Judge 3, of trips whose traveller does not answer: late, missing, doubled and groundless alarms.
///
/// Its timetable is F10's: what is due and not answered is overdue five minutes later, and each companion is told at once
/// (F2, F16). A hub that was away at that time asks first, for two minutes (F5).
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class AlarmJudge: Sendable {
    private struct Watch {
        let traveller: String
        let companions: [String]
        /// Since when it may be under way.
        let beganAt: Int64
        /// When the traveller is asked, in nanoseconds after the simulation's start.
        let dueAt: Int64
        /// Since when the hub has said that the trip is over.
        var endedAt: Int64?
        /// Since when it may be over, answered or not.
        var maybeEndedAt: Int64?
        /// Since when the second PIN may have ended it, and since when the hub has said that it did.
        var maybeForcedAt: Int64?
        var forcedAt: Int64?
    }

    private static let second: Int64 = 1_000_000_000
    private static let answer = 300 * second
    /// F2's five seconds, and as much again for the way of a message that its provider takes at once.
    private static let slack = 10 * second

    private let downs: Downs
    private nonisolated(unsafe) var watches: [Watch] = []  // one thread
    /// How many alarms were due, and how many alarms of trips that ended were not.
    private(set) nonisolated(unsafe) var due = 0  // one thread
    private(set) nonisolated(unsafe) var quiet = 0  // one thread
    private(set) nonisolated(unsafe) var forced = 0  // one thread

    init(_ downs: Downs) {
        self.downs = downs
    }

    /// A trip that the hub has taken, which may have been under way for some time.
    func began(of traveller: String, at beganAt: Int64, dueAt: Int64, companions: [String]) -> Int {
        watches.append(Watch(traveller: traveller, companions: companions, beganAt: beganAt, dueAt: dueAt))
        return watches.count - 1
    }

    /// The traveller asked for the end of a trip; with `isTaken` the hub said that it is over.
    func ended(_ trip: Int, isTaken: Bool) {
        let now = machine_now()
        watches[trip].maybeEndedAt = watches[trip].maybeEndedAt ?? now
        if isTaken { watches[trip].endedAt = watches[trip].endedAt ?? now }
    }

    /// The traveller was forced to end a trip, with the second PIN.
    func forced(_ trip: Int, isTaken: Bool) {
        watches[trip].maybeForcedAt = watches[trip].maybeForcedAt ?? machine_now()
        if isTaken { watches[trip].forcedAt = watches[trip].forcedAt ?? machine_now() }
    }

    /// Judges what the companions got; `delay` is how much later the providers may have taken a message than at once.
    func judge(_ texts: [SentText], delay: Int64) {
        for (place, watch) in watches.enumerated() {
            // Whatever comes once the next one is under way is of that one.
            let next = watches[(place + 1)...].first { $0.traveller == watch.traveller }?.beganAt ?? .max
            let alarms = texts.filter {
                (watch.beganAt..<next).contains($0.at) && $0.words.hasPrefix("ALARM: \(watch.traveller) ")
            }
            for companion in watch.companions {
                judge(watch, companion, alarms.filter { $0.to == companion }, delay)
            }
        }
    }

    private func judge(_ watch: Watch, _ companion: String, _ alarms: [SentText], _ delay: Int64) {
        let overdueAt = watch.dueAt + Self.answer
        guard watch.maybeForcedAt == nil else { return judgeForced(watch, companion, alarms, delay) }
        if let ended = watch.endedAt, ended < overdueAt {
            quiet += 1
            if let first = alarms.first, first.at > ended {
                complain("\(companion) was told of \(watch.traveller), who had arrived", first.at)
            }
            return
        }
        let end = latest(overdueAt) + Self.slack + delay
        // Where it may have been ended before, both are right.
        guard end < min(machine_now(), watch.maybeEndedAt ?? .max) else { return }
        due += 1
        guard let first = alarms.first else { return complain("\(companion) never heard of \(watch.traveller)", end) }
        if first.at < overdueAt { complain("\(companion) heard of \(watch.traveller) too soon", first.at) }
        if first.at > end { complain("\(companion) heard of \(watch.traveller) too late", first.at) }
        for message in Dictionary(grouping: alarms, by: \.id).values where !downs.excuses(message) {
            complain("\(companion) got one message \(message.count) times", first.at)
        }
    }

    /// What looks like an arrival is told to the companions as what it is (F29), and not before it came.
    private func judgeForced(_ watch: Watch, _ companion: String, _ alarms: [SentText], _ delay: Int64) {
        let danger = alarms.first { $0.words.hasPrefix("ALARM: \(watch.traveller) may be in danger") }
        if let danger, let forcedAt = watch.maybeForcedAt, danger.at < forcedAt {
            complain("\(companion) heard of a second PIN that was not given", danger.at)
        }
        guard let taken = watch.forcedAt else { return }
        let end = downs.latest(taken, after: .zero, slack: Self.slack) + Self.slack + delay
        guard end < machine_now() else { return }
        forced += 1
        guard let danger, danger.at <= end else {
            return complain("\(companion) did not hear of \(watch.traveller)'s second PIN", taken)
        }
    }

    /// When an alarm is told at the latest, with hubs that were away meanwhile: they ask first (F5).
    private func latest(_ overdueAt: Int64) -> Int64 {
        downs.latest(overdueAt, since: overdueAt - Self.answer, after: .seconds(120), slack: Self.slack)
    }

    private func complain(_ words: String, _ at: Int64) {
        Findings.only.add("alarms", "\(words), at \(at / Self.second) s")
    }
}
