import Crypto
package import Family
import Pictures
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

/// An item as somebody is shown it.
package struct StoreItemInfo: Hashable, Sendable {
    package var item: StoreItem
    package var addedAt: Timestamp
    /// Names its picture; nil without one.
    package var pictureVersion: String?

    init(_ row: StoreItemRow) {
        item = row.item
        addedAt = row.addedAt
        pictureVersion = row.pictureVersion
    }
}

extension Hub {
    /// Items of one store, the retired ones too.
    package static let storeItemsMax = 500

    /// Adds an item, as an adult; a repeat of the same request answers as the first did.
    package func addStoreItem(
        _ id: ID<StoreItem>,
        by member: ID<Member>,
        _ request: StoreItemRequest
    ) async throws -> StoreItemInfo {
        let requestHash = vault.hash(request: request.fields, by: member)
        return try await atMissions(of: member) { turn in
            guard MissionPermissions.allowsDeciding(by: turn.who) else { throw MissionsRefusal.notAllowed }
            let family = turn.asker.family
            if let known = try turn.transaction.storeItem(id) {
                guard known.requestHash == requestHash, known.family == family else { throw MissionsRefusal.idTaken }
                return StoreItemInfo(known)
            }
            guard try turn.transaction.storeItems(of: family).count < Hub.storeItemsMax else {
                throw MissionsRefusal.tooMany
            }
            let item = try turn.item(id, request, retiredAt: nil)
            let row = StoreItemRow(item: item, family: family, addedAt: turn.now, requestHash: requestHash)
            try turn.save(row)
            return StoreItemInfo(row)
        }
    }

    /// Changes an item, stocks it, or takes it out of the store, as an adult.
    package func changeStoreItem(
        _ id: ID<StoreItem>,
        by member: ID<Member>,
        _ request: StoreItemRequest,
        isRetired: Bool
    ) async throws -> StoreItemInfo {
        try await atMissions(of: member) { turn in
            var row = try turn.changeableItem(id)
            row.item = try turn.item(id, request, retiredAt: isRetired ? row.item.retiredAt ?? turn.now : nil)
            try turn.save(row)
            return StoreItemInfo(row)
        }
    }

    /// Takes an item out of the store, as an adult; what was bought before is still delivered.
    package func retireStoreItem(_ id: ID<StoreItem>, by member: ID<Member>) async throws {
        try await atMissions(of: member) { turn in
            var row = try turn.changeableItem(id)
            guard row.item.retiredAt == nil else { return }
            row.item.retiredAt = turn.now
            try turn.save(row)
        }
    }

    /// What a family's store offers to a member; to an adult all there is, what was taken out of it last.
    package func storeItems(for member: ID<Member>) async throws -> [StoreItemInfo] {
        try await seeMissions(of: member) { turn in
            let who = turn.who
            let rows = try turn.transaction.storeItems(of: turn.asker.family)
                .filter { who.isAdult || $0.item.isOffered(to: who) }
            return (rows.filter { $0.item.retiredAt == nil } + rows.filter { $0.item.retiredAt != nil })
                .map(StoreItemInfo.init)
        }
    }

    /// Makes an item's picture of a JPEG, PNG or WebP file, of which only the pixels are kept (S25); as an adult.
    ///
    /// Throws `MissionsRefusal`, `PictureRefusal`, or why none can be made at all; what was refused changed nothing.
    package func setPicture(of id: ID<StoreItem>, by member: ID<Member>, file: [UInt8]) async throws -> StoreItemInfo {
        _ = try await atMissions(of: member) { try $0.changeableItem(id) }
        let portrait = try await makePortrait(of: file)
        let version = newToken()
        return try await atMissions(of: member) { turn in
            _ = try turn.changeableItem(id)
            try turn.transaction.setPicture(of: id, jpeg: portrait.jpeg, version: version)
            let row = try turn.changeableItem(id)
            try turn.save(row)
            return StoreItemInfo(row)
        }
    }

    /// Takes an item's picture away, as an adult; where there is none, that is done already.
    package func removePicture(of id: ID<StoreItem>, by member: ID<Member>) async throws {
        try await atMissions(of: member) { turn in
            let row = try turn.changeableItem(id)
            try turn.transaction.removePicture(of: id)
            try turn.save(row)
        }
    }

    /// An item's picture, for its family: a square JPEG of 256 pixels.
    package func picture(of id: ID<StoreItem>, for member: ID<Member>) async throws -> MemberPicture {
        try await database.read { transaction in
            guard let row = try transaction.member(member), row.disabledAt == nil,
                try transaction.storeItem(id)?.family == row.family,
                let (version, jpeg) = try transaction.picture(of: id)
            else { throw PictureRefusal.notFound }
            return MemberPicture(jpeg: jpeg, version: version)
        }
    }
}

extension MissionTransaction {
    /// Writes an item; the whole family is shown the store.
    mutating func save(_ row: StoreItemRow) throws {
        try transaction.save(row)
        news.changed(Set(try transaction.members(of: asker.family).map(\.id)))
    }

    fileprivate func changeableItem(_ id: ID<StoreItem>) throws -> StoreItemRow {
        guard let row = try transaction.storeItem(id), row.family == asker.family else {
            throw MissionsRefusal.notFound
        }
        guard MissionPermissions.allowsDeciding(by: who) else { throw MissionsRefusal.notAllowed }
        return row
    }

    fileprivate func item(
        _ id: ID<StoreItem>,
        _ request: StoreItemRequest,
        retiredAt: Timestamp?
    ) throws -> StoreItem {
        guard let name = shownName(request.name, charactersMax: 80).flatMap({ MissionName($0) }) else {
            throw MissionsRefusal.nameEmptyOrTooLong
        }
        if case .only(let members) = request.buyers {
            for member in members where try person(member) == nil { throw MissionsRefusal.assigneeUnknown }
        }
        guard request.price != .zero, request.price <= StoreItem.priceMax else { throw MissionsRefusal.priceOutOfRange }
        let item = StoreItem(
            id: id,
            name: name,
            price: request.price,
            stock: request.stock,
            buyers: request.buyers,
            retiredAt: retiredAt
        )
        guard let item else { throw MissionsRefusal.stockOutOfRange }
        return item
    }
}
