public import Family

/// What the hub answers about a family's money: its assets, allowances, limits and what waits for somebody's word, and
/// statements of one's own accounts.
public enum FamilyMoneyRoute: Hashable, Sendable {
    case assets(ID<FamilyGroup>)
    case addAsset(ID<FamilyGroup>)
    case mint(ID<FamilyGroup>)
    case allowances(ID<FamilyGroup>)
    case addAllowance(ID<FamilyGroup>)
    case endAllowance(ID<FamilyGroup>, ID<StandingOrder>)
    case limits(ID<FamilyGroup>)
    case setLimits(ID<FamilyGroup>)
    /// Which children may watch a wallet of coins.
    case coinConsents(ID<FamilyGroup>)
    case setCoinConsent(ID<FamilyGroup>)
    /// What is held until somebody agrees.
    case approvals(ID<FamilyGroup>)
    case decide(ID<FamilyGroup>, ID<LedgerCommand>)
    /// One account of mine, or all of them, as CSV.
    case statement(ID<Account>)
    case statements
}

extension FamilyMoneyRoute {
    private static func family(_ id: ID<FamilyGroup>) -> String { "/families/\(id.text)" }

    /// The method, and the path below the API's root.
    var methodAndPath: (method: String, path: String) {
        switch self {
        case .assets(let id): ("GET", Self.family(id) + "/assets")
        case .addAsset(let id): ("POST", Self.family(id) + "/assets")
        case .mint(let id): ("POST", Self.family(id) + "/mint")
        case .allowances(let id): ("GET", Self.family(id) + "/allowances")
        case .addAllowance(let id): ("POST", Self.family(id) + "/allowances")
        case .endAllowance(let id, let order): ("DELETE", Self.family(id) + "/allowances/\(order.text)")
        case .limits(let id): ("GET", Self.family(id) + "/limits")
        case .setLimits(let id): ("PUT", Self.family(id) + "/limits")
        case .coinConsents(let id): ("GET", Self.family(id) + "/coin-consents")
        case .setCoinConsent(let id): ("PUT", Self.family(id) + "/coin-consents")
        case .approvals(let id): ("GET", Self.family(id) + "/approvals")
        case .decide(let id, let hold): ("POST", Self.family(id) + "/approvals/\(hold.text)")
        case .statement(let id): ("GET", "/accounts/\(id.text)/statement")
        case .statements: ("GET", "/wallet/statement")
        }
    }

    /// The routes of a path's parts below the API's root, one for each method; none where it is not theirs.
    static func candidates(_ parts: [String]) -> [FamilyMoneyRoute] {
        switch parts.count {
        case 2 where parts == ["wallet", "statement"]: [.statements]
        case 3 where parts[0] == "accounts" && parts[2] == "statement":
            ID(text: parts[1]).map { [.statement($0)] } ?? []
        case 3 where parts[0] == "families": ID(text: parts[1]).map { collections($0, parts[2]) } ?? []
        case 4 where parts[0] == "families": ID(text: parts[1]).map { items($0, parts[2], parts[3]) } ?? []
        default: []
        }
    }

    private static func collections(_ family: ID<FamilyGroup>, _ name: String) -> [FamilyMoneyRoute] {
        switch name {
        case "assets": [.assets(family), .addAsset(family)]
        case "mint": [.mint(family)]
        case "allowances": [.allowances(family), .addAllowance(family)]
        case "limits": [.limits(family), .setLimits(family)]
        case "coin-consents": [.coinConsents(family), .setCoinConsent(family)]
        case "approvals": [.approvals(family)]
        default: []
        }
    }

    private static func items(_ family: ID<FamilyGroup>, _ collection: String, _ item: String) -> [FamilyMoneyRoute] {
        switch collection {
        case "allowances": ID(text: item).map { [.endAllowance(family, $0)] } ?? []
        case "approvals": ID(text: item).map { [.decide(family, $0)] } ?? []
        default: []
        }
    }
}
