package import Family
import SQL
import Storage

/// A part of a track, as its viewer may have it.
package struct TrackPage: Sendable {
    /// In the order of time; outliers (geofence rule 10) are left out, and for others what came while sharing paused.
    package var fixes: [FixRecord]
    /// Where to go on; nil at the end.
    package var next: TrackCursor?
}

/// A place in a track to go on from.
package struct TrackCursor: Hashable, Sendable {
    package var at: Timestamp
    package var tag: Int64

    package init(at: Timestamp, tag: Int64) {
        self.at = at
        self.tag = tag
    }
}

extension Hub {
    /// Fixes of one page of a track that goes out.
    package static let trackPageMax = 5_000
    /// Fixes that are read at once where they do not go out: a day of one each second, and no more.
    static let readingMax = 100_000

    /// A member's fixes from `from` up to, not including, `to`, as `viewer` may have them.
    ///
    /// One's own whole history; of others, with exact precision only, the last 24 hours. Whoever may not see the
    /// track gets the same refusal as for somebody who is not there. It is recorded as a look on this screen.
    package func track(
        of member: ID<Member>,
        for viewer: ID<Member>,
        from: Timestamp,
        to: Timestamp,
        after cursor: TrackCursor?,
        limit: Int,
        on screen: Screens = .api
    ) async throws -> TrackPage {
        let period = try TrackPeriod(from: from, to: to, after: cursor, limit: limit)
        let page = try await database.read(reading(period, of: member, right: right(to: member, of: viewer)))
        if member != viewer {
            lookBook.note(.member(viewer), [(member, .exact)], screen, isWithheld: false, now: outside.now())
        }
        return page
    }

    /// The largest page of a member's own track.
    package func ownTrack(
        of member: ID<Member>,
        from: Timestamp,
        to: Timestamp,
        after cursor: TrackCursor?
    ) async throws -> TrackPage {
        let period = try TrackPeriod(from: from, to: to, after: cursor, limit: Hub.trackPageMax)
        let right = right(to: member, of: member)
        return try await database.read(seesHeld: false, reading(period, of: member, right: right))
    }

    /// A part of a member's track for a reader with a right of another kind than a connection.
    func track(
        of member: ID<Member>,
        from: Timestamp,
        to: Timestamp,
        limit: Int,
        right: @escaping @Sendable (Transaction) throws -> TrackRight?
    ) async throws -> TrackPage {
        let period = try TrackPeriod(from: from, to: to, after: nil, limit: limit)
        return try await database.read(reading(period, of: member, right: right))
    }

    /// The times of a member's first and last fix; nil without one.
    package func trackBounds(of member: ID<Member>) async throws -> ClosedRange<Timestamp>? {
        let recent = inbox.rows(of: member).map(\.at)
        let stored = try await database.read { try $0.fixBounds(of: member) }
        let all = recent + [stored?.lowerBound, stored?.upperBound].compactMap(\.self)
        guard let first = all.min(), let last = all.max() else { return nil }
        return first...last
    }

    /// What a member may have of a track: all of their own, the last day of a member they see exactly.
    private func right(
        to member: ID<Member>,
        of viewer: ID<Member>
    ) -> @Sendable (Transaction) throws -> TrackRight? {
        let now = outside.now()
        return { transaction in
            guard let start = try transaction.trackStart(of: member, for: viewer, now: now) else { return nil }
            return TrackRight(
                start: start,
                hidden: try transaction.hours(hiding: member, from: viewer, now: now),
                isOwn: member == viewer
            )
        }
    }

    private func reading(
        _ period: TrackPeriod,
        of member: ID<Member>,
        right: @escaping @Sendable (Transaction) throws -> TrackRight?
    ) -> @Sendable (Transaction) throws -> TrackPage {
        let (vault, subjects) = (vault, subjects)
        // Asked before the snapshot begins: what moves home in between is then found there.
        let recent = inbox.rows(of: member)
        return { transaction in
            guard let right = try right(transaction) else { throw SubjectRefusal.notFound }
            let (start, hidden) = (right.start, right.hidden)
            // Of somebody who left a moment ago there is nothing, as of a phone that was silent all day.
            if try transaction.ghost(member) != nil { return TrackPage(fixes: []) }
            guard
                let key = try subjects.known(member)?.key
                    ?? MemberState.key(of: member, from: transaction, vault: vault)
            else { throw SubjectRefusal.notFound }
            let from = max(period.from, start)
            let times = from..<max(period.to, from)
            let after = period.cursor.map { $0.at < start ? TrackCursor(at: start, tag: .min) : $0 }
            var found = try TrackPart(
                FixPackReader(member: member, key: key),
                in: times,
                after: after,
                recent: recent.filter { $0.lies(in: times, after: after) },
                limit: period.limit,
                from: transaction
            )
            let leftOut: FixMarks = right.isOwn ? .discarded : [.discarded, .hidden]
            found.records.removeAll { !$0.marks.isDisjoint(with: leftOut) || hidden.hide($0.fix.at) }
            return TrackPage(fixes: found.records, next: found.next)
        }
    }
}

/// What a reader may have of a track.
struct TrackRight: Sendable {
    /// From then on.
    var start: Timestamp
    /// What a child's hours hide from the reader.
    var hidden: [HiddenHours]
    /// Whether it is their own, with what came while their sharing paused.
    var isOwn = false
}

/// Which part of a track is asked for.
private struct TrackPeriod: Sendable {
    let from: Timestamp
    let to: Timestamp
    let cursor: TrackCursor?
    let limit: Int

    init(from: Timestamp, to: Timestamp, after cursor: TrackCursor?, limit: Int) throws(SubjectRefusal) {
        guard from <= to else { throw .periodEmpty }
        (self.from, self.to, self.cursor) = (from, to, cursor)
        self.limit = min(max(limit, 1), Hub.readingMax)
    }
}

extension FixRow {
    fileprivate func lies(in period: Range<Timestamp>, after: TrackCursor?) -> Bool {
        guard period.contains(at) else { return false }
        return after.map { (at, tag) > ($0.at, $0.tag) } ?? true
    }
}

extension Transaction {
    /// The hours that are kept from a viewer of a track; none from oneself.
    fileprivate func hours(
        hiding member: ID<Member>,
        from viewer: ID<Member>,
        now: Timestamp
    ) throws(StorageError) -> [HiddenHours] {
        guard member != viewer, let row = try self.member(member) else { return [] }
        return try hours(hiding: row, from: viewer, now: now)
    }

    /// From when on a viewer may have a member's track; nil where they may not have it at all.
    fileprivate func trackStart(
        of member: ID<Member>,
        for viewer: ID<Member>,
        now: Timestamp
    ) throws(StorageError) -> Timestamp? {
        if member == viewer { return Timestamp(milliseconds: .min) }
        if let ghost = try ghost(member), ghost.member == viewer, now < ghost.until {
            return ghost.precision.visibleTrack(now: now)?.lowerBound
        }
        return try precision(of: viewer, seeing: member, now: now).visibleTrack(now: now)?.lowerBound
    }
}
