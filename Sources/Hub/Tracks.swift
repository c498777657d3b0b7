package import Family
import SQL
import Storage

/// A part of a track, as its viewer may have it.
package struct TrackPage: Sendable {
    /// In the order of time; outliers (geofence rule 10) are left out.
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
    /// track gets the same refusal as for somebody who is not there.
    package func track(
        of member: ID<Member>,
        for viewer: ID<Member>,
        from: Timestamp,
        to: Timestamp,
        after cursor: TrackCursor?,
        limit: Int
    ) async throws -> TrackPage {
        guard from <= to else { throw SubjectRefusal.periodEmpty }
        let now = outside.now()
        let (vault, subjects) = (vault, subjects)
        // Asked before the snapshot begins: what moves home in between is then found there.
        let recent = inbox.rows(of: member)
        return try await database.read { transaction in
            let start = try transaction.trackStart(of: member, for: viewer, now: now)
            guard let start,
                let key = try subjects.known(member)?.key ?? Subject.key(of: member, from: transaction, vault: vault)
            else { throw SubjectRefusal.notFound }
            let limit = min(max(limit, 1), Hub.trackPageMax)
            let after = cursor.map { $0.at < start ? TrackCursor(at: start, tag: .min) : $0 }
            let period = max(from, start)..<max(to, max(from, start))
            let found = try transaction.stampedFixes(
                FixPackReader(member: member, key: key),
                from: period.lowerBound,
                to: period.upperBound,
                after: after,
                recent: recent.filter { $0.lies(in: period, after: after) },
                limit: limit
            )
            // A full page may be the last; what is left out of it must not end the track.
            let last = found.count == limit ? found.last : nil
            return TrackPage(
                fixes: found.compactMap(\.record).filter { !$0.marks.contains(.discarded) },
                next: last.map { TrackCursor(at: $0.at, tag: $0.tag) }
            )
        }
    }
}

extension FixRow {
    fileprivate func lies(in period: Range<Timestamp>, after: TrackCursor?) -> Bool {
        guard period.contains(at) else { return false }
        return after.map { (at, tag) > ($0.at, $0.tag) } ?? true
    }
}

extension Transaction {
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
