package import Family
import SQL
import Storage

/// What one viewer may see of one subject, by consent.
package struct PresenceGrant: Hashable, Sendable {
    package var subject: ID<Member>
    package var precision: Precision
    package var expiresAt: Timestamp?
    /// The hub's change number of the consent.
    package var changed: Int64
    /// Who it is, as its viewer knows them.
    package var person: Person
    /// Whether it is the viewer.
    package var isOneself = false
    /// Since when an alarm about them is open of which the viewer was told, or which is about the viewer; nil for none.
    package var inDangerSince: Timestamp?
    /// Whether they were told of it alone: the subject's own pages show no such alarm (F29).
    package var isDangerHidden = false
    /// When the viewer cannot find the subject, whatever the level.
    package var hidden: [HiddenHours] = []

    /// Since when the viewer has not been able to find the subject; nil where they may at this moment.
    package func hiddenSince(_ now: Timestamp) -> Timestamp? {
        hidden.isEmpty ? nil : hidden.hiddenSince(now)
    }
    /// Since when nothing was heard of somebody who left; nil for whoever is here.
    var silentSince: Timestamp?

    /// The level it gives at a moment.
    package func precision(now: Timestamp) -> Precision {
        if let expiresAt, expiresAt <= now { return .off }
        return precision
    }
}

extension Hub {
    /// Everyone a viewer may see, themselves first, exactly.
    ///
    /// A read-only link is read by others: without alarms under duress, its member as others see them (F39), and a child
    /// hidden while it is hidden from anyone (F44).
    package func grants(of viewer: ID<Member>, byLink isLink: Bool = false) async throws -> [PresenceGrant] {
        let now = outside.now()
        return try await database.read { transaction in
            guard let oneself = try transaction.member(viewer) else { return [] }
            let (told, shown) = try self.membersInDanger(openTo: viewer, in: transaction, now: now)
            let inDanger = isLink ? shown : told
            var own = PresenceGrant(
                subject: viewer,
                precision: .exact,
                changed: 0,
                person: Person(oneself),
                isOneself: !isLink
            )
            if try transaction.safetyWatch(of: viewer)?.isActive ?? false {
                own.inDangerSince = try self.safetyWatch(of: viewer, in: transaction).inDangerSince(toTraveller: true)
            }
            var grants = [own]
            for connection in try transaction.connections(viewer: viewer)
            where connection.isOpen(now: now) && connection.precision > .off {
                guard let subject = try transaction.member(connection.subject), subject.disabledAt == nil else {
                    continue
                }
                grants.append(
                    PresenceGrant(
                        subject: connection.subject,
                        precision: connection.precision,
                        expiresAt: connection.expiresAt,
                        changed: connection.changed,
                        // A link's clock hangs where others read it.
                        person: Person(subject, called: isLink ? nil : connection.ownName),
                        inDangerSince: inDanger[connection.subject],
                        isDangerHidden: inDanger[connection.subject] != nil && shown[connection.subject] == nil,
                        hidden: try transaction.hours(hiding: subject, from: isLink ? nil : viewer, now: now)
                    )
                )
            }
            return grants + (try transaction.ghostGrants(of: viewer, byLink: isLink, now: now))
        }
    }

    /// A member's state, from memory or the database; nil where there is no such member.
    package func subject(_ member: ID<Member>) async throws -> MemberState? {
        if let known = subjects.known(member) { return known }
        let vault = vault
        let recent = inbox.rows(of: member)
        let loaded = try await database.read { transaction in
            try MemberState.load(member, from: transaction, vault: vault, inbox: recent)
                ?? transaction.ghost(member).map(MemberState.init)
        }
        // What the writer kept in the meantime is newer than the snapshot.
        return subjects.known(member) ?? loaded
    }

    /// A member's state where it is in memory; for streams, right after it changed.
    package func knownSubject(_ member: ID<Member>) -> MemberState? {
        subjects.known(member)
    }

    /// Everyone that a viewer may see, each as the viewer may see them; off and unknown ones are left out.
    ///
    /// It is recorded as a look on this screen.
    package func views(
        for viewer: ID<Member>,
        on screen: Screens = .api
    ) async throws -> [(member: ID<Member>, view: PresenceView)] {
        let now = outside.now()
        var views: [(member: ID<Member>, view: PresenceView)] = []
        let grants = try await grants(of: viewer)
        for grant in grants {
            guard let subject = try await subject(grant.subject) else { continue }
            if let view = view(of: subject, under: grant, now: now) { views.append((grant.subject, view)) }
        }
        noteLooks(by: viewer, at: grants, on: screen)
        return views
    }

    /// A subject as one viewer may see it now through a connection.
    ///
    /// Companions of a trip and recipients of an alarm see positions by `TripVisibility` instead. Its caller records the look.
    package func view(of subject: MemberState, under grant: PresenceGrant, now: Timestamp) -> PresenceView? {
        if let since = grant.silentSince {
            return grant.precision(now: now) > .off ? PresenceView.lost(since: since, now: now) : nil
        }
        var view = subject.presence(isOneself: grant.isOneself).visible(
            to: grant.precision(now: now),
            now: now,
            places: subject.placeSet,
            lostAfterMilliseconds: settings.lostAfterMilliseconds,
            hiddenSince: grant.hiddenSince(now)
        )
        if let since = grant.inDangerSince {
            view?.state = .danger
            view?.since = since
            view?.placeLabel = nil
        }
        return view
    }

    /// Whether the database answers.
    package func checkDatabase() async throws {
        _ = try await database.read { try $0.memberCount() }
    }

    /// Whether somebody runs this hub who may log in.
    package func hasKeeper() async throws -> Bool {
        try await database.read { try $0.hasKeeper() }
    }
}

extension Person {
    init(_ row: MemberRow) {
        self.init(
            name: row.name,
            colour: row.colour,
            pictureVersion: row.pictureVersion,
            hasUnconfirmedNumber: row.phoneLookup == nil && row.unconfirmedLookup != nil
        )
    }
}

extension Transaction {
    /// What a viewer may see of another member now: nothing without an open connection, or of one who is shut out.
    func precision(
        of viewer: ID<Member>,
        seeing subject: ID<Member>,
        now: Timestamp
    ) throws(StorageError) -> Precision {
        guard let connection = try connection(viewer: viewer, subject: subject), connection.isOpen(now: now),
            let row = try member(subject), row.disabledAt == nil
        else { return .off }
        return connection.precision
    }

    /// Whether a viewer sees anything of a subject now; everybody sees themselves.
    func sees(_ viewer: ID<Member>, _ subject: ID<Member>, now: Timestamp) throws(StorageError) -> Bool {
        if viewer == subject { return true }
        return try precision(of: viewer, seeing: subject, now: now) > .off
    }
}
