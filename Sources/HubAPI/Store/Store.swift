import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    /// Purchases of one page.
    private static let purchasesMax = 200

    func storeItems(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.storeItems(for: caller.member).map { StoreItemBody($0) }))
    }

    func addStoreItem(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddStoreItemBody.self, from: request)
        let wish = StoreItemRequest(
            name: body.name,
            price: try Amount(body.price, of: "price"),
            stock: body.stock,
            buyers: try StoreItem.Buyers(body.buyers, body.members)
        )
        let item = try await namingItems { try await hub.addStoreItem(body.id, by: caller.member, wish) }
        return .json(StoreItemBody(item), status: 201)
    }

    func changeStoreItem(_ id: ID<StoreItem>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(ChangeStoreItemBody.self, from: request)
        let wish = StoreItemRequest(
            name: body.name,
            price: try Amount(body.price, of: "price"),
            stock: body.stock,
            buyers: try StoreItem.Buyers(body.buyers, body.members)
        )
        let isRetired = body.retired ?? false
        let item = try await namingItems {
            try await hub.changeStoreItem(id, by: caller.member, wish, isRetired: isRetired)
        }
        return .json(StoreItemBody(item))
    }

    func retireStoreItem(_ id: ID<StoreItem>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.retireStoreItem(id, by: caller.member)
        return .done
    }

    func itemPicture(_ id: ID<StoreItem>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        answer(try await hub.picture(of: id, for: caller.member), to: request)
    }

    func setItemPicture(_ id: ID<StoreItem>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        guard request.isPicture else { throw Problem.pictureOnly }
        return .json(StoreItemBody(try await hub.setPicture(of: id, by: caller.member, file: request.body)))
    }

    func removeItemPicture(_ id: ID<StoreItem>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.removePicture(of: id, by: caller.member)
        return .done
    }

    func purchases(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let limit = try request.number("limit", in: 1...HubService.purchasesMax, otherwise: 50)
        let page = try await hub.purchases(
            for: caller.member,
            in: try request.choice("state", PurchaseBody.State.self).map { PurchaseStage($0) },
            after: try request.identity("after"),
            limit: limit
        )
        let next = page.count == limit ? page.last?.purchase.id.text : nil
        return .json(ListBody(items: page.map { PurchaseBody($0) }, next: next))
    }

    func buy(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(BuyBody.self, from: request)
        return .json(PurchaseBody(try await hub.buy(body.item, body.id, by: caller.member)), status: 201)
    }

    func decide(
        _ decision: StoreRoute.Decision,
        on id: ID<Purchase>,
        _ caller: AuthenticatedSession,
        _ request: Request
    ) async throws -> Response {
        let body = try JSON.read(DecidePurchaseBody.self, from: request)
        let word: PurchaseDecision =
            switch decision {
            case .deliver: .deliver
            case .refuse: .refuse
            case .withdraw: .withdraw
            }
        let (purchase, isDecided) = try await hub.decide(word, on: id, version: body.version, by: caller.member)
        return .json(PurchaseDecisionBody(alreadyHandled: !isDecided, purchase: PurchaseBody(purchase)))
    }

    /// What is wrong is said of the fields that an item has.
    private func namingItems<Answer>(_ work: () async throws -> Answer) async throws -> Answer {
        do {
            return try await work()
        } catch let refusal as MissionsRefusal {
            var problem = refusal.problem
            if problem.field == "title" { problem.field = "name" }
            if problem.field == "assignee" { problem.field = "members" }
            throw problem
        }
    }
}

extension StoreItem.Buyers {
    fileprivate init(_ name: BuyersName?, _ members: [ID<Member>]?) throws(Problem) {
        switch (name ?? .everybody, members) {
        case (.everybody, nil): self = .everybody
        case (.adults, nil): self = .adults
        case (.children, nil): self = .children
        case (.chosen, let members?) where !members.isEmpty: self = .only(Set(members))
        default: throw .invalid("members", "Give members only when buyers is some.")
        }
    }
}

extension StoreItemBody {
    fileprivate init(_ info: StoreItemInfo) {
        self.init(info.item, addedAt: info.addedAt, picture: picturePath(of: info.item.id, info.pictureVersion))
    }
}

extension PurchaseBody {
    fileprivate init(_ info: PurchaseInfo) {
        self.init(
            info.purchase,
            name: info.item.text,
            picture: picturePath(of: info.purchase.item, info.pictureVersion),
            may: info.may.map(\.rawValue)
        )
    }
}

extension PurchaseStage {
    fileprivate init(_ state: PurchaseBody.State) {
        self =
            switch state {
            case .held: .held
            case .delivered: .delivered
            case .refused: .refused
            case .withdrawn: .withdrawn
            case .expired: .expired
            }
    }
}

/// Where an item's picture of this version is; nil without one.
private func picturePath(of item: ID<StoreItem>, _ version: String?) -> String? {
    version.map { "\(Route.store(.picture(item)).methodAndPath.path)?v=\($0)" }
}
