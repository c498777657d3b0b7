public import Family

/// `POST /families/{id}/members/{member}/seers`: somebody of the family is to see a child.
public struct AddChildSeerBody: Codable, Sendable {
    public var id: ID<Connection>
    /// Who is to see the child.
    public var viewer: ID<Member>
    public var precision: PrecisionName

    public init(id: ID<Connection>, viewer: ID<Member>, precision: PrecisionName) {
        self.id = id
        self.viewer = viewer
        self.precision = precision
    }
}

/// Hours of the week in which a child is not to be found by one person.
public struct HiddenHoursBody: Codable, Hashable, Sendable {
    public var viewer: ID<Member>
    /// On which days they begin: 1 is Monday, 7 Sunday.
    public var days: [Int]
    /// Minute of the day, 0 to 1439.
    public var fromMinute: Int
    /// Minute of the day; at or before `fromMinute` it lies on the next day.
    public var untilMinute: Int
    /// East of UTC, where no adult of the family has chosen a time zone; else the hours follow the wall clock there.
    public var utcOffsetMinutes: Int

    public init(viewer: ID<Member>, days: [Int], fromMinute: Int, untilMinute: Int, utcOffsetMinutes: Int) {
        self.viewer = viewer
        self.days = days
        self.fromMinute = fromMinute
        self.untilMinute = untilMinute
        self.utcOffsetMinutes = utcOffsetMinutes
    }
}

/// Something about a child that waits for its guardians.
public struct WaitingAgreementBody: Codable, Sendable {
    /// Its kind, as a word that programs switch on.
    public enum Kind: String, Codable, Sendable {
        /// A phone that was logged in by a guardian's link.
        case session
        case handOver
        /// The end of hidden hours.
        case hiddenHours
        /// A viewer is to see less.
        case sight
    }

    public var id: ID<GuardianRequest>
    public var kind: Kind
    public var askedBy: ID<Member>
    public var askedAt: Timestamp
    /// When it goes on without those who did not answer.
    public var dueAt: Timestamp?
    /// The guardians who can still agree.
    public var missing: [ID<Member>]
    /// The viewer of the hours or the sight.
    public var viewer: ID<Member>?
    public var mayAgree: Bool
    public var mayWithdraw: Bool

    public init(
        id: ID<GuardianRequest>,
        kind: Kind,
        askedBy: ID<Member>,
        askedAt: Timestamp,
        dueAt: Timestamp?,
        missing: [ID<Member>],
        viewer: ID<Member>?,
        mayAgree: Bool,
        mayWithdraw: Bool
    ) {
        self.id = id
        self.kind = kind
        self.askedBy = askedBy
        self.askedAt = askedAt
        self.dueAt = dueAt
        self.missing = missing
        self.viewer = viewer
        self.mayAgree = mayAgree
        self.mayWithdraw = mayWithdraw
    }
}
