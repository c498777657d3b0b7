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
    /// Fixes of one page of a track.
    package static let trackPageMax = 5_000

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
        guard from <= to else { throw SubjectRefusal.periodEmpty }
        let now = outside.now()
        let (vault, subjects) = (vault, subjects)
        // Asked before the snapshot begins: what moves home in between is then found there.
        let recent = inbox.rows(of: member)
        let page = try await database.read { transaction in
            let start = try transaction.trackStart(of: member, for: viewer, now: now)
            guard let start,
                let key = try subjects.known(member)?.key ?? Subject.key(of: member, from: transaction, vault: vault)
            else { throw SubjectRefusal.notFound }
            let limit = min(max(limit, 1), Hub.trackPageMax)
            let hidden = try transaction.hours(hiding: member, from: viewer, now: now)
            let after = cursor.map { ($0.at < start ? start : $0.at, $0.at < start ? .min : $0.tag) }
            let stored = try transaction.fixes(of: member, from: max(from, start), to: to, after: after, limit: limit)
            let more = recent.filter { $0.lies(from: max(from, start), to: to, after: after) }
            let rows = FixInbox.merged(stored, with: more).prefix(limit)
            // A full page may be the last; what is left out of it must not end the track.
            let last = rows.count == limit ? rows.last : nil
            return TrackPage(
                fixes: rows.compactMap { Subject.open($0, of: member, with: key) }.filter {
                    !$0.marks.contains(.discarded) && (member == viewer || !$0.marks.contains(.hidden))
                        && !hidden.hide($0.fix.at)
                },
                next: last.map { TrackCursor(at: $0.at, tag: $0.tag) }
            )
        }
        if member != viewer { lookBook.note(viewer, [(member, .exact)], screen, now: now) }
        return page
    }
}

extension FixRow {
    fileprivate func lies(from: Timestamp, to: Timestamp, after: (at: Timestamp, tag: Int64)?) -> Bool {
        guard at >= from, at < to else { return false }
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
        return try precision(of: viewer, seeing: member, now: now).visibleTrack(now: now)?.lowerBound
    }
}
