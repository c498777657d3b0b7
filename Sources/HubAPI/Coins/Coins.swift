import API
import Coins
import Family
import HTTP
import Hub

extension HubService {
    func coins(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(CoinsBody(try await hub.coins(of: caller.member)))
    }

    /// A thief of an open page must not put an address of theirs there, to be handed out as the member's (S18).
    func watchCoins(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(caller)
        let body = try JSON.read(WatchCoinsBody.self, from: request)
        let wanted = CoinWalletRequest(
            id: body.id,
            name: body.name,
            keys: CoinViewKeys(address: body.address, viewKey: body.viewKey),
            madeAt: body.madeOn.map { Timestamp(milliseconds: $0.number * 86_400_000) }
        )
        return .json(CoinWalletBody(try await hub.watchCoins(wanted, for: caller.member)), status: 201)
    }

    func renameCoins(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let body = try JSON.read(RenameCoinsBody.self, from: request)
        let accounts = (body.accounts ?? []).map { (index: $0.index, name: $0.name) }
        let info = try await hub.renameCoins(id, of: caller.member, to: body.name, accounts: accounts)
        return .json(CoinWalletBody(info))
    }

    func forgetCoins(_ id: ID<CoinHolding>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        try await hub.requireRecentProof(caller)
        try await hub.forgetCoins(id, of: caller.member)
        return .done
    }

    func coinConsents(_ family: ID<FamilyGroup>, _ adult: Adult, _ request: Request) async throws -> Response {
        let consents = try await hub.coinConsents(of: family, for: adult.caller.member)
        let items = consents.sorted { $0.key < $1.key }.map { CoinConsentBody(member: $0.key, allowed: $0.value) }
        return .json(ListBody(items: items))
    }

    func setCoinConsent(_ family: ID<FamilyGroup>, _ adult: Adult, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(adult.caller)
        let body = try JSON.read(CoinConsentBody.self, from: request)
        try await hub.setCoinConsent(body.allowed, for: body.member, of: family, by: adult.caller.member)
        return .json(body)
    }
}
