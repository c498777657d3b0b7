package import Family
import SQL
import Storage

/// A time of a member in hindsight.
package struct OwnHistory: Sendable {
    package var timeline: Timeline
    /// The labels of the member's places.
    package var labels: [ID<Place>: String]
}

/// A stretch of time with fixes at both of its ends, within one day of UTC.
package struct HistorySpan: Hashable, Sendable {
    package var from: Timestamp
    package var to: Timestamp
    package var fixes: Int
}

extension Hub {
    /// A local day has 25 hours at most; some more do no harm.
    package static let historyHoursMax: Int64 = 50
    /// A month of days, with the days around it that a calendar shows.
    package static let historySpanDaysMax: Int64 = 62
    /// What lies so far before and after a period tells whether something only seems to begin or end there.
    private static let marginMilliseconds: Int64 = 12 * 3_600_000

    /// What a member's own fixes tell of a time of at most 50 hours: a local day as a rule.
    ///
    /// Throws `SubjectRefusal`, `HistoryRefusal.periodTooLong` or `StorageError`.
    package func history(of member: ID<Member>, from: Timestamp, to: Timestamp) async throws -> OwnHistory {
        let period = try Hub.period(from, to, millisecondsMax: Hub.historyHoursMax * 3_600_000)
        return try await history(of: member, for: member, period, on: .api)
    }

    /// The same as `viewer` may have it.
    ///
    /// It goes by what ``track(of:for:from:to:after:limit:on:)`` lets through: of others nothing older than 24 hours. It
    /// is recorded as a look on this screen.
    func history(
        of member: ID<Member>,
        for viewer: ID<Member>,
        _ period: Range<Timestamp>,
        on screen: Screens
    ) async throws -> OwnHistory {
        guard let subject = try await subject(member) else { throw SubjectRefusal.notFound }
        let records = try await wholeTrack(
            of: member,
            for: viewer,
            from: period.lowerBound.advanced(byMilliseconds: -Hub.marginMilliseconds),
            to: period.upperBound.advanced(byMilliseconds: Hub.marginMilliseconds),
            on: screen
        )
        return OwnHistory(
            timeline: Timeline(records: records, places: subject.placeSet, period: period),
            labels: Dictionary(
                subject.placeSet.places.map { ($0.id, $0.label) },
                uniquingKeysWith: { first, _ in first }
            )
        )
    }

    /// When a member has fixes, within at most 62 days: what a calendar of days with data is made of.
    ///
    /// No fix is opened for it. Throws `SubjectRefusal`, `HistoryRefusal.periodTooLong` or `StorageError`.
    package func historySpans(of member: ID<Member>, from: Timestamp, to: Timestamp) async throws -> [HistorySpan] {
        let period = try Hub.period(from, to, millisecondsMax: Hub.historySpanDaysMax * 86_400_000)
        let recent = inbox.rows(of: member).map(\.at).filter { period.contains($0) }
        let stored = try await database.read { try $0.fixSpans(of: member, from: from, to: to) }
        return (stored.map { HistorySpan(from: $0.from, to: $0.to, fixes: $0.count) } + Hub.spans(recent))
            .sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    /// A member's fixes of a time, as ``track(of:for:from:to:after:limit:on:)`` lets `viewer`, or the member, have them.
    package func wholeTrack(
        of member: ID<Member>,
        for viewer: ID<Member>? = nil,
        from: Timestamp,
        to: Timestamp,
        on screen: Screens = .api
    ) async throws -> [FixRecord] {
        var records: [FixRecord] = []
        var cursor: TrackCursor?
        repeat {
            let page = try await track(
                of: member,
                for: viewer ?? member,
                from: from,
                to: to,
                after: cursor,
                limit: Hub.readingMax,
                on: screen
            )
            // A day is one page, which need not be copied.
            if records.isEmpty { records = page.fixes } else { records += page.fixes }
            cursor = page.next
        } while cursor != nil
        return records
    }

    private static func period(
        _ from: Timestamp,
        _ to: Timestamp,
        millisecondsMax: Int64
    ) throws -> Range<Timestamp> {
        guard from <= to else { throw SubjectRefusal.periodEmpty }
        guard to.milliseconds(since: from) <= millisecondsMax else { throw HistoryRefusal.periodTooLong }
        return from..<to
    }

    /// One span for each day of UTC.
    private static func spans(_ times: [Timestamp]) -> [HistorySpan] {
        Dictionary(grouping: times) { $0.dayNumber }.values.compactMap { times in
            guard let from = times.min(), let to = times.max() else { return nil }
            return HistorySpan(from: from, to: to, fixes: times.count)
        }
    }
}

extension Timestamp {
    /// Which day of UTC it lies in, counted from 1970-01-01.
    var dayNumber: Int64 {
        milliseconds.flooredQuotientAndRemainder(dividingBy: Transaction.fixPackMilliseconds).quotient
    }
}
