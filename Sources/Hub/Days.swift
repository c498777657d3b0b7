package import Family

/// A day of a member, as its viewer may have it.
package struct ReadDay: Sendable {
    /// What is summed up: the whole day, or the part of it that lies in the viewer's last 24 hours.
    package var period: Range<Timestamp>
    package var summary: DaySummary
    /// The labels of the member's places, as presence shows them.
    package var labels: [ID<Place>: String]
}

extension Hub {
    /// Sums up a member's fixes of a period of at most a day, as `viewer` may have their track.
    ///
    /// One's own whenever it was; of others, with exact precision only, what lies in the last 24 hours. Whoever may
    /// not see the track gets the same refusal as for somebody who is not there. It is recorded as a look on this screen.
    package func day(
        of member: ID<Member>,
        for viewer: ID<Member>,
        _ period: Range<Timestamp>,
        on screen: Screens = .day
    ) async throws -> ReadDay {
        guard let subject = try await subject(member) else { throw SubjectRefusal.notFound }
        var from = period.lowerBound
        if member != viewer, let seen = Precision.exact.visibleTrack(now: outside.now()) {
            from = min(max(from, seen.lowerBound), period.upperBound)
        }
        var log = DayLog(places: subject.placeSet)
        var cursor: TrackCursor?
        repeat {
            let page = try await track(
                of: member,
                for: viewer,
                from: from,
                to: period.upperBound,
                after: cursor,
                limit: Hub.trackPageMax,
                on: screen
            )
            for record in page.fixes { log.take(record) }
            cursor = page.next
        } while cursor != nil
        return ReadDay(
            period: from..<period.upperBound,
            summary: log.summary,
            labels: Dictionary(
                subject.placeSet.places.map { ($0.id, $0.label) },
                uniquingKeysWith: { first, _ in first }
            )
        )
    }
}
