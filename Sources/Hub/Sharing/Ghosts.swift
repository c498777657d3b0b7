import Crypto
import Family
import SQL
import Storage

// Somebody who left is, for a day, to those who were connected with them like somebody whose phone is silent.

extension PresenceGrant {
    /// What a viewer sees of somebody who left.
    init(_ ghost: DepartedContactRow, byLink isLink: Bool) {
        self.init(
            subject: ghost.ghost,
            precision: ghost.precision,
            expiresAt: ghost.expiresAt.map { min($0, ghost.until) } ?? ghost.until,
            changed: ghost.changed,
            person: Person(name: isLink ? ghost.name : ghost.ownName ?? ghost.name, colour: ghost.colour)
        )
        silentSince = ghost.leftAt
    }
}

extension NamedConsent {
    /// What stands in a member's list of somebody who left.
    init(_ ghost: DepartedContactRow, now: Timestamp) {
        self.init(
            consent: Consent(
                id: ghost.id,
                viewer: ghost.isSeen ? ghost.member : ghost.ghost,
                subject: ghost.isSeen ? ghost.ghost : ghost.member,
                precision: ghost.precision,
                expiresAt: ghost.expiresAt
            ),
            person: Person(name: ghost.ownName ?? ghost.name, colour: ghost.colour)
        )
        if ghost.isSeen, ghost.ownName != nil { theirName = ghost.name }
        isGone = now >= ghost.until
    }
}

extension MemberState {
    /// Somebody of whom nothing is left.
    init(_ ghost: DepartedContactRow) {
        self.init(nobodyAs: ghost.ghost, changed: ghost.changed)
    }
}

extension DepartedContactRow {
    /// When whoever it was left.
    var leftAt: Timestamp { until.advanced(byMilliseconds: -Hub.ghostMilliseconds) }

    /// Whether what it stands for has not run out.
    func isOpen(now: Timestamp) -> Bool {
        expiresAt.map { now < $0 } ?? true
    }
}

extension Transaction {
    /// The grants of a viewer to see those who left a moment ago.
    func ghostGrants(
        of viewer: ID<Member>,
        byLink isLink: Bool,
        now: Timestamp
    ) throws(StorageError) -> [PresenceGrant] {
        try ghosts(of: viewer).filter { $0.isSeen && $0.isOpen(now: now) && now < $0.until && $0.precision > .off }
            .map { PresenceGrant($0, byLink: isLink) }
    }

    /// What a viewer may see of one who left; nil where they see no ghost of this identity.
    func ghostGrant(of viewer: ID<Member>, to ghost: ID<Member>, now: Timestamp) throws(StorageError) -> PresenceGrant?
    {
        try ghostGrants(of: viewer, byLink: false, now: now).first { $0.subject == ghost }
    }

    /// What stands in a member's lists of those who left.
    func ghostConsents(
        of member: ID<Member>,
        now: Timestamp
    ) throws(StorageError) -> (seen: [NamedConsent], seers: [NamedConsent]) {
        let ghosts = try ghosts(of: member).filter { $0.isOpen(now: now) }
        return (
            ghosts.filter(\.isSeen).map { NamedConsent($0, now: now) },
            ghosts.filter { !$0.isSeen }.map { NamedConsent($0, now: now) }
        )
    }
}
