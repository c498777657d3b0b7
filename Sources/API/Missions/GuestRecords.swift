public import Family

/// What somebody did, bought or wished for before they had an account: worth nothing in a family's store.
public struct GuestRecordBody: Codable, Sendable {
    /// What it was.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// A mission that was done.
        case done
        /// Something from the guest's own store.
        case bought
        /// Something that still stood there.
        case wished

        /// The kind that this name stands for.
        public var kind: GuestRecord.Kind {
            switch self {
            case .done: .done
            case .bought: .bought
            case .wished: .wished
            }
        }
    }

    public var id: ID<GuestRecord>
    public var kind: Kind
    /// 1 to 80 characters.
    public var title: String
    /// What it earned or cost, in decimal digits.
    public var gold: String
    public var at: Timestamp

    public init(id: ID<GuestRecord>, kind: Kind, title: String, gold: String, at: Timestamp) {
        self.id = id
        self.kind = kind
        self.title = title
        self.gold = gold
        self.at = at
    }

    /// A record as it is kept.
    public init(_ record: GuestRecord) {
        id = record.id
        kind =
            switch record.kind {
            case .done: .done
            case .bought: .bought
            case .wished: .wished
            }
        title = record.name.text
        gold = record.gold.text
        at = record.at
    }
}

/// `POST /me/guest-records`: what was kept on a device.
public struct AddGuestRecordsBody: Codable, Sendable {
    public var records: [GuestRecordBody]

    public init(records: [GuestRecordBody]) {
        self.records = records
    }
}

/// What became of one record that was brought along.
public struct GuestRecordIntakeBody: Codable, Sendable {
    public var id: ID<GuestRecord>
    public var outcome: MissionIntakeBody.Outcome
    /// Why it was refused.
    public var problem: ProblemBody?

    public init(id: ID<GuestRecord>, outcome: MissionIntakeBody.Outcome, problem: ProblemBody? = nil) {
        self.id = id
        self.outcome = outcome
        self.problem = problem
    }
}
