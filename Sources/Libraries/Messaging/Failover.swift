/// Two providers of one kind of message: where the first does not take one, the second is asked at once (F21).
///
/// A first that says nothing is not waited for: a message that comes twice is better than one that comes late. One that is
/// not urgent waits for as long as the first needs for it (F95).
package struct Failover: MessageSender {
    /// After so long without an answer the second is asked as well.
    package static let patience = Duration.seconds(6)

    private let first: any MessageSender
    private let second: any MessageSender
    private let patience: Duration

    /// Asks `first`, and `second` where that fails or says nothing for `patience`.
    package init(_ first: any MessageSender, _ second: any MessageSender, patience: Duration = Failover.patience) {
        (self.first, self.second, self.patience) = (first, second, patience)
    }

    package var atOnceMax: Int { max(first.atOnceMax, second.atOnceMax) }

    package func send(_ message: Message) async -> SendOutcome {
        let outcome = await firstOutcome(message)
        let why: String
        switch outcome {
        case .sent, .sentInstead, .gone: return outcome
        case .later(let words, _), .refused(let words): why = words
        }
        switch await second.send(message) {
        case .sent, .sentInstead: return .sentInstead(why: why)
        // The first may say when to try again, and the second has nothing better to say.
        case .later, .refused, .gone: return outcome
        }
    }

    /// What the first says, or that it says nothing: whichever comes first.
    private func firstOutcome(_ message: Message) async -> SendOutcome {
        let silence = SendOutcome.later(why: "no answer in time", afterSeconds: nil)
        let (answers, answer) = AsyncStream.makeStream(of: SendOutcome.self)
        let patience = message.isUrgent ? patience : max(patience, first.sendingTime(of: message))
        let first = first
        Task { answer.yield(await first.send(message)) }
        let waiting = Task {
            try? await Task.sleep(for: patience)
            answer.yield(silence)
        }
        defer { waiting.cancel() }
        for await outcome in answers { return outcome }
        return silence
    }
}

/// A provider that is paid for each message and says what is left.
package protocol CreditReporting: Sendable {
    /// For how many messages it is enough; nil where that cannot be known just now.
    func messagesLeft() async -> Int?
}
