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
    /// One's own whenever it was, as ``history(of:from:to:)`` tells it; of others, with exact precision only, what lies
    /// in the last 24 hours, and nothing before that tells where a stay began. Whoever may not see the track gets the
    /// same refusal as for somebody who is not there. It is recorded as a look on this screen.
    package func day(
        of member: ID<Member>,
        for viewer: ID<Member>,
        _ period: Range<Timestamp>,
        on screen: Screens = .day
    ) async throws -> ReadDay {
        var from = period.lowerBound
        if member != viewer, let seen = Precision.exact.visibleTrack(now: outside.now()) {
            from = min(max(from, seen.lowerBound), period.upperBound)
        }
        let history = try await history(of: member, for: viewer, from..<period.upperBound, on: screen)
        return ReadDay(
            period: from..<period.upperBound,
            summary: DaySummary(history.timeline),
            labels: history.labels
        )
    }
}
