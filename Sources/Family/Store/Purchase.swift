/// Something bought: its price is held until it is delivered, and given back whole where it is not (F61).
public struct Purchase: Hashable, Sendable {
    /// Where it stands; all but the first are for ever.
    public enum Phase: Hashable, Sendable {
        case held
        /// The buyer has it; the price is paid.
        case delivered(at: Timestamp)
        /// An adult will not give it.
        case refused(at: Timestamp)
        /// The buyer does not want it any more.
        case withdrawn(at: Timestamp)
        /// Nobody delivered it in seven days.
        case expired(at: Timestamp)
    }

    /// Made by the page, so that a repeat is known; the hold in the ledger has the same.
    public let id: ID<Purchase>
    public let item: ID<StoreItem>
    public let buyer: ID<Member>
    /// What it cost when it was bought.
    public let price: Amount
    public let placedAt: Timestamp
    public private(set) var phase: Phase
    /// Grows with every change: who saw another one is late (F60).
    public private(set) var version: UInt32

    /// A hold ends by itself after seven days (F61).
    public static let heldMilliseconds: Int64 = 7 * 24 * 3_600_000

    /// A purchase as it was stored, or a new one.
    public init(
        id: ID<Purchase>,
        item: ID<StoreItem>,
        buyer: ID<Member>,
        price: Amount,
        placedAt: Timestamp,
        phase: Phase = .held,
        version: UInt32 = 1
    ) {
        self.id = id
        self.item = item
        self.buyer = buyer
        self.price = price
        self.placedAt = placedAt
        self.phase = phase
        self.version = version
    }

    /// Until when the price is held.
    public var heldUntil: Timestamp { placedAt.advanced(byMilliseconds: Purchase.heldMilliseconds) }

    /// When it must be asked again; nil once it is over.
    public var deadline: Timestamp? { phase == .held ? heldUntil : nil }

    /// The command by which its price is held: as many times as it is said, it is the same one.
    public var hold: ID<LedgerCommand> { ID(sharing: id) }

    /// Takes what is decided about it; `item` gets one back where it is not delivered.
    ///
    /// One whose time is over has expired, whatever is asked. What is over is `alreadyHandled`, as is what the asker saw
    /// in another version; both change nothing.
    public mutating func apply(_ event: PurchaseEvent, item: inout StoreItem, now: Timestamp) -> PurchaseAnswer {
        guard phase == .held else { return .alreadyHandled }
        if heldUntil <= now {
            item.putBack()
            return turn(.expired(at: now), .release, .expired)
        }
        switch event {
        case .deliver(let version) where version == self.version:
            return turn(.delivered(at: now), .post, .delivered)
        case .refuse(let version) where version == self.version:
            item.putBack()
            return turn(.refused(at: now), .giveBack, .refused)
        case .withdraw(let version) where version == self.version:
            item.putBack()
            return turn(.withdrawn(at: now), .giveBack, .withdrawn)
        case .deliver, .refuse, .withdraw: return .alreadyHandled
        case .deadline: return .taken([])
        }
    }

    private mutating func turn(_ phase: Phase, _ effect: PurchaseEffect, _ news: PurchaseNews) -> PurchaseAnswer {
        self.phase = phase
        version += 1
        return .taken([effect, .tell(news)])
    }
}

/// What can happen to a purchase; who may cause it was checked before.
public enum PurchaseEvent: Hashable, Sendable {
    /// An adult gave it to its buyer.
    case deliver(version: UInt32)
    /// An adult will not give it.
    case refuse(version: UInt32)
    /// The buyer takes it back.
    case withdraw(version: UInt32)
    /// The moment of `deadline` has come.
    case deadline
}

/// What became of an event.
public enum PurchaseAnswer: Hashable, Sendable {
    /// It was taken; this is to be done.
    case taken([PurchaseEffect])
    /// It was decided before: nothing changed (F60).
    case alreadyHandled
}

/// What a purchase wants done.
public enum PurchaseEffect: Hashable, Sendable {
    /// The held price moves to the store.
    case post
    /// The held price is given back.
    case giveBack
    /// The hold has expired, which gives the price back.
    case release
    /// Somebody is to hear of it.
    case tell(PurchaseNews)
}

/// A piece of news of a purchase.
public enum PurchaseNews: UInt8, CaseIterable, Hashable, Sendable {
    /// Bought: an adult is to deliver it.
    case placed = 1
    case delivered = 2
    case refused = 3
    case withdrawn = 4
    case expired = 5

    /// Whether the adults hear of it; everything else is for the buyer.
    public var isForAdults: Bool { self == .placed || self == .withdrawn }
}

/// Where a purchase stands, as lists are asked for it.
public enum PurchaseStage: UInt8, CaseIterable, Hashable, Sendable {
    case held = 0
    case delivered = 1
    case refused = 2
    case withdrawn = 3
    case expired = 4
}
