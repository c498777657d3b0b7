/// Something that a family gives for gold.
public struct StoreItem: Hashable, Sendable {
    /// Who may buy it.
    public enum Buyers: Hashable, Sendable {
        case everybody
        case adults
        case children
        /// These and nobody else.
        case only(Set<ID<Member>>)
    }

    public let id: ID<StoreItem>
    public var name: MissionName
    /// In gold; never zero.
    public private(set) var price: Amount
    /// How many there are to sell; nil for as many as one likes.
    public private(set) var stock: Int64?
    public var buyers: Buyers
    /// When it was taken out of the store; what was bought before is still delivered.
    public var retiredAt: Timestamp?

    public static let priceMax = Amount(1_000_000_000)
    public static let stockMax: Int64 = 1_000_000

    /// An item; nil where the price is zero or above `priceMax`, or the stock below nothing or above `stockMax`.
    public init?(
        id: ID<StoreItem>,
        name: MissionName,
        price: Amount,
        stock: Int64?,
        buyers: Buyers = .everybody,
        retiredAt: Timestamp? = nil
    ) {
        guard StoreItem.isPrice(price), stock.map(StoreItem.isStock) ?? true else { return nil }
        self.id = id
        self.name = name
        self.price = price
        self.stock = stock
        self.buyers = buyers
        self.retiredAt = retiredAt
    }

    /// Sets the price for those who buy from now on; false where it is none, and nothing changed.
    public mutating func setPrice(_ price: Amount) -> Bool {
        guard StoreItem.isPrice(price) else { return false }
        self.price = price
        return true
    }

    /// Sets how many there are; false where that is no stock, and nothing changed.
    public mutating func setStock(_ stock: Int64?) -> Bool {
        guard stock.map(StoreItem.isStock) ?? true else { return false }
        self.stock = stock
        return true
    }

    /// Whether it is offered to somebody at all.
    public func isOffered(to asker: MissionPermissions.Requester) -> Bool {
        guard retiredAt == nil else { return false }
        switch buyers {
        case .everybody: return true
        case .adults: return asker.isAdult
        case .children: return !asker.isAdult
        case .only(let members): return members.contains(asker.member)
        }
    }

    /// Takes one off the shelf for somebody who has `available` and owes `debt`.
    ///
    /// The guards stand in the order of `PurchaseRefusal`, and what is refused changes nothing: neither stock nor gold.
    /// The price is held in the ledger in the same step, which has the last word on what there is.
    public mutating func sell(
        _ id: ID<Purchase>,
        to asker: MissionPermissions.Requester,
        available: Amount,
        debt: Amount = .zero,
        now: Timestamp
    ) throws(PurchaseRefusal) -> Purchase {
        guard retiredAt == nil else { throw .retired }
        guard isOffered(to: asker) else { throw .notForYou }
        guard stock != 0 else { throw .soldOut }
        let needed = price.adding(debt) ?? .max
        guard needed <= available else { throw .notEnoughGold(missing: needed.less(available)) }
        stock = stock.map { $0 - 1 }
        return Purchase(id: id, item: self.id, buyer: asker.member, price: price, placedAt: now)
    }

    /// Puts one back that was not delivered.
    mutating func putBack() {
        stock = stock.map { min($0 + 1, StoreItem.stockMax) }
    }

    private static func isPrice(_ price: Amount) -> Bool {
        price != .zero && price <= priceMax
    }

    private static func isStock(_ stock: Int64) -> Bool {
        (0...stockMax).contains(stock)
    }
}

/// Why nothing is bought, in the order in which the reasons apply.
public enum PurchaseRefusal: Error, Hashable, Sendable {
    case retired
    case notForYou
    case soldOut
    /// So much is missing, with what is owed.
    case notEnoughGold(missing: Amount)
}
