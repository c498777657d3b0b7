public import Family

/// Who may buy an item.
public enum BuyersName: String, Codable, CaseIterable, Sendable {
    case everybody
    case adults
    case children
    /// Those whom `members` names.
    case chosen = "some"
}

/// `POST /store/items`.
public struct AddStoreItemBody: Codable, Sendable {
    public var id: ID<StoreItem>
    /// 1 to 80 characters.
    public var name: String
    /// In gold, in decimal digits.
    public var price: String
    /// Absent: as many as one likes.
    public var stock: Int64?
    /// Absent: everybody.
    public var buyers: BuyersName?
    public var members: [ID<Member>]?

    public init(id: ID<StoreItem>, name: String, price: String, stock: Int64? = nil) {
        self.id = id
        self.name = name
        self.price = price
        self.stock = stock
    }
}

/// `PATCH /store/items/{id}`: all that an item is from now on.
public struct ChangeStoreItemBody: Codable, Sendable {
    public var name: String
    public var price: String
    public var stock: Int64?
    public var buyers: BuyersName?
    public var members: [ID<Member>]?
    /// Whether it is out of the store; absent: it is not.
    public var retired: Bool?

    public init(name: String, price: String, stock: Int64? = nil, retired: Bool? = nil) {
        self.name = name
        self.price = price
        self.stock = stock
        self.retired = retired
    }
}

/// Something that a family gives for gold.
public struct StoreItemBody: Codable, Sendable {
    public var id: ID<StoreItem>
    public var name: String
    public var price: String
    public var stock: Int64?
    public var buyers: BuyersName
    /// With `some`: who may buy it.
    public var members: [ID<Member>]?
    public var retired: Bool
    /// Where its picture is, with the version.
    public var picture: String?
    public var addedAt: Timestamp

    /// An item as it stands.
    public init(_ item: StoreItem, addedAt: Timestamp, picture: String?) {
        id = item.id
        name = item.name.text
        price = item.price.text
        stock = item.stock
        switch item.buyers {
        case .everybody: buyers = .everybody
        case .adults: buyers = .adults
        case .children: buyers = .children
        case .only(let members): (buyers, self.members) = (.chosen, members.sorted())
        }
        retired = item.retiredAt != nil
        self.addedAt = addedAt
        self.picture = picture
    }
}

/// `POST /purchases`.
public struct BuyBody: Codable, Sendable {
    public var id: ID<Purchase>
    public var item: ID<StoreItem>

    public init(id: ID<Purchase>, item: ID<StoreItem>) {
        self.id = id
        self.item = item
    }
}

/// Something bought, as the API writes it.
public struct PurchaseBody: Codable, Sendable {
    /// Where it stands.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// Its price is held until it is delivered.
        case held
        case delivered
        case refused
        case withdrawn
        case expired
    }

    public var id: ID<Purchase>
    public var item: ID<StoreItem>
    /// What the item is called now.
    public var name: String
    /// Where the item's picture is, with the version.
    public var picture: String?
    public var buyer: ID<Member>
    /// In gold, in decimal digits.
    public var price: String
    public var placedAt: Timestamp
    public var state: State
    public var since: Timestamp?
    /// When a held one expires, and its price is given back.
    public var heldUntil: Timestamp?
    /// What a decision names, so that one that comes late is known (F60).
    public var version: UInt32
    /// deliver, refuse and withdraw, as far as I may now; absent in an export.
    public var may: [String]?

    /// A purchase as it stands, with what its item is called.
    public init(_ purchase: Purchase, name: String, picture: String? = nil, may: [String]? = nil) {
        id = purchase.id
        item = purchase.item
        self.name = name
        self.picture = picture
        buyer = purchase.buyer
        price = purchase.price.text
        placedAt = purchase.placedAt
        heldUntil = purchase.deadline
        version = purchase.version
        self.may = may
        switch purchase.phase {
        case .held: state = .held
        case .delivered(let moment): (state, since) = (.delivered, moment)
        case .refused(let moment): (state, since) = (.refused, moment)
        case .withdrawn(let moment): (state, since) = (.withdrawn, moment)
        case .expired(let moment): (state, since) = (.expired, moment)
        }
    }
}

/// `POST /purchases/{id}/deliver`, `refuse` and `withdraw`.
public struct DecidePurchaseBody: Codable, Sendable {
    /// The version that was seen.
    public var version: UInt32

    public init(version: UInt32) {
        self.version = version
    }
}

/// What became of a decision about a purchase.
public struct PurchaseDecisionBody: Codable, Sendable {
    /// Whether the state had moved on, and nothing was changed.
    public var alreadyHandled: Bool
    public var purchase: PurchaseBody

    public init(alreadyHandled: Bool, purchase: PurchaseBody) {
        self.alreadyHandled = alreadyHandled
        self.purchase = purchase
    }
}

/// All that is kept of a member's missions: the file of an export.
public struct MissionsFileBody: Codable, Sendable {
    public var missions: [MissionBody]
    public var countdowns: [CountdownBody]
    public var purchases: [PurchaseBody]
    public var settings: MissionSettingsBody
    /// Days for which the streak was paused.
    public var streakPauses: [StreakBody.Pause]
    /// What was brought along from before the account.
    public var guestRecords: [GuestRecordBody]

    public init(
        missions: [MissionBody],
        countdowns: [CountdownBody],
        purchases: [PurchaseBody],
        settings: MissionSettingsBody,
        streakPauses: [StreakBody.Pause],
        guestRecords: [GuestRecordBody]
    ) {
        self.missions = missions
        self.countdowns = countdowns
        self.purchases = purchases
        self.settings = settings
        self.streakPauses = streakPauses
        self.guestRecords = guestRecords
    }
}
