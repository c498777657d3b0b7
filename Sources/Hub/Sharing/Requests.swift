import Bus
package import Family
import SQL
import Storage

/// Somebody's wish to see a member, as the member is asked.
package struct ConnectionWish: Sendable {
    package var id: ID<Connection>
    package var requester: ID<Member>
    package var person: Person
    package var at: Timestamp
    package var expiresAt: Timestamp
}

/// A request as its requester sees it: it waits, whatever became of it, until it is accepted or runs out.
package struct SentRequest: Sendable {
    package var id: ID<Connection>
    package var at: Timestamp
    package var expiresAt: Timestamp

    init(_ row: ConnectionRequestRow) {
        id = row.id
        at = row.createdAt
        expiresAt = row.expiresAt
    }
}

extension Hub {
    private static let requestMilliseconds: Int64 = 7 * 86_400_000
    /// For so long whoever was declined is not let through to the same person again.
    private static let declinedMilliseconds: Int64 = 30 * 86_400_000
    private static let requestsADay = 10

    /// Asks the person with a number to be seen by `requester`; it shares nothing until they accept (F34).
    ///
    /// The answer never tells whether a member has that number, was asked, or declined (S15).
    package func ask(
        _ id: ID<Connection>,
        requester: ID<Member>,
        phone: String,
        region: String?
    ) async throws -> SentRequest {
        let number = try phoneNumber(phone, region: region)
        let lookup = vault.lookup(number)
        let hash = vault.hash(request: [number.e164], by: requester)
        let now = outside.now()
        let row = ConnectionRequestRow(
            id: id,
            requester: requester,
            subject: nil,
            requestHash: hash,
            createdAt: now,
            expiresAt: now.advanced(byMilliseconds: Hub.requestMilliseconds)
        )
        let (kept, told) = try await database.transaction { transaction -> (ConnectionRequestRow, ID<Member>?) in
            if let before = try transaction.connectionRequest(id) {
                guard before.requester == requester, before.requestHash == hash else {
                    throw ConnectionRefusal.idUsedOtherwise
                }
                return (before, nil)
            }
            guard try transaction.connection(id) == nil else { throw ConnectionRefusal.idUsedOtherwise }
            let member = try transaction.member(phoneLookup: lookup)
            guard member?.id != requester else { throw ConnectionRefusal.oneself }
            let today = try transaction.connectionRequests(by: requester, since: now.advanced(bySeconds: -86_400))
            if today.count >= Hub.requestsADay, let oldest = today.first {
                let wait = oldest.createdAt.advanced(bySeconds: 86_400).milliseconds(since: now) / 1_000 + 1
                throw ConnectionRefusal.askedTooOften(retryAfterSeconds: Int(wait))
            }
            var row = row
            if let member, member.disabledAt == nil,
                try transaction.mayAsk(member.id, requester, now: now, declinedFor: Hub.declinedMilliseconds)
            {
                row.subject = member.id
            }
            try transaction.addConnectionRequest(row)
            if let subject = row.subject {
                try transaction.addNotice(self.notice(.askedToConnect, for: subject, about: requester))
            }
            return (row, row.subject)
        }
        if let told { bus.publish([.notice(told)]) }
        return SentRequest(kept)
    }

    /// Who asks to see a member, and what the member asks for themselves.
    package func requests(of member: ID<Member>) async throws -> (asked: [ConnectionWish], sent: [SentRequest]) {
        let now = outside.now()
        return try await database.read { transaction in
            let asked = try transaction.connectionRequests(to: member, now: now).compactMap { row in
                try transaction.member(row.requester).flatMap { requester in
                    try requester.disabledAt != nil
                        ? nil
                        : ConnectionWish(
                            id: row.id,
                            requester: row.requester,
                            person: transaction.person(requester, to: member, now: now),
                            at: row.createdAt,
                            expiresAt: row.expiresAt
                        )
                }
            }
            let since = now.advanced(byMilliseconds: -Hub.requestMilliseconds)
            let sent = try transaction.connectionRequests(by: member, since: since).filter { $0.expiresAt > now }
            return (asked, sent.map(SentRequest.init))
        }
    }

    /// Whether who made a request sees the member now.
    package func isSeen(byRequesterOf id: ID<Connection>, _ member: ID<Member>) async throws -> Bool {
        let now = outside.now()
        return try await database.read { transaction in
            guard let request = try transaction.connectionRequest(id), request.subject == member else { return false }
            return try transaction.sees(request.requester, member, now: now)
        }
    }

    /// Lets whoever asked see the member, at a level that the member chooses.
    ///
    /// The connection has the request's own id, so that a repeat finds it done; where a viewer sees a child already, that connection stays.
    package func accept(
        _ id: ID<Connection>,
        by subject: ID<Member>,
        precision: Precision,
        expiresAt: Timestamp?
    ) async throws -> NamedConsent {
        guard precision > .off else { throw ConnectionRefusal.nothingToShare }
        let now = outside.now()
        if let expiresAt, expiresAt <= now { throw ConnectionRefusal.expiryInThePast }
        let changes = changes
        let (accepted, isNew) = try await database.transaction { transaction -> (NamedConsent, Bool) in
            let request = try transaction.connectionRequest(id)
            if let done = try transaction.accepted(id, request, by: subject, now: now) { return (done, false) }
            guard let request, request.subject == subject, request.declinedAt == nil, now < request.expiresAt,
                let viewer = try transaction.member(request.requester), viewer.disabledAt == nil,
                let row = try transaction.member(subject)
            else { throw ConnectionRefusal.notFound }
            let connection = ConnectionRow(
                id: id,
                viewer: viewer.id,
                subject: subject,
                precision: precision,
                expiresAt: expiresAt,
                requestHash: request.requestHash,
                changed: changes.next(now: now)
            )
            let saved = try self.save(connection, of: row, in: transaction, now: now)
            try transaction.endConnectionRequest(id, now: now)
            try transaction.removeNotices(of: subject, kind: NoticeKind.askedToConnect.rawValue, about: viewer.id)
            try transaction.addNotice(self.notice(.requestAccepted, for: viewer.id, about: subject))
            let person = try transaction.person(viewer, to: subject, now: now)
            return (NamedConsent(consent: Consent(saved), person: person), true)
        }
        guard isNew else { return accepted }
        tellBothSides(accepted.consent)
        bus.publish([.notice(subject), .notice(accepted.consent.viewer)])
        return accepted
    }

    /// Declines a request, of which its requester hears nothing, or takes one's own back.
    package func removeRequest(_ id: ID<Connection>, by member: ID<Member>) async throws {
        let now = outside.now()
        let subject = try await database.transaction { transaction -> ID<Member>? in
            guard let request = try transaction.connectionRequest(id), now < request.expiresAt,
                request.requester == member || (request.subject == member && request.declinedAt == nil)
            else { throw ConnectionRefusal.notFound }
            try transaction.end(request, by: member, now: now)
            return request.subject
        }
        if let subject { bus.publish([.notice(subject)]) }
    }
}

extension Transaction {
    /// The answer to a repeated acceptance; nil for the first.
    fileprivate func accepted(
        _ id: ID<Connection>,
        _ request: ConnectionRequestRow?,
        by subject: ID<Member>,
        now: Timestamp
    ) throws -> NamedConsent? {
        var before = try connection(id)
        if before == nil, let request, request.subject == subject {
            // A child's that was seen already stayed, under its own id.
            before = try connection(viewer: request.requester, requestHash: id.bytes + request.requestHash)
        }
        guard let before, before.subject == subject, let viewer = try member(before.viewer) else { return nil }
        return NamedConsent(consent: Consent(before), person: try person(viewer, to: subject, now: now))
    }

    /// Ends a request: declined by whom it asks, taken back by whoever made it.
    func end(_ request: ConnectionRequestRow, by member: ID<Member>, now: Timestamp) throws(StorageError) {
        if request.requester == member {
            try endConnectionRequest(request.id, now: now)
        } else {
            try declineConnectionRequest(request.id, now: now)
        }
        guard let subject = request.subject else { return }
        try removeNotices(of: subject, kind: NoticeKind.askedToConnect.rawValue, about: request.requester)
    }

    /// Whether somebody is to be asked: not by those who see them already, asked before, or were declined lately.
    fileprivate func mayAsk(
        _ subject: ID<Member>,
        _ requester: ID<Member>,
        now: Timestamp,
        declinedFor: Int64
    ) throws(StorageError) -> Bool {
        let waiting = try connectionRequests(to: subject, now: now)
        guard waiting.count < 20, !waiting.contains(where: { $0.requester == requester }),
            try !hasDeclined(subject, requester, since: now.advanced(byMilliseconds: -declinedFor))
        else { return false }
        return try precision(of: requester, seeing: subject, now: now) == .off
    }
}
