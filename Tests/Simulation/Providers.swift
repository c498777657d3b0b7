import Messaging
import SimulatedMachine

/// A text that left the hub.
struct SentText: Sendable {
    let id: String
    let to: String
    let words: String
    /// Nanoseconds after the simulation's start.
    let at: Int64
}

/// The services that carry the hub's messages: slowly, twice, or not at all.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class Providers: Sendable {
    private nonisolated(unsafe) var chance: Chance  // one thread
    /// Whether they take alarms and lose them, which no provider may: for trying the judges.
    nonisolated(unsafe) var losesAlarms = false  // one thread
    /// Whether they fail now and then.
    nonisolated(unsafe) var mayFail = false  // one thread
    private(set) nonisolated(unsafe) var sent: [SentText] = []  // one thread

    init(seed: UInt64) {
        chance = Chance(seed: seed, "providers")
    }

    /// Texts.
    var texts: any MessageSender { TextSender(providers: self) }

    fileprivate func take(_ message: Message) -> (pause: Duration, outcome: SendOutcome) {
        let pause = Duration.milliseconds(mayFail && chance.once(in: 10) ? 8_000 : chance.within(30...400))
        if mayFail, chance.once(in: 6) {
            return (pause, .later(why: "the provider is out of order", afterSeconds: chance.once(in: 2) ? nil : 10))
        }
        return (pause, .sent)
    }

    fileprivate func deliver(_ message: Message) {
        if losesAlarms, message.text.hasPrefix("ALARM") { return }
        World.only.note(message.text.utf8)
        World.only.say("text to \(message.to): \(message.text.split(separator: "\n").first ?? "")")
        sent.append(SentText(id: message.id, to: message.to, words: message.text, at: machine_now()))
    }
}

private struct TextSender: MessageSender {
    let providers: Providers

    func send(_ message: Message) async -> SendOutcome {
        let (pause, outcome) = providers.take(message)
        // Taken before its answer is there: a hub that dies meanwhile never hears of it.
        if outcome == .sent { providers.deliver(message) }
        try? await Task.sleep(for: pause)
        return outcome
    }
}
