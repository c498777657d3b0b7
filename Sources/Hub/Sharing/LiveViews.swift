import Bus
import Crypto
package import Family
import SQL
import Storage

/// A browser without an account that a live link let in.
package struct LiveViewer: Hashable, Sendable {
    package var id: ID<LinkViewers.Viewer>
    /// Whom it sees.
    package var member: ID<Member>
    /// When it opens its link again (F47), or the link ends.
    package var expiresAt: Timestamp
}

/// What such a browser sees: one member, as far as the link goes.
package struct LiveView: Sendable {
    package var member: ID<Member>
    package var person: Person
    package var beganAt: Timestamp
    /// When the link ends.
    package var endsAt: Timestamp
    package var presence: PresenceView?
}

/// A link that is open to a browser, with what it lets through.
private struct OpenLiveView: Sendable {
    var viewer: LiveViewer
    var link: LiveLinkRow
    var grant: PresenceGrant
}

extension Hub {
    /// Lets a browser in by a link's secret, or for another hour by the token that it has, and answers the token of its
    /// cookie (F47 to F49).
    ///
    /// `known` is the token it had before: the same browser stays one viewer. Throws `LiveLinkRefusal.noView`, whatever is
    /// wrong with the link, or `StorageError`.
    package func openLiveView(
        by secret: String?,
        known: String?,
        browser: String
    ) async throws -> (viewer: LiveViewer, token: String) {
        let isSecret = secret.map { LinkSecret($0)?.kind == .live }
        guard isSecret ?? (known != nil) else { throw LiveLinkRefusal.noView }
        let secretHash = secret.map { vault.hash(token: Array($0.utf8)).bytes }
        let knownHash = known.map { vault.hash(token: Array($0.utf8)).bytes }
        let (now, token, newID) = (outside.now(), newToken(), outside.newID(of: LinkViewers.Viewer.self))
        let tokenHash = vault.hash(token: Array(token.utf8)).bytes
        let (viewer, told) = try await database.transaction { transaction -> (LiveViewer, [ID<Member>]) in
            let known = try knownHash.flatMap { try transaction.liveViewer(tokenHash: $0) }
            let link: LiveLinkRow? =
                if let secretHash {
                    try transaction.liveLink(tokenHash: secretHash)
                } else {
                    try known.flatMap { viewer in
                        guard now < viewer.expiresAt else { return nil }
                        return try transaction.liveLink(viewer.link)
                    }
                }
            guard let link, try transaction.isOpen(link, now: now) else { throw LiveLinkRefusal.noView }
            let row = LiveViewerRow(
                id: known?.link == link.id ? known?.id ?? newID : newID,
                link: link.id,
                browser: browser,
                openedAt: now,
                expiresAt: min(link.expiresAt, now.advanced(byMilliseconds: Hub.viewMilliseconds))
            )
            let viewer = LiveViewer(id: row.id, member: link.member, expiresAt: row.expiresAt)
            var viewers = try transaction.viewers(of: link)
            switch viewers.open(row.id) {
            case .isFull, .wasDropped: throw LiveLinkRefusal.noView
            case .isKnown:
                try transaction.renewLiveViewer(row.id, tokenHash: tokenHash, expiresAt: row.expiresAt)
                return (viewer, [])
            case .isNew:
                try transaction.addLiveViewer(row, tokenHash: tokenHash)
                try transaction.addNotice(self.notice(.liveLinkViewed, for: link.member))
                return (viewer, [link.member])
            }
        }
        bus.publish(told.flatMap { [BusEvent.notice($0), .connections(viewer: $0)] })
        return (viewer, token)
    }

    /// The viewer with this cookie; nil if it opens nothing any longer.
    package func liveViewer(token: String) async throws -> LiveViewer? {
        let hash = vault.hash(token: Array(token.utf8)).bytes
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.liveViewer(tokenHash: hash) else { return nil }
            return try transaction.openView(of: row.id, now: now)?.viewer
        }
    }

    /// The member and level that a browser sees; nil once its link or its hour ended, or it was removed.
    package func grant(of viewer: LiveViewer) async throws -> PresenceGrant? {
        let now = outside.now()
        return try await database.read { try $0.openView(of: viewer.id, now: now)?.grant }
    }

    /// What a browser sees now, which is recorded as its look.
    ///
    /// Throws `LiveLinkRefusal.viewEnded`, or `StorageError`.
    package func liveView(of viewer: LiveViewer) async throws -> LiveView {
        let now = outside.now()
        guard let open = try await database.read({ try $0.openView(of: viewer.id, now: now) }),
            let subject = try await subject(viewer.member)
        else { throw LiveLinkRefusal.viewEnded }
        noteLooks(by: viewer, at: [open.grant])
        return LiveView(
            member: viewer.member,
            person: open.grant.person,
            beganAt: open.link.beganAt,
            endsAt: open.link.expiresAt,
            presence: view(of: subject, under: open.grant, now: now)
        )
    }

    /// The line since the link began, after a moment where one is given; nothing below `exact`.
    ///
    /// Throws `LiveLinkRefusal.viewEnded`, or `StorageError`.
    package func liveTrack(for viewer: LiveViewer, after: Timestamp?) async throws -> TrackPage {
        let now = outside.now()
        let grant = try await grant(of: viewer)
        guard let grant else { throw LiveLinkRefusal.viewEnded }
        guard grant.precision(now: now) == .exact else { return TrackPage(fixes: []) }
        noteLooks(by: viewer, at: [grant])
        do {
            return try await track(
                of: viewer.member,
                from: after?.advanced(byMilliseconds: 1) ?? Timestamp(milliseconds: .min),
                to: Timestamp(milliseconds: .max),
                limit: Hub.tripPointsMax
            ) { transaction in
                // Asked once more, in the snapshot that is read.
                guard let open = try transaction.openView(of: viewer.id, now: now), open.link.precision == .exact
                else { return nil }
                return TrackRight(start: open.link.beganAt, hidden: open.grant.hidden)
            }
        } catch SubjectRefusal.notFound {
            throw LiveLinkRefusal.viewEnded
        }
    }

    /// Records that a browser was shown these people.
    package func noteLooks(by viewer: LiveViewer, at grants: [PresenceGrant]) {
        let now = outside.now()
        let seen = grants.map { ($0.subject, $0.precision(now: now)) }.filter { $0.1 > .off }
        guard !seen.isEmpty else { return }
        lookBook.note(.browser(viewer.id), seen, .liveLink, isWithheld: false, now: now)
    }
}

extension Transaction {
    /// Whether a link opens anything now.
    fileprivate func isOpen(_ link: LiveLinkRow, now: Timestamp) throws(StorageError) -> Bool {
        guard !link.waits, link.isOpen(now: now), let row = try member(link.member) else { return false }
        return row.disabledAt == nil
    }

    /// The data open to a browser, read again each time.
    fileprivate func openView(
        of id: ID<LinkViewers.Viewer>,
        now: Timestamp
    ) throws(StorageError) -> OpenLiveView? {
        guard let row = try liveViewer(id), row.droppedAt == nil, now < row.expiresAt,
            let link = try liveLink(row.link), try isOpen(link, now: now), let subject = try member(link.member)
        else { return nil }
        let viewer = LiveViewer(id: row.id, member: link.member, expiresAt: min(row.expiresAt, link.expiresAt))
        let grant = PresenceGrant(
            subject: link.member,
            precision: link.precision,
            expiresAt: viewer.expiresAt,
            changed: 0,
            person: Person(subject),
            // Whom a child is hidden from may have the link too.
            hidden: try hours(hiding: subject, from: nil, now: now)
        )
        return OpenLiveView(viewer: viewer, link: link, grant: grant)
    }

    fileprivate func viewers(of link: LiveLinkRow) throws(StorageError) -> LinkViewers {
        var viewers = LinkViewers()
        for row in try liveViewers(of: link.id) {
            _ = viewers.open(row.id)
            if row.droppedAt != nil { _ = viewers.drop(row.id) }
        }
        return viewers
    }
}
