public import API
public import Family
public import Foundation

extension HearthClient {
    /// What my family gives for gold, as far as I may buy it; adults see all of it.
    public func storeItems() async throws(ClientFailure) -> [StoreItemBody] {
        try await all(.store(.items))
    }

    /// Puts something up, which adults may; the body's `id` makes it one item however often it is sent.
    @discardableResult
    public func addStoreItem(_ body: AddStoreItemBody) async throws(ClientFailure) -> StoreItemBody {
        try await ask(.store(.addItem), sending: body, mayRepeat: true)
    }

    /// Describes an item anew, or takes it down and puts it up again.
    @discardableResult
    public func changeStoreItem(
        _ id: ID<StoreItem>,
        _ body: ChangeStoreItemBody
    ) async throws(ClientFailure) -> StoreItemBody {
        try await ask(.store(.changeItem(id)), sending: body)
    }

    /// Takes an item down; what was bought of it stays to be delivered.
    public func retireStoreItem(_ id: ID<StoreItem>) async throws(ClientFailure) {
        try await send(.store(.retireItem(id)))
    }

    /// An item's picture as a file; absent where it has none or I may not see it.
    public func picture(of item: ID<StoreItem>) async throws(ClientFailure) -> Data? {
        do throws(ClientFailure) {
            return try await bytes(answering: HubRequest(.store(.picture(item))))
        } catch {
            guard case .refused(let refusal) = error, refusal.status == 404 else { throw error }
            return nil
        }
    }

    /// Buys an item: its price is held until it is delivered, a week at most.
    ///
    /// The purchase's `id` makes it one however often it is sent.
    @discardableResult
    public func buy(_ item: ID<StoreItem>, as id: ID<Purchase>) async throws(ClientFailure) -> PurchaseBody {
        try await ask(.store(.buy), sending: BuyBody(id: id, item: item), mayRepeat: true)
    }

    /// A page of what I bought, and for an adult what children did, the latest first; `after` is `next` of the page before.
    public func purchases(
        in state: PurchaseBody.State? = nil,
        after: String? = nil,
        limit: Int = 50
    ) async throws(ClientFailure) -> ListBody<PurchaseBody> {
        let fields = [("limit", "\(limit)"), ("state", state?.rawValue), ("after", after)]
        return try await ask(
            .store(.purchases),
            fields.compactMap { name, value in value.map { QueryField(name, $0) } }
        )
    }

    /// Delivers or refuses what was bought, or withdraws a purchase of mine.
    ///
    /// `version` is that of the purchase as it was looked at: where somebody else was faster, nothing changes and the
    /// answer says so.
    @discardableResult
    public func decide(
        _ decision: StoreRoute.Decision,
        on purchase: ID<Purchase>,
        version: UInt32
    ) async throws(ClientFailure) -> PurchaseDecisionBody {
        let body = DecidePurchaseBody(version: version)
        return try await ask(.store(.decide(purchase, decision)), sending: body, mayRepeat: true)
    }
}
