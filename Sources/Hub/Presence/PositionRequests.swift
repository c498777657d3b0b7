import Bus
package import Family
import Languages
import SQL
import Storage

/// Why somebody is not asked where they are.
package enum PositionRequestRefusal: Error, Hashable, Sendable {
    /// Not there, or the asker sees less of them than about 1 km.
    case notFound
    /// The asker knows of an alarm under duress; the holder of that phone must not learn it (F92).
    case underDuress
    case askedTooOften(retryAfterSeconds: Int)
}

/// A question of the asker's where somebody is.
package struct PositionRequest: Hashable, Sendable {
    package var subject: ID<Member>
    package var at: Timestamp

    package init(subject: ID<Member>, at: Timestamp) {
        self.subject = subject
        self.at = at
    }
}

extension Hub {
    private static let positionRequestWorthMilliseconds: Int64 = 1_800_000

    /// Asks a member where they are, by a notice and by push; they answer with a fix of theirs, or not at all.
    ///
    /// The asker learns nothing of it: in hours in which the member is hidden from them, the answer is the same and
    /// no notice goes out. Throws `PositionRequestRefusal` or `StorageError`.
    package func askPosition(of subject: ID<Member>, by requester: ID<Member>) async throws -> PositionRequest {
        let now = outside.now()
        let row = PositionRequestRow(requester: requester, subject: subject, at: now)
        let isTold = try await database.transaction { transaction -> Bool in
            let ghost = try transaction.ghostGrant(of: requester, to: subject, now: now)
            guard let grant = try ghost ?? transaction.grant(of: requester, to: subject, now: now),
                grant.precision(now: now) >= .coarse, let asker = try transaction.member(requester)
            else { throw PositionRequestRefusal.notFound }
            if try self.knowsOfDuress(requester, about: subject, in: transaction, now: now) {
                throw PositionRequestRefusal.underDuress
            }
            let today = try transaction.positionRequests(
                by: requester,
                since: now.advanced(byMilliseconds: -PositionRequestRules.dayMilliseconds)
            )
            let wait = PositionRequestRules.waitSeconds(
                toOne: today.filter { $0.subject == subject }.map(\.at),
                toAnybody: today.map(\.at),
                now: now
            )
            if let wait { throw PositionRequestRefusal.askedTooOften(retryAfterSeconds: wait) }
            try transaction.addPositionRequest(row)
            // Who left is told nothing more, and stays silent as a phone that is off does (F46).
            guard ghost == nil, grant.hiddenSince(now) == nil else { return false }
            let kind = NoticeKind.askedWhere
            try transaction.removeNotices(of: subject, kind: kind.rawValue, about: requester)
            try transaction.addNotice(self.notice(kind, for: subject, about: requester))
            try self.pushPositionRequest(of: Person(asker).name, to: subject, in: transaction)
            return true
        }
        if isTold {
            bus.publish([.notice(subject)])
            outbox.ring()
        }
        return PositionRequest(subject: subject, at: now)
    }

    /// Whom a member asked within the last hour, of those whom they see now, each once.
    package func positionRequests(of requester: ID<Member>) async throws -> [PositionRequest] {
        let now = outside.now()
        let seen = Set(try await grants(of: requester).map(\.subject))
        let since = now.advanced(byMilliseconds: -PositionRequestRules.openMilliseconds)
        let rows = try await database.read { try $0.positionRequests(by: requester, since: since) }
        var newest: [ID<Member>: Timestamp] = [:]
        for row in rows where seen.contains(row.subject) { newest[row.subject] = row.at }
        return newest.map { PositionRequest(subject: $0.key, at: $0.value) }.sorted { $0.subject < $1.subject }
    }

    private func pushPositionRequest(
        of name: String,
        to subject: ID<Member>,
        in transaction: Transaction
    ) throws(StorageError) {
        let text = PushText(
            title: "\(name) asks: Where are you now?",
            body: "Tap to answer, or ignore it.",
            page: "/notices"
        )
        for subscription in try transaction.pushSubscriptions(of: subject, now: outside.now()) {
            let worth = Hub.positionRequestWorthMilliseconds
            try transaction.addMessage(pushMessage(text, to: subscription, worthMilliseconds: worth))
        }
    }
}
