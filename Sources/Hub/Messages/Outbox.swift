import Family
import Languages
import Messaging
import SQL
import Storage

extension Hub {
    /// How long a message without a sender is kept for reading.
    private static let keptMilliseconds: Int64 = 86_400_000
    /// How long it is known that something was sent.
    private static let rememberedMilliseconds: Int64 = 30 * 86_400_000

    /// Whether texts leave this hub; where they do not, they are kept for its keeper to read.
    package var canText: Bool { outside.senders[.text] != nil }

    /// Begins to send, now and whenever something is due; only for a hub that answers.
    package func openOutbox() {
        outbox.open()
    }

    /// Sends what is due, soon; to be called once a second.
    package func ringOutbox() {
        outbox.ring()
    }

    /// Sends nothing new, and waits for what is on its way.
    package func closeOutbox() async {
        await outbox.close()
    }

    /// Sends everything that is due now.
    package func sendMessages() async throws {
        try await outbox.sendDue()
    }

    /// A message to be added in the transaction that decides on it; after the commit the outbox is to be rung.
    func message(_ channel: Channel, to: String, _ text: String, worthMilliseconds: Int64) -> OutboxRow {
        let id = outside.newID(of: OutboxMessage.self)
        let now = outside.now()
        let text = channel == .text ? text.asTextMessage : text
        return OutboxRow(
            id: id,
            channel: channel.rawValue,
            recipientSealed: vault.seal(to, as: .recipient, of: id),
            textSealed: vault.seal(text, as: .message, of: id),
            createdAt: now,
            expiresAt: now.advanced(byMilliseconds: worthMilliseconds)
        )
    }

    /// Erases and forgets what need not be kept any longer of messages, codes and notices.
    func tidyGettingIn() async throws {
        let now = outside.now()
        try await database.transaction { transaction in
            try transaction.tidyMessages(
                keptBefore: now.advanced(byMilliseconds: -Hub.keptMilliseconds),
                forgetBefore: now.advanced(byMilliseconds: -Hub.rememberedMilliseconds)
            )
            try transaction.tidyVerifications(
                now: now,
                codesBefore: now.advanced(byMilliseconds: -Hub.keptMilliseconds),
                forgetBefore: now.advanced(byMilliseconds: -CodeLimits.rememberedMilliseconds)
            )
            try transaction.tidyMemberMail(now: now)
            try transaction.removeSecurityEvents(before: now.advanced(byMilliseconds: -Hub.securityLogMilliseconds))
            try transaction.tidyLogInFailures(
                before: now.advanced(byMilliseconds: -Hub.securityLogMilliseconds),
                keeping: LogInThrottle.accountsMax / 2
            )
            try transaction.removeNotices(
                kinds: NoticeKind.allCases.filter { $0.needs != nil }.map(\.rawValue),
                before: now.advanced(byMilliseconds: -Hub.whereaboutsNoticeMilliseconds)
            )
            try transaction.removeNotices(before: now.advanced(byMilliseconds: -Hub.rememberedMilliseconds))
        }
    }
}
