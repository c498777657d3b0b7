import Hub
import Messaging

/// Asks the providers of texts what is left to pay with, so that whoever runs the hub hears of it in time (F21).
struct TextCredit: Sendable {
    /// A minute after it ran low somebody knows.
    static let pause = Duration.seconds(50)

    private let providers: [any CreditReporting]
    private let hub: Hub

    init(_ providers: [any CreditReporting], hub: Hub) {
        (self.providers, self.hub) = (providers, hub)
    }

    /// Asks until the task is cancelled; at once where no provider says anything.
    func run() async {
        guard !providers.isEmpty else { return }
        while !Task.isCancelled {
            for provider in providers {
                if let left = await provider.messagesLeft() { await hub.noteTextsLeft(left) }
            }
            try? await Task.sleep(for: TextCredit.pause)
        }
    }
}
