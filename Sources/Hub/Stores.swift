package import Family
import SQL
import Storage

/// An item as an adult adds or changes it, before it is checked.
package struct StoreItemRequest: Hashable, Sendable {
    package var name: String
    package var price: Amount
    /// Nil for as many as one likes.
    package var stock: Int64?
    package var buyers: StoreItem.Buyers

    package init(name: String, price: Amount, stock: Int64?, buyers: StoreItem.Buyers = .everybody) {
        self.name = name
        self.price = price
        self.stock = stock
        self.buyers = buyers
    }

    fileprivate var fields: [String] {
        var who: [String]
        switch buyers {
        case .everybody: who = ["0"]
        case .adults: who = ["1"]
        case .children: who = ["2"]
        case .only(let members): who = ["3"] + members.sorted().map(\.text)
        }
        return [name, price.text, stock.map { String($0) } ?? ""] + who
    }
}

/// What somebody decides about a purchase.
package enum PurchaseDecision: UInt8, CaseIterable, Hashable, Sendable {
    case deliver = 1
    case refuse = 2
    case withdraw = 3
}

extension Hub {
    /// Items of one store, the retired ones too.
    package static let storeItemsMax = 500
    private static let purchasesAtOnce = 64

    /// Adds an item, as an adult; a repeat of the same request answers as the first did.
    package func addStoreItem(
        _ id: ID<StoreItem>,
        by member: ID<Member>,
        _ request: StoreItemRequest
    ) async throws -> StoreItem {
        let requestHash = vault.hash(request: request.fields, by: member)
        return try await atMissions(of: member) { turn in
            guard MissionRules.allowsDeciding(by: turn.who) else { throw MissionsRefusal.notAllowed }
            let family = turn.asker.family
            if let known = try turn.transaction.storeItem(id) {
                guard known.requestHash == requestHash, known.family == family else { throw MissionsRefusal.idTaken }
                return known.item
            }
            guard try turn.transaction.storeItems(of: family).count < Hub.storeItemsMax else {
                throw MissionsRefusal.tooMany
            }
            let item = try turn.item(id, request, retiredAt: nil)
            try turn.transaction.save(
                StoreItemRow(item: item, family: family, addedAt: turn.now, requestHash: requestHash)
            )
            return item
        }
    }

    /// Changes an item, stocks it, or takes it out of the store, as an adult.
    package func changeStoreItem(
        _ id: ID<StoreItem>,
        by member: ID<Member>,
        _ request: StoreItemRequest,
        isRetired: Bool
    ) async throws -> StoreItem {
        try await atMissions(of: member) { turn in
            guard MissionRules.allowsDeciding(by: turn.who) else { throw MissionsRefusal.notAllowed }
            guard var row = try turn.transaction.storeItem(id), row.family == turn.asker.family else {
                throw MissionsRefusal.notFound
            }
            row.item = try turn.item(id, request, retiredAt: isRetired ? row.item.retiredAt ?? turn.now : nil)
            try turn.transaction.save(row)
            return row.item
        }
    }

    /// What a family's store offers to a member; to an adult all there is.
    package func storeItems(for member: ID<Member>) async throws -> [StoreItem] {
        try await atMissions(of: member) { turn in
            let who = turn.who
            return try turn.transaction.storeItems(of: turn.asker.family).map(\.item)
                .filter { who.isAdult || $0.isOffered(to: who) }
        }
    }

    /// Buys one of an item, whose price is held until it is delivered; a repeat answers as the first did.
    package func buy(_ item: ID<StoreItem>, _ id: ID<Purchase>, by member: ID<Member>) async throws -> Purchase {
        try await atMissions(of: member) { turn in
            if let known = try turn.transaction.purchase(id) {
                guard known.buyer == member, known.item == item else { throw MissionsRefusal.idTaken }
                return known
            }
            guard var row = try turn.transaction.storeItem(item), row.family == turn.asker.family else {
                throw MissionsRefusal.notFound
            }
            let account = try turn.purse()
            let purchase: Purchase
            do throws(PurchaseRefusal) {
                purchase = try row.item.sell(
                    id,
                    to: turn.who,
                    available: account.available,
                    debt: account.shortfall,
                    now: turn.now
                )
            } catch { throw MissionsRefusal.purchase(error) }
            try turn.transaction.save(row)
            try turn.transaction.save(purchase)
            try turn.hold(purchase, from: account.id)
            try turn.tell(.purchasePlaced, adults: true, member: nil)
            return purchase
        }
    }

    /// Delivers or refuses as an adult, or withdraws as the buyer; answers how the purchase stands, and whether this
    /// decided it (F60).
    package func decide(
        _ decision: PurchaseDecision,
        on id: ID<Purchase>,
        version: UInt32,
        by member: ID<Member>
    ) async throws -> (purchase: Purchase, isDecided: Bool) {
        try await atMissions(of: member) { turn in
            let purchase = try turn.purchase(id)
            switch decision {
            case .deliver, .refuse:
                guard MissionRules.allowsDeciding(by: turn.who) else { throw MissionsRefusal.notAllowed }
            case .withdraw:
                guard purchase.buyer == member else { throw MissionsRefusal.notAllowed }
            }
            switch decision {
            case .deliver: return try turn.take(.deliver(version: version), purchase)
            case .refuse: return try turn.take(.refuse(version: version), purchase)
            case .withdraw: return try turn.take(.withdraw(version: version), purchase)
            }
        }
    }

    /// What a member bought; for an adult, what was bought in the family's store.
    package func purchases(for member: ID<Member>, limit: Int) async throws -> [Purchase] {
        let now = outside.now()
        return try await database.read { transaction in
            guard let row = try transaction.member(member) else { throw MissionsRefusal.notFound }
            return row.isChild(now: now)
                ? try transaction.purchases(of: member, limit: limit)
                : try transaction.purchases(in: row.family, limit: limit)
        }
    }

    /// What goes with leaving a family: prices that are held are given back, and missions that were given to who leaves go.
    func leaveMissions(_ row: MemberRow, in transaction: Transaction, now: Timestamp) throws {
        let held = try transaction.heldPurchases(of: row.id)
        if !held.isEmpty {
            var turn = try MissionTurn(self, by: row.id, in: transaction, now: now)
            for purchase in held { _ = try turn.take(.withdraw(version: purchase.version), purchase) }
            _ = try turn.finish()
        }
        try transaction.removeMissions(of: row.id)
    }

    /// Gives back the price of every purchase that nobody delivered in time (F61).
    package func meetPurchaseDeadlines() async {
        do {
            let now = outside.now()
            for id in try await database.read({ try $0.purchasesDue(now: now, limit: Hub.purchasesAtOnce) }) {
                await expire(id)
            }
        } catch {
            outside.log(LogEntry(.error, "purchases could not be read", [("reason", safeWords(error))]))
        }
    }

    /// One that fails holds up no other.
    private func expire(_ id: ID<Purchase>) async {
        do {
            guard let buyer = try await database.read({ try $0.purchase(id)?.buyer }) else { return }
            try await atMissions(of: buyer, isByItself: true) { turn in
                guard let purchase = try turn.transaction.purchase(id) else { return }
                _ = try turn.take(.deadline, purchase)
            }
        } catch {
            outside.log(LogEntry(.error, "a purchase could not expire", [("reason", safeWords(error))]))
        }
    }
}

extension MissionTurn {
    /// A purchase that the asker may see: one's own, and for an adult any of the family.
    fileprivate func purchase(_ id: ID<Purchase>) throws -> Purchase {
        guard let purchase = try transaction.purchase(id), try person(purchase.buyer) != nil,
            purchase.buyer == asker.id || who.isAdult
        else { throw MissionsRefusal.notFound }
        return purchase
    }

    fileprivate mutating func take(
        _ event: PurchaseEvent,
        _ before: Purchase
    ) throws -> (purchase: Purchase, isDecided: Bool) {
        guard var row = try transaction.storeItem(before.item) else { throw MissionsRefusal.notFound }
        var purchase = before
        guard case .taken(let effects) = purchase.take(event, item: &row.item, now: now) else { return (before, false) }
        try transaction.save(purchase)
        try transaction.save(row)
        for effect in effects {
            switch effect {
            case .post: try end(purchase, .post)
            case .giveBack: try end(purchase, .void)
            case .release: try end(purchase, .expire)
            case .tell(let news):
                let isByItself = news == .expired
                try tell(news.notice, adults: news.isForAdults, member: purchase.buyer, isByItself: isByItself)
            }
        }
        return (purchase, purchase != before)
    }

    fileprivate func item(
        _ id: ID<StoreItem>,
        _ request: StoreItemRequest,
        retiredAt: Timestamp?
    ) throws -> StoreItem {
        guard let name = trimmed(request.name, charactersMax: 80).flatMap({ MissionName($0) }) else {
            throw MissionsRefusal.nameEmptyOrTooLong
        }
        guard (0...StoreItem.stockMax).contains(request.stock ?? 0) else { throw MissionsRefusal.stockOutOfRange }
        if case .only(let members) = request.buyers {
            for member in members where try person(member) == nil { throw MissionsRefusal.assigneeUnknown }
        }
        let item = StoreItem(
            id: id,
            name: name,
            price: request.price,
            stock: request.stock,
            buyers: request.buyers,
            retiredAt: retiredAt
        )
        guard let item else { throw MissionsRefusal.priceOutOfRange }
        return item
    }
}

extension PurchaseNews {
    fileprivate var notice: NoticeKind {
        switch self {
        case .placed: .purchasePlaced
        case .delivered: .purchaseDelivered
        case .refused: .purchaseRefused
        case .withdrawn: .purchaseWithdrawn
        case .expired: .purchaseExpired
        }
    }
}
