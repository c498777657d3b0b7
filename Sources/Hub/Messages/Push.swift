import Bus
import Crypto
package import Family
package import Languages
import Messaging
import SQL
package import Storage
import Synchronization

/// How a browser of the asker stands with push messages.
package struct PushStanding: Hashable, Sendable {
    /// When it began to take them.
    package var createdAt: Timestamp
    /// When it last said that it showed one; nil where it never did.
    package var shownAt: Timestamp?
    /// Whether it is the browser that asks.
    package var isCurrent: Bool
}

/// What a browser shows of a push message: neither place on the map nor address, code or token (F22).
package struct PushText: Hashable, Sendable {
    package var title: Phrase
    package var body: Phrase
    /// The page that a tap opens, as a path of this hub; it asks anew what may be seen.
    package var page: String
    /// What can be decided in the message itself.
    package var question: PushQuestion?

    package init(title: Phrase, body: Phrase, page: String, question: PushQuestion? = nil) {
        self.title = title
        self.body = body
        self.page = page
        self.question = question
    }

    /// The same, as a browser that others use too shows it: without a word about an alarm (F90).
    func shown(toOthers isShared: Bool) -> PushText {
        isShared ? PushText(title: "There is news.", body: "Open Hearth.", page: "/notices") : self
    }
}

/// A mission that waits for an adult, as a push message asks about it (E8).
///
/// It names what is decided and its version, so that a decision that comes late or twice changes nothing (F60).
package struct PushQuestion: Hashable, Sendable {
    package var mission: ID<Mission>
    package var occurrence: UInt32
    package var version: UInt32
    /// Whether it can be approved without saying how much is paid.
    package var canApprove: Bool

    package init(mission: ID<Mission>, occurrence: UInt32, version: UInt32, canApprove: Bool) {
        self.mission = mission
        self.occurrence = occurrence
        self.version = version
        self.canApprove = canApprove
    }

    /// The words on its buttons, by what they decide.
    fileprivate var choices: [(action: String, title: Phrase)] {
        (canApprove ? [("approve", "Approve")] : []) + [("reject", "Reject")]
    }

    /// What a decision sends, beside the word for it.
    fileprivate var json: String {
        #"{"mission":"\#(mission.text)","occurrence":\#(occurrence),"version":\#(version)}"#
    }
}

extension Hub {
    /// Browsers of one member that take push messages; one more takes the place of the oldest.
    private static let pushSubscriptionsMax = 20
    /// Two trials of one browser lie so far apart.
    private static let trialMilliseconds: Int64 = 10_000
    /// How long the message of a trial is worth receiving.
    private static let trialWorthMilliseconds: Int64 = 3_600_000

    /// The hub's public key, which a browser is told when it subscribes, in base64url.
    package var pushKey: String { vault.vouchers(settings)[0].publicKey }

    /// Where a member takes push messages, the browser that asks first.
    package func pushStandings(of caller: AuthenticatedSession) async throws -> [PushStanding] {
        let now = outside.now()
        let rows = try await database.read { try $0.pushSubscriptions(of: caller.member, now: now) }
        return rows.map { row in
            PushStanding(createdAt: row.createdAt, shownAt: row.shownAt, isCurrent: row.session == caller.session)
        }.sorted { $0.isCurrent && !$1.isCurrent }
    }

    /// Sends push messages to the caller's browser from here on, a first one at once (F19).
    ///
    /// An address that is set already is left as it is, and has no message. Throws `PushRefusal` or `StorageError`.
    package func subscribe(_ caller: AuthenticatedSession, endpoint: String, publicKey: String, authentication: String)
        async throws
    {
        let address = try address(endpoint, publicKey, authentication)
        let now = outside.now()
        let row = PushSubscriptionRow(
            session: caller.session,
            member: caller.member,
            endpointHash: vault.hash(endpoint: endpoint),
            sealed: vault.seal(address, of: caller.session),
            createdAt: now
        )
        let vault = vault
        try await database.transaction { transaction in
            if let before = try transaction.pushSubscription(of: caller.session),
                before.member == caller.member, vault.pushAddress(before.sealed, of: caller.session) == address
            {
                return
            }
            try transaction.setPushSubscription(row)
            let all = try transaction.pushSubscriptions(of: caller.member, now: now)
            for oldest in all.prefix(max(0, all.count - Hub.pushSubscriptionsMax)) {
                try transaction.removePushSubscription(of: oldest.session)
            }
            guard let kept = try transaction.pushSubscription(of: caller.session) else { return }
            try transaction.addMessage(self.trialMessage(for: kept))
        }
        outbox.ring()
    }

    /// Sends no more push messages to the caller's browser.
    package func unsubscribe(_ caller: AuthenticatedSession) async throws {
        try await database.transaction { _ = try $0.removePushSubscription(of: caller.session) }
    }

    /// Sends a message to the caller's browser that says what it is for.
    ///
    /// Throws `PushRefusal` or `StorageError`.
    package func tryPush(_ caller: AuthenticatedSession) async throws {
        let now = outside.now()
        guard let row = try await database.read({ try $0.pushSubscription(of: caller.session) }),
            row.member == caller.member
        else { throw PushRefusal.notSubscribed }
        let isTooSoon = trials.withLock { trials in
            let last = trials.value(for: caller.session)
            if let last, now.milliseconds(since: last) < Hub.trialMilliseconds { return true }
            trials.set(now, for: caller.session)
            return false
        }
        guard !isTooSoon else {
            throw PushRefusal.tooSoon(retryAfterSeconds: Int(Hub.trialMilliseconds / 1_000))
        }
        let trial = trialMessage(for: row)
        try await database.transaction { try $0.addMessage(trial) }
        outbox.ring()
    }

    /// Takes a browser's word that it showed a message, or that somebody opened it (F17).
    ///
    /// Throws `PushRefusal.notFound` for a message that was not sent to it, or `StorageError`.
    package func notePushShown(_ message: ID<OutboxMessage>, by caller: AuthenticatedSession, isSeen: Bool)
        async throws
    {
        let now = outside.now()
        let isNoted = try await database.transaction(for: .help) {
            try $0.notePushShown(message, by: caller.session, isSeen: isSeen, now: now)
        }
        guard isNoted else { throw PushRefusal.notFound }
        bus.publish([.notice(caller.member)])
    }

    /// A push message to one browser, to be added in the transaction that decides on it.
    func pushMessage(
        _ text: PushText,
        to subscription: PushSubscriptionRow,
        isUrgent: Bool = false,
        incident: ID<Incident>? = nil,
        worthMilliseconds: Int64
    ) -> OutboxRow {
        let service = vault.pushAddress(subscription.sealed, of: subscription.session).map { address in
            String(address.endpoint.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" })
        }
        // The address itself is read when it is sent: who took it back since is sent nothing.
        var row = message(.push, to: service ?? "", "", worthMilliseconds: worthMilliseconds)
        let payload = payload(of: text, in: subscription.reads, message: row.id, incident: incident)
        row.textSealed = vault.seal(payload, as: .message, of: row.id)
        row.member = subscription.member
        row.subscription = subscription.session
        row.isUrgent = isUrgent
        return row
    }

    private func trialMessage(for subscription: PushSubscriptionRow) -> OutboxRow {
        pushMessage(
            PushText(title: "Notifications work", body: "Hearth can reach you on this device.", page: "/notices"),
            to: subscription,
            worthMilliseconds: Hub.trialWorthMilliseconds
        )
    }

    private func address(
        _ endpoint: String,
        _ publicKey: String,
        _ authentication: String
    ) throws(PushRefusal) -> PushAddress {
        guard endpoint.utf8.count <= 1_024, settings.pushServices.have(endpoint) else { throw .serviceUnknown }
        // Whoever subscribes now does so with the newest key.
        let vouchers = vault.vouchers(settings)
        let key = vouchers.count > 1 ? [vouchers[0].publicKey] : []
        let text = ([endpoint, publicKey, authentication] + key).joined(separator: "\n")
        guard let address = PushAddress(text: text) else { throw .keysUnusable }
        return address
    }

    /// What the page's worker shows; a browser that knows declarative messages shows it without.
    ///
    /// What is told again of one incident takes the place of what was told before, and sounds again (F4).
    func payload(
        of text: PushText,
        in language: Language,
        message: ID<OutboxMessage>,
        incident: ID<Incident>?
    ) -> String {
        let fields = [
            ("title", text.title.text(in: language)), ("body", text.body.text(in: language)),
            ("navigate", settings.publicURL + text.page), ("tag", incident?.text ?? message.text),
        ]
        let words = fields.map { "\"\($0)\":\(jsonString($1))" }.joined(separator: ",")
        let again = incident == nil ? "" : #","renotify":true"#
        let choices = actions(of: text, in: language)
        let question = text.question.map { #","question":\#($0.json)"# } ?? ""
        let data = #""data":{"id":"\#(message.text)"\#(question)}"#
        return #"{"web_push":8030,"mutable":true,"notification":{\#(words)\#(again)\#(choices),\#(data)}}"#
    }

    /// The buttons of a message; a browser without them, or without a worker, opens the page instead.
    private func actions(of text: PushText, in language: Language) -> String {
        guard let question = text.question else { return "" }
        let page = jsonString(settings.publicURL + text.page)
        let actions = question.choices.map { action, title in
            #"{"action":"\#(action)","title":\#(jsonString(title.text(in: language))),"navigate":\#(page)}"#
        }
        return #","actions":[\#(actions.joined(separator: ","))]"#
    }
}

/// A text as JSON has it.
private func jsonString(_ text: String) -> String {
    var escaped = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": escaped += "\\\""
        case "\\": escaped += "\\\\"
        case "\n": escaped += "\\n"
        case _ where scalar.value < 0x20: escaped += " "
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped + "\""
}
