package import Family

/// How a message reaches somebody.
package enum Channel: String, CaseIterable, Codable, Sendable {
    case text
    case push
    case mail
}

/// Where one person is reached by the channels that need an address of theirs; a push message goes to their browsers.
package struct Addresses: Hashable, Sendable {
    /// In E.164.
    package var phone: String?
    package var mail: String?

    package init(phone: String?, mail: String?) {
        self.phone = phone
        self.mail = mail
    }

    /// Each channel that reaches them, with the address.
    package var ways: [(channel: Channel, address: String)] {
        Channel.allCases.compactMap { channel in self[channel].map { (channel, $0) } }
    }

    private subscript(_ channel: Channel) -> String? {
        switch channel {
        case .text: phone
        case .mail: mail
        case .push: nil
        }
    }
}

/// Something to be told to one person outside the page.
package struct Message: Hashable, Sendable {
    /// The same each time that this message is sent, so that a receiver can tell a repeat.
    package let id: String
    package let channel: Channel
    /// A number in E.164, a mail address, or a ``PushAddress`` as text.
    package let to: String
    /// What it says; the first line of a mail is its subject.
    package let text: String
    package let createdAt: Timestamp
    /// Whether it is to wake whoever it is for.
    package let isUrgent: Bool
    /// For how many seconds from now it is worth receiving.
    package let worthSeconds: Int64

    package init(
        id: String,
        channel: Channel,
        to: String,
        text: String,
        createdAt: Timestamp,
        isUrgent: Bool = false,
        worthSeconds: Int64 = 3_600
    ) {
        self.id = id
        self.channel = channel
        self.to = to
        self.text = text
        self.createdAt = createdAt
        self.isUrgent = isUrgent
        self.worthSeconds = worthSeconds
    }
}

/// What came of sending a message once.
package enum SendOutcome: Hashable, Sendable {
    /// Somebody else answers for it from here on.
    case sent
    /// The same, by another provider than the one that should have; `why` names neither recipient nor text.
    case sentInstead(why: String)
    /// Not now; `why` names neither recipient nor text.
    case later(why: String, afterSeconds: Int?)
    /// Never; `why` names neither recipient nor text.
    case refused(why: String)
    /// Never, and nor will anything else to the same address: nobody is there any more.
    case gone(why: String)
}

/// A way for messages out of the hub.
///
/// Many calls may run at once, and each ends by itself.
package protocol MessageSender: Sendable {
    /// Tries once.
    func send(_ message: Message) async -> SendOutcome

    /// How many messages it takes at once; the others wait in the outbox, where an urgent one goes first (F95).
    var atOnceMax: Int { get }

    /// How long a message may take; a silence of that time is no fault. Zero where the answer comes at once.
    func sendingTime(of message: Message) -> Duration
}

extension MessageSender {
    package var atOnceMax: Int { .max }

    package func sendingTime(of message: Message) -> Duration { .zero }
}
