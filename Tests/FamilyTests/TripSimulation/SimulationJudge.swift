import Family

/// What must have been true of a simulated trip, judged by what the hub committed and sent, not by its rules.
///
/// 1. A call for help that the hub took and that no PIN took back in time is told within two seconds of its end, or of
///    the hub's return; one that was taken back is never told.
/// 2. Nothing is told without a reason: a call that ran out, a trip past its due time and its answer, a duress PIN.
/// 3. A trip whose traveller gave no sign with a PIN is told of by its due time and the time for an answer, or two minutes
///    after the hub's return.
/// 4. A duress PIN that was looked at is told at once, or was within the minute.
/// 5. What became known is told as a first message once; while nobody takes the alarm up the next one follows in time.
/// 6. Every message to everybody over every channel is written once and sent; twice only where the hub fell between
///    sending and recording.
/// 7. Nothing that is due is left when the hub is up, and every countdown has ended one way.
struct SimulationJudge {
    private static let slackMilliseconds: Int64 = 2_000

    let trip: SimulatedTrip
    private var hub: SimulatedHub { trip.hub }
    private var entries: [SimulatedHub.Entry] { trip.hub.entries }
    private let end = SafetyStory.start.advanced(bySeconds: SimulatedTrip.lengthSeconds)

    init(_ trip: SimulatedTrip) {
        self.trip = trip
    }

    /// What was wrong, in words; empty where all of it held.
    func faults() -> [String] {
        helpFaults() + reasonFaults() + overdueFaults() + duressFaults() + waveFaults() + letterFaults() + leftFaults()
    }

    /// 1.
    private func helpFaults() -> [String] {
        var seen: Set<ID<HelpCountdown>> = []
        var faults: [String] = []
        for (index, entry) in entries.enumerated() {
            guard case .help(let request) = entry.event, seen.insert(request.id).inserted else { continue }
            let left = max(0, request.cause.seconds * 1_000 - max(0, request.startedAgoMilliseconds))
            let endsAt = entry.at.advanced(byMilliseconds: left)
            let fired = entries[index...].firstIndex { $0.at >= endsAt && $0.handlesCountdowns }
            let isCalledOff =
                entries[..<index].contains { $0.saysSafe && $0.names(request.id) }
                || entries[index...(fired ?? entries.count - 1)].contains(where: \.saysSafe)
            let opened = entries.contains { $0.rounds.contains { $0.alarm == entry.fresh } }
            if isCalledOff {
                if opened { faults.append("a call was taken back and told") }
                continue
            }
            guard let fired else {
                if inTime(endsAt) < end { faults.append("a call was lost") }
                continue
            }
            if entries[fired].at > inTime(endsAt) { faults.append("a call was told late") }
            if !isTold(request.cause.fact, by: fired) { faults.append("a call ran out in silence") }
        }
        return faults
    }

    /// 2.
    private func reasonFaults() -> [String] {
        let calls = entries.compactMap { entry -> (Timestamp, AlarmFact.Cause)? in
            guard case .help(let request) = entry.event else { return nil }
            let left = max(0, request.cause.seconds * 1_000 - max(0, request.startedAgoMilliseconds))
            return (entry.at.advanced(byMilliseconds: left), request.cause.fact)
        }
        let dueFirst = trip.traveller.plan.expectedAt.advanced(bySeconds: 20 * 60)
        return entries.flatMap { entry in
            entry.rounds.flatMap { round in
                round.facts.compactMap { fact -> String? in
                    let hasReason =
                        switch fact.cause {
                        case .shake, .sos, .alert: calls.contains { $0.0 <= entry.at && $0.1 == fact.cause }
                        case .overdue: entry.at >= dueFirst
                        case .duress: entries.contains { $0.isDuress && $0.at <= entry.at }
                        }
                    return hasReason ? nil : "\(fact.cause) was told without a reason"
                }
            }
        }
    }

    /// 3.
    private func overdueFaults() -> [String] {
        guard let start = entries.firstIndex(where: \.startsTrip) else { return [] }
        let signs = entries.indices.filter { $0 >= start && entries[$0].isSign }
        guard !signs.contains(where: { entries[$0].endsTrip }) else { return [] }
        var due = trip.traveller.plan.expectedAt.advanced(bySeconds: 15 * 60)
        for sign in signs {
            let at = entries[sign].at
            if case .entered(_, .extend(let minutes)) = entries[sign].event {
                due = max(due, at).advanced(bySeconds: minutes * 60)
            } else {
                due = max(due, at.advanced(bySeconds: 15 * 60))
            }
        }
        // Asked late, the traveller has two minutes; each outage may make it so.
        let answered = inTime(due.advanced(bySeconds: 5 * 60))
        let last = inTime(max(answered, inTime(due).advanced(bySeconds: 2 * 60)))
        guard last < end else { return [] }
        let since = signs.last.map { entries[$0].at } ?? SafetyStory.start
        let isTold = entries.contains { entry in
            entry.at >= since && entry.at <= last
                && entry.rounds.contains { $0.facts.contains { $0.cause == .overdue && $0.knownAt >= since } }
        }
        return isTold ? [] : ["nobody was told that the trip is overdue"]
    }

    /// 4.
    private func duressFaults() -> [String] {
        entries.indices.filter { entries[$0].isDuress && !isTold(.duress, by: $0) }.map { _ in
            "a duress PIN was told to nobody"
        }
    }

    /// 5.
    private func waveFaults() -> [String] {
        var faults: [String] = []
        var first: Set<String> = []
        for (index, entry) in entries.enumerated() {
            for round in entry.rounds {
                if round.step == 0, !first.insert("\(round.alarm) \(entry.at) \(round.facts.count)").inserted {
                    faults.append("the same was told twice as new")
                }
                guard round.step < 2 else { continue }
                let next = inTime(entry.at.advanced(bySeconds: round.step == 0 ? 60 : 120))
                let follows = entries[(index + 1)...].first { $0.concerns(round.alarm) }
                if next < end, follows.map({ $0.at > next }) ?? true { faults.append("nobody was called again") }
            }
        }
        return faults
    }

    /// 6.
    private func letterFaults() -> [String] {
        let sendings = entries.flatMap(\.rounds)
        let written = sendings.map { 3 * ($0.isForBackups ? 5 : 3) }.reduce(0, +)
        let letters = hub.letters.filter { if case .round = $0.content { true } else { false } }
        var faults = letters.count == written ? [] : ["a message was not written once for everybody and everything"]
        let repeats = hub.letters.map { max(0, $0.sentAt.count - 1) }.reduce(0, +)
        if repeats > hub.unrecordedCount { faults.append("a message was sent twice for no reason") }
        for letter in hub.letters where !letter.isRecorded && letter.writtenAt < end.advanced(bySeconds: -1_800) {
            faults.append("a message was never sent")
        }
        return faults
    }

    /// 7.
    private func leftFaults() -> [String] {
        guard let watch = hub.watch else { return ["the disk does not read back"] }
        var faults = watch.deadline == hub.deadline ? [] : ["the deadline on disk is another one"]
        if let due = watch.deadline, inTime(due) < end { faults.append("something due was left") }
        let isWaiting = watch.countdowns.contains { $0.isRunning && inTime($0.firesAt) < end }
        if isWaiting { faults.append("a countdown never ended") }
        return faults
    }

    /// Until when something that is due must have been handled, with the times the hub was away.
    private func inTime(_ due: Timestamp) -> Timestamp {
        var by = due.advanced(byMilliseconds: Self.slackMilliseconds)
        for outage in hub.outages where outage.lowerBound <= by && outage.upperBound > due {
            by = max(by, outage.upperBound.advanced(byMilliseconds: Self.slackMilliseconds))
        }
        return by
    }

    /// Whether a cause is told by an entry, or was within the minute before.
    private func isTold(_ cause: AlarmFact.Cause, by index: Int) -> Bool {
        let at = entries[index].at
        return entries[...index].reversed().prefix { at.milliseconds(since: $0.at) <= 60_000 }.contains { entry in
            entry.rounds.contains { $0.facts.contains { $0.cause == cause && $0.knownAt == entry.at } }
        }
    }
}
