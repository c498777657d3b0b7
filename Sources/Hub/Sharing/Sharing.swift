import Bus
package import Family
import SQL
import Storage

/// By what something of a member gets out, or could: one case each, which `stopSharing` ends.
///
/// A new kind of sharing is a case here, and the compiler asks how it is counted and cut. A test asks for each table
/// that names a member whether it belongs to one of these.
package enum ShareKind: String, CaseIterable, Sendable {
    /// People who see something of me.
    case people
    /// A connect code that nobody has used yet.
    case connectCode
    /// Requests, mine and to me, that wait.
    case requests
    /// Invites into my family that I gave and nobody has used.
    case invites
    /// Links that open my account once.
    case oneTimeLinks
    /// Read-only links to my clock.
    case clockLinks
    /// That the walls of my family may show me on a map.
    case wallDisplays
    /// Links by which anybody who has one sees me for some hours.
    case liveLinks
    /// Links by which calendar programs read my missions and trips.
    case calendarLinks
    /// Phone apps that report for me.
    case devices
    /// Other places where I am logged in.
    case sessions
    /// Other browsers that are known as mine.
    case browsers
    /// Browsers that are sent push messages for me, also the one that asks.
    case pushMessages
    /// People and browsers that watch over my trip, and the links of alarms that others hold.
    case trips
    /// Machines elsewhere that hold messages about my trips.
    case deputies
    /// Outside contacts, who are called in an alarm or were asked whether they want to be.
    case contacts

    /// The tables whose rows it ends.
    package var tables: [String] {
        switch self {
        case .people: ["connection"]
        case .connectCode: ["connect_code"]
        case .requests: ["connection_request"]
        case .invites: ["invite"]
        case .oneTimeLinks: ["one_time_link"]
        case .clockLinks: ["clock_link"]
        case .wallDisplays: ["wall_consent"]
        case .liveLinks: ["live_link"]
        case .calendarLinks: ["calendar_link"]
        case .devices: ["device", "tracker", "thing_position"]
        case .sessions: ["session"]
        case .browsers: ["known_device"]
        case .pushMessages: ["push_subscription"]
        case .trips: ["trip_companion", "trip_viewer"]
        case .deputies: ["deputy_choice", "deputy_envelope"]
        case .contacts: ["outside_contact"]
        }
    }
}

/// How much of one kind there is, or was.
package struct ShareCount: Hashable, Sendable {
    package var kind: ShareKind
    package var count: Int
}

/// What a member shares, and how they are reminded of it.
package struct Sharing: Sendable {
    /// Every kind, also those of which there is nothing.
    package var shares: [ShareCount]
    package var reminderDays: Int
    package var pause: Pause?
    /// Whether a guardian sees something of the member, which they cannot lower or end themselves (F44).
    package var guardiansSee = false
}

/// Who stops, and from where: what they do it with stays.
struct Stopping: Sendable {
    var member: ID<Member>
    var session: ID<Session>
    /// By which the member is known in the browser that asks.
    var browser: [UInt8]?
    var now: Timestamp
}

extension Hub {
    /// Days between two reminders where a member chose none (F42).
    package static let reminderDays = 7

    /// All by which something of the caller gets out, the session that asks left out.
    package func sharing(of caller: AuthenticatedSession, from origin: RequestOrigin) async throws -> Sharing {
        let stopping = try await stopping(caller, origin)
        return try await database.read { transaction in
            Sharing(
                shares: try ShareKind.allCases.map { kind in
                    ShareCount(kind: kind, count: try transaction.count(kind, stopping))
                },
                reminderDays: try transaction.reminderDays(of: stopping.member) ?? Hub.reminderDays,
                pause: try transaction.currentPause(of: stopping.member, now: stopping.now),
                guardiansSee: try transaction.guardiansSee(stopping.member, now: stopping.now)
            )
        }
    }

    /// Ends all by which something of the caller gets out, in one transaction, and says what was cut (F41).
    ///
    /// Nobody is told. Only the session and the browser that ask stay, and of a child what its guardians see and the
    /// phones that report it: a child does not lower that, but asks (F44). Throws `ProofRefusal` where the caller did not
    /// prove lately who they are, or `StorageError`.
    package func stopSharing(of caller: AuthenticatedSession, from origin: RequestOrigin) async throws -> [ShareCount] {
        try await requireRecentProof(caller)
        let stopping = try await stopping(caller, origin)
        let watchers = try await database.read { try $0.watcherCount(of: stopping.member) }
        // Who is alarmed by the second PIN is known before anything is cut; the trip ends with it.
        try await requirePIN(caller, for: .stopEverything)
        let (cut, viewers, sessions) = try await database.transaction(for: .reserved) { transaction in
            let guardians = try transaction.guardians(of: stopping.member, now: stopping.now)
            let viewers = try transaction.connections(subject: stopping.member).map(\.viewer)
                .filter { !guardians.contains($0) }
            let sessions = try transaction.sessions(of: stopping.member).map(\.id)
            let cut = try ShareKind.allCases.map { kind in
                let count = kind == .trips ? watchers : try transaction.count(kind, stopping)
                try transaction.cut(kind, stopping)
                return ShareCount(kind: kind, count: count)
            }
            return (cut, viewers, sessions.filter { $0 != stopping.session })
        }
        credentials.forget { $0.member == stopping.member }
        sessionCache.forget { $0.member == stopping.member && $0.id != stopping.session }
        bus.publish((viewers + [stopping.member]).map { .connections(viewer: $0) })
        bus.publish(sessions.map { .sessionEnded($0) })
        await renewEnvelopesOfAll(and: [stopping.member])
        return cut
    }

    /// Lowers every consent above a level to it, the waiting code's too: what to do instead of falling silent; what a
    /// child's guardians see stays.
    package func limitSharing(of member: ID<Member>, to precision: Precision) async throws {
        guard precision > .off else { throw SharingRefusal.nothingLeft }
        let now = outside.now()
        let changes = changes
        let viewers = try await database.transaction(for: .reserved) { transaction -> [ID<Member>] in
            try transaction.limitConnectCode(of: member, to: precision)
            try transaction.limitLiveLinks(of: member, to: precision)
            let guardians = try transaction.guardians(of: member, now: now)
            let above = try transaction.connections(subject: member)
                .filter { $0.precision > precision && !guardians.contains($0.viewer) }
            for connection in above {
                try transaction.setConnection(
                    connection.id,
                    precision: precision,
                    expiresAt: connection.expiresAt,
                    changed: changes.next(now: now),
                    now: now
                )
            }
            return above.map(\.viewer)
        }
        bus.publish((viewers + [member]).map { .connections(viewer: $0) })
    }

    /// Chooses after how many days a member is reminded of who sees them.
    package func setReminderDays(of member: ID<Member>, _ days: Int) async throws {
        guard (1...30).contains(days) else { throw SharingRefusal.daysOutOfRange }
        try await database.transaction { try $0.setReminderDays(of: member, days) }
    }

    /// Reminds those whose time has come of who sees them (F42).
    func remindOfSharing() async throws {
        let now = outside.now()
        let told = try await database.transaction { transaction in
            let due = try transaction.membersToRemind(now: now, usualDays: Hub.reminderDays, limit: 1_000)
            for member in due {
                try transaction.removeNotices(of: member, kind: NoticeKind.sharingReminder.rawValue)
                try transaction.addNotice(self.notice(.sharingReminder, for: member))
                try transaction.setReminded(member, now: now)
            }
            return due
        }
        bus.publish(told.map { .notice($0) })
    }

    private func stopping(_ caller: AuthenticatedSession, _ origin: RequestOrigin) async throws -> Stopping {
        let devices = deviceHashes(of: origin)
        return Stopping(
            member: caller.member,
            session: caller.session,
            browser: try await database.read { try $0.knownDevice(among: devices, of: caller.member) },
            now: outside.now()
        )
    }
}

extension Transaction {
    fileprivate func guardians(of id: ID<Member>, now: Timestamp) throws(StorageError) -> Set<ID<Member>> {
        guard let row = try member(id) else { return [] }
        return Set(try guardians(of: row, now: now))
    }

    /// Whether a guardian of a member sees something of them.
    func guardiansSee(_ id: ID<Member>, now: Timestamp) throws(StorageError) -> Bool {
        let guardians = try guardians(of: id, now: now)
        guard !guardians.isEmpty else { return false }
        return try connections(subject: id).contains {
            guardians.contains($0.viewer) && $0.isOpen(now: now) && $0.precision > .off
        }
    }

    /// The consents of a member that are theirs to end.
    private func ownConsents(_ stopping: Stopping) throws(StorageError) -> [ConnectionRow] {
        let guardians = try guardians(of: stopping.member, now: stopping.now)
        return try connections(subject: stopping.member).filter { !guardians.contains($0.viewer) }
    }

    /// The phones of a member that are theirs to silence: those of a child report to its guardians.
    private func ownPhones(_ stopping: Stopping) throws(StorageError) -> [DeviceRow] {
        try guardiansSee(stopping.member, now: stopping.now) ? [] : devices(of: stopping.member)
    }

    /// How much there is of a kind of sharing.
    fileprivate func count(_ kind: ShareKind, _ stopping: Stopping) throws(StorageError) -> Int {
        let (member, now) = (stopping.member, stopping.now)
        switch kind {
        case .people: return try ownConsents(stopping).count { $0.isOpen(now: now) && $0.precision > .off }
        case .connectCode: return try connectCode(of: member).map { now < $0.expiresAt } ?? false ? 1 : 0
        case .requests: return try waitingRequests(stopping).count
        case .invites:
            guard let family = try self.member(member)?.family else { return 0 }
            return try liveInvites(into: family, now: now).count { $0.inviter == member }
        case .oneTimeLinks: return try linkCount(of: member, now: now)
        case .clockLinks: return try clockLinks(of: member).count
        case .wallDisplays: return try isOnWalls(member, now: now) ? 1 : 0
        case .liveLinks: return try liveLinks(of: member, now: now).count
        case .calendarLinks: return try calendarLinks(of: member).count
        case .devices: return try ownPhones(stopping).count
        case .sessions: return try sessions(of: member).count { $0.id != stopping.session && now < $0.expiresAt }
        case .browsers: return try knownDeviceCount(of: member, except: stopping.browser)
        case .pushMessages: return try pushSubscriptions(of: member, now: now).count
        case .trips: return try watcherCount(of: member)
        case .deputies: return try guardCount(of: member)
        case .contacts: return try outsideContacts(of: member).count { $0.removedAt == nil }
        }
    }

    /// Ends all of a kind of sharing.
    fileprivate func cut(_ kind: ShareKind, _ stopping: Stopping) throws(StorageError) {
        let (member, now) = (stopping.member, stopping.now)
        switch kind {
        case .people: for consent in try ownConsents(stopping) { try removeConnection(consent.id) }
        case .connectCode: try removeConnectCode(of: member)
        case .requests: for request in try waitingRequests(stopping) { try end(request, by: member, now: now) }
        case .invites: try endInvites(of: member)
        case .oneTimeLinks: try removeLinks(of: member)
        case .clockLinks: try removeClockLinks(of: member)
        case .wallDisplays: try removeWallConsent(of: member)
        case .liveLinks: try endLiveLinks(of: member, now: now)
        case .calendarLinks: try removeCalendarLinks(of: member)
        case .devices: for device in try ownPhones(stopping) { try revokeDevice(device.id, now: now) }
        case .sessions:
            for session in try sessions(of: member) where session.id != stopping.session {
                _ = try endSession(session.id, of: member)
            }
        case .browsers: try forgetDevices(of: member, except: stopping.browser)
        case .pushMessages: try removePushSubscriptions(of: member)
        case .trips: try endWatching(of: member, now: now)
        case .deputies: try removeDeputyChoices(of: member)
        case .contacts:
            // An alarm that is still open was raised by the second PIN: it goes on for them.
            let open = try alarms(about: member).filter { $0.closedAt == nil }.map(\.id)
            for contact in try outsideContacts(of: member) where contact.removedAt == nil {
                try removeOutsideContact(contact.id, keeping: open, now: now)
            }
        }
    }

    /// Whether the walls of a member's family may show them on a map; of a child, whether one does.
    private func isOnWalls(_ id: ID<Member>, now: Timestamp) throws(StorageError) -> Bool {
        guard let row = try member(id) else { return false }
        return try row.isChild(now: now) ? hasWallMap(in: row.family) : hasWallConsent(id)
    }

    private func waitingRequests(_ stopping: Stopping) throws(StorageError) -> [ConnectionRequestRow] {
        let (member, now) = (stopping.member, stopping.now)
        let sent = try connectionRequests(by: member, since: Timestamp(milliseconds: 0)).filter { $0.expiresAt > now }
        return try connectionRequests(to: member, now: now) + sent
    }
}
