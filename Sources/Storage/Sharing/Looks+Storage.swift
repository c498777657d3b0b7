package import Family
package import SQL

/// A look as stored: one viewer, one subject, at most a quarter of an hour.
package struct LookRow: Hashable, Sendable {
    package var subject: ID<Member>
    package var viewer: Looker
    package var firstAt: Timestamp
    package var lastAt: Timestamp
    /// The most that was shown.
    package var precision: Precision
    /// Where it was shown: one bit a screen; none of a browser, which has one page alone.
    package var screens: Int64
    /// Not shown to the subject until an alarm under duress is lifted (F29).
    package var isWithheld = false

    package init(
        subject: ID<Member>,
        viewer: Looker,
        firstAt: Timestamp,
        lastAt: Timestamp,
        precision: Precision,
        screens: Int64,
        isWithheld: Bool = false
    ) {
        self.subject = subject
        self.viewer = viewer
        self.firstAt = firstAt
        self.lastAt = lastAt
        self.precision = precision
        self.screens = screens
        self.isWithheld = isWithheld
    }

    fileprivate static let columns: StaticString = "subject, viewer, first_at, last_at, precision, screens, withheld"

    fileprivate init(_ row: Row) throws(StorageError) {
        subject = try row.id(0)
        viewer = try row.integer(7) == 0 ? .member(try row.id(1)) : .browser(try row.id(1))
        firstAt = try row.timestamp(2)
        lastAt = try row.timestamp(3)
        guard let raw = UInt8(exactly: try row.integer(4)), let precision = Precision(rawValue: raw) else {
            throw StorageError(.corrupt, "a look has no known precision")
        }
        self.precision = precision
        screens = try row.integer(5)
        isWithheld = try row.integer(6) != 0
    }
}

extension Transaction {
    /// Adds a look, or lengthens the one that began less than `mergedMilliseconds` before it.
    ///
    /// True where it is a look of its own; a look of or at somebody who is gone is nothing. One that is withheld
    /// changes none that is shown.
    package func addLook(_ look: LookRow, mergedMilliseconds: Int64) throws(StorageError) -> Bool {
        switch look.viewer {
        case .member(let viewer): try addLook(look, by: viewer, mergedMilliseconds: mergedMilliseconds)
        case .browser(let viewer): try addLook(look, by: viewer, mergedMilliseconds: mergedMilliseconds)
        }
    }

    private func addLook(
        _ look: LookRow,
        by viewer: ID<LinkViewers.Viewer>,
        mergedMilliseconds: Int64
    ) throws(StorageError) -> Bool {
        let (precision, lastAt) = (Int64(look.precision.rawValue), look.lastAt.milliseconds)
        let merged = try run(
            """
            UPDATE live_look SET last_at = CASE WHEN last_at > \(lastAt) THEN last_at ELSE \(lastAt) END,
                precision = CASE WHEN precision > \(precision) THEN precision ELSE \(precision) END
            WHERE subject = \(look.subject.bytes) AND browser = \(viewer.bytes) AND first_at = (
                SELECT max(first_at) FROM live_look WHERE subject = \(look.subject.bytes) AND browser = \(viewer.bytes)
                    AND first_at <= \(look.firstAt.milliseconds))
                AND first_at > \(look.firstAt.milliseconds - mergedMilliseconds)
            """
        )
        guard merged == 0 else { return false }
        return try run(
            """
            INSERT INTO live_look (subject, browser, first_at, last_at, precision)
            SELECT \(look.subject.bytes), id, \(look.firstAt.milliseconds), \(look.lastAt.milliseconds), \(precision)
            FROM live_viewer WHERE id = \(viewer.bytes)
                AND EXISTS (SELECT 1 FROM member WHERE id = \(look.subject.bytes))
            ON CONFLICT (subject, browser, first_at) DO NOTHING
            """
        ) == 1
    }

    private func addLook(
        _ look: LookRow,
        by viewer: ID<Member>,
        mergedMilliseconds: Int64
    ) throws(StorageError) -> Bool {
        let (precision, lastAt) = (Int64(look.precision.rawValue), look.lastAt.milliseconds)
        let withheld: Int64 = look.isWithheld ? 1 : 0
        let merged = try run(
            """
            UPDATE look SET last_at = CASE WHEN last_at > \(lastAt) THEN last_at ELSE \(lastAt) END,
                precision = CASE WHEN precision > \(precision) THEN precision ELSE \(precision) END,
                screens = screens | \(look.screens)
            WHERE subject = \(look.subject.bytes) AND viewer = \(viewer.bytes) AND first_at = (
                SELECT max(first_at) FROM look WHERE subject = \(look.subject.bytes) AND viewer = \(viewer.bytes)
                    AND first_at <= \(look.firstAt.milliseconds) AND withheld = \(withheld))
                AND withheld = \(withheld) AND first_at > \(look.firstAt.milliseconds - mergedMilliseconds)
            """
        )
        guard merged == 0 else { return false }
        return try run(
            """
            INSERT INTO look (\(literal: LookRow.columns))
            SELECT \(look.subject.bytes), \(viewer.bytes), \(look.firstAt.milliseconds),
                \(look.lastAt.milliseconds), \(Int64(look.precision.rawValue)), \(look.screens),
                \(withheld)
            WHERE (SELECT count(*) FROM member WHERE id IN (\(look.subject.bytes), \(viewer.bytes))) = 2
            ON CONFLICT (subject, viewer, first_at) DO UPDATE SET last_at = excluded.last_at,
                precision = excluded.precision, screens = excluded.screens, withheld = 0
            WHERE look.withheld > excluded.withheld
            """
        ) == 1
    }

    /// Shows a subject the looks that were withheld.
    package func releaseLooks(at subject: ID<Member>) throws(StorageError) {
        try run("UPDATE look SET withheld = 0 WHERE subject = \(subject.bytes) AND withheld = 1")
    }

    /// The looks at a subject by members and browsers, newest first, older than the one that began at `before` by a viewer.
    package func looks(
        at subject: ID<Member>,
        before: (at: Timestamp, viewer: ID<Looker>)?,
        limit: Int
    ) throws(StorageError) -> [LookRow] {
        let at = before?.at.milliseconds ?? .max
        let viewer = before?.viewer.bytes ?? []
        return try rows(
            """
            SELECT \(literal: LookRow.columns), 0 FROM look
            WHERE subject = \(subject.bytes) AND withheld = 0 AND (first_at, viewer) < (\(at), \(viewer))
            UNION ALL
            SELECT subject, browser, first_at, last_at, precision, 0, 0, 1 FROM live_look
            WHERE subject = \(subject.bytes) AND (first_at, browser) < (\(at), \(viewer))
            ORDER BY first_at DESC, viewer DESC LIMIT \(limit)
            """
        ).map(LookRow.init)
    }

    /// How many looks one viewer had at a subject since a moment.
    package func lookCount(
        at subject: ID<Member>,
        by viewer: ID<Member>,
        since: Timestamp
    ) throws(StorageError) -> Int64 {
        try first(
            """
            SELECT count(*) FROM look
            WHERE subject = \(subject.bytes) AND viewer = \(viewer.bytes) AND first_at > \(since.milliseconds)
                AND withheld = 0
            """
        )?.integer(0) ?? 0
    }

    /// Records that a subject is told of a viewer who looks often; false where they were told since a moment.
    package func hintAtLooks(
        at subject: ID<Member>,
        by viewer: ID<Member>,
        now: Timestamp,
        unlessSince: Timestamp
    ) throws(StorageError) -> Bool {
        try run(
            """
            INSERT INTO look_hint (subject, viewer, at)
            VALUES (\(subject.bytes), \(viewer.bytes), \(now.milliseconds))
            ON CONFLICT (subject, viewer) DO UPDATE SET at = excluded.at
            WHERE look_hint.at <= \(unlessSince.milliseconds)
            """
        ) == 1
    }
}
