import Bus
import Crypto
package import Family
import SQL
import Storage

/// A live link that a member wants.
package struct LiveLinkRequest: Sendable {
    package var id: ID<LiveLink>
    package var name: String
    package var hours: Int
    package var precision: Precision

    /// A link of 1 to 24 hours under a name that its viewers do not see.
    package init(id: ID<LiveLink>, name: String, hours: Int, precision: Precision) {
        (self.id, self.name, self.hours, self.precision) = (id, name, hours, precision)
    }
}

/// A live link as its member sees it.
package struct LiveLinkInfo: Sendable {
    package var id: ID<LiveLink>
    package var name: String
    package var precision: Precision
    package var beganAt: Timestamp
    package var expiresAt: Timestamp
    /// Whether a child's guardian has not agreed yet.
    package var waits: Bool
    /// Time of the last look, to the minute.
    package var lastUsedAt: Timestamp?
    package var viewers: [GuestViewer]
}

/// Why a live link is not made, or opens nothing.
package enum LiveLinkRefusal: Error, Hashable, Sendable {
    case nameEmptyOrTooLong
    case hoursOutOfRange
    case nothingToShare
    case tooMany
    /// The same request was answered before, and a secret is shown once.
    case alreadyIssued
    case idUsedOtherwise
    case notFound
    /// Ended, used up or unknown: one answer for all.
    case noView
    /// The browser was let in, and may not look any longer.
    case viewEnded
}

extension Hub {
    /// A member's open live links, those of a child that wait for a guardian too, in the order they were made.
    package func liveLinks(of member: ID<Member>) async throws -> [LiveLinkInfo] {
        let now = outside.now()
        return try await database.read { try $0.liveLinkInfos(of: member, now: now) }
    }

    /// Makes a link by which anybody who has it sees the caller for some hours.
    ///
    /// A child's link opens nothing before a guardian has agreed, who is told (F44). Every session of the member is told
    /// of it: the phone may not be in its owner's hands.
    ///
    /// - Returns: its secret, which is nowhere kept.
    /// - Throws: `ProofRefusal` without a proof of the last five minutes; `LiveLinkRefusal.alreadyIssued` for a repeat of
    ///   the same request; another `LiveLinkRefusal`, or `StorageError`.
    package func addLiveLink(
        _ request: LiveLinkRequest,
        by caller: AuthenticatedSession
    ) async throws -> (link: LiveLinkInfo, secret: String) {
        try await requireRecentProof(caller)
        let (member, now) = (caller.member, outside.now())
        let made = try LiveLinkRow(request, of: member, now: now)
        let secret = LinkSecret(.live, random: outside.random).text
        let hash = vault.hash(token: Array(secret.utf8)).bytes
        let link = try await database.transaction { transaction -> LiveLinkRow in
            guard let row = try transaction.member(member) else { throw LiveLinkRefusal.notFound }
            if let before = try transaction.liveLink(made.id) {
                throw made.isRepeat(of: before) ? LiveLinkRefusal.alreadyIssued : LiveLinkRefusal.idUsedOtherwise
            }
            guard try transaction.liveLinks(of: member, now: now).count < LiveLink.most else {
                throw LiveLinkRefusal.tooMany
            }
            var link = made
            link.waits = row.isChild(now: now)
            try transaction.addLiveLink(link, tokenHash: hash)
            try transaction.addNotice(self.notice(.liveLinkAdded, for: member))
            if link.waits {
                for guardian in try transaction.guardians(of: row, now: now) {
                    try transaction.addNotice(self.notice(.liveLinkAsked, for: guardian, about: member))
                }
            }
            return link
        }
        bus.publish([.connections(viewer: member), .notice(member)])
        if link.waits { try await hintFamily(of: member) }
        note(.linkAdded, member)
        return (LiveLinkInfo(link, lastUsedAt: nil, viewers: []), secret)
    }

    /// Ends a link of the caller's at once; while something is watched over, with the PIN (F32).
    ///
    /// Throws `LiveLinkRefusal.notFound`, `SafetyRefusal`, or `StorageError`.
    package func endLiveLink(_ id: ID<LiveLink>, of caller: AuthenticatedSession) async throws {
        let (member, now) = (caller.member, outside.now())
        try await requireLiveLink(id, of: member)
        try await requirePIN(caller)
        let isEnded = try await database.transaction(for: .reserved) { try $0.endLiveLink(id, now: now) }
        guard isEnded else { throw LiveLinkRefusal.notFound }
        bus.publish([.connections(viewer: member)])
        note(.linkRemoved, member)
    }

    /// Removes one browser from a link; the others and the link stay (F49).
    ///
    /// Throws as ``endLiveLink(_:of:)`` does.
    package func removeLiveViewer(
        _ viewer: ID<LinkViewers.Viewer>,
        of id: ID<LiveLink>,
        by caller: AuthenticatedSession
    ) async throws {
        let (member, now) = (caller.member, outside.now())
        try await requireLiveLink(id, of: member)
        try await requirePIN(caller)
        let isRemoved = try await database.transaction(for: .reserved) {
            try $0.dropLiveViewer(viewer, of: id, now: now)
        }
        guard isRemoved else { throw LiveLinkRefusal.notFound }
        bus.publish([.connections(viewer: member)])
    }

    private func requireLiveLink(_ id: ID<LiveLink>, of member: ID<Member>) async throws {
        let now = outside.now()
        let isTheirs = try await database.read { transaction in
            try transaction.liveLink(id).map { $0.member == member && $0.isOpen(now: now) } ?? false
        }
        guard isTheirs else { throw LiveLinkRefusal.notFound }
    }
}

extension Hub {
    /// The open live links of a child in one's care.
    ///
    /// Throws `FamilyRefusal`, or `StorageError`.
    package func liveLinks(
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        for guardian: ID<Member>
    ) async throws -> [LiveLinkInfo] {
        let now = outside.now()
        return try await database.read { transaction in
            _ = try transaction.childInCare(child, of: family, by: guardian, now: now)
            return try transaction.liveLinkInfos(of: child, now: now)
        }
    }

    /// Agrees to a link of a child in one's care: from now on it is open, for all its hours (F44).
    ///
    /// Throws `FamilyRefusal`, `LiveLinkRefusal.notFound`, or `StorageError`.
    package func agreeToLiveLink(
        _ id: ID<LiveLink>,
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        by guardian: ID<Member>
    ) async throws {
        let now = outside.now()
        try await database.transaction { transaction in
            let row = try transaction.requireLiveLink(id, of: child, in: family, by: guardian, now: now)
            try transaction.require(.arrange, by: guardian, for: row, now: now)
            try transaction.openLiveLink(id, now: now)
        }
        bus.publish([.connections(viewer: child)])
    }

    /// Ends a link of a child in one's care, or declines it.
    ///
    /// Throws `FamilyRefusal`, `LiveLinkRefusal.notFound`, or `StorageError`.
    package func endLiveLink(
        _ id: ID<LiveLink>,
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        by guardian: ID<Member>
    ) async throws {
        let now = outside.now()
        try await database.transaction(for: .reserved) { transaction in
            let row = try transaction.requireLiveLink(id, of: child, in: family, by: guardian, now: now)
            try transaction.require(.arrange, by: guardian, for: row, now: now)
            _ = try transaction.endLiveLink(id, now: now)
        }
        bus.publish([.connections(viewer: child)])
        note(.linkRemoved, child)
    }
}

extension Transaction {
    fileprivate func liveLinkInfos(of member: ID<Member>, now: Timestamp) throws(StorageError) -> [LiveLinkInfo] {
        try liveLinks(of: member, now: now).map { link throws(StorageError) in
            LiveLinkInfo(
                link,
                lastUsedAt: try liveLinkUsedAt(link.id),
                viewers: try liveViewers(of: link.id).filter { $0.droppedAt == nil }.map {
                    GuestViewer(id: $0.id, openedAt: $0.openedAt, browser: $0.browser)
                }
            )
        }
    }

    /// Refuses a link that is not an open one of a child in the guardian's care.
    fileprivate func requireLiveLink(
        _ id: ID<LiveLink>,
        of child: ID<Member>,
        in family: ID<FamilyGroup>,
        by guardian: ID<Member>,
        now: Timestamp
    ) throws -> MemberRow {
        let row = try childInCare(child, of: family, by: guardian, now: now)
        guard let link = try liveLink(id), link.member == child, link.isOpen(now: now) else {
            throw LiveLinkRefusal.notFound
        }
        return row
    }
}

extension LiveLinkRow {
    /// The link that a request asks for.
    fileprivate init(_ request: LiveLinkRequest, of member: ID<Member>, now: Timestamp) throws(LiveLinkRefusal) {
        guard let name = shownName(request.name) else { throw .nameEmptyOrTooLong }
        guard LiveLink.hours.contains(request.hours) else { throw .hoursOutOfRange }
        guard request.precision > .off else { throw .nothingToShare }
        self.init(
            id: request.id,
            member: member,
            name: name,
            precision: request.precision,
            hours: request.hours,
            beganAt: now
        )
    }

    /// Whether the same was asked for before.
    fileprivate func isRepeat(of before: LiveLinkRow) -> Bool {
        (member, name, hours, precision) == (before.member, before.name, before.hours, before.precision)
    }
}

extension LiveLinkInfo {
    fileprivate init(_ row: LiveLinkRow, lastUsedAt: Timestamp?, viewers: [GuestViewer]) {
        self.init(
            id: row.id,
            name: row.name,
            precision: row.precision,
            beganAt: row.beganAt,
            expiresAt: row.expiresAt,
            waits: row.waits,
            lastUsedAt: lastUsedAt.map { Timestamp(milliseconds: $0.milliseconds / 60_000 * 60_000) },
            viewers: viewers
        )
    }
}
