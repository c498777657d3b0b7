public import Family

/// What the hub answers about a family's store, and about what was bought there.
public enum StoreRoute: Hashable, Sendable {
    /// What is decided about a purchase.
    public enum Decision: String, CaseIterable, Hashable, Sendable {
        case deliver
        case refuse
        case withdraw
    }

    case items
    case addItem
    case changeItem(ID<StoreItem>)
    case retireItem(ID<StoreItem>)
    case picture(ID<StoreItem>)
    case setPicture(ID<StoreItem>)
    case removePicture(ID<StoreItem>)
    case purchases
    case buy
    case decide(ID<Purchase>, Decision)
}

extension StoreRoute {
    private static func item(_ id: ID<StoreItem>) -> String { "/store/items/\(id.text)" }

    /// The method, and the path below the API's root.
    var methodAndPath: (method: String, path: String) {
        switch self {
        case .items: ("GET", "/store/items")
        case .addItem: ("POST", "/store/items")
        case .changeItem(let id): ("PATCH", Self.item(id))
        case .retireItem(let id): ("DELETE", Self.item(id))
        case .picture(let id): ("GET", Self.item(id) + "/picture")
        case .setPicture(let id): ("PUT", Self.item(id) + "/picture")
        case .removePicture(let id): ("DELETE", Self.item(id) + "/picture")
        case .purchases: ("GET", "/purchases")
        case .buy: ("POST", "/purchases")
        case .decide(let id, let decision): ("POST", "/purchases/\(id.text)/\(decision.rawValue)")
        }
    }

    /// The routes of a path's parts below the API's root, one for each method; none where it is not theirs.
    static func candidates(_ parts: [String]) -> [StoreRoute] {
        switch parts.count {
        case 1 where parts == ["purchases"]: [.purchases, .buy]
        case 2 where parts == ["store", "items"]: [.items, .addItem]
        case 3 where parts.starts(with: ["store", "items"]):
            ID(text: parts[2]).map { [.changeItem($0), .retireItem($0)] } ?? []
        case 3 where parts[0] == "purchases":
            ID(text: parts[1]).flatMap { id in Decision(rawValue: parts[2]).map { [.decide(id, $0)] } } ?? []
        case 4 where parts.starts(with: ["store", "items"]) && parts[3] == "picture":
            ID(text: parts[2]).map { [.picture($0), .setPicture($0), .removePicture($0)] } ?? []
        default: []
        }
    }
}
