package import Family
import SQL
import Storage

// What use cases hand out: values of the hub's own, so that nobody above it knows how rows look.

/// One log-in of a member.
package struct OpenSession: Hashable, Sendable {
    package var id: ID<Session>
    package var createdAt: Timestamp
    package var lastSeenAt: Timestamp
    package var expiresAt: Timestamp

    init(_ row: SessionRow) {
        id = row.id
        createdAt = row.createdAt
        lastSeenAt = row.seenAt
        expiresAt = row.expiresAt
    }
}

/// A phone app, or a page, that may send its member's fixes.
package struct RegisteredDevice: Hashable, Sendable {
    package var id: ID<Device>
    package var name: String
    /// Whether OwnTracks on it is shown the people its member sees exactly.
    package var showsFriends: Bool
    /// Whether a passphrase is set, by which OwnTracks encrypts.
    package var isEncrypted: Bool
    package var createdAt: Timestamp
    package var heardAt: Timestamp?
    /// How far its clock runs ahead of the hub's, where that is far enough to tell its owner (F52).
    package var clockAheadMilliseconds: Int64?
    /// Whether its positions are its member's; a thing's are not.
    package var follows: Bool
    /// Where a thing was last, for its member alone.
    package var position: Fix?
    /// What it forwards where it is a Traccar server, for its member alone.
    package var trackers: [ForwardedTracker]?

    init(_ row: DeviceRow, heardAt: Timestamp?, clockAheadMilliseconds: Int64?) {
        id = row.id
        name = row.name
        showsFriends = row.friends
        isEncrypted = row.passphraseSealed != nil
        follows = row.follows
        createdAt = row.createdAt
        self.heardAt = heardAt
        self.clockAheadMilliseconds = clockAheadMilliseconds.flatMap {
            ClockSkew.isNotable(milliseconds: $0) ? $0 : nil
        }
    }
}

/// A consent: what one viewer may see of one subject.
package struct Consent: Hashable, Sendable {
    package var id: ID<Connection>
    package var viewer: ID<Member>
    package var subject: ID<Member>
    package var precision: Precision
    package var expiresAt: Timestamp?

    init(
        id: ID<Connection>,
        viewer: ID<Member>,
        subject: ID<Member>,
        precision: Precision,
        expiresAt: Timestamp?
    ) {
        self.id = id
        self.viewer = viewer
        self.subject = subject
        self.precision = precision
        self.expiresAt = expiresAt
    }

    init(_ row: ConnectionRow) {
        id = row.id
        viewer = row.viewer
        subject = row.subject
        precision = row.precision
        expiresAt = row.expiresAt
    }

    /// The consent as its code granted it, whatever was changed since: a viewer does not learn of that.
    init(granted row: ConnectionRow) {
        self.init(row)
        precision = row.grantedPrecision
        expiresAt = row.grantedUntil
    }
}

/// A consent with the name, colour and picture of the person at its other end.
package struct NamedConsent: Hashable, Sendable {
    package var consent: Consent
    package var person: Person
    /// What a child is to show once all have agreed; nil where nothing waits for that.
    package var proposal: AskedSharing?
    /// What they call themselves, where the one whose list it is gave them another name.
    package var theirName: String?
    /// Whether they have left the hub, which others are told a day later.
    package var isGone = false
}

/// What a child is to show somebody, once guardian and child have agreed.
package struct AskedSharing: Hashable, Sendable {
    package var precision: Precision
    package var expiresAt: Timestamp?
    package var guardianAgreed: Bool
    package var childAgreed: Bool

    init(_ proposal: SharingProposal) {
        precision = proposal.precision
        expiresAt = proposal.expiresAt
        guardianAgreed = proposal.guardianAgreed
        childAgreed = proposal.childAgreed
    }
}

/// A read-only link to a clock.
package struct ClockLinkInfo: Hashable, Sendable {
    package var id: ID<ClockLink>
    package var createdAt: Timestamp
    /// The parts beside the clock.
    package var parts: WallDisplay.Parts

    init(_ row: ClockLinkRow) {
        id = row.id
        createdAt = row.createdAt
        parts = row.parts
    }
}

/// What may be logged of a failure: the store names tables and columns, never values; of others only their kind.
package func safeWords(_ error: any Error) -> String {
    (error as? StorageError)?.description ?? "\(type(of: error))"
}
