package import Family
package import SQL

/// A live link as stored.
package struct LiveLinkRow: Hashable, Sendable {
    package var id: ID<LiveLink>
    package var member: ID<Member>
    package var name: String
    package var precision: Precision
    package var hours: Int64
    package var beganAt: Timestamp
    package var expiresAt: Timestamp
    /// Whether a guardian has not agreed yet.
    package var waits = false
    package var endedAt: Timestamp?

    /// An open link, which expires that many hours after it began.
    package init(
        id: ID<LiveLink>,
        member: ID<Member>,
        name: String,
        precision: Precision,
        hours: Int,
        beganAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.name = name
        self.precision = precision
        self.hours = Int64(hours)
        self.beganAt = beganAt
        expiresAt = beganAt.advanced(bySeconds: self.hours * 3_600)
    }

    /// Whether it is neither ended nor over, whether or not it waits.
    package func isOpen(now: Timestamp) -> Bool {
        endedAt == nil && now < expiresAt
    }

    fileprivate static let columns: StaticString =
        "id, member, name, precision, hours, began_at, expires_at, waits, ended_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        member = try row.id(1)
        name = try row.text(2)
        precision = try row.precision(3)
        hours = try row.integer(4)
        beganAt = try row.timestamp(5)
        expiresAt = try row.timestamp(6)
        waits = try row.integer(7) != 0
        endedAt = try row.timestampOrNull(8)
    }
}

/// A browser that a live link let in, as stored.
package struct LiveViewerRow: Hashable, Sendable {
    package var id: ID<LinkViewers.Viewer>
    package var link: ID<LiveLink>
    package var browser: String
    package var openedAt: Timestamp
    package var expiresAt: Timestamp
    package var droppedAt: Timestamp?

    package init(
        id: ID<LinkViewers.Viewer>,
        link: ID<LiveLink>,
        browser: String,
        openedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.link = link
        self.browser = browser
        self.openedAt = openedAt
        self.expiresAt = expiresAt
    }

    fileprivate static let columns: StaticString = "id, link, browser, opened_at, expires_at, dropped_at"

    fileprivate init(_ row: Row) throws(StorageError) {
        id = try row.id(0)
        link = try row.id(1)
        browser = try row.text(2)
        openedAt = try row.timestamp(3)
        expiresAt = try row.timestamp(4)
        droppedAt = try row.timestampOrNull(5)
    }
}

extension Transaction {
    /// Adds a link under the hash of its secret.
    package func addLiveLink(_ link: LiveLinkRow, tokenHash: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO live_link (\(literal: LiveLinkRow.columns), token_hash) VALUES (
                \(link.id.bytes), \(link.member.bytes), \(link.name), \(Int64(link.precision.rawValue)), \(link.hours),
                \(link.beganAt.milliseconds), \(link.expiresAt.milliseconds), \(Int64(link.waits ? 1 : 0)),
                \(link.endedAt?.milliseconds), \(tokenHash))
            """
        )
    }

    /// A link, also one that is over.
    package func liveLink(_ id: ID<LiveLink>) throws(StorageError) -> LiveLinkRow? {
        try first("SELECT \(literal: LiveLinkRow.columns) FROM live_link WHERE id = \(id.bytes)").map(LiveLinkRow.init)
    }

    /// The link with this secret, also one that is over.
    package func liveLink(tokenHash: [UInt8]) throws(StorageError) -> LiveLinkRow? {
        try first("SELECT \(literal: LiveLinkRow.columns) FROM live_link WHERE token_hash = \(tokenHash)")
            .map(LiveLinkRow.init)
    }

    /// A member's open links, those that wait for a guardian too, in the order they were made.
    package func liveLinks(of member: ID<Member>, now: Timestamp) throws(StorageError) -> [LiveLinkRow] {
        try rows(
            """
            SELECT \(literal: LiveLinkRow.columns) FROM live_link
            WHERE member = \(member.bytes) AND ended_at IS NULL AND expires_at > \(now.milliseconds)
            ORDER BY id
            """
        ).map(LiveLinkRow.init)
    }

    /// Opens a child's link that waited, for all its hours from now on.
    package func openLiveLink(_ id: ID<LiveLink>, now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE live_link SET waits = 0, began_at = \(now.milliseconds),
                expires_at = \(now.milliseconds) + 3600000 * hours
            WHERE id = \(id.bytes) AND waits = 1
            """
        )
    }

    /// Ends a link; false where it was over already.
    package func endLiveLink(_ id: ID<LiveLink>, now: Timestamp) throws(StorageError) -> Bool {
        try run(
            """
            UPDATE live_link SET ended_at = \(now.milliseconds)
            WHERE id = \(id.bytes) AND ended_at IS NULL AND expires_at > \(now.milliseconds)
            """
        ) == 1
    }

    /// Ends every link of a member.
    package func endLiveLinks(of member: ID<Member>, now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE live_link SET ended_at = \(now.milliseconds) WHERE member = \(member.bytes) AND ended_at IS NULL
            """
        )
    }

    /// Lets every open link of a member show at most this.
    package func limitLiveLinks(of member: ID<Member>, to precision: Precision) throws(StorageError) {
        let most = Int64(precision.rawValue)
        try run(
            """
            UPDATE live_link SET precision = \(most)
            WHERE member = \(member.bytes) AND ended_at IS NULL AND precision > \(most)
            """
        )
    }

    /// Time of the last look by a link; nil if it was never opened.
    package func liveLinkUsedAt(_ id: ID<LiveLink>) throws(StorageError) -> Timestamp? {
        try first(
            """
            SELECT max(live_look.last_at) FROM live_viewer JOIN live_look ON live_look.browser = live_viewer.id
            WHERE live_viewer.link = \(id.bytes)
            """
        )?.timestampOrNull(0)
    }
}

extension Transaction {
    /// Adds a browser that was let in, under the hash of its token.
    package func addLiveViewer(_ viewer: LiveViewerRow, tokenHash: [UInt8]) throws(StorageError) {
        try run(
            """
            INSERT INTO live_viewer (\(literal: LiveViewerRow.columns), token_hash) VALUES (
                \(viewer.id.bytes), \(viewer.link.bytes), \(viewer.browser), \(viewer.openedAt.milliseconds),
                \(viewer.expiresAt.milliseconds), \(viewer.droppedAt?.milliseconds), \(tokenHash))
            """
        )
    }

    /// Gives a browser another token and more time.
    package func renewLiveViewer(
        _ id: ID<LinkViewers.Viewer>,
        tokenHash: [UInt8],
        expiresAt: Timestamp
    ) throws(StorageError) {
        try run(
            """
            UPDATE live_viewer SET token_hash = \(tokenHash), expires_at = \(expiresAt.milliseconds)
            WHERE id = \(id.bytes)
            """
        )
    }

    /// The browser with this token, whether it may still look or not.
    package func liveViewer(tokenHash: [UInt8]) throws(StorageError) -> LiveViewerRow? {
        try first("SELECT \(literal: LiveViewerRow.columns) FROM live_viewer WHERE token_hash = \(tokenHash)")
            .map(LiveViewerRow.init)
    }

    /// Ends the view of a browser that leaves; what it looked at stays recorded.
    package func endLiveViewer(tokenHash: [UInt8], now: Timestamp) throws(StorageError) {
        try run(
            """
            UPDATE live_viewer SET expires_at = \(now.milliseconds)
            WHERE token_hash = \(tokenHash) AND expires_at > \(now.milliseconds)
            """
        )
    }

    /// One browser, whether it may still look or not.
    package func liveViewer(_ id: ID<LinkViewers.Viewer>) throws(StorageError) -> LiveViewerRow? {
        try first("SELECT \(literal: LiveViewerRow.columns) FROM live_viewer WHERE id = \(id.bytes)")
            .map(LiveViewerRow.init)
    }

    /// The browsers that a link let in, the first ones first, also those that were removed.
    package func liveViewers(of link: ID<LiveLink>) throws(StorageError) -> [LiveViewerRow] {
        try rows(
            """
            SELECT \(literal: LiveViewerRow.columns) FROM live_viewer WHERE link = \(link.bytes)
            ORDER BY opened_at, id LIMIT 200
            """
        ).map(LiveViewerRow.init)
    }

    /// Removes a browser from a link for good; false where it does not look.
    package func dropLiveViewer(
        _ id: ID<LinkViewers.Viewer>,
        of link: ID<LiveLink>,
        now: Timestamp
    ) throws(StorageError) -> Bool {
        try run(
            """
            UPDATE live_viewer SET dropped_at = \(now.milliseconds)
            WHERE id = \(id.bytes) AND link = \(link.bytes) AND dropped_at IS NULL
            """
        ) == 1
    }
}
