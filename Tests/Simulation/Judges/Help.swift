import SimulatedMachine

/// Judges 3 and 7, of calls for help: each is answered within a second, whatever else goes on, and its people are told within
/// five seconds of its deadline (F1–F3, F8, F74), unless it was taken back before; they are called until one acts (F18, F69).
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class HelpJudge: Sendable {
    private struct Call {
        let caller: String
        let people: [String]
        /// The number of an outside contact who agreed to be called.
        let contact: String?
        let beganAt: Int64
        /// When the hub says that people are told.
        let firesAt: Int64
        /// Since when it may be over, answered or not, and since when the hub has said so.
        var maybeEndedAt: Int64?
        var endedAt: Int64?
        /// What the hub said with it: whether people had been told.
        var wasTold: Bool?
        /// Since when the hub has taken the second PIN.
        var forcedAt: Int64?
        /// Since when the second PIN may have been taken.
        var maybeForcedAt: Int64?
    }

    private static let second: Int64 = 1_000_000_000
    /// F2's five seconds, and as much again for the way of a message that its provider takes at once.
    private static let slack = 10 * second
    /// The longest silence while an alarm is open: the hold of a recipient who answers, ten minutes, and the longest step.
    private static let silence = 900 * second

    private let downs: Downs
    private nonisolated(unsafe) var calls: [Call] = []  // one thread
    private nonisolated(unsafe) var responses: [(responder: String, caller: String, at: Int64)] = []  // one thread
    /// Calls that were to be told, that were taken back in time, and that the second PIN took back.
    private(set) nonisolated(unsafe) var due = 0  // one thread
    private(set) nonisolated(unsafe) var quiet = 0  // one thread
    private(set) nonisolated(unsafe) var forced = 0  // one thread
    private(set) nonisolated(unsafe) var contacts = 0  // one thread

    init(_ downs: Downs) {
        self.downs = downs
    }

    /// A call that the hub has taken.
    func began(of caller: String, at beganAt: Int64, firesAt: Int64, people: [String], contact: String?) -> Int {
        calls.append(Call(caller: caller, people: people, contact: contact, beganAt: beganAt, firesAt: firesAt))
        return calls.count - 1
    }

    /// The caller says that all is well, with their PIN; `told` is the hub's answer, nil where none came.
    func ended(_ call: Int, told: Bool?) {
        calls[call].maybeEndedAt = calls[call].maybeEndedAt ?? machine_now()
        guard let told, calls[call].endedAt == nil else { return }
        (calls[call].endedAt, calls[call].wasTold) = (machine_now(), told)
    }

    /// The caller is forced to say that all is well.
    func forced(_ call: Int, isTaken: Bool) {
        calls[call].maybeForcedAt = calls[call].maybeForcedAt ?? machine_now()
        if isTaken { calls[call].forcedAt = calls[call].forcedAt ?? machine_now() }
    }

    /// The hub has said that it knows who responds to a call, and knew it at a moment.
    func acknowledged(by responder: String, of caller: String, at: Int64) {
        responses.append((responder, caller, at))
    }

    /// How long the hub took for a request, and what it said.
    func answered(_ path: String, _ status: Int, after nanoseconds: Int64) {
        guard path.hasSuffix("/countdowns") || path.hasSuffix("/safe") else { return }
        if status >= 500, path.hasSuffix("/countdowns") {
            Findings.only.add("help", "a call for help was answered \(status)")
        }
        guard nanoseconds > Self.second else { return }
        Findings.only.add("help", "a call for help waited \(nanoseconds / 1_000_000) ms for its answer")
    }

    /// Judges what the people got; `delay` is how much later the providers may have taken a message than at once.
    func judge(_ texts: [SentText], delay: Int64) {
        for (place, call) in calls.enumerated() {
            let next = place + 1 < calls.count ? calls[place + 1].beganAt : .max
            let alarms = texts.filter {
                (call.beganAt..<next).contains($0.at) && $0.words.hasPrefix("ALARM: \(call.caller) ")
            }
            judgeResponses(call, until: next, texts, delay)
            judgeAllClears(call, texts)
            if let contact = call.contact { judge(call, contact: alarms.filter { $0.to == contact }, delay) }
            for person in call.people { judge(call, person, alarms.filter { $0.to == person }, delay) }
        }
    }

    /// The other recipients are told who responds (F79).
    private func judgeResponses(_ call: Call, until next: Int64, _ texts: [SentText], _ delay: Int64) {
        // Where it may have been over by then, no message is due.
        let over = min(next, call.maybeEndedAt ?? .max, call.maybeForcedAt ?? .max, machine_now())
        for response in responses where response.caller == call.caller && response.at > call.beganAt {
            let end = downs.latest(response.at, after: .zero, slack: Self.slack) + Self.slack + delay
            guard end < over else { continue }
            let heard = texts.filter {
                (call.beganAt...end).contains($0.at) && $0.words.hasPrefix("\(response.responder) is responding")
            }
            if heard.isEmpty { complain("nobody heard that \(response.responder) responds", response.at) }
        }
    }

    /// A PIN that was given under duress tells none of its recipients that all is well (F29).
    ///
    /// Others who saw the alarm, because they were connected to the caller later, are to believe that (F67).
    private func judgeAllClears(_ call: Call, _ texts: [SentText]) {
        guard let forcedAt = call.maybeForcedAt else { return }
        let recipients = call.people + [call.contact].compactMap(\.self)
        // What an earlier call's end had to tell may still be on its way.
        let earlier = calls.filter { $0.caller == call.caller && $0.beganAt < call.beganAt }
        guard earlier.allSatisfy({ $0.maybeEndedAt == nil }) else { return }
        let allClear = texts.first { text in
            text.at >= forcedAt && recipients.contains(text.to) && text.words.hasPrefix("\(call.caller) is safe")
        }
        if let text = allClear {
            complain("\(text.to) was told that all is well by the second PIN", text.at)
        }
    }

    /// An outside contact is told once of an alarm, and once more where it becomes one of the second PIN (F77).
    private func judge(_ call: Call, contact alarms: [SentText], _ delay: Int64) {
        let wasForced = call.maybeForcedAt != nil
        let told = Set(alarms.map(\.id)).count
        if told > (wasForced ? 2 : 1) { complain("a contact was told \(told) times", call.firesAt) }
        if alarms.contains(where: { $0.at < call.firesAt }), !wasForced {
            complain("a contact was told too soon", call.firesAt)
        }
        let end = downs.latest(call.firesAt, after: .zero, slack: Self.slack) + Self.slack + delay
        guard end < min(machine_now(), call.maybeEndedAt ?? .max, call.maybeForcedAt ?? .max) else { return }
        contacts += 1
        if !alarms.contains(where: { $0.at <= end }) { complain("a contact never heard of a call for help", end) }
    }

    private func judge(_ call: Call, _ person: String, _ alarms: [SentText], _ delay: Int64) {
        if let forcedAt = call.maybeForcedAt {
            let danger = alarms.filter { $0.words.hasPrefix("ALARM: \(call.caller) may be in danger") }
            if let first = danger.first, first.at < forcedAt {
                complain("\(person) heard of a second PIN that was not given", first.at)
            }
            guard let taken = call.forcedAt else { return }
            let end = downs.latest(taken, after: .zero, slack: Self.slack) + Self.slack + delay
            guard end < machine_now() else { return }
            forced += 1
            if !danger.contains(where: { $0.at <= end }) { complain("\(person) never heard of the second PIN", taken) }
            return
        }
        for message in Dictionary(grouping: alarms, by: \.id).values where !downs.excuses(message) {
            complain("\(person) got one message \(message.count) times", call.firesAt)
        }
        if let first = alarms.first, first.at < call.firesAt { complain("\(person) was told too soon", first.at) }
        if let told = call.wasTold {
            if !told, let first = alarms.first {
                complain("the caller was told that nobody heard, and \(person) did", first.at)
            }
            if let ended = call.endedAt, let late = alarms.last(where: { $0.at > ended + Self.slack + delay }) {
                complain("\(person) was called after the all-clear", late.at)
            }
            if !told { quiet += 1 }
        }
        judgeCalls(call, person, alarms, delay)
    }

    /// The first message in time, and no long silence while it is open.
    private func judgeCalls(_ call: Call, _ person: String, _ alarms: [SentText], _ delay: Int64) {
        let over = min(machine_now(), call.maybeEndedAt ?? .max)
        let end = downs.latest(call.firesAt, after: .zero, slack: Self.slack) + Self.slack + delay
        guard end < over else { return }
        due += 1
        guard let first = alarms.first else { return complain("\(person) never heard of a call for help", end) }
        if first.at > end { complain("\(person) heard of a call for help too late", first.at) }
        var last = first.at
        for next in alarms.dropFirst().map(\.at) + [over] {
            let latest = downs.latest(last + Self.silence, after: .zero, slack: Self.slack) + Self.slack + delay
            // Called for an hour.
            if next > latest, latest < first.at + 3_000 * Self.second {
                complain("\(person) was not called again for \((next - last) / Self.second) s", last)
            }
            last = next
        }
    }

    private func complain(_ words: String, _ at: Int64) {
        Findings.only.add("help", "\(words), at \(at / Self.second) s")
    }
}
