import API

extension StoreRoute {
    /// A family's store, and its purchases.
    var endpoint: Endpoint {
        switch self {
        case .items: .session { try await $0.storeItems($1, $2) }
        case .addItem: .session { try await $0.addStoreItem($1, $2) }
        case .changeItem(let id): .session { try await $0.changeStoreItem(id, $1, $2) }
        case .retireItem(let id): .session { try await $0.retireStoreItem(id, $1, $2) }
        case .picture(let id): .session { try await $0.itemPicture(id, $1, $2) }
        case .setPicture(let id): .session(.sending(.picture)) { try await $0.setItemPicture(id, $1, $2) }
        case .removePicture(let id): .session { try await $0.removeItemPicture(id, $1, $2) }
        case .purchases: .session { try await $0.purchases($1, $2) }
        case .buy: .session { try await $0.buy($1, $2) }
        case .decide(let id, let decision): .session { try await $0.decide(decision, on: id, $1, $2) }
        }
    }
}
