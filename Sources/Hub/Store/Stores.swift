package import Family
import SQL
import Storage

/// What somebody decides about a purchase.
package enum PurchaseDecision: String, CaseIterable, Hashable, Sendable {
    case deliver
    case refuse
    case withdraw
}

/// A purchase as somebody is shown it.
package struct PurchaseInfo: Hashable, Sendable {
    package var purchase: Purchase
    /// What is bought, as it is called now.
    package var item: MissionName
    /// Names the item's picture; nil without one.
    package var pictureVersion: String?
    /// What the asker can decide about it now.
    package var may: [PurchaseDecision]
}

extension Hub {
    private static let purchasesAtOnce = 64

    /// Buys one of an item, whose price is held until it is delivered; a repeat answers as the first did.
    package func buy(_ item: ID<StoreItem>, _ id: ID<Purchase>, by member: ID<Member>) async throws -> PurchaseInfo {
        try await atMissions(of: member) { turn in
            if let known = try turn.transaction.purchase(id) {
                guard known.buyer == member, known.item == item else { throw MissionsRefusal.idTaken }
                return try turn.info(known)
            }
            guard var row = try turn.transaction.storeItem(item), row.family == turn.asker.family else {
                throw MissionsRefusal.notFound
            }
            let account = try turn.purse(for: row.item.price)
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
            try turn.save(row)
            try turn.transaction.save(purchase)
            try turn.hold(purchase, from: account.id)
            let adults = try turn.adults()
            try turn.notify(.purchasePlaced, NoticeMatter(purchase), called: row.item.name, to: adults)
            return try turn.info(purchase)
        }
    }

    /// Delivers or refuses as an adult, or withdraws as the buyer; answers how the purchase stands, and whether this
    /// decided it (F60).
    package func decide(
        _ decision: PurchaseDecision,
        on id: ID<Purchase>,
        version: UInt32,
        by member: ID<Member>
    ) async throws -> (purchase: PurchaseInfo, isDecided: Bool) {
        try await atMissions(of: member) { turn in
            let purchase = try turn.purchase(id)
            switch decision {
            case .deliver, .refuse:
                guard MissionPermissions.allowsDeciding(by: turn.who) else { throw MissionsRefusal.notAllowed }
            case .withdraw:
                guard purchase.buyer == member else { throw MissionsRefusal.notAllowed }
            }
            let event: PurchaseEvent =
                switch decision {
                case .deliver: .deliver(version: version)
                case .refuse: .refuse(version: version)
                case .withdraw: .withdraw(version: version)
                }
            let (decided, isDecided) = try turn.apply(event, purchase)
            return (try turn.info(decided), isDecided)
        }
    }

    /// What a member bought, the latest first; for an adult, what was bought in the family's store.
    package func purchases(
        for member: ID<Member>,
        in stage: PurchaseStage? = nil,
        after last: ID<Purchase>? = nil,
        limit: Int
    ) async throws -> [PurchaseInfo] {
        try await seeMissions(of: member) { turn in
            let last = try last.map { try turn.purchase($0) }
            let purchases =
                turn.who.isAdult
                ? try turn.transaction.purchases(in: turn.asker.family, in: stage, after: last, limit: limit)
                : try turn.transaction.purchases(of: member, in: stage, after: last, limit: limit)
            return try purchases.map { try turn.info($0) }
        }
    }

    /// What goes with leaving a family: prices that are held are given back, missions that were given to who leaves go,
    /// and their turns at others go to the next.
    func leaveMissions(_ row: MemberRow, in transaction: Transaction, now: Timestamp) throws {
        let held = try transaction.heldPurchases(of: row.id)
        if !held.isEmpty {
            var turn = try MissionTransaction(self, by: row.id, in: transaction, now: now)
            for purchase in held { _ = try turn.apply(.withdraw(version: purchase.version), purchase) }
            _ = try turn.finish()
        }
        for var turns in try transaction.missions(withTurnsOf: row.id) {
            let next = turns.mission.turn(after: row.id)
            turns.mission.leaveTurns(row.id)
            try transaction.save(turns)
            for var occurrence in try transaction.openOccurrences(of: turns.mission.id)
            where occurrence.isOpen && occurrence.doer == row.id {
                occurrence.passTurn(to: next)
                try transaction.save(occurrence)
            }
        }
        try transaction.removeMissions(of: row.id)
    }

    /// Gives back the price of every purchase that nobody delivered in time (F61).
    package func handlePurchaseDeadlines() async {
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
                _ = try turn.apply(.deadline, purchase)
            }
        } catch {
            outside.log(LogEntry(.error, "a purchase could not expire", [("reason", safeWords(error))]))
        }
    }
}

extension MissionTransaction {
    /// A purchase that the asker may see: one's own, and for an adult any of the family.
    fileprivate func purchase(_ id: ID<Purchase>) throws -> Purchase {
        guard let purchase = try transaction.purchase(id), try person(purchase.buyer) != nil,
            purchase.buyer == asker.id || who.isAdult
        else { throw MissionsRefusal.notFound }
        return purchase
    }

    fileprivate mutating func apply(
        _ event: PurchaseEvent,
        _ before: Purchase
    ) throws -> (purchase: Purchase, isDecided: Bool) {
        guard var row = try transaction.storeItem(before.item) else { throw MissionsRefusal.notFound }
        var purchase = before
        guard case .taken(let effects) = purchase.apply(event, item: &row.item, now: now) else {
            return (before, false)
        }
        try transaction.save(purchase)
        // Its buyer and the adults are shown the purchase, everybody what is on the shelf.
        try save(row)
        for effect in effects {
            switch effect {
            case .post: try end(purchase, .post)
            case .giveBack: try end(purchase, .void)
            case .release: try end(purchase, .expire)
            case .tell(let news):
                try notify(
                    news.notice,
                    NoticeMatter(purchase),
                    called: row.item.name,
                    to: news.isForAdults ? try adults() : [purchase.buyer],
                    isByItself: news == .expired
                )
            }
        }
        // Whoever comes after its time finds it expired, and decided nothing.
        if case .expired = purchase.phase { return (purchase, event == .deadline) }
        return (purchase, purchase != before)
    }

    /// A purchase as the asker is shown it.
    fileprivate func info(_ purchase: Purchase) throws -> PurchaseInfo {
        guard let row = try transaction.storeItem(purchase.item) else { throw MissionsRefusal.notFound }
        var may: [PurchaseDecision] = []
        if purchase.phase == .held, now < purchase.heldUntil {
            if MissionPermissions.allowsDeciding(by: who) { may += [.deliver, .refuse] }
            if purchase.buyer == asker.id { may.append(.withdraw) }
        }
        return PurchaseInfo(purchase: purchase, item: row.item.name, pictureVersion: row.pictureVersion, may: may)
    }
}
