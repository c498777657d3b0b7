package import Family
package import SQL

/// An item as stored: the domain's value with whose it is.
package struct StoreItemRow: Hashable, Sendable {
    package var item: StoreItem
    package var family: ID<FamilyGroup>
    package var addedAt: Timestamp
    /// Of the request that made it, by which a repeat is known.
    package var requestHash: [UInt8]
    /// Names its picture; nil without one.
    package private(set) var pictureVersion: String?

    package init(item: StoreItem, family: ID<FamilyGroup>, addedAt: Timestamp, requestHash: [UInt8]) {
        self.item = item
        self.family = family
        self.addedAt = addedAt
        self.requestHash = requestHash
    }

    fileprivate static let columns: StaticString = """
        id, family, name, price, stock, buyers, added_at, retired_at, request_hash
        """
    fileprivate static let picture: StaticString = """
        (SELECT version FROM store_item_picture WHERE store_item_picture.item = store_item.id)
        """

    fileprivate init(_ row: Row, buyers: [ID<Member>]) throws(StorageError) {
        let who: StoreItem.Buyers =
            switch try row.integer(5) {
            case 0: .everybody
            case 1: .adults
            case 2: .children
            default: .only(Set(buyers))
            }
        guard let name = MissionName(try row.text(2)) else {
            throw StorageError(.corrupt, "an item of a store has no name")
        }
        let item = StoreItem(
            id: try row.id(0),
            name: name,
            price: Amount(UInt128(clamping: try row.integer(3))),
            stock: try row.integerOrNull(4),
            buyers: who,
            retiredAt: try row.timestampOrNull(7)
        )
        guard let item else { throw StorageError(.corrupt, "an item of a store cannot be read") }
        self.item = item
        family = try row.id(1)
        addedAt = try row.timestamp(6)
        requestHash = try row.blob(8)
        pictureVersion = try row.textOrNull(9)
    }
}

extension Row {
    fileprivate func purchase() throws(StorageError) -> Purchase {
        let at = try timestampOrNull(6) ?? Timestamp(milliseconds: 0)
        let phase: Purchase.Phase
        switch try integer(5) {
        case 0: phase = .held
        case 1: phase = .delivered(at: at)
        case 2: phase = .refused(at: at)
        case 3: phase = .withdrawn(at: at)
        case 4: phase = .expired(at: at)
        default: throw StorageError(.corrupt, "a purchase is in no phase")
        }
        return Purchase(
            id: try id(0),
            item: try id(1),
            buyer: try id(2),
            price: Amount(UInt128(clamping: try integer(3))),
            placedAt: try timestamp(4),
            phase: phase,
            version: UInt32(clamping: try integer(7))
        )
    }
}

extension Purchase.Phase {
    /// How a phase is stored: its number, and since when.
    fileprivate var stored: (number: Int64, at: Int64?) {
        switch self {
        case .held: (0, nil)
        case .delivered(let at): (1, at.milliseconds)
        case .refused(let at): (2, at.milliseconds)
        case .withdrawn(let at): (3, at.milliseconds)
        case .expired(let at): (4, at.milliseconds)
        }
    }
}

extension StoreItem.Buyers {
    fileprivate var stored: Int64 {
        switch self {
        case .everybody: 0
        case .adults: 1
        case .children: 2
        case .only: 3
        }
    }
}

extension Transaction {
    private static let purchaseColumns: StaticString = "id, item, buyer, price, placed_at, phase, phase_at, version"

    /// One item, also a retired one, or nil.
    package func storeItem(_ id: ID<StoreItem>) throws(StorageError) -> StoreItemRow? {
        let row = try first(
            """
            SELECT \(literal: StoreItemRow.columns), \(literal: StoreItemRow.picture) FROM store_item
            WHERE id = \(id.bytes)
            """
        )
        guard let row else { return nil }
        return try StoreItemRow(row, buyers: try buyers(of: id))
    }

    /// A family's items in the order in which they were added, the retired ones too.
    package func storeItems(of family: ID<FamilyGroup>) throws(StorageError) -> [StoreItemRow] {
        var items: [StoreItemRow] = []
        for row in try rows(
            """
            SELECT \(literal: StoreItemRow.columns), \(literal: StoreItemRow.picture) FROM store_item
            WHERE family = \(family.bytes) ORDER BY added_at, id
            """
        ) {
            items.append(try StoreItemRow(row, buyers: try buyers(of: try row.id(0))))
        }
        return items
    }

    private func buyers(of item: ID<StoreItem>) throws(StorageError) -> [ID<Member>] {
        try rows("SELECT member FROM store_item_buyer WHERE item = \(item.bytes)")
            .map { row throws(StorageError) in try row.id(0) }
    }

    /// Adds an item, or writes what it is now; its identity, family and request stay.
    package func save(_ row: StoreItemRow) throws(StorageError) {
        let item = row.item
        try run(
            """
            INSERT INTO store_item (\(literal: StoreItemRow.columns)) VALUES (
                \(item.id.bytes), \(row.family.bytes), \(item.name.text), \(Int64(clamping: item.price.units)),
                \(item.stock), \(item.buyers.stored), \(row.addedAt.milliseconds), \(item.retiredAt?.milliseconds),
                \(row.requestHash))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, price = excluded.price, stock = excluded.stock,
                buyers = excluded.buyers, retired_at = excluded.retired_at
            """
        )
        try run("DELETE FROM store_item_buyer WHERE item = \(item.id.bytes)")
        guard case .only(let members) = item.buyers else { return }
        for member in members.sorted() {
            try run("INSERT INTO store_item_buyer (item, member) VALUES (\(item.id.bytes), \(member.bytes))")
        }
    }

    /// An item's picture, and the version that names it; nil without one.
    package func picture(of item: ID<StoreItem>) throws(StorageError) -> (version: String, jpeg: [UInt8])? {
        try first("SELECT version, jpeg FROM store_item_picture WHERE item = \(item.bytes)")
            .map { row throws(StorageError) in (try row.text(0), try row.blob(1)) }
    }

    /// Replaces an item's picture, and the version that names it.
    package func setPicture(of item: ID<StoreItem>, jpeg: [UInt8], version: String) throws(StorageError) {
        try run(
            """
            INSERT INTO store_item_picture (item, version, jpeg) VALUES (\(item.bytes), \(version), \(jpeg))
            ON CONFLICT (item) DO UPDATE SET version = excluded.version, jpeg = excluded.jpeg
            """
        )
    }

    /// Removes an item's picture.
    package func removePicture(of item: ID<StoreItem>) throws(StorageError) {
        try run("DELETE FROM store_item_picture WHERE item = \(item.bytes)")
    }

    /// One purchase, or nil.
    package func purchase(_ id: ID<Purchase>) throws(StorageError) -> Purchase? {
        try first("SELECT \(literal: Self.purchaseColumns) FROM purchase WHERE id = \(id.bytes)")
            .map { row throws(StorageError) in try row.purchase() }
    }

    /// What a member bought, the latest first; those after one of them, and in one phase, where that is asked.
    package func purchases(
        of buyer: ID<Member>,
        in stage: PurchaseStage? = nil,
        after last: Purchase? = nil,
        limit: Int
    ) throws(StorageError) -> [Purchase] {
        let before = last?.placedAt.milliseconds ?? .max
        return try rows(
            """
            SELECT \(literal: Self.purchaseColumns) FROM purchase
            WHERE buyer = \(buyer.bytes) AND phase = coalesce(\(stage.map { Int64($0.rawValue) }), phase)
                AND (placed_at < \(before) OR placed_at = \(before) AND id < \(last?.id.bytes ?? []))
            ORDER BY placed_at DESC, id DESC LIMIT \(limit)
            """
        ).map { row throws(StorageError) in try row.purchase() }
    }

    /// What was bought in a family's store, as `purchases(of:in:after:limit:)`.
    package func purchases(
        in family: ID<FamilyGroup>,
        in stage: PurchaseStage? = nil,
        after last: Purchase? = nil,
        limit: Int
    ) throws(StorageError) -> [Purchase] {
        let before = last?.placedAt.milliseconds ?? .max
        return try rows(
            """
            SELECT \(literal: Self.purchaseColumns) FROM purchase
            WHERE item IN (SELECT id FROM store_item WHERE family = \(family.bytes))
                AND phase = coalesce(\(stage.map { Int64($0.rawValue) }), phase)
                AND (placed_at < \(before) OR placed_at = \(before) AND id < \(last?.id.bytes ?? []))
            ORDER BY placed_at DESC, id DESC LIMIT \(limit)
            """
        ).map { row throws(StorageError) in try row.purchase() }
    }

    /// What a member bought that is neither delivered nor given back.
    package func heldPurchases(of buyer: ID<Member>) throws(StorageError) -> [Purchase] {
        try rows("SELECT \(literal: Self.purchaseColumns) FROM purchase WHERE buyer = \(buyer.bytes) AND phase = 0")
            .map { row throws(StorageError) in try row.purchase() }
    }

    /// The purchases that have expired, the first ones first.
    package func purchasesDue(now: Timestamp, limit: Int) throws(StorageError) -> [ID<Purchase>] {
        try rows("SELECT id FROM purchase WHERE deadline <= \(now.milliseconds) ORDER BY deadline LIMIT \(limit)")
            .map { row throws(StorageError) in try row.id(0) }
    }

    /// What the mission or the item of a notice is called.
    package func title(of matter: NoticeMatter) throws(StorageError) -> String? {
        if let mission = matter.mission {
            return try first("SELECT name FROM mission WHERE id = \(mission.bytes)")?.text(0)
        }
        return try first(
            "SELECT name FROM store_item WHERE id = (SELECT item FROM purchase WHERE id = \(matter.purchase?.bytes))"
        )?.text(0)
    }

    /// Adds a purchase, or writes how far it has come.
    package func save(_ purchase: Purchase) throws(StorageError) {
        let phase = purchase.phase.stored
        try run(
            """
            INSERT INTO purchase (\(literal: Self.purchaseColumns), deadline) VALUES (
                \(purchase.id.bytes), \(purchase.item.bytes), \(purchase.buyer.bytes),
                \(Int64(clamping: purchase.price.units)), \(purchase.placedAt.milliseconds), \(phase.number),
                \(phase.at), \(Int64(purchase.version)), \(purchase.deadline?.milliseconds))
            ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, phase_at = excluded.phase_at,
                version = excluded.version, deadline = excluded.deadline
            """
        )
    }
}
