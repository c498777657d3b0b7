import API

extension FamilyMoneyRoute {
    /// A family's money, and statements of one's own accounts.
    var endpoint: Endpoint {
        switch self {
        case .assets(let id): .session { try await $0.familyAssets(id, $1, $2) }
        case .addAsset(let id): .adult(of: id) { try await $0.addFamilyAsset(id, $1, $2) }
        case .mint(let id): .adult(of: id) { try await $0.mint(id, $1, $2) }
        case .allowances(let id): .session { try await $0.allowances(id, $1, $2) }
        case .addAllowance(let id): .adult(of: id) { try await $0.addAllowance(id, $1, $2) }
        case .endAllowance(let id, let order): .adult(of: id) { try await $0.endAllowance(id, order, $1, $2) }
        case .limits(let id): .session { try await $0.limits(id, $1, $2) }
        case .setLimits(let id): .adult(of: id) { try await $0.setLimits(id, $1, $2) }
        case .coinConsents(let id): .adult(of: id) { try await $0.coinConsents(id, $1, $2) }
        case .setCoinConsent(let id): .adult(of: id) { try await $0.setCoinConsent(id, $1, $2) }
        case .approvals(let id): .session { try await $0.approvals(id, $1, $2) }
        case .decide(let id, let hold): .session { try await $0.decide(id, hold, $1, $2) }
        case .statement(let id): .session { try await $0.statement(id, $1, $2) }
        case .statements: .session { try await $0.statements($1, $2) }
        }
    }
}
