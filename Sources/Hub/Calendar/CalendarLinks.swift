package import Family
import SQL
import Storage

/// A link by which a calendar program reads a member's missions and trips; its secret is nowhere kept.
package struct CalendarLinkInfo: Hashable, Sendable {
    package var id: ID<CalendarLink>
    package var missions: Bool
    package var trips: Bool
    package var createdAt: Timestamp
    /// To the hour; nil until it is read first.
    package var usedAt: Timestamp?

    fileprivate init(_ row: CalendarLinkRow) {
        id = row.id
        missions = row.missions
        trips = row.trips
        createdAt = row.createdAt
        usedAt = row.usedAt
    }
}

/// Why a calendar link was not made or ended.
package enum CalendarRefusal: Error, Hashable, Sendable {
    /// It would show neither missions nor trips.
    case showsNothing
    case tooMany
    case alreadyIssued
    case idUsedOtherwise
    /// What a household reads of a child is for its guardians to decide (F44).
    case adultsOnly
    case notFound
}

extension Hub {
    /// Calendar links of one member.
    package static let calendarLinksMax = 5
    /// How often it is written down that a link was read.
    private static let linkSavedEveryMilliseconds: Int64 = 3_600_000

    /// A member's links, in the order they were made.
    package func calendarLinks(of member: ID<Member>) async throws -> [CalendarLinkInfo] {
        try await database.read { try $0.calendarLinks(of: member) }.map(CalendarLinkInfo.init)
    }

    /// Makes a link; its secret is nowhere kept.
    ///
    /// Throws `ProofRefusal` where the caller did not prove lately who they are, `CalendarRefusal`, or `StorageError`.
    package func addCalendarLink(
        _ id: ID<CalendarLink>,
        for caller: AuthenticatedSession,
        missions: Bool,
        trips: Bool
    ) async throws -> (link: CalendarLinkInfo, secret: LinkSecret) {
        guard missions || trips else { throw CalendarRefusal.showsNothing }
        try await requireRecentProof(caller)
        let (member, now) = (caller.member, outside.now())
        let secret = LinkSecret(.calendar, random: outside.random)
        let hash = vault.hash(token: Array(secret.text.utf8)).bytes
        let link = CalendarLinkRow(id: id, member: member, missions: missions, trips: trips, createdAt: now)
        try await database.transaction { transaction in
            guard let row = try transaction.member(member), !row.isChild(now: now) else {
                throw CalendarRefusal.adultsOnly
            }
            if let known = try transaction.calendarLink(id) {
                throw known.member == member ? CalendarRefusal.alreadyIssued : .idUsedOtherwise
            }
            guard try transaction.calendarLinks(of: member).count < Hub.calendarLinksMax else {
                throw CalendarRefusal.tooMany
            }
            try transaction.addCalendarLink(link, tokenHash: hash)
        }
        note(.linkAdded, member)
        return (CalendarLinkInfo(link), secret)
    }

    /// Ends a link.
    ///
    /// Throws `CalendarRefusal.notFound`, or `StorageError`.
    package func removeCalendarLink(_ id: ID<CalendarLink>, of member: ID<Member>) async throws {
        guard try await database.transaction({ try $0.removeCalendarLink(id, of: member) }) else {
            throw CalendarRefusal.notFound
        }
        note(.linkRemoved, member)
    }

    /// What a calendar program reads by a link; nil for a secret that opens nothing, or no longer.
    package func calendar(secret text: String) async throws -> CalendarFeed? {
        guard let secret = LinkSecret(text), secret.kind == .calendar else { return nil }
        let hash = vault.hash(token: Array(secret.text.utf8)).bytes
        let now = outside.now()
        let read = try await database.read { transaction -> (CalendarLinkRow, CalendarFeed)? in
            guard let link = try transaction.calendarLink(tokenHash: hash) else { return nil }
            return (link, try self.feed(of: link, in: transaction, now: now))
        }
        guard let (link, feed) = read else { return nil }
        if link.usedAt.map({ now.milliseconds(since: $0) >= Hub.linkSavedEveryMilliseconds }) ?? true {
            // A reader waits for no writer, and a full disk hides no calendar (S54).
            database.enqueue({ try $0.touchCalendarLink(link.id, usedAt: now) }, completion: { _ in })
        }
        return feed
    }

    private func feed(of link: CalendarLinkRow, in transaction: Transaction, now: Timestamp) throws -> CalendarFeed {
        let pauses = try transaction.pauses(of: link.member, limit: MemberState.pausesMax).map(Pause.init)
        var feed = CalendarFeed()
        if link.missions {
            var turn = try MissionTransaction(self, by: link.member, in: transaction, now: now)
            feed.missions = try turn.calendarMissions(silence: pauses.first { $0.holds(now) }?.from)
        }
        if link.trips {
            let (person, key, watch) = try traveller(link.member, in: transaction)
            feed.trips = try transaction.trips(of: link.member, limit: CalendarFeed.entriesMax).compactMap { row in
                let report = try report(row, person, key, watch: watch, in: transaction, now: now)
                return CalendarTrip(report, pauses: pauses, now: now)
            }
        }
        feed.cut()
        return feed
    }
}

extension CalendarFeed {
    /// Leaves the first entries by day, missions that are wanted on none before all others.
    fileprivate mutating func cut() {
        missions.sort { left, right in
            let (one, other) = (left.day?.number ?? .min, right.day?.number ?? .min)
            return one == other ? left.mission.id < right.mission.id : one < other
        }
        trips.sort { $0.startedAt < $1.startedAt }
        trips = Array(trips.suffix(CalendarFeed.entriesMax / 2))
        missions = Array(missions.prefix(CalendarFeed.entriesMax - trips.count))
    }
}
